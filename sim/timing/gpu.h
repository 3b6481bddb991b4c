/* gpu.h -- the cycle model: one GPU on one kernel.
 *
 * One object without globals: K groups are K objects on K threads, and one object can use several.
 */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/model/complete.h"
#include "sim/model/warming.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

struct progress;

struct gpu_options {
    struct progress *progress; /* advanced by n_ctas of the kernel in all; may be NULL */
    double work;       /* warp instructions that it is expected to execute, by which progress goes;
                          0: not known, by the CTAs that have finished */
    FILE *dump;        /* where the watchdog prints what every component waits for; NULL: nowhere */
    bool every_cycle;  /* visit every cycle of every clock; slow, changes no result */
    uint32_t first_sm; /* gets CTA 0, modulo the number of SMs: a perturbation */
    uint32_t threads;  /* that the simulation may run on; 0: 1. Changes no result */
    struct timeline *timeline; /* gets what happened over time, from which nothing hangs on how the
                                  simulation runs; may be NULL */
    double *helpers_cpu_s;     /* gets the processor time of those but the caller's; may be NULL */
    struct warming
        *warming;        /* warms the L2 for windows of CTAs as they begin; NULL: nothing does */
    struct run_end *end; /* gets how the run left the machine, but what is dealt; `full` only where
                            there is a timeline; may be NULL */
    const atomic_int *stop; /* not 0: the run is to end early, within a window; may be NULL */
    bool *unfinished;       /* gets whether it ended early; may be NULL */
};

/* Runs the kernel until its last warp has left and nothing is under way in the memory system; *out
 * holds the counters. A run that was stopped has those of the cycles before, all SMs and the memory
 * system at the same one, and CTAs that are still under way count as far as they have come. The
 * kernel is borrowed, `options` may be NULL. ST_FAILED where a warp failed
 * or nothing moved for config->watchdog_cycles core cycles. */
enum st_code gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                          const struct gpu_options *options, struct gpu_counters *out,
                          struct status *st);
