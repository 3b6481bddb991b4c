/* frame_work.h -- estimates how many instructions a run will execute, by running a sample of its
 * warps without timing. The progress line needs this number: warps that run side by side end late
 * and all at once, so that finished warps are a poor measure of progress. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Estimates the warp instructions of the `n_ctas` CTAs that frame_launch() makes for the same
 * arguments; 0: not known. */
double frame_work(const struct frame_job *job, const struct gpu_config *gpu,
                  const struct frame_where *where, uint32_t n_ctas);
