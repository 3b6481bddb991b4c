/* l1d_params.h -- the first-level data cache of one SM (Vulkan-Sim: gpgpu_cache:dl1). */
#pragma once

#include "common/params.h"

#define L1D_PARAMS(X)                                                                              \
    X(UINT, sets, 1, 65536, "set", "sets, a power of two; 1 is fully associative")                 \
    X(UINT, ways, 1, 65536, "line", "lines per set")                                               \
    X(UINT, line_B, 32, 256, "byte", "line size, a power of two; sectors have 32 bytes")           \
    X(UINT, mshrs, 1, 65536, "entry", "sectors that may be on their way")                          \
    X(UINT, mshr_merges, 1, 1024, "request", "requests that one such sector may serve")            \
    X(UINT, miss_queue, 2, 4096, "request", "misses and writes waiting for the interconnect")

struct l1d_config {
    L1D_PARAMS(PARAM_FIELD)
};
