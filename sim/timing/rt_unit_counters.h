/* rt_unit_counters.h -- what the RT units count (reference model, section 5.7). */
#ifndef SIM_TIMING_RT_UNIT_COUNTERS_H
#define SIM_TIMING_RT_UNIT_COUNTERS_H

#include "common/counters.h"

#define RT_COUNTERS(X)                                                                             \
    X(warps, "warp", SUM, "trace instructions finished")                                           \
    X(rays, "ray", SUM, "rays in them")                                                            \
    X(busy_cycles, "cycle", SUM, "cycles with at least one warp in the unit")                      \
    X(warp_latency, "cycle", SUM, "from entering to leaving the unit, summed over warps")          \
    X(thread_latency, "lane x cycle", SUM,                                                         \
      "from entering to a ray's end, summed over active lanes")                                    \
    X(efficiency_q32, "2^-32", SUM,                                                                \
      "per warp: its lanes' latencies over 32 times its own, in units of 2^-32")                   \
    X(stages, "stage", SUM, "cycles spent by lanes on intersection")                               \
    X(records, "record", SUM, "nodes, leaves and headers processed, per lane")                     \
    X(requests, "request", SUM, "records fetched after coalescing within a warp")                  \
    X(sectors, "sector", SUM, "32-byte sectors that arrived: L1D hits and fills")                  \
    X(reads, "request", SUM, "sector reads accepted by the L1D")                                   \
    X(result_stores, "store", SUM, "results of triangle hits stored")                              \
    X(table_stores, "store", SUM, "entries of the intersection table stored")                      \
    X(mshr_waits, "cycle", SUM,                                                                    \
      "cycles in which the unit's own limit of outstanding sectors held it")

struct rt_counters {
    RT_COUNTERS(COUNTER_FIELD)
};

#endif
