/* workload_run.h -- runs a compute kernel on one GPU by one timing model: all its launches, one
 * after the other. Each launch begins with empty caches. */
#pragma once

#include "orchestrator/settings/models.h"
#include "sim/functional/exec/launch.h"
#include "sim/workload/workload.h"

#include <stdio.h>

struct roofline_profile;

struct workload_job {
    const struct gpu_config *gpu;
    enum timing_model model;
    uint32_t variant;                 /* variant of the model, see struct model_options */
    uint32_t threads;                 /* threads of one simulation */
    bool quiet;                       /* shows no progress */
    FILE *dump;                       /* where the watchdog prints; may be NULL */
    struct roofline_profile *profile; /* gets the executed instructions, to which model_run adds the
                                         traffic; NULL: not wanted */
};

struct workload_launch_run {
    uint32_t grid[3], block[3];
    uint64_t cycles; /* core cycles */
    uint64_t warp_instructions;
};

struct workload_run {
    struct workload_launch_run *launches;
    uint32_t n, room;
    uint32_t registers, shared_B; /* registers of a thread, shared memory of a CTA in bytes */
    uint64_t ctas;
    struct model_answer answer;      /* of all launches, added by model_answer_follow */
    struct functional_counts counts; /* what was executed */
    bool finished;                   /* false: an interrupt ended it early */
    double cpu_s;
};

/* Runs the workload, which must have been opened just before, to its end. Its results are then in
 * its memory, even where the model did not run every CTA. On failure there is nothing to free. */
enum st_code workload_run(struct workload_run *out, const struct workload_job *job,
                          struct workload *w, struct status *st);
void workload_run_free(struct workload_run *r); /* leaves it empty */
