/* models.h -- every timing model on the same frames and kernels: those of
 * orchestrator/settings/models.h, the first of which is the truth, and the quantitative roofline
 * model. A document of the results of models, its tables and figures. */
#pragma once

#include "orchestrator/grids/cells.h"

/* Follows the timing models. */
enum { MODELS_ROOFLINE = TIMING_MODELS, MODELS_ALL };

/* Puts "frames", each with its "models", and "models", their means over all frames; errors are
 * ratios to the cycle model. A model that failed has the reason. The peaks of the GPUs are found in
 * `cache` or measured (peaks_cache.h); `note` gets a warning about cached ones, "" where there is
 * none. */
enum st_code models_json(struct json_writer *w, json_t *document, const struct cells *c,
                         const char *cache, char note[STATUS_TEXT], struct status *st);
void models_print(const json_t *document, FILE *out);

/* Writes files STEM-<model>.* (orchestrator/figure/figure.h) for each model that has CPI stacks
 * (GPUMech, Fig. 16): a bar for each scene and GPU whose pieces add up to its cycles per warp
 * instruction and SM; for models other than the cycle model its CPI beside them, as marks.
 * ST_FAILED where no model has stacks. */
enum st_code models_plot(const json_t *document, const char *stem, struct status *st);
