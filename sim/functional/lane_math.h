/* lane_math.h -- what the expressions of ops.h need: defined for every operand, alike everywhere.
 */
#pragma once

#include <math.h>
#include <stdint.h>
#include <string.h>

__extension__ typedef unsigned __int128 math_u128;
__extension__ typedef __int128 math_s128;

static inline uint32_t math_bits_f32(float a)
{
    uint32_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline float math_f32(uint32_t bits)
{
    float a;
    memcpy(&a, &bits, sizeof a);
    return a;
}
static inline uint64_t math_bits_f64(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}
static inline double math_f64(uint64_t bits)
{
    double a;
    memcpy(&a, &bits, sizeof a);
    return a;
}

static inline float math_nan_f32(void)
{
    return math_f32(0x7fc00000u);
}

/* A NaN operand loses; -0 is below +0. */
static inline float math_min_f32(float a, float b)
{
    float equal = math_f32(math_bits_f32(a) | math_bits_f32(b));
    return a < b ? a : b < a ? b : a != a ? b : b != b ? a : equal;
}
static inline float math_max_f32(float a, float b)
{
    float equal = math_f32(math_bits_f32(a) & math_bits_f32(b));
    return a > b ? a : b > a ? b : a != a ? b : b != b ? a : equal;
}
static inline double math_min_f64(double a, double b)
{
    double equal = math_f64(math_bits_f64(a) | math_bits_f64(b));
    return a < b ? a : b < a ? b : a != a ? b : b != b ? a : equal;
}
static inline double math_max_f64(double a, double b)
{
    double equal = math_f64(math_bits_f64(a) & math_bits_f64(b));
    return a > b ? a : b > a ? b : a != a ? b : b != b ? a : equal;
}

/* Clamped conversions of an integral double; NaN gives 0. */
static inline uint64_t math_to_u64(double a, uint64_t most)
{
    if (!(a > 0.0))
        return 0;
    if (a >= 0x1p64)
        return most;
    uint64_t value = (uint64_t)a;
    return value < most ? value : most;
}
static inline uint64_t math_to_s64(double a, int64_t most)
{
    if (a != a)
        return 0;
    int64_t value = a >= 0x1p63 ? INT64_MAX : a < -0x1p63 ? INT64_MIN : (int64_t)a;
    value = value > most ? most : value < -most - 1 ? -most - 1 : value;
    return (uint64_t)value;
}

static inline uint64_t math_mul_hi_u64(uint64_t a, uint64_t b)
{
    return (uint64_t)(((math_u128)a * b) >> 64);
}
static inline uint64_t math_mul_hi_s64(int64_t a, int64_t b)
{
    return (uint64_t)(((math_s128)a * b) >> 64);
}

/* Division by zero gives all ones, the remainder then is the dividend; the quotient of the least
 * number and -1 wraps around. */
static inline int32_t math_div_s16(int16_t a, int16_t b)
{
    return b ? a / b : -1;
}
static inline int32_t math_rem_s16(int16_t a, int16_t b)
{
    return b ? a % b : a;
}
static inline uint32_t math_div_s32(int32_t a, int32_t b)
{
    return b == 0 ? UINT32_MAX : b == -1 ? 0u - (uint32_t)a : (uint32_t)(a / b);
}
static inline uint32_t math_rem_s32(int32_t a, int32_t b)
{
    return b == 0 ? (uint32_t)a : b == -1 ? 0u : (uint32_t)(a % b);
}
static inline uint64_t math_div_s64(int64_t a, int64_t b)
{
    return b == 0 ? UINT64_MAX : b == -1 ? 0u - (uint64_t)a : (uint64_t)(a / b);
}
static inline uint64_t math_rem_s64(int64_t a, int64_t b)
{
    return b == 0 ? (uint64_t)a : b == -1 ? 0u : (uint64_t)(a % b);
}

static inline uint32_t math_brev32(uint32_t a)
{
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
    return a >> 16 | a << 16;
}
static inline uint64_t math_brev64(uint64_t a)
{
    return (uint64_t)math_brev32((uint32_t)a) << 32 | math_brev32((uint32_t)(a >> 32));
}

/* The field of `length` bits from bit `start` (the low 8 bits of each count). */
static inline uint64_t math_bfe_u64(uint64_t a, uint32_t start, uint32_t length, uint32_t width)
{
    start &= 255;
    length &= 255;
    if (start >= width || length == 0)
        return 0;
    uint64_t field = a >> start;
    return length >= 64 ? field : field & ((UINT64_C(1) << length) - 1);
}
/* Filled with the field's top bit, or the operand's where the field ends beyond it. */
static inline uint64_t math_bfe_s64(int64_t a, uint32_t start, uint32_t length, uint32_t width)
{
    start &= 255;
    length &= 255;
    if (length == 0)
        return 0;
    if (start >= width)
        return a < 0 ? UINT64_MAX : 0;
    if (length > width - start)
        length = width - start;
    uint64_t up = (uint64_t)a << (64 - length - start);
    return (uint64_t)((int64_t)up >> (64 - length));
}
