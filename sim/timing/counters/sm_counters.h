/* sm_counters.h -- counters of the SMs. Every cycle of every scheduler is charged to exactly one
 * slot_* counter: their sum is SMs x schedulers x cycles. When nothing is issued, the reason is
 * that of the warp that got farthest: unit and queue before scoreboard (ALU before memory before
 * RT) before barrier before control before fetch before drain before no warp. */
#pragma once

#include "common/counters.h"

#define SM_COUNTERS(X)                                                                             \
    X(warp_instructions, "instruction", SUM, "warp instructions issued")                           \
    X(thread_instructions, "instruction", SUM, "lanes that executed them, guards counted")         \
    X(active_lanes, "lane", SUM, "lanes active in them, before guards")                            \
    X(warps, "warp", SUM, "warps that ran to their end")                                           \
    X(resident_warp_cycles, "warp x cycle", SUM, "resident warps, summed over cycles")             \
    X(busy_cycles, "cycle", SUM, "cycles in which at least one warp was resident")                 \
    X(fetches, "fetch", SUM, "fetches of instructions for a warp's buffer")                        \
    X(fetch_misses, "fetch", SUM, "of them: those whose line was not in the instruction cache")    \
    X(buffer_flushes, "flush", SUM, "what a buffer held was not what came next: jumps")            \
    X(bank_conflicts, "step", SUM,                                                                 \
      "steps in which an operand collector waited for a bank that had another register to read "   \
      "or write")                                                                                  \
    X(scalar_loads, "instruction", SUM, "scalar loads")                                            \
    X(scalar_lines, "line", SUM, "lines that they looked up")                                      \
    X(scalar_misses, "line", SUM, "of them: those that were not in the scalar data cache")         \
    X(slot_issued, "slot", SUM, "an instruction was issued")                                       \
    X(slot_no_warp, "slot", SUM, "the scheduler had no warp: none had come yet, or none was left") \
    X(slot_drain, "slot", SUM, "its warps had ended and waited for results or store acks")         \
    X(slot_fetch, "slot", SUM, "its warps waited for instructions")                                \
    X(slot_control, "slot", SUM, "instructions fetched behind a taken branch were thrown away")    \
    X(slot_alu, "slot", SUM, "operands waited for an arithmetic result")                           \
    X(slot_memory, "slot", SUM, "operands waited for a load")                                      \
    X(slot_rt, "slot", SUM, "the warp waited for its rays")                                        \
    X(slot_barrier, "slot", SUM, "the warp waited at a barrier for others of its CTA")             \
    X(slot_unit, "slot", SUM, "the arithmetic unit was busy")                                      \
    X(slot_collector, "slot", SUM, "no operand collector was free")                                \
    X(slot_memory_full, "slot", SUM,                                                               \
      "the load/store unit took no more instructions; they may hold the collectors as well")       \
    X(slot_rt_full, "slot", SUM,                                                                   \
      "the RT unit took no more warps; they may hold the collectors as well")

struct sm_counters {
    SM_COUNTERS(COUNTER_FIELD)
};

#define LDST_COUNTERS(X)                                                                           \
    X(loads, "instruction", SUM, "load instructions")                                              \
    X(stores, "instruction", SUM, "store instructions, those of images included")                  \
    X(image_stores, "instruction", SUM, "of them: those of images")                                \
    X(load_sectors, "sector", SUM, "sectors that loads asked for after coalescing")                \
    X(store_sectors, "sector", SUM, "sectors that stores wrote after coalescing")                  \
    X(image_store_sectors, "sector", SUM, "of them: those of images")                              \
    X(bank_conflicts, "cycle", SUM, "cycles in which a sector found its L1D bank full or taken")   \
    X(shared_loads, "instruction", SUM, "loads from shared memory")                                \
    X(shared_stores, "instruction", SUM, "stores to shared memory")                                \
    X(shared_atomics, "instruction", SUM, "atomics on shared memory")                              \
    X(shared_conflicts, "cycle", SUM, "that these took beyond the first, for conflicts of banks")  \
    X(atomics, "instruction", SUM, "atomics on global memory with a result")                       \
    X(reductions, "instruction", SUM, "atomics on global memory without")                          \
    X(atomic_requests, "request", SUM,                                                             \
      "that the two became: one for each sector, and more where lanes change the same bytes")      \
    X(atomic_conflicts, "request", SUM, "of them: not the first of their instruction and sector")  \
    X(atomic_latency, "cycle", SUM,                                                                \
      "from entering the unit to the last reply, summed over atomics with a result")               \
    X(load_latency, "cycle", SUM, "from entering the unit to the last sector, summed over loads")

struct ldst_counters {
    LDST_COUNTERS(COUNTER_FIELD)
};
