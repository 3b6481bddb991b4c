/* latency.h -- what instructions and records take on an idle GPU, as micro-benchmarks measure it
 * (docs/reference/microbench.md): cycles that are lost to an instruction that needs the result at
 * once (profile.h), of a configuration. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/gpumech/profile.h"

struct interval_latency {
    /* From the look-up of a sector in the L1D to its use, by where it is. An L2 hit is the mean
     * over how the clocks stand to each other; of DRAM it is a read of a bank without open row. */
    double level[INTERVAL_LEVELS];
    /* Of a record that a lane of the RT unit waits for, to the beginning of its test. */
    double record[INTERVAL_LEVELS];
};

void interval_latency_make(struct interval_latency *out, const struct gpu_config *config);
