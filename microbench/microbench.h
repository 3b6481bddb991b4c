/* microbench.h -- micro-benchmarks of the cycle model: small shaders and kernels, run on the whole
 * GPU, that measure its latencies, rates and bandwidths.
 *
 * Most rows come of two runs that differ only in length: the difference of their cycles, divided by
 * that of their lengths. So launch, first misses and drain cancel. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdint.h>

/* A kind of benchmark: rows that differ in their parameters. */
struct microbench_kind {
    const char *name;    /* "chase" */
    const char *unit;    /* of the measured value */
    const char *summary; /* description of the run */
    const char *source;  /* sections of docs/model.md with the mechanism */
};
extern const struct microbench_kind microbench_kinds[]; /* ends with name NULL */

struct microbench_row {
    const struct microbench_kind *kind;
    const char *name; /* "chase.l2_hit" */
    double measured;
};

struct microbench_report {
    struct microbench_row *rows;
    uint32_t n, room;
};

/* Runs every benchmark on the GPU, whose RT units traverse by `traversal`, or, if `only` is not
 * NULL, the kinds and rows of these names; the last is NULL. A row that the GPU cannot measure is
 * left out. ST_USAGE if no row is left; ST_FAILED if a run failed. The caller releases the
 * report. */
enum st_code microbench_run(struct microbench_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, const char *const *only,
                            struct status *st);
void microbench_release(struct microbench_report *report);

/* NULL if there is none of that name. */
const struct microbench_row *microbench_find(const struct microbench_report *report,
                                             const char *name);
