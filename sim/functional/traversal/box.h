/* box.h -- intersects a ray with boxes: the slab test in Vulkan-Sim's order of operations, for one
 * box and for all quantised children of a node at once (six or eight). */
#pragma once

#include "scenes/bvh/format.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BOX_PLACES = 8 }; /* places for children of either layout, rounded up to whole vectors */

/* A ray in the coordinate space of one structure. */
struct space_ray {
    float origin[3], direction[3], inverse[3];
    float tmin, tmax;
};

/* Minimum and maximum with the results of MINSS and MAXSS, also for NaN operands. */
static inline float min_of(float p, float q)
{
    return p < q ? p : q;
}

static inline float max_of(float p, float q)
{
    return p > q ? p : q;
}

/* Fills in `inverse`: 1 / direction; 2^80 for directions nearly parallel to an axis plane. */
static inline void space_ray_finish(struct space_ray *r)
{
    const float least = 0x1p-80f;
    for (int axis = 0; axis < 3; axis++) {
        float d = r->direction[axis];
        r->inverse[axis] = 1.0f / (fabsf(d) > least ? d : copysignf(least, d));
    }
}

/* Whether the ray meets the box between tmin and tmax; *enter becomes the distance of the entry. */
static inline bool box_hit(const struct space_ray *r, const float lo[3], const float hi[3],
                           float *enter)
{
    float m = r->tmin, n = r->tmax;
    for (int axis = 0; axis < 3; axis++) {
        float a = (lo[axis] - r->origin[axis]) * r->inverse[axis];
        float b = (hi[axis] - r->origin[axis]) * r->inverse[axis];
        m = max_of(min_of(a, b), m);
        n = min_of(max_of(a, b), n);
    }
    *enter = m;
    return m <= n;
}

/* The quantised children of a node of either layout. */
struct box_children {
    const float *origin;    /* by axis */
    const int8_t *exponent; /* by axis; one more byte after the three must be readable */
    const uint8_t *lower;   /* lower bounds on the x axis, child by child */
    unsigned width;         /* number of children */
    unsigned upper, axis;   /* bytes from lower to upper bounds, and from axis to axis */
};

static inline struct box_children box_children_of(const struct bvh_internal *node)
{
    return (struct box_children){
        node->origin, node->exponent, (const uint8_t *)node + offsetof(struct bvh_internal, bounds),
        BVH_WIDTH,    BVH_WIDTH,      sizeof node->bounds[0]};
}

static inline struct box_children box_children_of_wide(const struct bvh_wide *node)
{
    return (struct box_children){node->origin,
                                 node->exponent,
                                 (const uint8_t *)node + offsetof(struct bvh_wide, lower),
                                 BVH_WIDE_WIDTH,
                                 sizeof node->lower,
                                 sizeof node->lower[0]};
}

/* Tests all children. Bit i is set if the ray enters child i before `closest`; enter[i] is the
 * distance of the entry, but at least `least`. Bits and elements of missing children are
 * undefined. */
static inline unsigned box_hit_children_plain(struct box_children node, const struct space_ray *r,
                                              float closest, float least, float enter[BOX_PLACES])
{
    unsigned mask = 0;
    for (unsigned i = 0; i < node.width; i++) {
        float lo[3], hi[3];
        for (unsigned axis = 0; axis < 3; axis++) {
            const uint8_t *q = node.lower + (size_t)axis * node.axis + i;
            lo[axis] = bvh_dequantize(node.origin[axis], node.exponent[axis], *q);
            hi[axis] = bvh_dequantize(node.origin[axis], node.exponent[axis], q[node.upper]);
        }
        if (box_hit(r, lo, hi, &enter[i]) && enter[i] < closest)
            mask |= 1u << i;
        enter[i] = max_of(enter[i], least);
    }
    return mask;
}

#if defined(__AVX2__)
/* Computes (origin + q * step - from) * inverse for eight bytes q. */
static inline __m256 box_slab(const uint8_t *q, __m256 origin, __m256 step, __m256 from,
                              __m256 inverse)
{
    __m256 at = _mm256_cvtepi32_ps(_mm256_cvtepu8_epi32(_mm_loadl_epi64((const void *)q)));
    at = _mm256_add_ps(origin, _mm256_mul_ps(at, step));
    return _mm256_mul_ps(_mm256_sub_ps(at, from), inverse);
}

/* Computes bvh_power_of_two(exponent - 8) for the three axes; the fourth element is undefined. */
static inline void box_steps(const int8_t exponent[], float steps[4])
{
    int32_t exponents; /* the axes' exponents, and the byte behind */
    memcpy(&exponents, exponent, sizeof exponents);
    const __m128i bias = _mm_set1_epi32(127 - 8);
    __m128i biased = _mm_add_epi32(_mm_cvtepi8_epi32(_mm_cvtsi32_si128(exponents)), bias);
    _mm_storeu_ps(steps, _mm_castsi128_ps(_mm_slli_epi32(biased, 23)));
    unsigned normal =
        (unsigned)_mm_movemask_ps(_mm_castsi128_ps(_mm_cmpgt_epi32(biased, _mm_setzero_si128())));
    for (int axis = 0; (normal & 7) != 7 && axis < 3; axis++)
        steps[axis] = bvh_power_of_two(exponent[axis] - 8);
}
#elif defined(__SSE2__)
/* Numbers of eight children: 0 to 3 in `low`, the others in `high`. */
struct box_lanes {
    __m128 low, high;
};

/* Computes (origin + q * step - from) * inverse for eight bytes q. */
static inline struct box_lanes box_slab(const uint8_t *q, float origin, float step, float from,
                                        float inverse)
{
    const __m128i zero = _mm_setzero_si128();
    __m128i words = _mm_unpacklo_epi8(_mm_loadl_epi64((const void *)q), zero);
    __m128 low = _mm_cvtepi32_ps(_mm_unpacklo_epi16(words, zero));
    __m128 high = _mm_cvtepi32_ps(_mm_unpackhi_epi16(words, zero));
    __m128 s = _mm_set1_ps(step), o = _mm_set1_ps(origin);
    __m128 f = _mm_set1_ps(from), i = _mm_set1_ps(inverse);
    return (struct box_lanes){
        _mm_mul_ps(_mm_sub_ps(_mm_add_ps(o, _mm_mul_ps(low, s)), f), i),
        _mm_mul_ps(_mm_sub_ps(_mm_add_ps(o, _mm_mul_ps(high, s)), f), i),
    };
}

static inline unsigned box_lanes_mask(__m128 enter, __m128 leave, __m128 closest)
{
    return (unsigned)_mm_movemask_ps(
        _mm_and_ps(_mm_cmple_ps(enter, leave), _mm_cmplt_ps(enter, closest)));
}
#endif

/* Tests all children with vectors, if available; every bit of the result equals that of
 * box_hit_children_plain(). Reads BOX_PLACES bytes of each bound, which are two bytes too many in a
 * node of BVH_INTEL6. */
static inline unsigned box_hit_children(struct box_children node, const struct space_ray *r,
                                        float closest, float least, float places[BOX_PLACES])
{
#if defined(__AVX2__)
    const uint8_t *q = node.lower;
    __m256 enter = _mm256_set1_ps(r->tmin), leave = _mm256_set1_ps(r->tmax);
    float steps[4];
    box_steps(node.exponent, steps);
    for (int axis = 0; axis < 3; axis++, q += node.axis) {
        __m256 origin = _mm256_set1_ps(node.origin[axis]);
        __m256 step = _mm256_set1_ps(steps[axis]);
        __m256 from = _mm256_set1_ps(r->origin[axis]), inverse = _mm256_set1_ps(r->inverse[axis]);
        __m256 a = box_slab(q, origin, step, from, inverse);
        __m256 b = box_slab(q + node.upper, origin, step, from, inverse);
        enter = _mm256_max_ps(_mm256_min_ps(a, b), enter);
        leave = _mm256_min_ps(_mm256_max_ps(a, b), leave);
    }
    _mm256_storeu_ps(places, _mm256_max_ps(enter, _mm256_set1_ps(least)));
    __m256 met = _mm256_and_ps(_mm256_cmp_ps(enter, leave, _CMP_LE_OQ),
                               _mm256_cmp_ps(enter, _mm256_set1_ps(closest), _CMP_LT_OQ));
    return (unsigned)_mm256_movemask_ps(met) & ((1u << node.width) - 1);
#elif defined(__SSE2__)
    const uint8_t *q = node.lower;
    struct box_lanes enter = {_mm_set1_ps(r->tmin), _mm_set1_ps(r->tmin)};
    struct box_lanes leave = {_mm_set1_ps(r->tmax), _mm_set1_ps(r->tmax)};
    for (int axis = 0; axis < 3; axis++, q += node.axis) {
        float step = bvh_power_of_two(node.exponent[axis] - 8);
        struct box_lanes a =
            box_slab(q, node.origin[axis], step, r->origin[axis], r->inverse[axis]);
        struct box_lanes b =
            box_slab(q + node.upper, node.origin[axis], step, r->origin[axis], r->inverse[axis]);
        enter.low = _mm_max_ps(_mm_min_ps(a.low, b.low), enter.low);
        enter.high = _mm_max_ps(_mm_min_ps(a.high, b.high), enter.high);
        leave.low = _mm_min_ps(_mm_max_ps(a.low, b.low), leave.low);
        leave.high = _mm_min_ps(_mm_max_ps(a.high, b.high), leave.high);
    }
    const __m128 nearest = _mm_set1_ps(closest);
    _mm_storeu_ps(places, _mm_max_ps(enter.low, _mm_set1_ps(least)));
    _mm_storeu_ps(places + 4, _mm_max_ps(enter.high, _mm_set1_ps(least)));
    return (box_lanes_mask(enter.low, leave.low, nearest) |
            box_lanes_mask(enter.high, leave.high, nearest) << 4) &
           ((1u << node.width) - 1);
#else
    return box_hit_children_plain(node, r, closest, least, places);
#endif
}
