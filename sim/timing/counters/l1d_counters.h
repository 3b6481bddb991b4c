/* l1d_counters.h -- counters of the L1Ds: accepted accesses by unit, kind and outcome. A refused
 * access is retried; each try counts only as a refusal. An access that joins a sector in flight is
 * a miss (and counted in merges as well): lines are allocated when filled. A miss is a sector miss
 * where the line is present, or where another instruction's fetch of a part of it is the line's
 * first in flight (Vulkan-Sim gpu-cache.cc 315). */
#pragma once

#include "common/counters.h"

#define L1D_COUNTERS(X)                                                                            \
    X(ldst_read_hits, "access", SUM, "sectors read by the LDST unit and present")                  \
    X(ldst_read_misses, "access", SUM, "sectors read by the LDST unit, line absent")               \
    X(ldst_read_sector_misses, "access", SUM,                                                      \
      "sectors read by the LDST unit, only the line present or on its way")                        \
    X(ldst_write_hits, "access", SUM, "sectors written by the LDST unit and present (evicted)")    \
    X(ldst_write_misses, "access", SUM, "sectors written by the LDST unit and absent")             \
    X(rt_read_hits, "access", SUM, "sectors read by the RT unit and present")                      \
    X(rt_read_misses, "access", SUM, "sectors read by the RT unit, line absent")                   \
    X(rt_read_sector_misses, "access", SUM,                                                        \
      "sectors read by the RT unit, only the line present or on its way")                          \
    X(rt_write_hits, "access", SUM, "sectors written by the RT unit and present (evicted)")        \
    X(rt_write_misses, "access", SUM, "sectors written by the RT unit and absent")                 \
    X(merges, "access", SUM, "of the read misses: joined a sector already on its way")             \
    X(refused_miss_queue, "try", SUM, "refused: miss queue full")                                  \
    X(refused_mshr, "try", SUM, "refused: no MSHR free")                                           \
    X(refused_merge, "try", SUM, "refused: the sector's MSHR has its most requests")               \
    X(fills, "sector", SUM, "sectors filled")                                                      \
    X(evictions, "line", SUM, "valid lines replaced")                                              \
    X(flushes, "flush", SUM, "times the cache was emptied because its SM had no warp")             \
    X(peak_mshrs, "entry", MAX, "most sectors on their way at once in one SM")                     \
    X(prefetches, "sector", SUM_OR_0, "fetched for treelets, before anybody read them")            \
    X(prefetch_useful, "sector", SUM_OR_0, "of them: had come when they were first read")          \
    X(prefetch_late, "sector", SUM_OR_0, "of them: were on their way when they were first read")   \
    X(prefetch_useless, "sector", SUM_OR_0,                                                        \
      "of them: went before they were read; what is left was never read and still there at the "   \
      "end")

struct l1d_counters {
    L1D_COUNTERS(COUNTER_FIELD)
};
