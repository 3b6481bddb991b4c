/* predict.h -- runs a prediction, which estimates the frame's metrics from a sample, or the
 * reference, which simulates all of it. */
#pragma once

#include "orchestrator/predict/pipeline.h"
#include "orchestrator/result/result.h"

#include <stdio.h>

/* Runs the chosen sample by the chosen model on all threads; the result does not depend on their
 * number. `dump` is the stream to which a watchdog prints the state of every component; NULL: none.
 * *out keeps the texts of `settings`. */
enum st_code predict_frame(struct result *out, const struct settings *settings,
                           const struct pipeline *p, FILE *dump, struct status *st);

/* Simulates every pixel on the whole GPU, on all threads: the reference. */
enum st_code simulate_frame(struct result *out, const struct settings *settings,
                            const struct session *session, const struct gpu_config *gpu, FILE *dump,
                            struct status *st);
