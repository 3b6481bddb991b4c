/* nbody.c -- the accelerations of n bodies with masses, by all pairs (Nyland, Harris, Prins: GPU
 * Gems 3, chapter 31). A CTA takes as many bodies at a time into shared memory as it has threads.
 */
#include "gpu.h"

enum { THREADS = 128 };
typedef float float4 __attribute__((ext_vector_type(4)));

void nbody(unsigned n, float softening, GLOBAL const float4 *bodies, GLOBAL float4 *accelerations)
{
    SHARED float4 tile[THREADS];
    unsigned t = gpu_thread_x(), i = gpu_thread();
    float4 own = bodies[i < n ? i : n - 1];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (unsigned first = 0; first < n; first += THREADS) {
        unsigned left = n - first;
        if (t < left)
            tile[t] = bodies[first + t];
        gpu_barrier();
        for (unsigned k = 0; k < THREADS && k < left; k++) {
            float4 other = tile[k];
            float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
            float square = gpu_fma(dz, dz, gpu_fma(dy, dy, gpu_fma(dx, dx, softening)));
            float inverse = gpu_rsqrt(square);
            float pull = other.w * inverse * (inverse * inverse);
            ax = gpu_fma(dx, pull, ax);
            ay = gpu_fma(dy, pull, ay);
            az = gpu_fma(dz, pull, az);
        }
        gpu_barrier();
    }
    if (i < n)
        accelerations[i] = (float4){ax, ay, az, 0.0f};
}
