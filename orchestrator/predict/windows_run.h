/* windows_run.h -- runs windows of a frame. Each window finds in the L2 what the CTAs before it
 * leave there; for each CTA the run notes how long its warps were resident. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* `kernel` is that of where->part, whose `resident` and `end` are filled in; the model runs windows
 * (orchestrator/settings/models.h). */
enum st_code windows_simulate(struct kernel *kernel, const struct frame_job *job,
                              const struct gpu_config *gpu, const struct frame_where *where,
                              enum timing_model model, const struct model_options *options,
                              struct model_answer *out, struct status *st);
