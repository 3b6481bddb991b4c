/* results.h -- made-up runs of the cycle model, to test what is done with results. */
#pragma once

#include "orchestrator/result/result.h"

/* Every counter a number from 1 to 1000 that depends on `which`; `cycles` core cycles. */
void rig_fill_counters(struct gpu_counters *out, uint64_t which, uint64_t cycles);

/* A prediction of n groups with `pixels` pixels each, of which traced[level] are traced; filled
 * counters, default settings, one run per group. To be freed with result_free. */
void rig_make_result(struct result *out, uint32_t n, uint64_t pixels,
                     const uint64_t traced[RESULT_LEVELS]);
