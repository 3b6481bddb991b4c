/* counted.h -- the subset of the cycle model's counters that the approximate model counts. It has
 * no scheduler slots, no refusals and no queue occupancy, and handles a leaf's tests as a whole. */
#pragma once

#include "common/counters.h"

#include <stdbool.h>

/* Whether a counter of a table of gpu_counters.h is counted. The others are 0 and have no
 * meaning. */
bool approximate_counts(const struct counter_table *table, const struct counter *counter);
