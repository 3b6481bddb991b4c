/* dram_counters.h -- counters of the DRAM channels. The two ratios (docs/model.md, "Metrics") are
 * means over channels; to add up over channels and groups they are kept as sums of fixed-point
 * numbers (2^-32) together with the number of channels in each sum. */
#pragma once

#include "common/counters.h"

#define DRAM_COUNTERS(X)                                                                           \
    X(fetches, "request", SUM, "sectors asked for by the slices")                                  \
    X(write_backs, "request", SUM, "dirty lines written back by the slices")                       \
    X(reads, "command", SUM, "read commands")                                                      \
    X(writes, "command", SUM, "write commands")                                                    \
    X(activates, "command", SUM, "rows opened")                                                    \
    X(precharges, "command", SUM, "rows closed")                                                   \
    X(row_hits, "request", SUM, "requests given to a bank whose open row was theirs")              \
    X(queue_latency, "DRAM cycle", SUM,                                                            \
      "from a request's arrival at the scheduler to its last data")                                \
    X(bank_wait, "DRAM cycle", SUM, "of them: until a bank took the request")                      \
    X(peak_pending, "request", MAX, "most requests the scheduler of one channel held")             \
    X(data_cycles, "DRAM cycle", SUM, "data bus in use")                                           \
    X(active_cycles, "DRAM cycle", SUM, "a bank had a request or a timing limit was running")      \
    X(cycles, "DRAM cycle", SUM, "all, summed over channels")                                      \
    X(channels, "channel", SUM, "channels in utilization_q32")                                     \
    X(active_channels, "channel", SUM, "channels in efficiency_q32: those ever active")            \
    X(utilization_q32, "2^-32", SUM, "data_cycles / cycles of each channel")                       \
    X(efficiency_q32, "2^-32", SUM, "data_cycles / active_cycles of each active channel")

struct dram_counters {
    DRAM_COUNTERS(COUNTER_FIELD)
};
