/* memory_path.h -- how long one read takes that meets nobody on its way: a walk through the stages
 * of the memory system, each of which takes the request at the first of its cycles after the one
 * before handed it on (docs/model.md, "SM: load/store unit", "Memory").
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
 * Which cycle of its clock a stage finds depends on where the clocks stand to each other, so the
 * walk is done in the clocks' common ticks, from the very cycle in which the read was issued. */
#pragma once

#include "sim/config/gpu_config.h"

#include <stdbool.h>

struct memory_path {
    const struct gpu_config *gpu;
    struct clocks clocks;
    /* The bank that all reads go to: its row, and the first DRAM cycles at which commands may come.
     */
    bool open;
    uint32_t row;
    cycle_t precharge_from, activate_from, column_from;
};

struct memory_path memory_path_make(const struct gpu_config *gpu);

/* All cycles are core cycles. */

/* From the look-up in the L1D, which misses, to the use of the register. */
cycle_t memory_path_l2_hit(const struct memory_path *p, cycle_t look_up);
/* The same without the look-up's cycle, on the mean over many, as it depends on where the clocks
 * stand. */
double memory_path_l2_mean(const struct gpu_config *gpu);
/* As memory_path_l2_hit() where the L2 misses too and the sector lies in `row`, which then is open.
 */
cycle_t memory_path_dram(struct memory_path *p, cycle_t look_up, uint32_t row);

/* DRAM cycles. Column commands that a sector needs, and the cycles that each must keep from the
 * next one of the same bank. */
uint32_t memory_path_columns(const struct gpu_config *gpu);
uint32_t memory_path_column_cycles(const struct gpu_config *gpu);
