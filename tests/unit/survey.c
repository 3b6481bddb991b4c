/* Survey sampling: cases known in closed form, and how often intervals hold the truth. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "orchestrator/statistics/survey.h"

#include <math.h>

#define MOST 1e18

static bool near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}

/* ---- closed form ---- */

TEST(quantiles_are_those_of_the_tables)
{
    assert_true(fabs(survey_quantile(95, 1) - 12.7062) < 1e-4);
    assert_true(fabs(survey_quantile(95, 10) - 2.228139) < 1e-6);
    assert_true(fabs(survey_quantile(99, 5) - 4.032143) < 1e-6);
    assert_true(fabs(survey_quantile(90, 1e6) - 1.644854) < 1e-4);
}

TEST(the_jackknife_of_a_mean_is_its_variance)
{
    static const double y[] = {1, 4, 6, 13};
    double without[4];
    for (int i = 0; i < 4; i++)
        without[i] = (24 - y[i]) / 3;
    struct survey_spread s = survey_jackknife(SURVEY_LINEAR, without, 4);
    assert_true(near(s.variance, (25.0 + 4 + 0 + 49) / 3 / 4));
    assert_true(s.degrees == 3);
}

TEST(a_single_value_has_no_spread)
{
    struct survey_spread spread;
    const double one = 5;
    assert_true(survey_mean(&one, 1, &spread) == 5);
    assert_true(spread.variance == 0 && spread.degrees == 0);
}

TEST(an_interval_is_a_factor_to_each_side)
{
    struct estimate e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0.01, 3}, 95, MOST);
    double half = survey_quantile(95, 3) * 0.1;
    assert_true(near(e.low, 50 * exp(-half)) && near(e.high, 50 * exp(half)));
    assert_true(near(survey_half_width(&e), exp(half) - 1));
    e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0.01, 3}, 95, 51);
    assert_true(near(e.low, 50 * exp(-half)) && e.high == 51);
    e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0, 3}, 95, MOST);
    assert_true(e.low == 50 && e.high == 50 && survey_half_width(&e) == 0);
}

/* About the line 10 + 2 x what is left is 1, -1, -1, 1. */
TEST(a_mean_over_balanced_units_varies_by_its_steps_about_a_line)
{
    const double y[] = {13, 13, 15, 19}, x[] = {1, 2, 3, 4}, same[] = {5, 5, 5, 5},
                 none[] = {0, 0, 0, 0}, line[] = {12, 14, 16, 18};
    struct survey_spread s = survey_balanced(y, x, 4, 0.25);
    assert_near(s.variance, 0.75 * (2 * 2 + 2 * 2) / (2 * 3) / 4 / (15.0 * 15));
    assert_near(s.degrees, 2);
    assert_near(survey_balanced(line, x, 4, 0.25).variance, 0);
    s = survey_balanced(y, same, 4, 0.25);
    assert_near(s.variance, 0.75 * (2 * 2 + 4 * 4) / (2 * 3) / 4 / (15.0 * 15));
    assert_near(survey_balanced(y, x, 3, 0.25).degrees, 1);
    assert_true(survey_balanced(y, x, 2, 0.25).degrees == 0);
    assert_true(survey_balanced(none, x, 4, 0.25).degrees == 0);
}

TEST(shares_stay_between_0_and_1)
{
    struct survey_spread spread = {0.04, 2};
    double half = survey_quantile(95, 2) * 0.2;
    struct estimate e = survey_bounds(SURVEY_LOGIT, 0.5, spread, 95, 1);
    assert_true(near(e.low, 1 / (1 + exp(half))) && near(e.low + e.high, 1));
    e = survey_bounds(SURVEY_LOGIT, 0, spread, 95, 1);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
    e = survey_bounds(SURVEY_LINEAR, 0.01, spread, 95, 1);
    assert_true(e.low == 0 && near(e.high, 0.01 + half));
}

TEST(what_has_one_open_side_is_not_exact)
{
    const struct estimate exact = survey_exact(5), zero = survey_exact(0), below = {5, 4, 5},
                          above = {5, 5, 6};
    const struct estimate open = {5, 4, (double)INFINITY}, bounded = {5, 4, 6};
    assert_true(survey_has_bounds(&bounded) && !survey_has_bounds(&open));
    assert_true(survey_is_exact(&exact) && survey_is_exact(&zero));
    assert_true(survey_half_width(&exact) == 0 && survey_half_width(&zero) == 0);
    assert_false(survey_is_exact(&below) || survey_is_exact(&above));
}

TEST(what_is_not_known_has_no_bounds)
{
    struct estimate e = survey_bounds(SURVEY_LOG, 5, (struct survey_spread){1, 0}, 95, MOST);
    assert_true(e.value == 5 && !survey_has_bounds(&e));
    e = survey_bounds(SURVEY_LOG, 5, (struct survey_spread){(double)NAN, 3}, 95, MOST);
    assert_true(e.value == 5 && !survey_has_bounds(&e));
    e = survey_bounds(SURVEY_LOG, 0, (struct survey_spread){1, 3}, 95, MOST);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
}

TEST(the_scale_is_one_that_has_all_numbers)
{
    const double good[] = {0.2, 0.9}, with_zero[] = {0.2, 0}, with_one[] = {0.2, 1};
    assert_int_equal(survey_scale_of(SURVEY_LOGIT, 0.5, good, 2), SURVEY_LOGIT);
    assert_int_equal(survey_scale_of(SURVEY_LOGIT, 0.5, with_one, 2), SURVEY_LINEAR);
    assert_int_equal(survey_scale_of(SURVEY_LOG, 0.5, good, 2), SURVEY_LOG);
    assert_int_equal(survey_scale_of(SURVEY_LOG, 0.5, with_zero, 2), SURVEY_LINEAR);
    assert_int_equal(survey_scale_of(SURVEY_LOG, 0, good, 2), SURVEY_LINEAR);
}

/* ---- coverage ---- */

enum { DRAWS = 2000, UNITS = 300 };

static double normal(uint64_t seed, uint64_t index)
{
    double u = random_unit(seed, RANDOM_TEST, 2 * index) + 0x1p-54;
    double v = random_unit(seed, RANDOM_TEST, 2 * index + 1);
    return sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
}

/* A population: x is skewed, y follows it but for noise. */
struct population {
    double x[UNITS], y[UNITS], all_x, all_y;
};

static struct population make_population(double noise)
{
    struct population p = {.all_x = 0};
    for (uint64_t i = 0; i < UNITS; i++) {
        p.x[i] = exp(0.5 * normal(1, 2 * i));
        p.y[i] = 3 * p.x[i] * exp(noise * normal(1, 2 * i + 1));
        p.all_x += p.x[i];
        p.all_y += p.y[i];
    }
    return p;
}

/* The first n of the numbers first ... first + units - 1 in random order. */
static void draw(uint64_t seed, uint32_t first, uint32_t units, uint32_t n, uint32_t *out)
{
    uint32_t order[UNITS];
    for (uint32_t i = 0; i < units; i++)
        order[i] = first + i;
    for (uint32_t i = 0; i < n; i++) {
        uint32_t j = i + (uint32_t)random_below(seed, RANDOM_TEST, first + i, units - i);
        out[i] = order[j];
        order[j] = order[i];
    }
}

static bool holds(const struct estimate *e, double truth)
{
    return e->low <= truth && truth <= e->high;
}

static void assert_coverage(uint32_t held, double least, double most)
{
    double coverage = (double)held / DRAWS;
    if (coverage < least || coverage > most)
        fail_msg("coverage is %.4f, not from %.3f to %.3f", coverage, least, most);
}

/* Of the ratio of two totals, from the first n units drawn: the jackknife on the log scale. */
static struct estimate ratio_interval(const struct population *p, const uint32_t *chosen,
                                      uint32_t n, double confidence)
{
    double x = 0, y = 0, without[UNITS];
    for (uint32_t i = 0; i < n; i++) {
        x += p->x[chosen[i]];
        y += p->y[chosen[i]];
    }
    for (uint32_t i = 0; i < n; i++)
        without[i] = (y - p->y[chosen[i]]) / (x - p->x[chosen[i]]);
    return survey_bounds(SURVEY_LOG, y / x, survey_jackknife(SURVEY_LOG, without, n), confidence,
                         MOST);
}

TEST(ratio_intervals_hold_the_truth_as_often_as_they_say)
{
    static const uint32_t sizes[] = {4, 10, 30};
    struct population p = make_population(0.2);
    for (size_t s = 0; s < 3; s++) {
        uint32_t n = sizes[s], held = 0, chosen[UNITS];
        for (uint64_t seed = 1; seed <= DRAWS; seed++) {
            draw(seed, 0, UNITS, n, chosen);
            struct estimate e = ratio_interval(&p, chosen, n, 95);
            held += holds(&e, p.all_y / p.all_x);
        }
        assert_coverage(held, 0.93, 0.975);
    }
}

TEST(a_level_is_the_level_asked_for)
{
    struct population p = make_population(0.2);
    uint32_t held = 0, chosen[12];
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        draw(seed, 0, UNITS, 12, chosen);
        struct estimate e = ratio_interval(&p, chosen, 12, 80);
        held += holds(&e, p.all_y / p.all_x);
    }
    assert_coverage(held, 0.77, 0.83);
}

TEST(jackknifed_shares_hold_the_truth)
{
    struct population p = make_population(0.2);
    uint32_t held = 0, chosen[8];
    for (uint32_t i = 0; i < UNITS; i++) /* hits among y accesses */
        p.x[i] = p.y[i] / (1 + exp(2 + 0.3 * normal(2, i)));
    double truth = 0;
    for (uint32_t i = 0; i < UNITS; i++)
        truth += p.x[i] / p.all_y;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        double x = 0, y = 0, without[8];
        draw(seed, 0, UNITS, 8, chosen);
        for (uint32_t i = 0; i < 8; i++) {
            x += p.x[chosen[i]];
            y += p.y[chosen[i]];
        }
        for (uint32_t i = 0; i < 8; i++)
            without[i] = (x - p.x[chosen[i]]) / (y - p.y[chosen[i]]);
        enum survey_scale scale = survey_scale_of(SURVEY_LOGIT, x / y, without, 8);
        struct survey_spread spread = survey_jackknife(scale, without, 8);
        struct estimate e = survey_bounds(scale, x / y, spread, 95, 1);
        held += holds(&e, truth);
    }
    assert_coverage(held, 0.93, 0.975);
}
