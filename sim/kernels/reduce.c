/* reduce.c -- sums: each CTA adds 512 elements to one, by a tree in shared memory. It is launched
 * again on the sums until one is left. In every step of the tree half as many threads add. */
#include "gpu.h"

enum { THREADS = 256 };

void reduce(unsigned n, GLOBAL const float *from, GLOBAL float *to)
{
    SHARED float sums[THREADS];
    unsigned t = gpu_thread_x(), i = gpu_cta_x() * (2 * THREADS) + t;
    float sum = i < n ? from[i] : 0.0f;
    if (i + THREADS < n)
        sum += from[i + THREADS];
    sums[t] = sum;
    gpu_barrier();
    for (unsigned apart = THREADS / 2; apart > 0; apart /= 2) {
        if (t < apart)
            sums[t] += sums[t + apart];
        gpu_barrier();
    }
    if (t == 0)
        to[gpu_cta_x()] = sums[0];
}
