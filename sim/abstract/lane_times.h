/* lane_times.h -- when each lane of a warp has something to do: which have it by now, and when the
 * first one does, found for all lanes at once. */
#pragma once

#include "sim/functional/warp.h"

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LANE_NEVER INT32_MAX

/* In cycles since some time of the warp's own. */
struct lane_times {
    _Alignas(16) int32_t at[WARP_LANES]; /* LANE_NEVER: nothing any more */
};

/* The lanes that are due at `now`, below LANE_NEVER. */
static inline uint32_t lane_times_due(const struct lane_times *t, int32_t now)
{
    uint32_t late = 0;
#if defined(__SSE2__)
    __m128i limit = _mm_set1_epi32(now);
    for (int i = 0; i < WARP_LANES; i += 16) {
        __m128i is[4];
        for (int k = 0; k < 4; k++)
            is[k] = _mm_cmpgt_epi32(_mm_load_si128((const void *)(t->at + i + 4 * k)), limit);
        __m128i low = _mm_packs_epi32(is[0], is[1]), high = _mm_packs_epi32(is[2], is[3]);
        late |= (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << i;
    }
#else
    for (int i = 0; i < WARP_LANES; i++)
        late |= (uint32_t)(t->at[i] > now) << i;
#endif
    return ~late;
}

static inline int32_t lane_times_first(const struct lane_times *t)
{
    int32_t first = LANE_NEVER;
    for (int i = 0; i < WARP_LANES; i++)
        first = t->at[i] < first ? t->at[i] : first;
    return first;
}
