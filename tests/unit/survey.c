/* Survey sampling: cases known in closed form, and how often intervals hold the truth. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "orchestrator/statistics/survey.h"

#include <math.h>

static const struct survey_terms plain = {.confidence = 95, .bias = 0, .least = 0, .most = 1e18};
static const struct survey_terms share = {.confidence = 95, .bias = 0, .least = 0, .most = 1};

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
    struct survey_spread s = survey_jackknife(SURVEY_LINEAR, without, 4, 0);
    assert_true(near(s.variance, (25.0 + 4 + 0 + 49) / 3 / 4));
    assert_true(s.degrees == 3);
    s = survey_jackknife(SURVEY_LINEAR, without, 4, 0.25);
    assert_true(near(s.variance, 0.75 * 26 / 4));
}

TEST(a_ratio_of_two_replicates_is_known)
{
    struct estimate e = survey_ratio((double[]){1, 3}, (double[]){1, 1}, 2, 10, 0, &plain);
    double half = survey_quantile(95, 1) * log(3) / 2;
    assert_true(near(e.value, 20));
    assert_true(near(e.low, 20 * exp(-half)) && near(e.high, 20 * exp(half)));
    e = survey_ratio((double[]){2, 4, 6}, (double[]){1, 2, 3}, 3, 100, 0, &plain);
    assert_true(near(e.value, 200) && near(e.low, 200) && near(e.high, 200));
}

TEST(a_ratio_without_replicates_or_sums_has_no_bounds)
{
    struct estimate e = survey_ratio((double[]){3}, (double[]){2}, 1, 10, 0, &plain);
    assert_true(e.value == 15 && !survey_has_bounds(&e) && isinf(survey_half_width(&e)));
    e = survey_ratio((double[]){3, 0}, (double[]){2, 1}, 2, 10, 0, &plain);
    assert_true(near(e.value, 10) && !survey_has_bounds(&e));
    e = survey_ratio((double[]){0, 0}, (double[]){2, 1}, 2, 10, 0, &plain);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
}

TEST(bias_is_a_factor_and_adds_as_independent)
{
    struct survey_terms terms = plain;
    terms.bias = 0.1;
    struct estimate e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0, 3}, &terms);
    assert_true(near(e.low, 50 * exp(-0.1)) && near(e.high, 50 * exp(0.1)));
    assert_true(near(survey_half_width(&e), exp(0.1) - 1));
    e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0.01, 3}, &terms);
    double half = hypot(0.1, survey_quantile(95, 3) * 0.1);
    assert_true(near(e.low, 50 * exp(-half)) && near(e.high, 50 * exp(half)));
    terms.bias = 0;
    e = survey_bounds(SURVEY_LOG, 50, (struct survey_spread){0, 3}, &terms);
    assert_true(e.low == 50 && e.high == 50 && survey_half_width(&e) == 0);
}

TEST(shares_stay_between_0_and_1)
{
    struct survey_spread spread = {0.04, 2};
    double half = survey_quantile(95, 2) * 0.2;
    struct estimate e = survey_bounds(SURVEY_LOGIT, 0.5, spread, &share);
    assert_true(near(e.low, 1 / (1 + exp(half))) && near(e.low + e.high, 1));
    e = survey_bounds(SURVEY_LINEAR, 0.01, spread, &share);
    assert_true(e.low == 0 && near(e.high, 0.01 + half));
    struct survey_terms terms = share;
    terms.bias = 0.1;
    e = survey_bounds(SURVEY_LOGIT, 0.99, (struct survey_spread){0, 2}, &terms);
    assert_true(near(e.low, 0.99 * exp(-0.1)) && e.high == 1);
}

TEST(what_is_not_known_has_no_bounds)
{
    struct estimate e = survey_bounds(SURVEY_LOG, 5, (struct survey_spread){1, 0}, &plain);
    assert_true(e.value == 5 && !survey_has_bounds(&e));
    e = survey_bounds(SURVEY_LOG, 5, (struct survey_spread){(double)NAN, 3}, &plain);
    assert_true(e.value == 5 && !survey_has_bounds(&e));
    e = survey_bounds(SURVEY_LOG, 0, (struct survey_spread){1, 3}, &plain);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
}

TEST(the_scale_is_one_that_has_all_numbers)
{
    const double good[] = {0.2, 0.9}, with_zero[] = {0.2, 0}, with_one[] = {0.2, 1};
    assert_int_equal(survey_scale_of(0, 1, 0.5, good, 2), SURVEY_LOGIT);
    assert_int_equal(survey_scale_of(0, 1, 0.5, with_one, 2), SURVEY_LINEAR);
    assert_int_equal(survey_scale_of(0, 1e15, 0.5, good, 2), SURVEY_LOG);
    assert_int_equal(survey_scale_of(0, 1e15, 0.5, with_zero, 2), SURVEY_LINEAR);
    assert_int_equal(survey_scale_of(0, 1e15, 0, good, 2), SURVEY_LINEAR);
    assert_int_equal(survey_scale_of(-1, 1, 0.5, good, 2), SURVEY_LINEAR);
}

TEST(strata_add_their_variances)
{
    const double a[] = {1, 3}, b[] = {2, 2}, c[] = {5, 7};
    struct survey_stratum strata[] = {{10, 2, a}, {20, 2, b}, {2, 2, c}};
    struct survey_total t = survey_stratified(strata, 3);
    assert_true(near(t.total, 20 + 40 + 12));
    assert_true(near(t.spread.variance, 10 * 8 * 2.0 / 2)); /* c was measured wholly */
    assert_true(near(t.spread.degrees, 1));
    strata[1].y = a;
    t = survey_stratified(strata, 2);
    assert_true(near(t.spread.variance, 80 + 360));
    assert_true(near(t.spread.degrees, 440.0 * 440 / (80 * 80 + 360 * 360)));
}

TEST(single_units_are_collapsed_with_their_neighbours)
{
    const double y[] = {4, 6, 5}, pair[] = {1, 3};
    struct survey_stratum two[] = {{10, 1, &y[0]}, {10, 1, &y[1]}};
    struct survey_total t = survey_stratified(two, 2);
    assert_true(near(t.total, 100));
    assert_true(near(t.spread.variance, 0.9 * 2 * 200) && near(t.spread.degrees, 1));
    struct survey_stratum three[] = {{10, 1, &y[0]}, {10, 1, &y[1]}, {10, 1, &y[2]}};
    t = survey_stratified(three, 3);
    assert_true(near(t.spread.variance, 0.9 * 1.5 * 200) && near(t.spread.degrees, 2));
    struct survey_stratum lone[] = {{10, 1, &y[0]}, {10, 2, pair}};
    t = survey_stratified(lone, 2);
    assert_true(near(t.spread.variance, 10 * 9 * 2.0 + 80));
    t = survey_stratified(lone, 1);
    assert_true(near(t.total, 40) && isnan(t.spread.variance));
    struct survey_stratum whole[] = {{1, 1, &y[0]}, {2, 2, pair}};
    t = survey_stratified(whole, 2);
    assert_true(near(t.total, 8) && t.spread.variance == 0 && t.spread.degrees > 0);
}

TEST(successive_differences_do_not_see_a_trend)
{
    const double y[] = {10, 11, 12, 13, 14};
    struct survey_spread s = survey_systematic(y, 5, 0.2);
    assert_true(near(s.variance, 0.8 / 5 * 0.5) && near(s.degrees, 32.0 / 11));
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

TEST(ratio_intervals_hold_the_truth_as_often_as_they_say)
{
    static const uint32_t sizes[] = {4, 10, 30, 150};
    struct population p = make_population(0.2);
    for (size_t s = 0; s < 4; s++) {
        uint32_t n = sizes[s], held = 0, chosen[UNITS];
        double x[UNITS], y[UNITS];
        for (uint64_t seed = 1; seed <= DRAWS; seed++) {
            draw(seed, 0, UNITS, n, chosen);
            for (uint32_t i = 0; i < n; i++) {
                x[i] = p.x[chosen[i]];
                y[i] = p.y[chosen[i]];
            }
            struct estimate e = survey_ratio(y, x, n, p.all_x, (double)n / UNITS, &plain);
            held += holds(&e, p.all_y);
        }
        assert_coverage(held, 0.93, 0.975);
    }
}

TEST(a_level_is_the_level_asked_for)
{
    struct population p = make_population(0.2);
    struct survey_terms terms = plain;
    terms.confidence = 80;
    uint32_t held = 0, chosen[12];
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        double x[12], y[12];
        draw(seed, 0, UNITS, 12, chosen);
        for (uint32_t i = 0; i < 12; i++) {
            x[i] = p.x[chosen[i]];
            y[i] = p.y[chosen[i]];
        }
        struct estimate e = survey_ratio(y, x, 12, p.all_x, 12.0 / UNITS, &terms);
        held += holds(&e, p.all_y);
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
        enum survey_scale scale = survey_scale_of(0, 1, x / y, without, 8);
        struct survey_spread spread = survey_jackknife(scale, without, 8, 8.0 / UNITS);
        struct estimate e = survey_bounds(scale, x / y, spread, &share);
        held += holds(&e, truth);
    }
    assert_coverage(held, 0.93, 0.975);
}

/* Strata of 30 units whose means rise. n units of each are drawn. */
static uint32_t cover_strata(uint32_t n)
{
    enum { SIZE = 30, STRATA = UNITS / SIZE };
    struct population p = make_population(0.2);
    uint32_t held = 0, chosen[SIZE];
    double truth = 0;
    for (uint32_t i = 0; i < UNITS; i++)
        truth += p.y[i] = (double)(i / SIZE) / 20 + 1 + 0.3 * normal(3, i);
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        struct survey_stratum strata[STRATA];
        double y[UNITS];
        for (uint32_t s = 0; s < STRATA; s++) {
            draw(seed, s * SIZE, SIZE, n, chosen);
            for (uint32_t i = 0; i < n; i++)
                y[s * SIZE + i] = p.y[chosen[i]];
            strata[s] = (struct survey_stratum){SIZE, n, &y[s * SIZE]};
        }
        struct survey_total t = survey_stratified(strata, STRATA);
        struct estimate e = survey_bounds(SURVEY_LINEAR, t.total, t.spread, &plain);
        held += holds(&e, truth);
    }
    return held;
}

TEST(stratified_intervals_hold_the_truth)
{
    assert_coverage(cover_strata(3), 0.93, 0.975);
    assert_coverage(cover_strata(6), 0.93, 0.975);
    /* One degree of freedom a stratum, and collapsed strata, are on the safe side. */
    assert_coverage(cover_strata(2), 0.93, 0.99);
    assert_coverage(cover_strata(1), 0.93, 1);
}

TEST(systematic_intervals_hold_the_truth_of_a_drifting_population)
{
    enum { N = 20, STEP = UNITS / N };
    uint32_t held = 0;
    for (uint64_t seed = 1; seed <= DRAWS; seed++) {
        double all = 0, mean = 0, y[N];
        uint32_t start = (uint32_t)random_below(seed, RANDOM_TEST, 0, STEP);
        for (uint32_t i = 0; i < UNITS; i++) {
            double unit = 10 + 0.01 * i + normal(seed, i + 1);
            all += unit;
            if (i % STEP == start)
                y[i / STEP] = unit;
        }
        for (uint32_t i = 0; i < N; i++)
            mean += y[i] / N;
        struct survey_spread spread = survey_systematic(y, N, 1.0 / STEP);
        struct estimate e = survey_bounds(SURVEY_LINEAR, mean, spread, &plain);
        held += holds(&e, all / UNITS);
    }
    assert_coverage(held, 0.93, 0.975);
}
