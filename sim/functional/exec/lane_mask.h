/* lane_mask.h -- converts a set of lanes between a word, one bit per lane, and a row of 32 cells,
 * each 0 or all ones. */
#pragma once

#include "sim/functional/warp.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

static inline void lanes_to_row(uint32_t lanes, uint32_t row[WARP_LANES])
{
#define BITS(i) 1u << (i), 1u << ((i) + 1), 1u << ((i) + 2), 1u << ((i) + 3)
    static const uint32_t bit[WARP_LANES] = {BITS(0),  BITS(4),  BITS(8),  BITS(12),
                                             BITS(16), BITS(20), BITS(24), BITS(28)};
#undef BITS
    for (uint32_t i = 0; i < WARP_LANES; i++)
        row[i] = (lanes & bit[i]) == bit[i] ? UINT32_MAX : 0;
}

static inline uint32_t lanes_of_row(const void *row)
{
    uint32_t lanes = 0;
#if defined(__SSE2__)
    const __m128 *cells = row; /* four cells at a time: movemask collects their top bits */
    for (uint32_t i = 0; i < WARP_LANES / 4; i++)
        lanes |= (uint32_t)_mm_movemask_ps(_mm_loadu_ps((const void *)&cells[i])) << 4 * i;
#else
    const uint32_t __attribute__((may_alias)) *cells = row;
    for (uint32_t i = 0; i < WARP_LANES; i++)
        lanes |= cells[i] & 1u << i;
#endif
    return lanes;
}
