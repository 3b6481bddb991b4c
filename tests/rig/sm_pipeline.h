/* sm_pipeline.h -- cycles that an SM's stages take without contention.
 *
 * The order of a cycle (docs/model.md, "SM: order of a cycle") is writeback, execute, operand
 * collection, memory, issue. An instruction issued in cycle t enters a collector unit in the first
 * step of cycle t + 1, reads one register per bank and step, and is dispatched one step after the
 * last. An arithmetic unit takes it a cycle later; its result is written `latency` + 2 cycles after
 * that (the unit's input and its result register are the 2), and an instruction that needs it
 * issues in that very cycle. `reads`: most source registers in one bank. */
#pragma once

#include "sim/config/gpu_config.h"

/* Core cycle in which the first instruction of the first CTA is issued: launched at the end of
 * cycle launch_cycles, it is fetched in the next one, decoded in the same or, with one fetch per
 * cycle, in the one after, and issued a cycle later. */
static inline cycle_t pipeline_first_issue(const struct gpu_config *gpu)
{
    return gpu->machine.launch_cycles + (gpu->sm.fetches > 1 ? 2 : 3);
}

/* Cycles from an instruction's issue to its dispatch to a unit. */
static inline uint32_t pipeline_collect(const struct gpu_config *gpu, uint32_t reads)
{
    uint32_t steps = 1 + reads + 1; /* enter, read, be dispatched */
    return (steps + gpu->sm.collector_steps - 1) / gpu->sm.collector_steps;
}

/* Cycles from the issue of an arithmetic instruction to the write of its result. */
static inline uint32_t pipeline_result(const struct gpu_config *gpu, uint32_t latency,
                                       uint32_t reads)
{
    return pipeline_collect(gpu, reads) + 1 + latency + 2;
}

/* Cycles from the issue of a load to the look-up of its sector in the L1D; also the cycles from
 * load to use of an L1D hit. */
static inline uint32_t pipeline_l1_hit(const struct gpu_config *gpu, uint32_t reads)
{
    return pipeline_collect(gpu, reads) + 1 + gpu->ldst.l1_latency;
}
