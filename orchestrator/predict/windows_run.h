/* windows_run.h -- windows of a frame in the cycle model, each of which finds in the L2 what the
 * CTAs before it leave there, and of whose warps it becomes known for how long they were resident.
 */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* `kernel` is that of where->part, whose `resident` and `end` are filled in. */
enum st_code windows_simulate(struct kernel *kernel, const struct frame_job *job,
                              const struct gpu_config *gpu, const struct gpu_options *options,
                              const struct frame_where *where, struct gpu_counters *out,
                              struct status *st);
