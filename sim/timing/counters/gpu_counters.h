/* gpu_counters.h -- all counters of the cycle model. A component declares its counters in its own
 * header as an X-macro (common/counters.h); this file collects them. */
#pragma once

#include "common/counters.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/dram_counters.h"
#include "sim/timing/counters/icnt_counters.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/counters/l2_counters.h"
#include "sim/timing/counters/mix_counters.h"
#include "sim/timing/counters/reorder_counters.h"
#include "sim/timing/counters/rt_unit_counters.h"
#include "sim/timing/counters/sm_counters.h"

#include <stdbool.h>

/* Three metrics are means over SMs; to add up over groups they are kept as sums of fixed-point
 * numbers (2^-32) together with the number of SMs in each sum. */
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

/* X(section, tag of its struct, name of its list of rows, title) */
#define GPU_COUNTER_SECTIONS(X)                                                                    \
    X(gpu, gpu_run, GPU, "The run as a whole")                                                     \
    X(sm, sm, SM, "SMs")                                                                           \
    X(mix, mix, MIX, "Instructions issued, by kind and by active lanes")                           \
    X(ldst, ldst, LDST, "Load/store units")                                                        \
    X(l1d, l1d, L1D, "L1 data caches")                                                             \
    X(rt, rt, RT, "Ray-tracing units")                                                             \
    X(icnt, icnt, ICNT, "Interconnect")                                                            \
    X(l2, l2, L2, "L2 slices")                                                                     \
    X(dram, dram, DRAM, "DRAM channels")                                                           \
    X(reorder, reorder, REORDER, "Threads sorted behind a trace (rt.reorder_warps)")

#define GPU_COUNTER_SECTION(section, tag, LIST, title) struct tag##_counters section;
struct gpu_counters {
    GPU_COUNTER_SECTIONS(GPU_COUNTER_SECTION)
};
#undef GPU_COUNTER_SECTION

#define GPU_COUNTER_INDEX(section, tag, LIST, title) COUNTERS_OF_##LIST,
enum gpu_counter_section { GPU_COUNTER_SECTIONS(GPU_COUNTER_INDEX) };
#undef GPU_COUNTER_INDEX

extern const struct counter_table gpu_counter_tables[];
extern const size_t n_gpu_counter_tables;

/* Whether the section is shown: the section of an option is hidden if it has counted nothing. */
bool gpu_counters_shown(const struct counter_table *table, const struct gpu_counters *counters);

/* Adds one set of counters to another by the rules of the tables; every component adds its counters
 * by one of these functions. */
void gpu_counters_merge(struct gpu_counters *into, const struct gpu_counters *from);
/* Merges the counters of the next kernel on the same GPU: cycles add up, the number of channels
 * stays, and the channels' use is averaged over the whole time; all others are merged as in
 * gpu_counters_merge(). */
void gpu_counters_follow(struct gpu_counters *into, const struct gpu_counters *next);
/* Merges the counters of one SM, after setting in `one` the sums that make means over SMs
 * additive. */
void gpu_counters_merge_sm(struct gpu_counters *into, struct gpu_counters *one,
                           const struct gpu_config *config);
/* Merges the counters of one DRAM channel after `cycles` cycles, with the sums of its ratios. */
void gpu_counters_merge_channel(struct gpu_counters *into, const struct dram_counters *channel,
                                uint64_t cycles);
