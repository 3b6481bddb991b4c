/* The functions reduce their arguments to a short interval around zero, where the Taylor series to
 * a fixed order has an error below 2^-40: far less than half a unit of a float's last place.
 *
 * Angles |x| < 2^20 are reduced by subtracting n * pi/2 in two parts, of which the first times n is
 * exact; larger ones by multiplying the 24-bit significand with the significant bits of 2/pi at its
 * exponent (Payne and Hanek, 1983). */
#include "sim/functional/exec/elementary.h"

#include "sim/functional/exec/lane_math.h"

#include <stdbool.h>
#include <stdint.h>

/* The bits of 2/pi after the binary point, 32 per word. */
static const uint32_t two_over_pi[9] = {0xA2F9836Eu, 0x4E441529u, 0xFC2757D1u,
                                        0xF534DDC0u, 0xDB629599u, 0x3C439041u,
                                        0xFE5163ABu, 0xDEBBC561u, 0xB7246E3Au};

#define HALF_PI_HIGH 0x1.921fb544p+0 /* 31 bits: times a 20-bit n is exact */
#define HALF_PI_LOW  0x1.0b4611a626331p-34
#define HALF_PI      0x1.921fb54442d18p+0
#define LN2          0x1.62e42fefa39efp-1
#define INV_LN2      0x1.71547652b82fep+0

static double reduce_large(float x, unsigned *quadrant)
{
    uint32_t bits = math_bits_f32(x) & 0x7fffffffu;
    math_u128 significand = (bits & 0x7fffffu) | 0x800000u;
    int exponent = (int)(bits >> 23) - 150; /* |x| = significand * 2^exponent, exponent >= -3 */
    /* The 96 bits of 2/pi from the one of weight 2^-first on; higher bits would give multiples of 4
     * quadrants. */
    int first = exponent - 1;
    math_u128 window = 0;
    for (int i = 0; i < 96; i++) {
        int k = first + i - 1; /* bit k of the words has weight 2^-(k+1) */
        uint32_t bit = k < 0 ? 0 : two_over_pi[k / 32] >> (31 - k % 32) & 1u;
        window = window << 1 | bit;
    }
    /* The last bit of significand * window has the weight 2^(exponent - first - 95) = 2^-94. */
    math_u128 product = significand * window;
    uint64_t turns = (uint64_t)(product >> 32); /* weight 2^-62: two bits of quadrant, 62 below */
    uint64_t n = (turns + (UINT64_C(1) << 61)) >> 62;
    int64_t rest = (int64_t)(turns - (n << 62));
    *quadrant = (unsigned)n & 3u;
    return (double)rest * 0x1p-62 * HALF_PI;
}

/* Returns r with x = quadrant * pi/2 + r, for x >= 0; |r| is at most slightly above pi/4. */
static double reduce(float x, unsigned *quadrant)
{
    if (x >= 0x1p20f)
        return reduce_large(x, quadrant);
    double a = (double)x;
    double n = floor(a * (1.0 / HALF_PI) + 0.5);
    *quadrant = (unsigned)n & 3u;
    return (a - n * HALF_PI_HIGH) - n * HALF_PI_LOW;
}

static double series_sin(double x)
{
    double y = x * x;
    double s = 1.0 / 6227020800.0;
    s = s * y - 1.0 / 39916800.0;
    s = s * y + 1.0 / 362880.0;
    s = s * y - 1.0 / 5040.0;
    s = s * y + 1.0 / 120.0;
    s = s * y - 1.0 / 6.0;
    return x + x * y * s;
}

static double series_cos(double x)
{
    double y = x * x;
    double s = 1.0 / 479001600.0;
    s = s * y - 1.0 / 3628800.0;
    s = s * y + 1.0 / 40320.0;
    s = s * y - 1.0 / 720.0;
    s = s * y + 1.0 / 24.0;
    s = s * y - 0.5;
    return 1.0 + y * s;
}

static double quadrant_sin(unsigned quadrant, double x)
{
    double s = quadrant & 1u ? series_cos(x) : series_sin(x);
    return quadrant & 2u ? -s : s;
}

float elementary_sin(float x)
{
    if (!(fabsf(x) < INFINITY))
        return NAN;
    if (fabsf(x) < 0x1p-13f)
        return x; /* also keeps the sign of zero; x - x^3/6 rounds to x */
    unsigned quadrant;
    double r = reduce(fabsf(x), &quadrant);
    double s = quadrant_sin(quadrant, r);
    return (float)(x < 0.0f ? -s : s);
}

float elementary_cos(float x)
{
    if (!(fabsf(x) < INFINITY))
        return NAN;
    unsigned quadrant;
    double r = reduce(fabsf(x), &quadrant);
    return (float)quadrant_sin(quadrant + 1u, r);
}

float elementary_ex2(float x)
{
    if (x != x)
        return x;
    if (x >= 128.0f)
        return INFINITY;
    if (x < -151.0f)
        return 0.0f;
    double a = (double)x;
    double n = floor(a + 0.5);
    double y = (a - n) * LN2; /* |y| <= 0.35 */
    double s = 1.0 / 3628800.0;
    s = s * y + 1.0 / 362880.0;
    s = s * y + 1.0 / 40320.0;
    s = s * y + 1.0 / 5040.0;
    s = s * y + 1.0 / 720.0;
    s = s * y + 1.0 / 120.0;
    s = s * y + 1.0 / 24.0;
    s = s * y + 1.0 / 6.0;
    s = s * y + 0.5;
    s = s * y + 1.0;
    s = s * y + 1.0;
    return (float)ldexp(s, (int)n);
}

/* Returns ln m, where x = m 2^exponent and m is in [sqrt(1/2), sqrt(2)[. x must be positive and
 * finite. */
static double ln_of_part(float x, int *exponent)
{
    double m = frexp((double)x, exponent); /* m is in [1/2, 1[ */
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2.0;
        (*exponent)--;
    }
    /* ln m = 2 artanh(s), |s| <= 0.172 */
    double s = (m - 1.0) / (m + 1.0), y = s * s;
    double sum = 1.0 / 15.0;
    sum = sum * y + 1.0 / 13.0;
    sum = sum * y + 1.0 / 11.0;
    sum = sum * y + 1.0 / 9.0;
    sum = sum * y + 1.0 / 7.0;
    sum = sum * y + 1.0 / 5.0;
    sum = sum * y + 1.0 / 3.0;
    return 2.0 * (s + s * y * sum);
}

static bool logarithm_is_special(float x, float *out)
{
    *out = x != x || x == INFINITY ? x : x < 0.0f ? NAN : -INFINITY;
    return x != x || x == INFINITY || x <= 0.0f;
}

float elementary_lg2(float x)
{
    float special;
    int exponent;
    if (logarithm_is_special(x, &special))
        return special;
    double ln = ln_of_part(x, &exponent);
    return (float)((double)exponent + ln * INV_LN2);
}

float elementary_ln(float x)
{
    float special;
    int exponent;
    if (logarithm_is_special(x, &special))
        return special;
    double ln = ln_of_part(x, &exponent);
    return (float)((double)exponent * LN2 + ln);
}

/* Computes tanh from powers of e, but below 1/16 from three terms of its series, which are more
 * accurate there. */
float elementary_tanh(float x)
{
    double size = fabs((double)x), square = size * size;
    if (x != x)
        return x;
    double y =
        size < 0.0625
            ? size * (1.0 - square * (1.0 / 3.0 - square * (2.0 / 15.0)))
            : 1.0 - 2.0 / ((double)elementary_ex2((float)(size * 0x1.71547652b82fep+1)) + 1.0);
    return (float)copysign(y, (double)x);
}
