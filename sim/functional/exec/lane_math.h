/* lane_math.h -- the helper functions of the expressions in ops.h: defined for every operand, with
 * the same results on every machine. */
#pragma once

#include <math.h>
#include <stdbool.h>
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

static inline double math_nan_f64(void)
{
    return math_f64(UINT64_C(0x7ff8000000000000));
}

/* Minimum and maximum: a NaN operand is ignored; -0 is below +0. */
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

/* Converts an integral double to an integer, clamped to the range up to `most`; NaN gives 0. */
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

/* Division by zero gives all ones, and the remainder is then the dividend; the quotient of the
 * least number and -1 wraps around. */
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

/* The field of `length` bits from bit `start` (only the low 8 bits of both numbers count). */
static inline uint64_t math_bfe_u64(uint64_t a, uint32_t start, uint32_t length, uint32_t width)
{
    start &= 255;
    length &= 255;
    if (start >= width || length == 0)
        return 0;
    uint64_t field = a >> start;
    return length >= 64 ? field : field & ((UINT64_C(1) << length) - 1);
}
/* The field as in math_bfe_u64, sign-extended: with its top bit, or with the operand's top bit
 * where the field reaches beyond that. */
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

/* Position of the highest set bit; all ones if there is none. */
static inline uint32_t math_bfind(uint64_t a, uint32_t width)
{
    (void)width;
    return a ? 63u - (uint32_t)__builtin_clzll(a) : UINT32_MAX;
}
/* Distance of the highest set bit from the top bit. */
static inline uint32_t math_bfind_shift(uint64_t a, uint32_t width)
{
    return a ? width - 64u + (uint32_t)__builtin_clzll(a) : UINT32_MAX;
}

static inline uint64_t math_clamp_u64(uint64_t a, uint64_t most)
{
    return a < most ? a : most;
}
static inline uint64_t math_clamp_s64(int64_t a, int64_t least, int64_t most)
{
    return (uint64_t)(a < least ? least : a > most ? most : a);
}

/* Multiplies the low 24 bits. */
static inline uint64_t math_mul24_u(uint32_t a, uint32_t b)
{
    return (uint64_t)(a & 0xffffffu) * (b & 0xffffffu);
}
static inline uint64_t math_mul24_s(int32_t a, int32_t b)
{
    int64_t x = (int32_t)((uint32_t)a << 8) >> 8, y = (int32_t)((uint32_t)b << 8) >> 8;
    return (uint64_t)(x * y);
}

/* `width` ones from bit `start` on, as far as 32 bits go. */
static inline uint32_t math_bmsk(uint32_t start, uint32_t width)
{
    if (start >= 32)
        return 0;
    uint32_t from = UINT32_MAX << start;
    return width >= 32 || start + width >= 32 ? from : from & ~(UINT32_MAX << (start + width));
}

/* Selects four of eight bytes: 0 to 3 are those of a, 4 to 7 those of b. Each byte of the result
 * has a nibble of the selector, whose bit 3 selects the byte's sign in all eight bits. */
static inline uint32_t math_prmt(uint32_t a, uint32_t b, uint32_t selector)
{
    uint64_t bytes = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t nibble = selector >> 4 * i & 15;
        uint32_t byte = (uint32_t)(bytes >> 8 * (nibble & 7)) & 0xff;
        if (nibble & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}
/* Selectors of prmt's modes b4e (math_prmt_back), ecl and ecr. */
static inline uint32_t math_prmt_back(uint32_t k)
{
    static const uint16_t selectors[] = {0x5670, 0x6701, 0x7012, 0x0123};
    return selectors[k & 3];
}
static inline uint32_t math_prmt_left(uint32_t k)
{
    static const uint16_t selectors[] = {0x3210, 0x3211, 0x3222, 0x3333};
    return selectors[k & 3];
}
static inline uint32_t math_prmt_right(uint32_t k)
{
    static const uint16_t selectors[] = {0x0000, 0x1110, 0x2210, 0x3210};
    return selectors[k & 3];
}

/* Part i of a word cut into parts of `bits` bits, sign- or zero-extended. */
static inline uint32_t math_part(uint32_t a, uint32_t i, uint32_t bits, bool sign)
{
    uint32_t up = a >> bits * i << (32 - bits);
    return sign ? (uint32_t)((int32_t)up >> (32 - bits)) : up >> (32 - bits);
}
static inline uint32_t math_dp4a(uint32_t a, uint32_t b, bool sign_a, bool sign_b)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < 4; i++)
        sum += math_part(a, i, 8, sign_a) * math_part(b, i, 8, sign_b);
    return sum;
}
static inline uint32_t math_dp2a(uint32_t a, uint32_t b, bool sign_a, bool sign_b)
{
    return math_part(a, 0, 16, sign_a) * math_part(b, 0, 8, sign_b) +
           math_part(a, 1, 16, sign_a) * math_part(b, 1, 8, sign_b);
}

/* Inserts the low `length` bits of a into b from bit `start` on (only the low 8 bits of both
 * numbers count). */
static inline uint64_t math_bfi(uint64_t a, uint64_t b, uint32_t start, uint32_t length,
                                uint32_t width)
{
    start &= 255;
    length &= 255;
    if (start >= width || !length)
        return b;
    uint64_t field = (length >= 64 ? UINT64_MAX : (UINT64_C(1) << length) - 1) << start;
    return (b & ~field) | (a << start & field);
}

/* Applies the function of three bits that `table` gives to each bit; a's bit is the highest of the
 * table's index. */
static inline uint32_t math_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    for (uint32_t i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* The position of the n-th set bit of the mask from `base` on, upwards or, for n < 0, downwards; n
 * 0: `base` if its bit is set. All ones if there is none. */
static inline uint32_t math_fns(uint32_t mask, uint32_t base, int32_t n)
{
    if (base >= 32)
        return UINT32_MAX;
    if (n == 0)
        return mask >> base & 1 ? base : UINT32_MAX;
    uint32_t left = (n < 0 ? 0u - (uint32_t)n : (uint32_t)n) - 1;
    for (int32_t at = (int32_t)base; at >= 0 && at<32; at += n> 0 ? 1 : -1)
        if (mask >> at & 1 && left-- == 0)
            return (uint32_t)at;
    return UINT32_MAX;
}

/* Binary16 to float is exact; double to binary16 rounds to nearest, ties to even. */
static inline float math_from_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31, part = half & 0x3ffu;
    if (exponent == 31)
        return math_f32(sign | 0x7f800000u | part << 13);
    float size = exponent ? math_f32((exponent + 112) << 23 | part << 13) : (float)part * 0x1p-24f;
    return sign ? -size : size;
}
static inline uint32_t math_to_half(double a)
{
    uint32_t sign = (uint32_t)(math_bits_f64(a) >> 48) & 0x8000u;
    double size = fabs(a);
    if (a != a)
        return 0x7fffu;
    if (size >= 65520.0)
        return sign | 0x7c00u;
    if (size < 0x1p-14)
        return sign | (uint32_t)rint(size * 0x1p24);
    uint64_t bits = math_bits_f64(size);
    uint64_t rounded = bits + (UINT64_C(0x1ffffffffff) + (bits >> 42 & 1));
    return sign | (uint32_t)((rounded >> 42) - (UINT64_C(1008) << 10));
}
static inline uint32_t math_half2_fma(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 32; shift += 16)
        result |= math_to_half(fma((double)math_from_half(a >> shift & 0xffff),
                                   (double)math_from_half(b >> shift & 0xffff),
                                   (double)math_from_half(c >> shift & 0xffff)))
                  << shift;
    return result;
}
static inline uint32_t math_half2_add(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 32; shift += 16)
        result |= math_to_half((double)math_from_half(a >> shift & 0xffff) +
                               (double)math_from_half(b >> shift & 0xffff))
                  << shift;
    return result;
}
static inline uint32_t math_half2_mul(uint32_t a, uint32_t b)
{
    uint32_t result = 0;
    for (uint32_t shift = 0; shift < 32; shift += 16)
        result |= math_to_half((double)math_from_half(a >> shift & 0xffff) *
                               (double)math_from_half(b >> shift & 0xffff))
                  << shift;
    return result;
}

/* The value with only the upper 32 bits of a double, which is all that the operations on them use;
 * a subnormal value becomes 0 with its sign. */
static inline double math_high(double a)
{
    uint64_t bits = math_bits_f64(a) & UINT64_C(0xffffffff00000000);
    if ((bits >> 52 & 0x7ff) == 0)
        bits &= UINT64_C(1) << 63;
    return a != a ? math_nan_f64() : math_f64(bits);
}
static inline double math_rcp_high(double a)
{
    return math_high(1.0 / math_high(a));
}
static inline double math_rsqrt_high(double a)
{
    return math_high(1.0 / sqrt(math_high(a)));
}
