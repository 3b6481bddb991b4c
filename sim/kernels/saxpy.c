/* saxpy.c -- y = a x + y (BLAS, level 1): a thread per element, every access coalesced. */
#include "gpu.h"

void saxpy(unsigned n, float a, GLOBAL const float *x, GLOBAL float *y)
{
    unsigned i = gpu_thread();
    if (i < n)
        y[i] = gpu_fma(a, x[i], y[i]);
}
