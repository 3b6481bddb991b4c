/* stall_table.h -- stall stacks (sim/timing/counters/stalls.h) as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdio.h>

/* Prints both stacks with slots, share and a bar for each cause. `whose` is a word for the heading:
 * "" or "prediction". */
void stalls_print(const struct gpu_counters *counters, const char *whose, FILE *out);
/* Makes the object {"issue": {"issued": 123, ...}, "rt": {...}}. */
json_t *stalls_json(struct json_writer *w, const struct gpu_counters *counters);
