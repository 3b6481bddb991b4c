/* stall_table.h -- stall stacks (sim/timing/counters/stalls.h) as text and as JSON. */
#pragma once

#include "common/json_writer.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdio.h>

/* Prints both stacks: slots, share, bar. `whose` is a word for the heading: "", "prediction". */
void stalls_print(const struct gpu_counters *counters, const char *whose, FILE *out);
/* {"issue": {"issued": 123, ...}, "rt": {...}} */
json_t *stalls_json(struct json_writer *w, const struct gpu_counters *counters);
