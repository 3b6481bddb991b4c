/* kmeans.h -- weighted k-means in colour space. */
#pragma once

#include "common/status.h"

#include <stdint.h>

enum { KMEANS_MOST = 64 };

struct kmeans_point {
    double at[3];
    double weight; /* > 0 */
};

struct kmeans {
    uint32_t k;
    double center[KMEANS_MOST][3];
    double compactness; /* sum of weight * squared distance to the nearest centre */
};

/* `points` are n different points, n >= k >= 1, k <= KMEANS_MOST. Lloyd's algorithm from k-means++
 * seeding (Arthur and Vassilvitskii, SODA 2007), several restarts, each until no centre moves by
 * more than 0.05 (the paper's authors' value; a step of 8-bit colour is 1) or 100 rounds. The most
 * compact restart wins, the first of equals. Fails only if memory runs out. */
enum st_code kmeans(struct kmeans *out, const struct kmeans_point *points, uint32_t n, uint32_t k,
                    uint64_t seed, struct status *st);

/* The nearest centre, the first of equals. */
uint32_t kmeans_nearest(const struct kmeans *m, const double at[3], double *squared_distance);
