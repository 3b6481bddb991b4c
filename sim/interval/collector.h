/* collector.h -- the input collector (GPUMech, section V): what an execution of each instruction
 * finds in the caches of a GPU, without time.
 *
 * The memory instructions of a kernel's trace go through the tags of every SM's L1D and of the L2
 * slices. As nothing says when an instruction is issued, the order is stated:
 *
 *   Time goes in turns. In a turn every SM in ascending order, and in an SM every resident warp in
 *   the order of their places, does its next memory instruction. A trace_ray takes a turn to enter
 *   the RT unit, where at most rt.max_warps are, the longest waiting first; then one turn for each
 *   step of the walk, all lanes at the same step. Where a warp has ended its CTA's place is taken
 *   by the next one of the grid.
 *
 * An SM holds as many CTAs as the cycle model's does. A sector that is asked for is there from then
 * on: what joins a fetch under way is a hit here.
 *
 * Of loads the level of an execution is that of its farthest sector (section V-B); of a record that
 * lanes fetch together likewise. Writes go through the L1D, dropping what they hit, and stay in the
 * L2 until their line has to go; its dirty sectors are then charged to the instruction that made it
 * go. Atomics pass the L1D by. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/interval/latency.h"
#include "sim/interval/profile.h"
#include "sim/trace/kernel_trace.h"

/* Of all executions of an instruction that had lanes. */
struct collected_inst {
    uint64_t n;
    uint64_t reads, writes;          /* sectors asked of the L1D, or of shared memory */
    uint64_t port_cycles;            /* in which they enter it: the most of a bank */
    uint64_t misses;                 /* sectors that the L1D has to ask for */
    uint64_t missing;                /* executions that have such */
    uint64_t l2;                     /* sectors that the L2 is asked for and given */
    uint64_t fetches, write_backs;   /* sectors from and to DRAM */
    uint64_t level[INTERVAL_LEVELS]; /* executions of loads */
};

/* An execution of trace_ray, alone in the unit. */
struct collected_trace {
    uint32_t cycles;   /* of the longest lane: its records one after the other */
    uint32_t requests; /* cycles in which the unit asks for something or stores it */
    /* Of the longest lane: records, of them not in the L1D, of them from DRAM. */
    uint32_t records, far, dram;
};

struct collected {
    struct collected_inst *insts; /* by number, as in the trace */
    uint32_t n_insts;
    struct collected_trace *traces;    /* of all warps in turn, in the order of their executions */
    uint32_t *first_trace;             /* of each warp, and behind the last */
    uint64_t records[INTERVAL_LEVELS]; /* requests of RT units by where they found their data */
    struct collected_inst all;         /* the sums over insts; level: sectors read by where */
    uint64_t turns;
};

/* Warps that an SM holds at once: of a full one, whole CTAs; at most the grid's share. */
uint32_t collector_resident(const struct gpu_config *config, const struct kernel_trace *trace);

/* ST_FAILED where an SM has no room for a CTA. *out is the caller's. */
enum st_code collector_run(struct collected *out, const struct gpu_config *config,
                           const struct kernel_trace *trace, const struct interval_latency *latency,
                           struct status *st);
void collected_free(struct collected *c); /* leaves it empty */
