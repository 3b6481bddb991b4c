/* matmul.c -- c = a b of side x side matrices, row by row in memory. A CTA makes a tile of c, and
 * goes through the tiles of a row of a and of a column of b, each of which it keeps in shared
 * memory while all its threads use it. */
#include "gpu.h"

enum { TILE = 16 };

void matmul(unsigned side, GLOBAL const float *a, GLOBAL const float *b, GLOBAL float *c)
{
    SHARED float of_a[TILE][TILE], of_b[TILE][TILE];
    unsigned tx = gpu_thread_x(), ty = gpu_thread_y();
    unsigned x = gpu_cta_x() * TILE + tx, y = gpu_cta_y() * TILE + ty;
    float sum = 0.0f;
    for (unsigned first = 0; first < side; first += TILE) {
        of_a[ty][tx] = y < side && first + tx < side ? a[y * side + first + tx] : 0.0f;
        of_b[ty][tx] = x < side && first + ty < side ? b[(first + ty) * side + x] : 0.0f;
        gpu_barrier();
        for (unsigned k = 0; k < TILE; k++)
            sum = gpu_fma(of_a[ty][k], of_b[k][tx], sum);
        gpu_barrier();
    }
    if (x < side && y < side)
        c[y * side + x] = sum;
}
