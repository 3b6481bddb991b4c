/* gatsim_model.h -- GATSim's abstract timing model (sm.h) as a model of
 * orchestrator/settings/models.h: the functional run is recorded, every basic block
 * pre-characterised on the GPU, then all SMs are simulated. */
#pragma once

#include "common/counters.h"
#include "sim/model/model.h"

#include <stdbool.h>

model_simulate gatsim_model;

/* Of a table of gpu_counters.h: cycles, instructions, and how long warps were in SMs and RT units.
 */
bool gatsim_counts(const struct counter_table *table, const struct counter *counter);
