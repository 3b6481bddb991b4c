/* gpu.h -- the cycle model: one GPU on one kernel.
 *
 * One object without globals: K groups are K objects on K threads, and one object can use several.
 */
#pragma once

#include "sim/model/model.h"

/* Runs the kernel until its last warp has left and nothing is under way in the memory system; *out
 * holds the counters. A run that was stopped has those of the cycles before, all SMs and the memory
 * system at the same one, and CTAs that are still under way count as far as they have come. The
 * kernel is borrowed, `options` may be NULL. ST_FAILED where a warp failed
 * or nothing moved for config->watchdog_cycles core cycles. */
enum st_code gpu_simulate(const struct gpu_config *config, struct kernel *kernel,
                          const struct model_options *options, struct gpu_counters *out,
                          struct status *st);
