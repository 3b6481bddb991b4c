/* precharacterise.h -- the contention-free timing of a program's basic blocks on a GPU, measured by
 * the cycle model's SM (after Punniyamurthy, Boroujerdian, Gerstlauer, "GATSim: Abstract Timing
 * Simulation of GPUs", DATE 2017, Section II-A).
 *
 * Each edge (blocks.h) is run once: one warp of one thread, alone on an SM with perfect memory,
 * goes through the block before and through the block. An instruction's gap is the cycles between
 * the issue of the one in front and its own; it holds what the pipeline does to one warp: fetch,
 * operand collection, results of short latency. Results of special instructions (paths.h) are left
 * out of it: whoever waits for them waits for what the timing model finds. What a special
 * instruction's result takes without contention is measured apart, as the gap to one that reads it.
 */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/blocks.h"

#include <stdint.h>

/* An instruction of a block as entered by an edge. */
struct timed_inst {
    uint16_t gap;     /* cycles from the issue of the warp's instruction in front, at least; of its
                         first one: from its launch */
    uint8_t unit;     /* enum unit_class */
    uint8_t op;       /* enum warp_op */
    uint16_t use;     /* of special ones: cycles from issue to that of what reads the result */
    uint8_t access_B; /* of accesses: bytes per lane */
    bool special;
    bool last; /* of the block */
};

struct timing_table {
    struct timed_inst *insts;
    uint32_t *edges; /* by edge: its first instruction */
    uint32_t *exits; /* by edge: cycles from the issue of its last instruction, where that is a
                        warp's last one, to its leaving */
    uint64_t cycles; /* that the cycle model went through for it */
};

/* `config` as it is, but with perfect memory and one SM. Fails where memory runs out, or an SM has
 * no room for a warp. */
enum st_code precharacterise(struct timing_table *out, const struct gpu_config *config,
                             const struct kernel_trace *trace, const struct blocks *blocks,
                             struct status *st);
void timing_table_release(struct timing_table *t);
