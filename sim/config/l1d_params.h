/* l1d_params.h -- the first-level data cache of one SM (Vulkan-Sim: gpgpu_cache:dl1). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

#define L1D_PARAMS(X)                                                                              \
    X(UINT, sets, 1, 65536, "set", "sets, a power of two; 1 is fully associative")                 \
    X(UINT, ways, 1, 65536, "line", "lines per set")                                               \
    X(UINT, line_B, 32, 256, "byte", "line size, a power of two; sectors have 32 bytes")           \
    X(UINT, mshrs, 1, 65536, "entry", "sectors that may be on their way")                          \
    X(UINT, mshr_merges, 1, 1024, "request", "requests that one such sector may serve",            \
      NOT_INTERVAL | UNSEEN_GATSIM)                                                                \
    X(UINT, miss_queue, 2, 4096, "request", "misses and writes waiting for the interconnect",      \
      UNSEEN_GPUMECH)                                                                              \
    X(UINT_OR_0, tlb_entries, 0, 1024, "page",                                                     \
      "pages whose translation an SM has, the last used; 0: every address is translated",          \
      CYCLE_ALONE)                                                                                 \
    X(UINT_OR_0, page_KB, 0, 1048576, "KiB", "size of a page, a power of two", CYCLE_ALONE)        \
    X(UINT_OR_0, tlb_miss_cycles, 0, 10000, "core cycle",                                          \
      "that a request to another page waits behind the L1D", CYCLE_ALONE)                          \
    X(CHOICE_OR_0, latency_from, ("departure", "request"), 0, "",                                  \
      "where the cycle model's icnt.latency, and with it mean_fetch_latency, begins: the request " \
      "leaves the L1D, or the load/store unit takes the sector or the RT unit asks for it",        \
      CYCLE_ALONE)                                                                                 \
    X(CHOICE_OR_0, rt_store, ("sector", "to_line_end"), 0, "",                                     \
      "bytes that a store of the RT unit is said to write: its sector, or as many from its own "   \
      "address on as the line has, 32 at most; only where l2.partial_write is flag",               \
      CYCLE_ALONE)

enum rt_store_choice { RT_STORE_SECTOR, RT_STORE_TO_LINE_END };
enum latency_from { LATENCY_FROM_DEPARTURE, LATENCY_FROM_REQUEST };

struct l1d_config {
    L1D_PARAMS(PARAM_FIELD)
};
