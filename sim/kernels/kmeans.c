/* kmeans.c -- the assignment step of Lloyd's algorithm (Rodinia's kmeans): for each point the
 * nearest of the centres, by the squared distance. Features of points are stored feature by
 * feature, so that neighbouring threads read neighbouring words; those of a centre lie together and
 * are the same for all threads. */
#include "gpu.h"

void kmeans(unsigned n, unsigned features, unsigned centres, GLOBAL const float *points,
            GLOBAL const float *centre, GLOBAL unsigned *nearest)
{
    unsigned i = gpu_thread(), best = 0;
    if (i >= n)
        return;
    float least = __builtin_inff();
    for (unsigned c = 0; c < centres; c++) {
        float distance = 0.0f;
        for (unsigned f = 0; f < features; f++) {
            float apart = points[f * n + i] - centre[c * features + f];
            distance = gpu_fma(apart, apart, distance);
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    nearest[i] = best;
}
