/* isa.h -- both instruction sets side by side ("Lost in Abstraction", Gutierrez et al., HPCA 2018):
 * a document of the results of isa, and its tables. */
#pragma once

#include "orchestrator/grids/cells.h"

/* Puts "frames", each with its statistics (workload/isa_rows.h) under both sets and their ratios,
 * and "ratios", the geometric means over all frames. */
enum st_code isa_json(struct json_writer *w, json_t *document, const struct cells *c,
                      struct status *st);
void isa_print(const json_t *document, FILE *out);
