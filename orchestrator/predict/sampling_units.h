/* sampling_units.h -- runs sampling units of a frame. Before each unit the L2 is warmed with the
 * sectors that the CTAs before it read; for each CTA the residency of its warps is measured. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Runs the model on `kernel`, which is that of where->part; fills where->resident and where->end.
 * The model must run sampling units (orchestrator/settings/models.h). */
enum st_code sampling_units_simulate(struct kernel *kernel, const struct frame_job *job,
                                     const struct gpu_config *gpu, const struct frame_where *where,
                                     enum timing_model model, const struct model_options *options,
                                     struct model_answer *out, struct status *st);
