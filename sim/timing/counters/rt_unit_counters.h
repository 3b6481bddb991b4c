/* rt_unit_counters.h -- counters of the RT units (docs/model.md, "Metrics"). Every cycle of every
 * RT unit is charged to exactly one cycle_* counter: their sum is SMs x cycles, and without
 * cycle_no_warp it is busy_cycles. A cycle with a request to the L1D is charged to its outcome, any
 * other to the first that holds of test, wait, acknowledge, complete. */
#pragma once

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
    X(records, "record", SUM, "entries of the rays' lists done: fetches and spills, per lane")     \
    X(headers, "record", SUM, "of them: headers of acceleration structures")                       \
    X(internals, "record", SUM, "of them: internal nodes")                                         \
    X(instances, "record", SUM, "of them: instance leaves")                                        \
    X(descriptors, "record", SUM, "of them: descriptors of primitive leaves")                      \
    X(triangles, "record", SUM, "of them: triangles that gave no hit")                             \
    X(triangle_hits, "record", SUM, "of them: triangles that gave a hit in range")                 \
    X(procedurals, "record", SUM, "of them: procedural leaves")                                    \
    X(nodes, "node", SUM, "internal nodes, instance leaves and primitive leaves visited by rays")  \
    X(max_nodes, "node", MAX, "most of them that one ray visited")                                 \
    X(max_depth, "level", MAX, "deepest level of the acceleration structure that a ray reached")   \
    X(requests, "request", SUM, "records fetched after coalescing within a warp")                  \
    X(sectors, "sector", SUM, "32-byte sectors that arrived: L1D hits and fills")                  \
    X(reads, "request", SUM, "sector reads accepted by the L1D")                                   \
    X(result_stores, "store", SUM, "results of triangle hits stored")                              \
    X(table_stores, "store", SUM, "entries of the intersection table stored")                      \
    X(spill_stores, "store", SUM, "sectors of stack entries sent to memory")                       \
    X(refills, "record", SUM, "sectors of stack entries that came back")                           \
    X(micromaps, "record", SUM_OR_0, "sectors of opacity micromaps that said transparent")         \
    X(micromap_hits, "record", SUM_OR_0, "sectors of opacity micromaps that said anything else")   \
    X(mshr_waits, "cycle", SUM,                                                                    \
      "cycles in which the unit's own limit of outstanding sectors held it")                       \
    X(treelets, "treelet", SUM_OR_0, "treelets chosen to be prefetched")                           \
    X(treelet_sectors, "sector", SUM_OR_0, "sectors of them asked for or found in the L1D")        \
    X(treelet_hits, "sector", SUM_OR_0, "of them: found in the L1D or on their way")               \
    X(cycle_request, "cycle", SUM, "a request or store was taken by the L1D")                      \
    X(cycle_miss_queue, "cycle", SUM, "refused: the L1D's miss queue was full")                    \
    X(cycle_mshr, "cycle", SUM, "refused: no MSHR, the L1D's or the unit's own limit")             \
    X(cycle_port, "cycle", SUM, "refused: the load/store unit used the L1D bank")                  \
    X(cycle_test, "cycle", SUM, "lanes were under test or waited for an intersection unit")        \
    X(cycle_wait_l1, "cycle", SUM, "lanes waited for data; the L1D's came first")                  \
    X(cycle_wait_l2, "cycle", SUM, "lanes waited for data; the L2's came first")                   \
    X(cycle_wait_dram, "cycle", SUM, "lanes waited for data; DRAM's came first")                   \
    X(cycle_acknowledge, "cycle", SUM, "stores waited to be acknowledged")                         \
    X(cycle_complete, "cycle", SUM, "warps that were done waited for their turn")                  \
    X(cycle_no_warp, "cycle", SUM, "no warp was in the unit")

struct rt_counters {
    RT_COUNTERS(COUNTER_FIELD)
};
