/* gpus.h -- configurations of GPUs for tests, and counters of runs on them held side by side. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

/* The GPU that an operand of --gpu names, such as "tiny:sms=3"; fails the case where it is wrong.
 */
struct gpu_config rig_gpu(const char *operand);
void rig_gpu_set(struct gpu_config *g, const char *key, const char *value);
/* Sets parameters one by one: "l2.rop_cycles=1 core_MHz=500.0"; "" changes nothing. */
void rig_gpu_change(struct gpu_config *g, const char *changes);

/* Asserts that every counter is the same in both. */
void assert_same_counters(const struct gpu_counters *a, const struct gpu_counters *b);
