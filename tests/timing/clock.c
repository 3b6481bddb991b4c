/* Clock domains: exact ratios, and what is seen from one of another. */
#include "tests/rig/rig.h"

#include "sim/config/clock.h"

#include <math.h>
#include <string.h>

static struct clocks make(double core, double icnt, double l2, double dram)
{
    const double MHz[CLOCK_DOMAINS] = {
        [CLOCK_CORE] = core, [CLOCK_ICNT] = icnt, [CLOCK_L2] = l2, [CLOCK_DRAM] = dram};
    struct clocks c;
    assert_ok(clocks_make(&c, MHz, &st));
    return c;
}

TEST(periods_are_in_the_ratio_of_the_clocks)
{
    struct clocks c = make(1365, 1365, 1365, 3500);
    /* 1365 = 35 * 39, 3500 = 35 * 100. */
    assert_int_equal(c.period[CLOCK_CORE], 100);
    assert_int_equal(c.period[CLOCK_DRAM], 39);
    c = make(1000, 500, 2000, 1500);
    assert_int_equal(c.period[CLOCK_CORE], 6);
    assert_int_equal(c.period[CLOCK_ICNT], 12);
    assert_int_equal(c.period[CLOCK_L2], 3);
    assert_int_equal(c.period[CLOCK_DRAM], 4);
    c = make(1000, 1000, 1000, 1000.001);
    assert_int_equal(c.period[CLOCK_CORE], 1000001);
}

TEST(nothing_drifts_over_a_long_run)
{
    struct clocks c = make(1365, 1365, 1365, 3500);
    for (cycle_t k = 1; k <= UINT64_C(1) << 40; k *= 2) {
        cycle_t core = 39 * k;
        assert_int_equal(clock_from(&c, CLOCK_DRAM, core * c.period[CLOCK_CORE]), 100 * k);
        assert_int_equal(clock_after(&c, CLOCK_DRAM, core * c.period[CLOCK_CORE]), 100 * k + 1);
    }
}

TEST(crossings_are_exact_at_both_edges)
{
    struct clocks c = make(1365, 1000, 1750, 3500);
    for (int d = 0; d < CLOCK_DOMAINS; d++)
        for (ticks_t t = 0; t < 20 * c.period[CLOCK_ICNT]; t += 7) {
            enum clock_domain domain = (enum clock_domain)d;
            ticks_t period = c.period[d];
            cycle_t from = clock_from(&c, domain, t), after = clock_after(&c, domain, t);
            assert_true(from * period >= t && (from == 0 || (from - 1) * period < t));
            assert_true(after * period > t && (after - 1) * period <= t);
            cycle_t count = clock_core_count(&c, t);
            assert_true(count == 0 || (count - 1) * c.period[CLOCK_CORE] < t);
            assert_true(count * c.period[CLOCK_CORE] >= t);
        }
    for (cycle_t count = 1; count < 500; count++)
        for (int d = 0; d < CLOCK_DOMAINS; d++) {
            cycle_t n = clock_when_counted(&c, (enum clock_domain)d, count);
            assert_true(clock_core_count(&c, n * c.period[d]) >= count);
            assert_true(n == 0 || clock_core_count(&c, (n - 1) * c.period[d]) < count);
        }
}

TEST(clocks_without_a_common_tick_are_refused)
{
    static const double bad[][CLOCK_DOMAINS] = {
        {0, 1, 1, 1},         {1000.0001, 1, 1, 1}, {-1, 1, 1, 1},
        {NAN, 1, 1, 1},       {1, 1, 1, INFINITY},  {19999.999, 20000, 19999.997, 19999.993},
        {1000, 1000, 1000, 0}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct clocks c;
        if (clocks_make(&c, bad[i], &st) != ST_USAGE)
            fail_msg("case %zu was accepted", i);
        assert_true(strstr(st.text, "whole number of kHz") || strstr(st.text, "no common tick"));
    }
}
