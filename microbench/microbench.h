/* microbench.h -- micro-benchmarks of the cycle model: small shaders and kernels, run on the whole
 * GPU, that measure its latencies, rates and bandwidths.
 *
 * Most rows need two runs that differ only in length: the number is the difference of their cycles
 * divided by the difference of their lengths. So launch, first misses and drain cancel. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdint.h>

/* A kind of benchmark: rows that differ in their parameters. */
struct microbench_kind {
    const char *name;    /* such as "chase" */
    const char *unit;    /* of the measured value */
    const char *summary; /* what is run */
    const char *source;  /* sections of docs/model.md that describe what is measured */
};
extern const struct microbench_kind microbench_kinds[]; /* ends with a row whose name is NULL */

struct microbench_row {
    const struct microbench_kind *kind;
    const char *name; /* such as "chase.l2_hit" */
    double measured;
};

struct microbench_report {
    struct microbench_row *rows;
    uint32_t n, room;
};

/* Runs benchmarks on the GPU, whose RT units traverse by `traversal`: all of them or, if `only` is
 * not NULL, the kinds and rows that it names; it ends with NULL. A row that cannot be measured on
 * the GPU is left out. ST_USAGE if no row is left; ST_FAILED if a run failed. The caller frees the
 * report. */
enum st_code microbench_run(struct microbench_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, const char *const *only,
                            struct status *st);
void microbench_release(struct microbench_report *report);

/* Returns the row of that name; NULL if there is none. */
const struct microbench_row *microbench_find(const struct microbench_report *report,
                                             const char *name);
