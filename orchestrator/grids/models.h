/* models.h -- the models of the command models, and its figures. */
#pragma once

#include "orchestrator/grids/grid_command.h"

/* Follows the timing models. */
enum { MODELS_ROOFLINE = TIMING_MODELS, MODELS_ALL };

/* Writes files STEM-<model>.* (orchestrator/figure/figure.h) for each model that has CPI stacks
 * (GPUMech, Fig. 16): a bar for each scene and GPU whose pieces add up to its cycles per warp
 * instruction and SM; for models other than the cycle model its CPI beside them, as marks.
 * ST_FAILED where no model has stacks. */
enum st_code models_plot(const json_t *document, const char *stem, struct status *st);
