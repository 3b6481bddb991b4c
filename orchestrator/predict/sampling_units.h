/* sampling_units.h -- runs sampling units of a frame. Before each unit the L2 is warmed with the
 * sectors that the CTAs before it read. How long each CTA's warps are resident is measured. */
#pragma once

#include "orchestrator/predict/frame_run.h"

/* Runs the model on `kernel`, whose CTAs are those of where->part; fills where->resident and
 * where->end. The model must be one that runs sampling units (orchestrator/settings/models.h). */
enum st_code sampling_units_simulate(struct kernel *kernel, const struct frame_job *job,
                                     const struct gpu_config *gpu, const struct frame_where *where,
                                     enum timing_model model, const struct model_options *options,
                                     struct model_answer *out, struct status *st);
