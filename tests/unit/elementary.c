/* Own elementary functions against the host's double-precision ones, within one unit in the last
 * place; and exact bits at points where every implementation must agree. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/functional/exec/elementary.h"
#include "sim/functional/exec/lane_math.h"

#include <math.h>

enum { SAMPLES = 200000 };

/* Units in the last place between x and the exact value. */
static double ulps(float x, double exact)
{
    if (isnan(exact))
        return isnan(x) ? 0 : INFINITY;
    float rounded = (float)exact;
    if (isinf(rounded) || isinf(x))
        return rounded == x ? 0 : INFINITY;
    int exponent;
    frexp(exact, &exponent);
    double unit = ldexp(1.0, exponent - 24 < -149 ? -149 : exponent - 24);
    return fabs((double)x - exact) / unit;
}

static void check(float (*own)(float), double (*host)(double), uint32_t lo, uint32_t hi,
                  const char *name)
{
    for (uint64_t i = 0; i < SAMPLES; i++) {
        uint32_t bits = lo + (uint32_t)random_below(1, RANDOM_TEST, i, (uint64_t)hi - lo + 1);
        float x = math_f32(bits);
        double off = ulps(own(x), host((double)x));
        if (off > 1.0)
            fail_msg("%s(%a) is %a, exact %a", name, (double)x, (double)own(x), host((double)x));
    }
}

TEST(sine_and_cosine_are_within_one_ulp_for_every_magnitude)
{
    check(elementary_sin, sin, 0, 0x7f7fffff, "sin");
    check(elementary_sin, sin, 0x80000000, 0xff7fffff, "sin");
    check(elementary_sin, sin, 0x3f000000, 0x49800000, "sin");
    check(elementary_cos, cos, 0, 0x7f7fffff, "cos");
    check(elementary_cos, cos, 0x3f000000, 0x49800000, "cos");
    check(elementary_cos, cos, 0xbf000000, 0xc9800000, "cos");
}

TEST(power_and_logarithm_of_two_are_within_one_ulp)
{
    check(elementary_ex2, exp2, 0, 0x7f7fffff, "ex2");
    check(elementary_ex2, exp2, 0x38000000, 0x43200000, "ex2");
    check(elementary_ex2, exp2, 0xb8000000, 0xc3200000, "ex2");
    check(elementary_lg2, log2, 1, 0x7f7fffff, "lg2");
    check(elementary_lg2, log2, 0x3f7f0000, 0x3f810000, "lg2");
}

TEST(special_values)
{
    assert_true(isnan(elementary_sin(INFINITY)) && isnan(elementary_cos(-INFINITY)));
    assert_true(isnan(elementary_sin(NAN)) && isnan(elementary_ex2(NAN)));
    assert_true(elementary_sin(-0.0f) == 0.0f && signbit(elementary_sin(-0.0f)));
    assert_true(elementary_cos(0.0f) == 1.0f);
    assert_true(elementary_ex2(INFINITY) == INFINITY && elementary_ex2(-INFINITY) == 0.0f);
    assert_true(elementary_ex2(-149.0f) == 0x1p-149f && elementary_ex2(127.0f) == 0x1p127f);
    assert_true(elementary_ex2(0.0f) == 1.0f && elementary_ex2(-3.0f) == 0.125f);
    assert_true(elementary_lg2(0.0f) == -INFINITY && elementary_lg2(INFINITY) == INFINITY);
    assert_true(isnan(elementary_lg2(-1.0f)) && isnan(elementary_lg2(NAN)));
    assert_true(elementary_lg2(1.0f) == 0.0f && elementary_lg2(0x1p-149f) == -149.0f);
}
