/* precharacterise.h -- the contention-free timing of a program's basic blocks on a GPU, measured by
 * the cycle model's SM (after Punniyamurthy, Boroujerdian, Gerstlauer, "GATSim: Abstract Timing
 * Simulation of GPUs", DATE 2017, Section II-A).
 *
 * Each edge (blocks.h) is run once: one warp of one thread, alone on an SM with perfect memory,
 * executes the predecessor and the block. An instruction's gap is the number of cycles from the
 * issue of the one before to its own. It contains the pipeline's delays for one warp: fetch,
 * operand collection, results of short latency. It excludes the results of special instructions
 * (paths.h), whose delay the timing model computes. The latency of a special instruction's result
 * without contention is measured separately, as the gap to an instruction that reads it. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/blocks.h"

#include <stdint.h>

/* The timing of an instruction of a block that is entered by a certain edge. */
struct timed_inst {
    uint16_t gap; /* least cycles from the issue of the warp's instruction before it; for the warp's
                     first: from the launch */
    uint8_t unit; /* enum unit_class */
    uint8_t op;   /* enum warp_op */
    uint16_t use; /* special instruction: cycles from its issue to that of an instruction that reads
                     its result */
    uint8_t access_B; /* access: bytes per lane */
    bool special;
    bool last; /* it is the last one of the block */
};

struct timing_table {
    struct timed_inst *insts;
    uint32_t *edges; /* by edge: index of the block's first instruction in `insts` */
    uint32_t *exits; /* by edge: if the warp ends with this block, cycles from the issue of its last
                        instruction to the warp's exit */
    uint64_t cycles; /* cycles that the cycle model simulated to measure the table */
};

/* Measures the timing of all edges on one SM of `config`, with perfect memory. Fails if memory runs
 * out, or an SM has no room for a warp. */
enum st_code precharacterise(struct timing_table *out, const struct gpu_config *config,
                             const struct kernel_trace *trace, const struct blocks *blocks,
                             struct status *st);
void timing_table_release(struct timing_table *t);
