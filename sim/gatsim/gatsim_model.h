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
/* Metrics that follow from it (struct model_traits: knows). */
#define GATSIM_METRICS                                                                             \
    (1u << METRIC_CYCLES | 1u << METRIC_IPC | 1u << METRIC_SIMT_EFFICIENCY |                       \
     1u << METRIC_RT_WARP_LATENCY | 1u << METRIC_RT_WARP_OCCUPANCY | 1u << METRIC_OCCUPANCY)
