/* rdna2_math.h -- the helper functions of the expressions in rdna2/ops_vector.h and ops_scalar.h
 * (RDNA 2 ISA, "Instructions"). */
#pragma once

#include "sim/functional/exec/elementary.h"
#include "sim/functional/exec/lane_math.h"
#include "sim/functional/warp.h"

#include <stdbool.h>

static inline uint32_t rdna2_min_u(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}
static inline uint32_t rdna2_max_u(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}
static inline uint32_t rdna2_min_s(uint32_t a, uint32_t b)
{
    return (int32_t)a < (int32_t)b ? a : b;
}
static inline uint32_t rdna2_max_s(uint32_t a, uint32_t b)
{
    return (int32_t)a > (int32_t)b ? a : b;
}
/* The median of three; if one is NaN, the least of the three. */
static inline float rdna2_med3_f32(float a, float b, float c)
{
    if (a != a || b != b || c != c)
        return math_min_f32(math_min_f32(a, b), c);
    return math_max_f32(math_min_f32(a, b), math_min_f32(math_max_f32(a, b), c));
}
static inline int64_t rdna2_s24(uint32_t a)
{
    return (int32_t)(a << 8) >> 8;
}
static inline uint32_t rdna2_bfe_s(uint32_t a, uint32_t start, uint32_t length)
{
    if (!length)
        return 0;
    uint32_t up = 32 - length;
    return (uint32_t)((int32_t)((a >> start) << up) >> up);
}
/* Number of leading bits that equal the sign; all ones if all bits do. */
static inline uint32_t rdna2_ffbh_s(uint32_t a)
{
    uint32_t other = (int32_t)a < 0 ? ~a : a;
    return other ? (uint32_t)__builtin_clz(other) : UINT32_MAX;
}
static inline uint32_t rdna2_first_bit(uint64_t a)
{
    return a ? (uint32_t)__builtin_ctzll(a) : UINT32_MAX;
}
static inline uint32_t rdna2_count_64(uint64_t a)
{
    return warp_count_lanes((uint32_t)a) + warp_count_lanes((uint32_t)(a >> 32));
}
static inline uint64_t rdna2_field_s32(uint64_t a, uint64_t b)
{
    return (uint32_t)math_bfe_s64((int32_t)(uint32_t)a, b & 31, b >> 16 & 127, 32);
}
static inline bool rdna2_overflows(int64_t a)
{
    return a != (int32_t)a;
}
static inline bool rdna2_mad_overflows(int32_t a, int32_t b, uint64_t c)
{
    int64_t sum;
    return __builtin_add_overflow((int64_t)a * b, (int64_t)c, &sum);
}

/* The angle in radians of an angle in turns, modulo one turn. */
static inline float rdna2_turn(float a)
{
    return (float)(((double)a - floor((double)a)) * 0x1.921fb54442d18p+2);
}
static inline float rdna2_sin(float a)
{
    return elementary_sin(rdna2_turn(a));
}
static inline float rdna2_cos(float a)
{
    return elementary_cos(rdna2_turn(a));
}

/* The fractional part, always below 1. */
static inline float rdna2_fract(float a)
{
    return math_min_f32(a - floorf(a), 0x1.fffffep-1f);
}
static inline float rdna2_frexp_mant(float a)
{
    int exponent;
    return isfinite(a) ? frexpf(a, &exponent) : a;
}
static inline uint32_t rdna2_frexp_exp(float a)
{
    int exponent = 0;
    if (isfinite(a) && a != 0.0f)
        (void)frexpf(a, &exponent);
    return (uint32_t)exponent;
}

/* Whether a's class is in the set b, with a bit for each of: signalling NaN, quiet NaN, -Inf,
 * -normal, -denormal, -0, +0, +denormal, +normal, +Inf. */
static inline bool rdna2_class(float a, uint32_t b)
{
    uint32_t bits = math_bits_f32(a), size = bits & 0x7fffffffu, kind;
    bool negative = bits >> 31;
    if (size > 0x7f800000u)
        return b >> (size >> 22 & 1) & 1;
    kind = size == 0x7f800000u ? 0 : size >= 0x00800000u ? 1 : size ? 2 : 3;
    return b >> (negative ? 2 + kind : 9 - kind) & 1;
}

/* The functions below are the steps of a division. Operands are scaled so that no step of the
 * quotient's refinement leaves the range, the last step scales back, and special cases are handled
 * at the end. */
static inline int rdna2_exponent(float a)
{
    return (int)(math_bits_f32(a) >> 23 & 255);
}
static inline bool rdna2_denormal(double a)
{
    double size = a < 0 ? -a : a;
    return size > 0 && size < 0x1p-126;
}
/* Scales a for the division of c by b; a is b or c. */
static inline float rdna2_div_scale(float a, float b, float c)
{
    if (b == 0.0f || c == 0.0f)
        return math_nan_f32();
    if (b != b || c != c)
        return a;
    bool tiny_inverse = rdna2_denormal(1.0 / (double)b);
    bool tiny = rdna2_denormal((double)c / (double)b);
    if (rdna2_exponent(c) - rdna2_exponent(b) >= 96)
        return a == b ? ldexpf(a, 64) : a;
    if (rdna2_denormal((double)b))
        return ldexpf(a, 64);
    if (tiny_inverse && tiny) /* scaling up, as in the manual, would overflow */
        return a == b ? ldexpf(a, -64) : a;
    if (tiny_inverse)
        return ldexpf(a, -64);
    if (tiny)
        return a == c ? ldexpf(a, 64) : a;
    return rdna2_exponent(c) <= 23 ? ldexpf(a, 64) : a;
}
/* Whether the last step of the division of c by b scales back. */
static inline bool rdna2_div_scaled(float b, float c)
{
    if (b == 0.0f || c == 0.0f || b != b || c != c)
        return false;
    if (rdna2_exponent(c) - rdna2_exponent(b) >= 96)
        return true;
    return !rdna2_denormal((double)b) && rdna2_denormal((double)c / (double)b);
}
/* a b + c in double, rounded to odd: where it is inexact the last bit is 1. Rounding the result
 * again to float then equals one rounding. The product is exact in double. */
static inline double rdna2_sum_to_odd(float a, float b, float c)
{
    double product = (double)a * (double)b, sum = product + (double)c;
    double of_c = sum - product, rest = (product - (sum - of_c)) + ((double)c - of_c);
    uint64_t bits = math_bits_f64(sum);
    if (rest == 0.0 || bits & 1 || rest != rest)
        return sum;
    return math_f64((rest > 0.0) == (sum > 0.0) ? bits + 1 : bits - 1);
}
/* Does the last step, a b + c, and undoes a scaling by 2^64, downwards if the quotient is small. */
static inline float rdna2_div_fmas(float a, float b, float c, bool scaled)
{
    if (!scaled)
        return fmaf(a, b, c);
    return (float)ldexp(rdna2_sum_to_odd(a, b, c), rdna2_exponent(c) > 127 ? 64 : -64);
}
/* Handles the special cases of a division; a: quotient, b: divisor, c: dividend. */
static inline float rdna2_div_fixup(float a, float b, float c)
{
    float sign = math_f32((math_bits_f32(b) ^ math_bits_f32(c)) & 0x80000000u);
    if (c != c || b != b)
        return c != c ? c : b;
    if ((b == 0.0f && c == 0.0f) || (isinf(b) && isinf(c)))
        return math_f32(0xffc00000u);
    if (b == 0.0f || isinf(c) || rdna2_exponent(c) - rdna2_exponent(b) > 150)
        return copysignf(INFINITY, sign); /* because the steps of such a large quotient give NaN */
    if (isinf(b) || c == 0.0f)
        return sign;
    if (rdna2_exponent(c) - rdna2_exponent(b) < -150)
        return sign; /* the quotient rounds to 0 */
    return copysignf(a, sign);
}
