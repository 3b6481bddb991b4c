/* isa_print.h -- instruction sets side by side as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "orchestrator/isa/isa_rows.h"

#include <stdio.h>

void isa_print(const struct isa_table *t, FILE *out);
/* Puts "frames" and, over all of them, "ratios" into the document. */
void isa_json(struct json_writer *w, json_t *document, const struct isa_table *t);
