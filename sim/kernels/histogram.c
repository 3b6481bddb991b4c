/* histogram.c -- how many values fall into each bin. CTAs count in shared memory and add their
 * counts to those of all, both by atomics. Small values have a bin each, larger ones one per
 * power of two, which takes a loop: lanes diverge by their values, and meet in the bins of
 * frequent ones. */
#include "gpu.h"

enum { LINEAR_BITS = 7, LINEAR = 1 << LINEAR_BITS, BINS = LINEAR + 32 - LINEAR_BITS };

static unsigned bin_of(unsigned value)
{
    unsigned bin = LINEAR;
    if (value < LINEAR)
        return value;
    for (value >>= LINEAR_BITS; value > 1; value >>= 1)
        bin++;
    return bin;
}

void histogram(unsigned n, GLOBAL const unsigned *values, GLOBAL unsigned *counts)
{
    SHARED unsigned own[BINS];
    for (unsigned i = gpu_thread_x(); i < BINS; i += gpu_threads_x())
        own[i] = 0;
    gpu_barrier();
    for (unsigned i = gpu_thread(); i < n; i += gpu_ctas_x() * gpu_threads_x())
        gpu_atomic_add(&own[bin_of(values[i])], 1);
    gpu_barrier();
    for (unsigned i = gpu_thread_x(); i < BINS; i += gpu_threads_x())
        if (own[i])
            gpu_reduce_add(&counts[i], own[i]);
}
