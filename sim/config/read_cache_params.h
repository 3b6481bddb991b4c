/* read_cache_params.h -- the read-only caches of one SM: for instructions, and for scalar data
 * (docs/model.md, "SM: instruction cache", "SM: scalar loads"; AMD, "RDNA Architecture" white
 * paper). */
#pragma once

#include "common/params.h"
#include "sim/config/unseen.h"

#define ICACHE_PARAMS(X)                                                                           \
    X(UINT, size_B, 0, 1048576, "byte", "size, a multiple of a set; 0: every fetch hits",          \
      CYCLE_ALONE)                                                                                 \
    X(UINT, line_B, 32, 256, "byte", "line, a power of two", CYCLE_ALONE)                          \
    X(UINT, ways, 1, 64, "line", "lines in a set", CYCLE_ALONE)

struct icache_config {
    ICACHE_PARAMS(PARAM_FIELD)
};

#define SCALAR_CACHE_PARAMS(X)                                                                     \
    X(UINT, size_B, 0, 1048576, "byte", "size, a multiple of a set; 0: every load hits",           \
      CYCLE_ALONE)                                                                                 \
    X(UINT, line_B, 32, 256, "byte", "line, a power of two; one is looked up per cycle",           \
      CYCLE_ALONE)                                                                                 \
    X(UINT, ways, 1, 64, "line", "lines in a set", CYCLE_ALONE)                                    \
    X(UINT, mshrs, 1, 1024, "line", "lines under way", CYCLE_ALONE)                                \
    X(UINT, latency, 1, 255, "cycle", "from the issue of a scalar load to its look-up", CYCLE_ALONE)

struct scalar_cache_config {
    SCALAR_CACHE_PARAMS(PARAM_FIELD)
};
