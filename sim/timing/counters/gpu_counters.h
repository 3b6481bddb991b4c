/* gpu_counters.h -- everything the cycle model counts. A component declares its counters in its own
 * header as an X-macro (common/counters.h); this file only collects them. */
#ifndef SIM_TIMING_COUNTERS_GPU_COUNTERS_H
#define SIM_TIMING_COUNTERS_GPU_COUNTERS_H

#include "common/counters.h"
#include "sim/timing/counters/dram_counters.h"
#include "sim/timing/counters/icnt_counters.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/counters/l2_counters.h"
#include "sim/timing/counters/mix_counters.h"
#include "sim/timing/counters/rt_unit_counters.h"
#include "sim/timing/counters/sm_counters.h"

/* Three metrics are means over SMs; to add up over groups they are kept as sums of fixed-point
 * numbers (2^-32) and the number of SMs that went into them. */
#define GPU_COUNTERS(X)                                                                            \
    X(cycles, "core cycle", MAX,                                                                   \
      "from kernel launch to the last warp's exit and the end of its writes, launch latency "      \
      "included")                                                                                  \
    X(ctas, "CTA", SUM, "CTAs launched")                                                           \
    X(warp_slot_cycles, "warp x cycle", SUM, "warps that SMs with a warp could have held")         \
    X(rt_slot_cycles, "warp x cycle", SUM, "warps that RT units with a warp could have held")      \
    X(rt_sms, "SM", SUM, "SMs in the two sums below: those whose RT unit was used")                \
    X(rt_performance_q32, "2^-32", SUM, "intersection stages / busy cycles of each RT unit")       \
    X(rt_intensity_q32, "2^-32", SUM, "intersection stages / sectors of each RT unit")

struct gpu_run_counters {
    GPU_COUNTERS(COUNTER_FIELD)
};

struct gpu_counters {
    struct gpu_run_counters gpu;
    struct sm_counters sm;
    struct mix_counters mix;
    struct ldst_counters ldst;
    struct l1d_counters l1d;
    struct rt_counters rt;
    struct icnt_counters icnt;
    struct l2_counters l2;
    struct dram_counters dram;
};

extern const struct counter_table gpu_counter_tables[];
extern const size_t n_gpu_counter_tables;

#endif
