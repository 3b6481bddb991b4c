/* counters.h -- everything the cycle model counts. A component declares its counters in its own
 * header as an X-macro (common/counters.h); this file only collects them. */
#ifndef SIM_TIMING_COUNTERS_H
#define SIM_TIMING_COUNTERS_H

#include "common/counters.h"
#include "sim/timing/l1d_counters.h"
#include "sim/timing/rt_unit_counters.h"
#include "sim/timing/sm_counters.h"

#define GPU_COUNTERS(X)                                                                            \
    X(cycles, "core cycle", MAX,                                                                   \
      "from kernel launch to the last warp's exit, launch latency included")

struct gpu_run_counters {
    GPU_COUNTERS(COUNTER_FIELD)
};

struct gpu_counters {
    struct gpu_run_counters gpu;
    struct sm_counters sm;
    struct ldst_counters ldst;
    struct l1d_counters l1d;
    struct rt_counters rt;
};

extern const struct counter_table gpu_counter_tables[];
extern const size_t n_gpu_counter_tables;

#endif
