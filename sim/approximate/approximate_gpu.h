/* approximate_gpu.h -- an approximate timing model of the GPU of sim/timing: the same programs,
 * warps, addresses and tags, but time goes from instruction to instruction of a warp and from test
 * to test of a ray, and what has to wait waits for the resources it needs instead of for every
 * queue on its way (after Punniyamurthy, Boroujerdian, Gerstlauer, "GATSim: Abstract Timing
 * Simulation of GPUs", DATE 2017, and Genbrugge, Eyerman, Eeckhout, "Interval Simulation", HPCA
 * 2010).
 *
 * It is no replacement for the cycle model but its auxiliary: a total of the cycle model over a
 * part of the frame is carried over to the whole by what this model says of both. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/model/complete.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdatomic.h>
#include <stdbool.h>

struct progress;

struct approximate_gpu_options {
    struct progress *progress; /* advanced by one per finished CTA; may be NULL */
    const atomic_int *stop;    /* a run ends early when it is not 0; may be NULL */
    uint32_t window;           /* the CTAs are a part of a frame, of which so many each follow each
                                  other; 0: they are all of it */
    uint64_t *resident;        /* by window, of which there is one more for each begun: cycles that
                                  its warps were resident are added; may be NULL */
    uint32_t first_sm;         /* as of the cycle model (sim/timing/gpu.h) */
    uint32_t threads;          /* that the run may use; 0: 1. Changes no result */
    double *helpers_cpu_s;     /* processor time of those but the caller's; may be NULL */
    bool *unfinished;          /* set to whether it did; may be NULL */
    struct run_end *end;       /* how the run left the machine; may be NULL */
};

/* Runs all CTAs of the kernel. *out: what metrics_compute() needs; other counters are 0. Of a run
 * that ends early: until then, warps under way included. ST_USAGE
 * where a warp has no room in an SM, and for kernels with CTAs of several warps, shared memory,
 * barriers or atomics, which the model has not. `options` may be NULL. */
enum st_code approximate_gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                                      const struct approximate_gpu_options *options,
                                      struct gpu_counters *out, struct status *st);
