/* reorder_counters.h -- counters of thread reordering (docs/reference/rt-options.md, "Shader
 * execution reordering"). Without reordering all are 0 and not shown. */
#pragma once

#include "common/counters.h"

#define REORDER_COUNTERS(X)                                                                        \
    X(groups, "group", SUM, "groups of warps whose threads were sorted")                           \
    X(warps, "warp", SUM, "warps in them")                                                         \
    X(alone, "warp", SUM, "warps that went on unsorted, as no other came")                         \
    X(threads, "thread", SUM, "threads that were sorted")                                          \
    X(moved, "thread", SUM, "of them: those that changed warp or lane")                            \
    X(bytes, "byte", SUM, "of their registers")                                                    \
    X(wait_cycles, "warp x cycle", SUM,                                                            \
      "from coming to the sort, summed over all warps that came")                                  \
    X(move_cycles, "warp x cycle", SUM, "from the sort until they went on, summed over warps")     \
    X(shaders_before, "shader", SUM, "shaders that a warp's lanes called next, before the sort")   \
    X(shaders_after, "shader", SUM, "the same behind it")                                          \
    X(keys_before, "shader", SUM, "those told apart by material, before the sort")                 \
    X(keys_after, "shader", SUM, "the same behind it")

struct reorder_counters {
    REORDER_COUNTERS(COUNTER_FIELD)
};
