/* counted.h -- which of the cycle model's counters the approximate model counts. It has no
 * scheduler slots, no refusals and no queues to look into, and takes a leaf's tests as a whole. */
#pragma once

#include "common/counters.h"

#include <stdbool.h>

/* Of a table of gpu_counters.h. What is not counted stands at 0 and says nothing. */
bool approximate_counts(const struct counter_table *table, const struct counter *counter);
