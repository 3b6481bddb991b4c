/* gather.c -- every thread follows a chain through a table, as pointers are chased: element after
 * element, each anywhere, so that a load of a warp may touch 32 sectors; chains are of different
 * length, so that lanes leave one after the other. Unrolled, the loop would begin with what is left
 * over of each chain, and no load would be of all lanes. */
#include "gpu.h"

void gather(unsigned n, GLOBAL const unsigned *start, GLOBAL const unsigned *length,
            GLOBAL const unsigned *next, GLOBAL const unsigned *value, GLOBAL unsigned *sums)
{
    unsigned i = gpu_thread(), sum = 0;
    if (i >= n)
        return;
    unsigned at = start[i];
#pragma clang loop unroll(disable)
    for (unsigned left = length[i]; left > 0; left--) {
        sum += value[at];
        at = next[at];
    }
    sums[i] = sum;
}
