/* predict.h -- step 6: the sample run and made an estimate of; and the reference. */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

#include <stdio.h>

/* Runs the sample that was chosen, by the model that was chosen, on all threads; the result does
 * not depend on how many there are. `dump` is where a watchdog
 * prints what every component waits for; NULL: nowhere. *out keeps the texts of `settings`. */
enum st_code predict_frame(struct result *out, const struct settings *settings,
                           const struct pipeline *p, FILE *dump, struct status *st);

/* Every pixel on the whole GPU, on all threads: the reference. */
enum st_code simulate_frame(struct result *out, const struct settings *settings,
                            const struct session *session, const struct gpu_config *gpu, FILE *dump,
                            struct status *st);
