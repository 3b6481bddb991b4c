/* models_print.h -- timing models side by side as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/models/models_run.h"

#include <stdio.h>

void models_print(const struct models_table *t, FILE *out);
/* Puts "frames" and "models" into the document; errors are ratios. */
void models_json(struct json_writer *w, json_t *document, const struct models_table *t);
