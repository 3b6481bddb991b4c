/* latency.h -- latencies of instructions and records on an idle GPU, as micro-benchmarks measure
 * them (docs/reference/microbench.md), computed from a configuration: the cycles lost by an
 * instruction that needs the result at once (profile.h). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/gpumech/profile.h"

struct interval_latency {
    /* Cycles from the look-up of a sector in the L1D to its use, by level: for the L2 the mean over
     * the phases of the clocks, for DRAM those of a read of a bank without open row. */
    double level[INTERVAL_LEVELS];
    /* Cycles from the wait for a record in a lane of the RT unit to the beginning of its test. */
    double record[INTERVAL_LEVELS];
};

void interval_latency_make(struct interval_latency *out, const struct gpu_config *config);
