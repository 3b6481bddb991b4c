/* gatsim_model.h -- GATSim's abstract timing model (sm.h) as a model of
 * orchestrator/settings/models.h: it records the functional run, pre-characterises every basic
 * block on the GPU, then simulates all SMs. */
#pragma once

#include "common/counters.h"
#include "sim/model/model.h"

#include <stdbool.h>

model_simulate gatsim_model;

/* Whether a counter of a table of gpu_counters.h is counted: cycles, instructions, and the
 * residency of warps in SMs and RT units. */
bool gatsim_counts(const struct counter_table *table, const struct counter *counter);
