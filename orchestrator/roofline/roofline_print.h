/* roofline_print.h -- a roofline table as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/roofline/roofline_run.h"

#include <stdio.h>

void roofline_print(const struct roofline_table *t, FILE *out);

/* Puts "reference", "gpus", "kernels" and "mean_abs_error" into the document; shares are ratios,
 * throughputs 1e9 per second. */
void roofline_json(struct json_writer *w, json_t *document, const struct roofline_table *t);
