/* counter_table.h -- prints every counter of a run as a table. */
#pragma once

#include "orchestrator/result/result.h"

#include <stdio.h>

/* Prints the counters of a result or, for a validation, of its prediction (the traced pixels) and
 * its reference; `second` NULL: there is one. Only counters that `has` accepts; NULL: all. */
void counters_print(const struct gpu_counters *first, const struct gpu_counters *second,
                    model_counts *has, FILE *out);
