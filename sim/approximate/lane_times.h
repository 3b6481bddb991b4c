/* lane_times.h -- the next event of each lane of a warp: finds the lanes that are due and the next
 * time, for several lanes at once. */
#pragma once

#include "sim/functional/warp.h"

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { LANES_AT_ONCE = 4 };
#define LANE_NEVER INT32_MAX

/* Times of lanes, in cycles since a start that is private to the warp. */
struct lane_times {
    _Alignas(16) int32_t at[WARP_LANES]; /* LANE_NEVER: no further event, or no lane */
};

#if defined(__SSE2__)
static inline __m128i lane_times_earlier(__m128i a, __m128i b)
{
    __m128i is = _mm_cmpgt_epi32(a, b);
    return _mm_or_si128(_mm_and_si128(is, b), _mm_andnot_si128(is, a));
}
#endif

/* The lanes among the first n that are due at `now`, which is below LANE_NEVER. *next becomes the
 * earliest time of the others. */
static inline uint32_t lane_times_due(const struct lane_times *t, uint32_t n, int32_t now,
                                      int32_t *next)
{
    uint32_t due = 0;
#if defined(__SSE2__)
    __m128i after = _mm_set1_epi32(now + 1), first = _mm_set1_epi32(LANE_NEVER);
    for (uint32_t i = 0; i < n; i += LANES_AT_ONCE) {
        __m128i at = _mm_load_si128((const void *)(t->at + i)), is = _mm_cmpgt_epi32(after, at);
        due |= (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(is)) << i;
        /* Sets all bits but the sign in due lanes, which makes their time LANE_NEVER. */
        first = lane_times_earlier(first, _mm_or_si128(at, _mm_srli_epi32(is, 1)));
    }
    first = lane_times_earlier(first, _mm_shuffle_epi32(first, 0x4e));
    first = lane_times_earlier(first, _mm_shuffle_epi32(first, 0xb1));
    *next = _mm_cvtsi128_si32(first);
#else
    *next = LANE_NEVER;
    for (uint32_t i = 0; i < n; i++) {
        due |= (uint32_t)(t->at[i] <= now) << i;
        if (t->at[i] > now && t->at[i] < *next)
            *next = t->at[i];
    }
#endif
    return due;
}
