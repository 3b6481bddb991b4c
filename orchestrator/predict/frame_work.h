/* frame_work.h -- how many instructions a run will execute, from a sample of its warps that is run
 * without timing: for the line of progress, as warps that run side by side end late and all at
 * once. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Warp instructions of the `n_ctas` CTAs that frame_launch() makes of the same; 0: not known. */
double frame_work(const struct frame_job *job, const struct gpu_config *gpu,
                  const struct frame_where *where, uint32_t n_ctas);
