/* microbench.h -- micro-benchmarks of the cycle model: small shaders, run on the whole GPU, whose
 * times a formula of the GPU's parameters predicts. They measure the GPU with its options;
 * tests/timing covers other options and machine code.
 *
 * A formula is built from latencies, intervals, widths and clocks of the configuration and from the
 * order of the stages that a request passes (docs/model.md); nothing in it is fitted. Most
 * benchmarks run two shaders that differ only in length and divide the difference of their cycles,
 * so launch, first misses and drain cancel. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/traversal/traverse.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bench;

/* A kind of benchmark: one shader in several variants. */
struct microbench_kind {
    const char *name;    /* "chase" */
    const char *unit;    /* of the measured value */
    const char *summary; /* description of the run */
    const char *formula; /* the expected value, in words and parameters */
    const char *source;  /* page of the mechanism */
    enum st_code (*run)(struct bench *b, struct status *st);
};
extern const struct microbench_kind microbench_kinds[]; /* ends with name NULL */

enum { MICROBENCH_NAME = 48 };

struct microbench_row {
    const struct microbench_kind *kind;
    char name[MICROBENCH_NAME]; /* "chase.l2_hit" */
    double measured, expected;
    double bound; /* largest |measured - expected| / expected that passes; 0: none */
    bool pass;
};

struct microbench_report {
    struct microbench_row *rows;
    uint32_t n, room, failed;
};

/* Runs every benchmark on the GPU, whose RT units traverse by `traversal`, or, if `only` is not
 * NULL, the kind or the row of that name. ST_USAGE if there is none of that name; ST_FAILED if a
 * run failed. A row out of its bound is no failure of this function. The caller releases the
 * report. */
enum st_code microbench_run(struct microbench_report *out, const struct gpu_config *gpu,
                            const struct traversal_options *traversal, const char *only,
                            struct status *st);
void microbench_release(struct microbench_report *report);

/* (measured - expected) / expected. */
double microbench_difference(const struct microbench_row *row);
