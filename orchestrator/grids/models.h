/* models.h -- the models that the command models compares, and its figures. */
#pragma once

#include "orchestrator/grids/grid_command.h"

/* Indices of models: those of the timing models, and then the roofline model. */
enum { MODELS_ROOFLINE = TIMING_MODELS, MODELS_ALL };

/* Writes files STEM-<model>.* (orchestrator/figure/figure.h) for each model that has CPI stacks
 * (GPUMech, Fig. 16). There is a bar for each scene and GPU; its pieces add up to the model's
 * cycles per warp instruction and SM. Beside the bars of other models, marks show the cycle model's
 * CPI. ST_FAILED where no model has stacks. */
enum st_code models_plot(const json_t *document, const char *stem, struct status *st);
