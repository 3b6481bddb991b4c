/* windows_run.h -- windows of a frame, each of which finds in the L2 what the CTAs before it leave
 * there, and of whose CTAs it becomes known for how long they were resident.
 */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* `kernel` is that of where->part, whose `resident` and `end` are filled in; the model runs windows
 * (orchestrator/settings/models.h). */
enum st_code windows_simulate(struct kernel *kernel, const struct frame_job *job,
                              const struct gpu_config *gpu, const struct frame_where *where,
                              enum timing_model model, const struct model_options *options,
                              struct model_answer *out, struct status *st);
