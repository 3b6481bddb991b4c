/* profile.h -- the intervals of one warp that runs alone (GPUMech, section III).
 *
 * J.-C. Huang, J. H. Lee, H. Kim, H.-H. S. Lee, GPUMech: GPU Performance Modeling Technique based
 * on Interval Analysis, MICRO 2014. Equation numbers in this folder are that paper's.
 *
 * An interval is a run of instructions issued at the full rate, and the stall behind it (eq. 2).
 * The builder is told the instructions of a warp in order and issues each by eq. 4,
 *
 *   issue_cycle(k+1) = max(issue_cycle(k) + 1, done_cycle(source of k+1) + 1)
 *
 * where done_cycle = issue_cycle + latency. So an instruction that directly follows its source
 * stalls for as many cycles as the source's latency says, and a latency is the cycles lost to an
 * instruction that needs the result at once; 0: none. At an issue rate r the two "+ 1" are 1 / r.
 *
 * Sources are the writers of all registers of the instruction, dst as well as src, as a scoreboard
 * holds them (warp.h); and of a trace_ray the warp's trace before it, which the RT unit must have
 * ended. Nothing waits for what the last instructions write, so that the last interval has no
 * stall.
 */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* Where a load finds its data; one whose requests differ: the farthest (section V-B). */
enum interval_level { INTERVAL_L1, INTERVAL_L2, INTERVAL_DRAM, INTERVAL_LEVELS };

/* What an execution of an instruction is expected to ask of the memory system. */
struct interval_access {
    double mshr_insts; /* chance that it needs an MSHR of the L1D */
    double mshr_reqs;  /* requests that need one: reads that miss the L1D */
    double misses;     /* sectors read that the L1D lacks, of loads and traces */
    double l2_reqs;    /* sectors that pass through an L2 slice: asked of it, given to it, from and
                          to DRAM */
    double dram_reads; /* sectors from DRAM */
    double dram_reqs;  /* requests to DRAM, reads and writes */
    double traces;     /* 1: a trace_ray; 0 */
    /* Of misses, l2_reqs and dram_reqs: a trace_ray's. */
    double traced_misses, traced_l2, traced_dram;
    /* Of l2_reqs, dram_reqs and port_cycles: those behind which no instruction of the warp waits,
     * stores, reductions and write-backs; but a trace_ray's. */
    double posted_l2, posted_dram, posted_port;
    double port_cycles; /* in which its sectors enter the L1D one behind the other */
    /* Of OP_LOAD: how often its data are at each level; adds up to 1. Only 0: the L1D. */
    double share[INTERVAL_LEVELS];
};

/* Adds `n` times what an execution asks, but `share`. */
void interval_access_add(struct interval_access *sum, const struct interval_access *more, double n);

/* What the instruction behind an interval waited for. */
enum interval_cause {
    INTERVAL_NO_STALL, /* the last interval */
    INTERVAL_ON_DEP,   /* a result of arithmetic */
    INTERVAL_ON_MEMORY,
    INTERVAL_ON_RT, /* a trace_ray's result, or its end */
};

struct interval {
    uint64_t insts; /* >= 1 */
    double stall_cycles;
    enum interval_cause cause;
    struct interval_access does; /* the sums over its instructions; but `share`: of the instruction
                                    waited for, where cause is INTERVAL_ON_MEMORY */
};

/* Stall cycles by what was waited for. */
struct interval_stalls {
    double dep, rt;
    double memory[INTERVAL_LEVELS]; /* by where loads found their data */
};
/* Adds those of an interval; a load's by its shares, those of a share of nothing as the L1D's. */
void interval_stalls_add(struct interval_stalls *sum, const struct interval *i);

/* A warp. `intervals` is NULL where only the sums were wanted. */
struct interval_profile {
    double issue_rate; /* instructions per cycle of a scheduler, > 0; 1.0 in the paper */
    uint64_t insts;
    double stall_cycles;
    uint64_t n_stalls;           /* intervals that end in one */
    struct interval_access does; /* the sums over the intervals, without `share` */
    struct interval_stalls stalls;
    struct interval *intervals;
    uint32_t n_intervals;
};

/* #interval_insts / issue rate + stall_cycles: of an interval, and their sum over a warp's. */
double interval_cycles(const struct interval *i, double issue_rate);
double interval_profile_cycles(const struct interval_profile *p);
/* eq. 5: instructions per cycle of the warp alone; 0 where it has none. */
double interval_warp_perf(const struct interval_profile *p);
void interval_profile_free(struct interval_profile *p); /* leaves it empty */

/* Average memory access time of an instruction (section V-B): share of each level by its cycles. */
double interval_amat(const double share[INTERVAL_LEVELS], const double cycles[INTERVAL_LEVELS]);

/* When a register's last writer is done, and what whoever waits for it waits for. */
struct interval_pending {
    double done_cycle;
    double share[INTERVAL_LEVELS];
    uint32_t warp; /* whose it is; those of warps before are done */
    enum interval_cause cause;
};

/* Makes the profiles of any number of warps, one after another. */
struct interval_builder {
    bool keep;
    uint32_t warp, room, n_pending;
    double issue_cycle; /* of the instruction before */
    struct interval forming;
    struct interval_profile profile;  /* without the interval being formed */
    struct interval_pending *pending; /* by register */
    struct interval_pending trace;    /* the warp's last */
    double port_free;                 /* from when on sectors of further instructions can enter */
};

void interval_builder_init(struct interval_builder *b, double issue_rate);
/* Begins a warp; what was built of one that was not finished is dropped. keep: its intervals are
 * wanted, not only the sums. */
void interval_builder_start(struct interval_builder *b, bool keep);
/* The warp's next instruction. latency >= 0: above. access: NULL: it asks nothing of memory and is
 * no trace_ray. Fails only where memory runs out; the warp can then only be started anew. */
enum st_code interval_builder_issue(struct interval_builder *b, const struct warp_inst *inst,
                                    double latency, const struct interval_access *access,
                                    struct status *st);
/* Ends the warp; *out is owned by the caller. */
enum st_code interval_builder_finish(struct interval_builder *b, struct interval_profile *out,
                                     struct status *st);
void interval_builder_free(struct interval_builder *b);
