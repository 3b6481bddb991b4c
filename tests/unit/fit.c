/* Exponential regression: known curves come back, hopeless ones are called so. */
#include "tests/rig/rig.h"

#include "orchestrator/statistics/fit.h"

#include <math.h>

#define E 2.718281828459045

static const double percents[] = {20, 30, 40};

TEST(a_decay_is_found_with_its_parameters)
{
    static const struct {
        double a, b, c;
    } cases[] = {{1.0e6, 4.0e5, 0.05}, {0.7, -0.3, 0.02}, {12.5, 8, 0.2}, {3.0e9, -2.0e9, 0.1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fit f;
        double value[3];
        for (int j = 0; j < 3; j++)
            value[j] = cases[i].a + cases[i].b * exp(-cases[i].c * percents[j]);
        assert_ok(fit_exponential(&f, percents, value, 3, 0, 1e12, &st));
        assert_int_equal(f.verdict, FIT_GOOD);
        assert_true(fabs(f.a / cases[i].a - 1) < 1e-6);
        assert_true(fabs(f.b / cases[i].b - 1) < 1e-6);
        assert_true(fabs(f.c / cases[i].c - 1) < 1e-6);
        assert_true(f.residual < 1e-9 * fabs(cases[i].a));
        assert_true(fabs(f.at_100 - (f.a + f.b * exp(-100 * f.c))) < 1e-9 * fabs(f.a));
    }
}

TEST(noisy_points_give_the_curve_of_least_squares)
{
    struct fit f;
    double percent[8], value[8], worse;
    for (int i = 0; i < 8; i++) {
        percent[i] = 10 + 10 * i;
        value[i] = 5 + 3 * exp(-0.06 * percent[i]) + (i % 2 ? 0.01 : -0.01);
    }
    assert_ok(fit_exponential(&f, percent, value, 8, 0, 100, &st));
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_true(f.residual > 0.001 && f.residual < 0.0101);
    /* No neighbour is better. */
    for (int k = 0; k < 6; k++) {
        double a = f.a, b = f.b, c = f.c, step = k % 2 ? 1.001 : 0.999;
        *(k < 2 ? &a : k < 4 ? &b : &c) *= step;
        worse = 0;
        for (int i = 0; i < 8; i++)
            worse += pow(a + b * exp(-c * percent[i]) - value[i], 2);
        assert_true(sqrt(worse / 8) > f.residual);
    }
}

TEST(equal_values_are_a_constant)
{
    struct fit f;
    const double same[] = {0.25, 0.25, 0.25}, zero[] = {0, 0, 0};
    assert_ok(fit_exponential(&f, percents, same, 3, 0, 1, &st));
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_true(f.at_100 == 0.25 && f.b == 0 && f.c == 0 && f.residual == 0);
    assert_ok(fit_exponential(&f, percents, zero, 3, 0, 1, &st));
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_true(f.at_100 == 0);
    assert_ok(fit_exponential(&f, percents, same, 3, 0.25, 0.25, &st)); /* all that is possible */
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_ok(fit_exponential(&f, percents, same, 3, 0, 0.2, &st));
    assert_int_equal(f.verdict, FIT_OUT_OF_RANGE);
    assert_ok(fit_exponential(&f, percents, same, 3, 0.3, 1, &st));
    assert_int_equal(f.verdict, FIT_OUT_OF_RANGE);
}

TEST(what_does_not_level_off_is_no_decay)
{
    static const struct {
        double values[3];
        const char *what;
    } cases[] = {{{1, 2, 4}, "growing"},
                 {{1, 2, 3}, "line"},
                 {{0, 1, 2}, "line from 0"},
                 {{1, 5, 2}, "turning"},
                 {{1, 2, 2}, "level at once"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fit f;
        assert_ok(fit_exponential(&f, percents, cases[i].values, 3, 0, 1e12, &st));
        if (f.verdict == FIT_GOOD || !isfinite(f.at_100))
            fail_msg("%s: verdict %d, %g at 100", cases[i].what, (int)f.verdict, f.at_100);
    }
}

TEST(a_value_that_cannot_be_is_out_of_range)
{
    struct fit f;
    const double rate[] = {0.5, 0.8, 0.98}; /* levels off at 1.25, by the ratio 0.6 */
    assert_ok(fit_exponential(&f, percents, rate, 3, 0, 1, &st));
    assert_int_equal(f.verdict, FIT_OUT_OF_RANGE);
    assert_ok(fit_exponential(&f, percents, rate, 3, 2, 3, &st)); /* below the least */
    assert_int_equal(f.verdict, FIT_OUT_OF_RANGE);
    assert_ok(fit_exponential(&f, percents, rate, 3, f.at_100, 3, &st)); /* the least itself */
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_ok(fit_exponential(&f, percents, rate, 3, 0, f.at_100, &st)); /* the most itself */
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_ok(fit_exponential(&f, percents, rate, 3, 0, 2, &st));
    assert_int_equal(f.verdict, FIT_GOOD);
    assert_true(fabs(f.a - 1.25) < 1e-6);
}

TEST(percentages_that_do_not_rise_cannot_be_fitted)
{
    struct fit f;
    const double same[] = {20, 20, 40}, value[] = {1, 2, 3};
    assert_ok(fit_exponential(&f, same, value, 3, 0, 10, &st));
    assert_int_equal(f.verdict, FIT_SAME_POINTS);
}

TEST(a_power_law_is_found)
{
    struct power_fit f;
    double x[9], y[9];
    for (int i = 0; i < 9; i++) {
        x[i] = 10 * (i + 1);
        y[i] = 181 * pow(x[i], -1.15);
    }
    assert_ok(fit_power(&f, x, y, 9, &st));
    assert_int_equal(f.n, 9);
    assert_true(fabs(f.a - 181) < 1e-9 && fabs(f.b + 1.15) < 1e-12);
    assert_true(fabs(f.r_squared - 1) < 1e-12);
    assert_true(f.least_x == 10 && f.most_x == 90);

    /* Three points off the line: slope and intercept of the logarithms by hand. */
    static const double rough_x[] = {1, E, E * E}, rough_y[] = {1, E * E, E * E * E};
    assert_ok(fit_power(&f, rough_x, rough_y, 3, &st));
    assert_true(fabs(f.b - 1.5) < 1e-12 && fabs(log(f.a) - 1.0 / 6) < 1e-12);
    assert_true(fabs(f.r_squared - (1 - (1.0 / 6) / (14.0 / 3))) < 1e-12);
}

TEST(what_has_no_logarithm_is_in_no_power_law)
{
    struct power_fit f;
    static const double x[] = {0, 1, 2, 4, NAN, 8, 3}, y[] = {1, 3, 6, 12, 1, 0, NAN};
    assert_ok(fit_power(&f, x, y, 7, &st));
    assert_int_equal(f.n, 3);
    assert_true(fabs(f.a - 3) < 1e-12 && fabs(f.b - 1) < 1e-12);
    assert_true(f.least_x == 1 && f.most_x == 4);
    assert_ok(fit_power(&f, x, y, 3, &st)); /* two of them */
    assert_int_equal(f.n, 0);
    static const double same[] = {2, 2, 2};
    assert_ok(fit_power(&f, same, y + 1, 3, &st));
    assert_int_equal(f.n, 0);
    static const double level[] = {5, 5, 5};
    assert_ok(fit_power(&f, x + 1, level, 3, &st));
    assert_true(f.n == 3 && fabs(f.b) < 1e-12 && f.r_squared == 1);
    assert_ok(fit_power(&f, x, y, 0, &st));
    assert_int_equal(f.n, 0);
}
