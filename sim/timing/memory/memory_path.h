/* memory_path.h -- the latency of one read without contention: a walk through the stages of the
 * memory system. Each stage takes the request in its first cycle after the stage before has passed
 * it on (docs/model.md, "SM: load/store unit", "Memory").
 *
 *   core  a miss is sent from the L1D's queue in the cycle after its look-up
 *   icnt  request crossbar
 *   L2    into the ROP delay of l2.rop_cycles core cycles; out of it; look-up in the cycle behind
 *   L2    only a miss: from the miss queue to the DRAM channel's
 *   DRAM  into the latency of dram.latency_cycles core cycles; out of it; commands; data; back
 *   L2    only a miss: fill; reply in the cycle behind
 *   icnt  reply crossbar
 *   core  ejection, fill of the L1D, writeback register, register file: a cycle each
 *
 * The next cycle of a stage's clock depends on the phases of the clocks, so the walk is done in the
 * clocks' common ticks, from the cycle in which the read was issued. */
#pragma once

#include "sim/config/gpu_config.h"

#include <stdbool.h>

struct memory_path {
    const struct gpu_config *gpu;
    struct clocks clocks;
    /* The one bank that serves all reads: its open row, and the earliest DRAM cycles of its
     * commands. */
    bool open;
    uint32_t row;
    cycle_t precharge_from, activate_from, column_from;
};

struct memory_path memory_path_make(const struct gpu_config *gpu);

/* In all functions below, cycles are core cycles. */

/* Cycles from the look-up in the L1D, which misses, to the use of the register, if the L2 hits. */
cycle_t memory_path_l2_hit(const struct memory_path *p, cycle_t look_up);
/* The mean of memory_path_l2_hit() over many reads, without the cycle of the look-up. It varies
 * with the phases of the clocks. */
double memory_path_l2_mean(const struct gpu_config *gpu);
/* Cycles as in memory_path_l2_hit(), but the L2 misses too and the sector is in `row`, which is
 * open afterwards. */
cycle_t memory_path_dram(struct memory_path *p, cycle_t look_up, uint32_t row);

/* Number of column commands that a sector takes. */
uint32_t memory_path_columns(const struct gpu_config *gpu);
