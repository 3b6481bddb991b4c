/* predict.h -- step 6: the groups on their scale models, side by side; and the reference. */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

#include <stdio.h>

/* Runs every group of the plan on the scale model, extrapolates and combines. The groups run on all
 * threads, one each or, where there are at least twice as many threads, several each; the result
 * does not depend on how many there are. `dump` is where a watchdog
 * prints what every component waits for; NULL: nowhere. *out keeps the texts of `settings`. */
enum st_code predict_frame(struct result *out, const struct settings *settings,
                           const struct pipeline *p, FILE *dump, struct status *st);

/* Every pixel on the whole GPU, on all threads: the reference. */
enum st_code simulate_frame(struct result *out, const struct settings *settings,
                            const struct session *session, const struct gpu_config *gpu, FILE *dump,
                            struct status *st);
