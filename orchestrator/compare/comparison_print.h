/* comparison_print.h -- a comparison for people and for programs (docs/studies.md). */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/compare/comparison.h"

#include <stdio.h>

/* Prints a table per scene with the paper's seven metrics and the frame time, and means over the
 * scenes where there are several. Each table is followed by the ranking of the GPUs and the pairs
 * whose order is not certain. */
enum st_code comparison_print(const struct comparison *c, FILE *out, struct status *st);

/* Writes a line for every metric of every GPU on every scene, with the columns scene, gpu, metric,
 * value, low, high, ratio, ratio_low, ratio_high, reference, reference_ratio, exact, reference_low,
 * reference_high, reference_ratio_low, reference_ratio_high, state, reason, unit. */
enum st_code comparison_write_csv(const struct comparison *c, FILE *out, struct status *st);

/* Puts the places of the GPUs, their ratios to the first GPU and the pairs whose order is not
 * certain. */
void comparison_put_ranking(struct json_writer *w, json_t *object, const struct comparison *c,
                            const struct comparison_scene *s);

json_t *comparison_to_json(struct json_writer *w, const struct comparison *c);
