/* bytes.h -- finds the bytes of an array that have a given value, several at once. */
#pragma once

#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BYTES_AT_ONCE = 16 };

/* A bit for each of the first BYTES_AT_ONCE bytes. */
static inline uint32_t bytes_equal(const uint8_t *bytes, uint8_t value)
{
#if defined(__SSE2__)
    __m128i all = _mm_loadu_si128((const void *)bytes);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_set1_epi8((char)value)));
#else
    uint32_t equal = 0;
    for (uint32_t i = 0; i < BYTES_AT_ONCE; i++)
        equal |= (uint32_t)(bytes[i] == value) << i;
    return equal;
#endif
}
