/* correlate_print.h -- a correlation as text, CSV and JSON. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/compare/correlate.h"

/* Prints a table per metric with a line per run, then one of all metrics with mean and worst error
 * and rank correlation. */
enum st_code correlate_print(const struct correlation *c, FILE *out, struct status *st);

/* Writes a header line, then a line per run and metric: run, scene, gpu, metric, ours, theirs,
 * error. For a failed run `ours` and `error` are empty and the column `failure` has the reason. */
enum st_code correlate_write_csv(const struct correlation *c, FILE *out, struct status *st);

/* Makes the document: {"rows": [{"run", "ours": {metric: ...}, "theirs": {...}, "failure": null or
 * reason, ...}], "summary": {metric: {"mean_error", "worst_error", "rank_correlation", ...}}} */
json_t *correlate_to_json(struct json_writer *w, const struct correlation *c);
