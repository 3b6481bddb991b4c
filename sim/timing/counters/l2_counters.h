/* l2_counters.h -- counters of the L2 slices: accepted accesses by kind and outcome. Atomics and
 * reductions count as reads, because they need the old data. An access that is not accepted is
 * retried and counted once, when it is accepted. Every L2 cycle in which the first request of a
 * slice is not accepted is charged to exactly one stall_* counter. */
#pragma once

#include "common/counters.h"

#define L2_COUNTERS(X)                                                                             \
    X(read_hits, "access", SUM, "sectors read and present")                                        \
    X(read_hits_reserved, "access", SUM, "sectors read that were on their way from DRAM")          \
    X(read_misses, "access", SUM, "sectors read, line absent")                                     \
    X(read_sector_misses, "access", SUM, "sectors read, only the line present")                    \
    X(write_hits, "access", SUM, "sectors written and present")                                    \
    X(write_hits_reserved, "access", SUM, "sectors written that were on their way from DRAM")      \
    X(write_misses, "access", SUM, "sectors written, line absent")                                 \
    X(write_sector_misses, "access", SUM, "sectors written, only the line present")                \
    X(merges, "access", SUM, "of the reads: joined a sector on its way")                           \
    X(atomics, "access", SUM, "of the reads: atomics and reductions, which change the sector")     \
    X(fetches, "sector", SUM, "sectors asked of DRAM")                                             \
    X(evictions, "line", SUM, "lines replaced")                                                    \
    X(write_backs, "line", SUM, "of them: with dirty sectors, written to DRAM")                    \
    X(write_back_sectors, "sector", SUM, "dirty sectors in them")                                  \
    X(stall_port, "L2 cycle", SUM, "the data port was busy")                                       \
    X(stall_reply, "L2 cycle", SUM, "the reply queue was full")                                    \
    X(stall_dram, "L2 cycle", SUM, "the queue to DRAM was full")                                   \
    X(stall_miss_queue, "L2 cycle", SUM, "the miss queue was full")                                \
    X(stall_mshr, "L2 cycle", SUM, "no MSHR was free")                                             \
    X(stall_merge, "L2 cycle", SUM, "the sector's MSHR took no more requests")                     \
    X(stall_line, "L2 cycle", SUM, "every line of the set waited for DRAM")                        \
    X(peak_mshrs, "entry", MAX, "most sectors on their way at once in one slice")

struct l2_counters {
    L2_COUNTERS(COUNTER_FIELD)
};
