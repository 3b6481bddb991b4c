/* mix_counters.h -- counters of the SMs' issued instructions: by kind (sim/functional/warp.h, the
 * classes of Vulkan-Sim's opcode table) and by lanes. The kinds add up to the SMs'
 * thread_instructions, with predicated_off to their active_lanes; warps_1 to warps_32 are
 * Vulkan-Sim's W1 to W32 and add up to warp_instructions. */
#pragma once

#include "common/counters.h"
#include "sim/functional/warp.h"

#define MIX_COUNTERS(X)                                                                            \
    X(alu, "instruction", SUM,                                                                     \
      "lanes that did arithmetic, moves, comparisons, conversions, logic")                         \
    X(control, "instruction", SUM, "lanes that executed branches, calls, returns, exits")          \
    X(sfu, "instruction", SUM, "lanes that executed sqrt, rsqrt, rcp, sin, cos, ex2, lg2")         \
    X(memory, "instruction", SUM, "lanes that loaded or stored")                                   \
    X(rt, "instruction", SUM, "lanes that executed other operations of the ray-tracing pipeline")  \
    X(trace, "instruction", SUM, "lanes that traced a ray")                                        \
    X(call, "instruction", SUM, "lanes that called another stage's shader")                        \
    X(texture, "instruction", SUM, "lanes that read a texture")                                    \
    X(predicated_off, "lane", SUM, "active lanes whose guard failed")                              \
    MIX_LANES(MIX_LANES_ROW, X)

/* Expands to F(X, n) for every number n of lanes of a warp. */
/* clang-format off */
#define MIX_LANES(F, X)                                                                            \
    F(X, 1) F(X, 2) F(X, 3) F(X, 4) F(X, 5) F(X, 6) F(X, 7) F(X, 8)                                \
    F(X, 9) F(X, 10) F(X, 11) F(X, 12) F(X, 13) F(X, 14) F(X, 15) F(X, 16)                         \
    F(X, 17) F(X, 18) F(X, 19) F(X, 20) F(X, 21) F(X, 22) F(X, 23) F(X, 24)                        \
    F(X, 25) F(X, 26) F(X, 27) F(X, 28) F(X, 29) F(X, 30) F(X, 31) F(X, 32)
/* clang-format on */
#define MIX_LANES_ROW(X, n)                                                                        \
    X(warps_##n, "instruction", SUM,                                                               \
      "warp instructions whose active lanes, before guards, were " #n)

struct mix_counters {
    MIX_COUNTERS(COUNTER_FIELD)
};

/* Makes the counters. of[kind]: executed lanes; with[n]: warp instructions with n active lanes;
 * active, executed: sums of lanes. */
struct mix_counters mix_count(const uint64_t of[INST_KINDS], const uint64_t with[WARP_LANES + 1],
                              uint64_t active, uint64_t executed);
