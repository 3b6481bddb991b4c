/* counter_table.h -- every counter of a run, for people. */
#pragma once

#include "orchestrator/result/result.h"

#include <stdio.h>

/* Of a result or, of a validation, its prediction (the traced pixels) and its reference; `second`
 * NULL: there is one. Those that `has` says; NULL: all. */
void counters_print(const struct gpu_counters *first, const struct gpu_counters *second,
                    model_counts *has, FILE *out);
