/* representative.h -- chooses the warp whose profile represents all (GPUMech, section III-C).
 *
 * Warps differ in their speed alone and in their number of instructions. Each is a point in the
 * plane of both, each coordinate in units of its mean over the warps (eq. 6). k-means with k = 2
 * separates the many similar ones from the rest, and the warp nearest the centre of the larger
 * cluster represents all.
 *
 * Warps without instructions have no performance (eq. 5 is 0 / 0) and are ignored, unless there are
 * no others. */
#pragma once

#include "sim/gpumech/profile.h"

#include <stdint.h>

enum representative_choice {
    REPRESENTATIVE_CLUSTER,
    REPRESENTATIVE_MAX, /* the fastest warp */
    REPRESENTATIVE_MIN, /* the slowest warp */
};

/* A warp alone: the sums of its profile. */
struct representative_warp {
    uint64_t insts;
    double cycles;
};
struct representative_warp representative_of(const struct interval_profile *p);

/* A warp as a point in units of the averages: eq. 6. A coordinate is 0 if its average is 0. */
struct representative_feature {
    double perf, insts;
};
struct representative_feature representative_feature(const struct representative_warp *w,
                                                     const struct representative_feature *average);
/* The averages that eq. 6 divides by, over the warps with instructions. */
struct representative_feature representative_average(const struct representative_warp *warps,
                                                     uint32_t n);

/* Returns the number of one of n >= 1 warps, the first of equals.
 *
 * The clustering is Lloyd's algorithm and deterministic: it starts from the warp farthest from the
 * mean of all points and the warp farthest from that one, and ends when no centre moves or after
 * 100 rounds. A warp at the same distance from both centres belongs to the first's cluster; a
 * cluster without warps keeps its centre; of clusters of equal size the one of the first warp is
 * chosen. */
uint32_t representative_choose(const struct representative_warp *warps, uint32_t n,
                               enum representative_choice choice);
