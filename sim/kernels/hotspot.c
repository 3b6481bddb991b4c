/* hotspot.c -- one time step of the temperatures of a chip of side x side cells (the problem of
 * Rodinia's hotspot: Che et al., IISWC 2009): every cell exchanges heat with its four neighbours
 * and with the surroundings of the chip, and has a power of its own. Cells at an edge have
 * themselves for a neighbour there.
 *
 * A CTA keeps the cells of its tile and their neighbours in shared memory; threads at an edge of
 * the tile fetch the neighbour beyond it, which makes their warps diverge. */
#include "gpu.h"

enum { TILE = 16 };

void hotspot(unsigned side, float exchange, float leak, float ambient, GLOBAL const float *power,
             GLOBAL const float *from, GLOBAL float *to)
{
    SHARED float tile[TILE + 2][TILE + 2];
    unsigned tx = gpu_thread_x(), ty = gpu_thread_y();
    unsigned x = gpu_cta_x() * TILE + tx, y = gpu_cta_y() * TILE + ty, last = side - 1;
    unsigned cx = x < last ? x : last, cy = y < last ? y : last;
    tile[ty + 1][tx + 1] = from[cy * side + cx];
    if (tx == 0)
        tile[ty + 1][0] = from[cy * side + (cx > 0 ? cx - 1 : 0)];
    if (tx == TILE - 1)
        tile[ty + 1][TILE + 1] = from[cy * side + (x < last ? x + 1 : last)];
    if (ty == 0)
        tile[0][tx + 1] = from[(cy > 0 ? cy - 1 : 0) * side + cx];
    if (ty == TILE - 1)
        tile[TILE + 1][tx + 1] = from[(y < last ? y + 1 : last) * side + cx];
    gpu_barrier();
    if (x >= side || y >= side)
        return;
    float own = tile[ty + 1][tx + 1];
    float beside = tile[ty + 1][tx] + tile[ty + 1][tx + 2];
    float above = tile[ty][tx + 1] + tile[ty + 2][tx + 1];
    float gained = gpu_fma(-4.0f, own, beside + above);
    to[y * side + x] =
        own + gpu_fma(leak, ambient - own, gpu_fma(exchange, gained, power[y * side + x]));
}
