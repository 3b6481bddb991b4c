/* sampled.h -- from what a sample of an instruction's accesses has found in the caches to what an
 * execution of it is to be expected to ask for. */
#pragma once

#include "sim/gpumech/cache_replay.h"
#include "sim/gpumech/digest.h"
#include "sim/gpumech/profile.h"

/* Executions that have an access in the sample, by the level of the farthest of these; sectors. */
struct sampled {
    uint64_t executions, level[INTERVAL_LEVELS];
    uint64_t reads, writes, misses; /* misses: of the reads, in the L1D */
    struct cache_traffic moved;
};

void sampled_add(struct sampled *sum, const struct sampled *more);

/* How often what was found `of` times is at each level. One of `all` counts as found once more, so
 * that who was not found is where all are; of nothing at all it is the L1D. Adds up to 1. */
void sampled_share(double share[INTERVAL_LEVELS], const uint64_t of[INTERVAL_LEVELS],
                   const uint64_t all[INTERVAL_LEVELS]);

/* Sectors of an execution that the L1D lacks. */
double sampled_misses(const struct digest_inst *does, const struct sampled *own,
                      const struct sampled *all);
/* Of an execution of an instruction that `does` so much in all; where the sample has none of its
 * reads, they are as those of `all`. perfect: all of it hits the L1D, and nothing goes to memory.
 */
struct interval_access sampled_expect(enum warp_op op, const struct digest_inst *does,
                                      const struct sampled *own, const struct sampled *all,
                                      bool perfect);
