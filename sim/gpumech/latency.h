/* latency.h -- latencies of instructions and records on an idle GPU, computed from a configuration.
 * A latency is the number of cycles that an instruction loses that needs the result at once
 * (profile.h), as micro-benchmarks measure it (docs/reference/microbench.md). */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/gpumech/profile.h"

struct interval_latency {
    /* By level: cycles from the look-up of a sector in the L1D to the use of its data. For the L2
     * it is the mean over the phases of the clocks, for DRAM that of reads of a bank without an
     * open row. */
    double level[INTERVAL_LEVELS];
    /* By level: cycles from the request for a record by a lane of the RT unit to the beginning of
     * its test. */
    double record[INTERVAL_LEVELS];
};

void interval_latency_make(struct interval_latency *out, const struct gpu_config *config);
