/* timelines.h -- what every timeline must fulfil. */
#pragma once

#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"

/* Every sample and CTA of one is the other's; `where` is said where not. */
void assert_same_timeline(const struct timeline *a, const struct timeline *b, const char *where);

/* Samples go upwards in time and count, and the last one is what the run counted, a run to its end.
 */
void assert_timeline_adds_up(const struct timeline *t, const struct gpu_counters *c,
                             const char *where);
