/* comparison_print.h -- a comparison for people and for programs (docs/studies.md). */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/compare/comparison.h"

#include <stdio.h>

/* A table a scene with the paper's seven metrics and the frame time, means over the scenes where
 * there are several, each with the ranking of the GPUs and the pairs whose order is not certain. */
void comparison_print(const struct comparison *c, FILE *out);

/* scene, gpu, metric, value, low, high, ratio, ratio_low, ratio_high, reference, reference_ratio,
 * state, reason: a line for every metric of every GPU on every scene. */
enum st_code comparison_write_csv(const struct comparison *c, FILE *out, struct status *st);

json_t *comparison_to_json(struct json_writer *w, const struct comparison *c);
