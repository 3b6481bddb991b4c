/* kmeans.h -- weighted k-means in colour space. */
#pragma once

#include "common/status.h"

#include <stdint.h>

enum { KMEANS_MOST = 64 };

struct kmeans_point {
    double at[3];
    double weight; /* above 0 */
};

struct kmeans {
    uint32_t k;
    double center[KMEANS_MOST][3];
    double compactness; /* sum over the points of weight * squared distance to the nearest centre */
};

/* Clusters n different points around k centres, n >= k >= 1, k <= KMEANS_MOST. Lloyd's algorithm
 * with k-means++ seeding (Arthur and Vassilvitskii, SODA 2007) is restarted several times; each run
 * ends when no centre moves by more than 0.05 (the value of the paper's authors; a step of 8-bit
 * colour is 1) or after 100 rounds. The run with the least compactness is taken; of equal ones, the
 * first. Fails only if memory runs out. */
enum st_code kmeans(struct kmeans *out, const struct kmeans_point *points, uint32_t n, uint32_t k,
                    uint64_t seed, struct status *st);

/* Returns the nearest centre; of equally near ones, the first. */
uint32_t kmeans_nearest(const struct kmeans *m, const double at[3], double *squared_distance);
