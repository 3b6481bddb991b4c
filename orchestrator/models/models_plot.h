/* models_plot.h -- figures of CPI stacks, model by model (GPUMech,
 * Fig. 16). */
#pragma once

#include "orchestrator/models/models_run.h"

/* Writes files STEM-<model>.* (orchestrator/figure/figure.h) for each model that has CPI stacks: a
 * bar for each scene and GPU whose pieces add up to its cycles per warp instruction and SM; for
 * models other than the cycle model its CPI beside them, as marks. ST_FAILED where no model has
 * stacks. */
enum st_code models_plot(const struct models_table *t, const char *stem, struct status *st);
