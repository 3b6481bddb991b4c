/* triad.c -- a = b + s c (STREAM: McCalpin, IEEE TCCA Newsletter, 1995), four elements per thread
 * and 16 bytes per access. */
#include "gpu.h"

typedef float float4 __attribute__((ext_vector_type(4)));

void triad(unsigned n, float s, GLOBAL float4 *a, GLOBAL const float4 *b, GLOBAL const float4 *c)
{
    unsigned i = gpu_thread();
    if (i >= n / 4)
        return;
    float4 from = b[i], by = c[i];
    a[i] = (float4){gpu_fma(s, by.x, from.x), gpu_fma(s, by.y, from.y), gpu_fma(s, by.z, from.z),
                    gpu_fma(s, by.w, from.w)};
}
