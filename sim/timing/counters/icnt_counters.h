/* icnt_counters.h -- counters of the interconnect. */
#pragma once

#include "common/counters.h"

#define ICNT_COUNTERS(X)                                                                           \
    X(reads, "request", SUM, "reads and atomics with a result sent by the SMs")                    \
    X(writes, "request", SUM, "writes and reductions sent by the SMs")                             \
    X(atomics, "request", SUM, "of the reads: atomics")                                            \
    X(replies, "reply", SUM, "replies taken by the SMs")                                           \
    X(latency, "core cycle", SUM,                                                                  \
      "from where l1d.latency_from says to taking the reply, summed over requests")                \
    X(request_bytes, "byte", SUM, "8 for each read but atomics, 40 for each of these and writes")  \
    X(reply_bytes, "byte", SUM, "40 for each read, 8 for each write")

struct icnt_counters {
    ICNT_COUNTERS(COUNTER_FIELD)
};
