/* counter_table.h -- prints every counter of a run as a table. */
#pragma once

#include "orchestrator/result/result.h"

#include <stdio.h>

/* Prints the counters of a result or, for a validation, those of its prediction (the traced pixels)
 * beside those of its reference; `second` is NULL for a result. Only counters that `has` accepts
 * are printed; NULL: all. */
void counters_print(const struct gpu_counters *first, const struct gpu_counters *second,
                    model_counts *has, FILE *out);
