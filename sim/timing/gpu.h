/* gpu.h -- the cycle model: one GPU running one kernel.
 *
 * The GPU is one object without globals: K groups are K objects on K threads, and one object can
 * use several threads. */
#pragma once

#include "sim/model/model.h"

/* Runs the kernel until its last warp has left and the memory system is idle; *out receives the
 * counters. The counters of a run that was stopped cover the cycles up to the stop, the same cycle
 * for all SMs and the memory system, and include the partial work of unfinished CTAs. The kernel is
 * borrowed, `options` may be NULL. ST_FAILED if a warp failed or nothing moved for
 * config->watchdog_cycles core cycles. */
enum st_code gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                          const struct model_options *options, struct gpu_counters *out,
                          struct status *st);
