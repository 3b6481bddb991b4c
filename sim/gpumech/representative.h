/* representative.h -- the warp whose profile stands for all (GPUMech, section III-C).
 *
 * Warps differ in how fast they are alone and in how much they do. Each is a point in the plane of
 * both, each coordinate in units of its mean over the warps (eq. 6); k-means with k = 2 parts the
 * many that are alike from the rest, and the warp nearest the centre of the larger cluster stands
 * for all.
 *
 * Warps without instructions have no performance (eq. 5 is 0 / 0) and take no part, unless there
 * are no others. */
#pragma once

#include "sim/gpumech/profile.h"

#include <stdint.h>

enum representative_choice {
    REPRESENTATIVE_CLUSTER,
    REPRESENTATIVE_MAX, /* the fastest warp */
    REPRESENTATIVE_MIN, /* the slowest */
};

/* A warp alone: the sums that are left where its intervals are not kept. */
struct representative_warp {
    uint64_t insts;
    double cycles;
};
struct representative_warp representative_of(const struct interval_profile *p);

/* eq. 6. Averages of 0 give 0. */
struct representative_feature {
    double perf, insts;
};
struct representative_feature representative_feature(const struct representative_warp *w,
                                                     const struct representative_feature *average);
/* The averages that eq. 6 divides by, over the warps with instructions. */
struct representative_feature representative_average(const struct representative_warp *warps,
                                                     uint32_t n);

/* The number of one of n >= 1 warps, the first of equals.
 *
 * The clustering is Lloyd's algorithm and knows no chance: it starts from the warp farthest from
 * the mean of all points and the warp farthest from that one, and ends when no centre moves or
 * after 100 rounds. A warp as near to both centres is of the first's cluster; a cluster without
 * warps keeps its centre; of clusters of one size it is that of the first warp. */
uint32_t representative_choose(const struct representative_warp *warps, uint32_t n,
                               enum representative_choice choice);
