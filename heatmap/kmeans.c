#include "heatmap/kmeans.h"

#include "common/memory.h"
#include "common/random.h"

#include <math.h>
#include <string.h>

enum { RESTARTS = 10, MOST_ROUNDS = 100 };
static const double least_move = 0.05;

/* Working memory of one restart. */
struct run {
    struct kmeans model;
    double *distance; /* for each point, squared distance to the nearest of the centres so far */
};

static double squared(const double a[3], const double b[3])
{
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
    return x * x + y * y + z * z;
}

uint32_t kmeans_nearest(const struct kmeans *m, const double at[3], double *squared_distance)
{
    uint32_t best = 0;
    double least = HUGE_VAL;
    for (uint32_t j = 0; j < m->k; j++) {
        double d = squared(m->center[j], at);
        if (d < least) {
            least = d;
            best = j;
        }
    }
    *squared_distance = least;
    return best;
}

/* Returns the point at which the running sum of weights, in the order of points, reaches `share`
 * (0..1) of the whole sum. With `distance`, each weight is multiplied by the point's distance. */
static uint32_t pick(const struct kmeans_point *points, uint32_t n, const double *distance,
                     double share)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < n; i++)
        sum += points[i].weight * (distance ? distance[i] : 1.0);
    double target = share * sum;
    uint32_t last = 0;
    for (uint32_t i = 0; i < n; i++) {
        double w = points[i].weight * (distance ? distance[i] : 1.0);
        if (w <= 0.0)
            continue;
        last = i;
        if (target < w)
            break;
        target -= w;
    }
    return last;
}

/* Seeds by k-means++: each further centre is a point drawn in proportion to its weight times its
 * squared distance from the centres so far, so that the k centres are k different points. */
static void seed_centers(struct run *run, const struct kmeans_point *points, uint32_t n, uint32_t k,
                         uint64_t seed, uint64_t restart)
{
    for (uint32_t j = 0; j < k; j++) {
        double share = random_unit(seed, RANDOM_KMEANS, restart * KMEANS_MOST + j);
        uint32_t p = pick(points, n, j > 0 ? run->distance : NULL, share);
        memcpy(run->model.center[j], points[p].at, sizeof points[p].at);
        for (uint32_t i = 0; i < n; i++) {
            double d = squared(points[i].at, points[p].at);
            if (j == 0 || d < run->distance[i])
                run->distance[i] = d;
        }
    }
    run->model.k = k;
}

struct sums {
    double at[KMEANS_MOST][3];
    double weight[KMEANS_MOST];
};

/* Assigns every point to its nearest centre. Returns the point that adds most to the compactness,
 * to which the centre of an empty cluster is moved. */
static uint32_t assign(struct run *run, const struct kmeans_point *points, uint32_t n,
                       struct sums *sums)
{
    uint32_t farthest = 0;
    double most = -1.0;
    *sums = (struct sums){0};
    run->model.compactness = 0.0;
    for (uint32_t i = 0; i < n; i++) {
        const struct kmeans_point *p = &points[i];
        double d;
        uint32_t j = kmeans_nearest(&run->model, p->at, &d);
        for (int a = 0; a < 3; a++)
            sums->at[j][a] += p->weight * p->at[a];
        sums->weight[j] += p->weight;
        run->model.compactness += p->weight * d;
        if (p->weight * d > most) {
            most = p->weight * d;
            farthest = i;
        }
    }
    return farthest;
}

/* Moves the centres until they hardly move. It ends with an assignment, so the compactness is that
 * of the centres that are returned. */
static void settle(struct run *run, const struct kmeans_point *points, uint32_t n)
{
    struct sums sums;
    struct kmeans *m = &run->model;
    for (uint32_t round = 0;; round++) {
        uint32_t farthest = assign(run, points, n, &sums);
        if (round == MOST_ROUNDS)
            return;
        double moved = 0.0;
        bool moved_empty = false;
        for (uint32_t j = 0; j < m->k; j++) {
            double to[3];
            if (sums.weight[j] > 0.0) {
                for (int a = 0; a < 3; a++)
                    to[a] = sums.at[j][a] / sums.weight[j];
            } else if (!moved_empty) {
                memcpy(to, points[farthest].at, sizeof to);
                moved_empty = true;
            } else {
                continue;
            }
            moved = fmax(moved, squared(m->center[j], to));
            memcpy(m->center[j], to, sizeof to);
        }
        if (moved <= 0.0)
            return;
        if (moved <= least_move * least_move)
            round = MOST_ROUNDS - 1;
    }
}

enum st_code kmeans(struct kmeans *out, const struct kmeans_point *points, uint32_t n, uint32_t k,
                    uint64_t seed, struct status *st)
{
    struct run *runs;
    double *distance;
    if (!MEM_ARRAYS(MEM_ARRAY(runs, RESTARTS), MEM_ARRAY(distance, (size_t)n * RESTARTS))) {
        MEM_FREE(runs, distance);
        return status_no_memory(st, "k-means");
    }
#pragma omp parallel for schedule(dynamic, 1)
    for (uint32_t r = 0; r < RESTARTS; r++) {
        runs[r].distance = distance + (size_t)r * n;
        seed_centers(&runs[r], points, n, k, seed, r);
        settle(&runs[r], points, n);
    }
    uint32_t best = 0;
    for (uint32_t r = 1; r < RESTARTS; r++)
        if (runs[r].model.compactness < runs[best].model.compactness)
            best = r;
    *out = runs[best].model;
    MEM_FREE(runs, distance);
    return ST_OK;
}
