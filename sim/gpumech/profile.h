/* profile.h -- the intervals of one warp that runs alone (GPUMech, section III).
 *
 * J.-C. Huang, J. H. Lee, H. Kim, H.-H. S. Lee, GPUMech: GPU Performance Modeling Technique based
 * on Interval Analysis, MICRO 2014. Equation numbers in this folder are that paper's.
 *
 * An interval is a run of instructions issued at the full rate, and the stall after it (eq. 2). The
 * builder gets the instructions of a warp in order and issues each by eq. 4,
 *
 *   issue_cycle(k+1) = max(issue_cycle(k) + 1, done_cycle(source of k+1) + 1)
 *
 * where done_cycle = issue_cycle + latency. So an instruction that directly follows its source
 * stalls for the source's latency. A latency is the cycles lost by an instruction that needs the
 * result at once; 0: none. At an issue rate r the two "+ 1" are 1 / r.
 *
 * Sources are the writers of all registers of the instruction, dst as well as src, as a scoreboard
 * holds them (warp.h); and, for a trace_ray, the warp's trace before it, which the RT unit must
 * have ended. No instruction waits for the last results, so the last interval has no stall. */
#pragma once

#include "common/status.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* The level of a load's data; if its requests have different levels, the farthest (section V-B). */
enum interval_level { INTERVAL_L1, INTERVAL_L2, INTERVAL_DRAM, INTERVAL_LEVELS };

/* The expected memory accesses of one execution of an instruction. */
struct interval_access {
    double mshr_insts; /* probability that the execution needs an MSHR of the L1D */
    double mshr_reqs;  /* requests that need one: reads that miss the L1D */
    double misses;     /* sectors read by loads and traces that miss the L1D */
    double l2_reqs; /* sectors that pass through an L2 slice: read from it, written to it, from and
                       to DRAM */
    double dram_reads; /* sectors from DRAM */
    double dram_reqs;  /* requests to DRAM, reads and writes */
    double traces;     /* 1 for a trace_ray, else 0 */
    /* The part of misses, l2_reqs and dram_reqs that belongs to a trace_ray. */
    double traced_misses, traced_l2, traced_dram;
    /* The part of l2_reqs, dram_reqs and port_cycles for which no instruction of the warp waits:
     * stores, reductions and write-backs, except a trace_ray's. */
    double posted_l2, posted_dram, posted_port;
    double port_cycles; /* cycles in which its sectors enter the L1D one after the other */
    /* OP_LOAD: the shares of its data at each level, which add up to 1. All 0: the L1D. */
    double share[INTERVAL_LEVELS];
};

/* Adds n times the accesses *more to *sum, without `share`. */
void interval_access_add(struct interval_access *sum, const struct interval_access *more, double n);

/* The cause of the stall after an interval. */
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
    struct interval_access does; /* sums over its instructions; if cause is INTERVAL_ON_MEMORY,
                                    `share` is that of the instruction waited for */
};

/* Stall cycles by cause. */
struct interval_stalls {
    double dep, rt;
    double memory[INTERVAL_LEVELS]; /* by level of the loads' data */
};
/* Adds the stall of an interval to *sum; that of a load by its shares, or to the L1D if these are
 * 0. */
void interval_stalls_add(struct interval_stalls *sum, const struct interval *i);

/* The profile of a warp. `intervals` is NULL if only the sums were kept. */
struct interval_profile {
    double issue_rate; /* instructions per cycle of a scheduler, > 0; 1.0 in the paper */
    uint64_t insts;
    double stall_cycles;
    uint64_t n_stalls;           /* intervals with a stall */
    struct interval_access does; /* sums over the intervals, without `share` */
    struct interval_stalls stalls;
    struct interval *intervals;
    uint32_t n_intervals;
};

/* The cycles of an interval, #interval_insts / issue rate + stall_cycles, and their sum over a
 * warp's intervals. */
double interval_cycles(const struct interval *i, double issue_rate);
double interval_profile_cycles(const struct interval_profile *p);
/* The instructions per cycle of the warp alone: eq. 5; 0 if it has no instructions. */
double interval_warp_perf(const struct interval_profile *p);
void interval_profile_free(struct interval_profile *p); /* leaves it empty */

/* The average memory access time of an instruction (section V-B): the sum over levels of share
 * times cycles. */
double interval_amat(const double share[INTERVAL_LEVELS], const double cycles[INTERVAL_LEVELS]);

/* When the last writer of a register completes, and the cause of a wait for it. */
struct interval_pending {
    double done_cycle;
    double share[INTERVAL_LEVELS];
    uint32_t warp; /* number of the writer's warp; writers of earlier warps have completed */
    enum interval_cause cause;
};

/* Makes the profiles of any number of warps, one after another. */
struct interval_builder {
    bool keep;
    uint32_t warp, room, n_pending;
    double issue_cycle; /* issue cycle of the instruction before */
    struct interval forming;
    struct interval_profile profile;  /* without the interval that is being formed */
    struct interval_pending *pending; /* by register: its last writer */
    struct interval_pending trace;    /* the warp's last trace */
    double port_free; /* first cycle in which sectors of further instructions can enter the L1D */
};

void interval_builder_init(struct interval_builder *b, double issue_rate);
/* Begins a warp, and drops one that was not finished. keep: its intervals are kept, not only the
 * sums. */
void interval_builder_start(struct interval_builder *b, bool keep);
/* Adds the warp's next instruction. `latency` is at least 0 and as defined above. `access` NULL:
 * the instruction accesses no memory and is no trace_ray. Fails only if memory runs out; then the
 * warp must be started again. */
enum st_code interval_builder_issue(struct interval_builder *b, const struct warp_inst *inst,
                                    double latency, const struct interval_access *access,
                                    struct status *st);
/* Ends the warp. The caller owns *out and frees it by interval_profile_free(). */
enum st_code interval_builder_finish(struct interval_builder *b, struct interval_profile *out,
                                     struct status *st);
void interval_builder_free(struct interval_builder *b);
