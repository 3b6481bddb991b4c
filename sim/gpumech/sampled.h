/* sampled.h -- estimates the accesses of an instruction's execution from the cache hits and misses
 * of a sample. */
#pragma once

#include "sim/gpumech/cache_replay.h"
#include "sim/gpumech/digest.h"
#include "sim/gpumech/profile.h"

/* The results of a sample for one instruction: executions with an access in the sample, by the
 * level of the farthest access, and their sectors. */
struct sampled {
    uint64_t executions, level[INTERVAL_LEVELS];
    uint64_t reads, writes, misses; /* misses: reads that miss the L1D */
    struct cache_traffic moved;
};

void sampled_add(struct sampled *sum, const struct sampled *more);

/* Computes the shares of each level from the counts `of`. One execution with the shares of `all` is
 * added to the counts, so an instruction without counts gets the shares of all instructions; if
 * these have no counts either, all is in the L1D. Shares add up to 1. */
void sampled_share(double share[INTERVAL_LEVELS], const uint64_t of[INTERVAL_LEVELS],
                   const uint64_t all[INTERVAL_LEVELS]);

/* The expected number of sectors that miss the L1D in an execution. */
double sampled_misses(const struct digest_inst *does, const struct sampled *own,
                      const struct sampled *all);
/* The expected accesses of an execution of an instruction with the sums `does`. If the sample has
 * none of its reads, the results of `all` are used. perfect: all accesses hit the L1D, and none
 * goes to memory. */
struct interval_access sampled_expect(enum warp_op op, const struct digest_inst *does,
                                      const struct sampled *own, const struct sampled *all,
                                      bool perfect);
