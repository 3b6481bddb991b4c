/* Ratios, means and order of estimates: the rules of docs/studies.md. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "orchestrator/statistics/ranking.h"

#include <math.h>

#define NONE ((double)NAN)

static bool are_apart(const struct estimate *a, const struct estimate *b)
{
    struct estimate ratio = ranking_ratio(a, b);
    return ranking_certain(&ratio);
}

/* Of numbers of which nothing more is known than their intervals. */
static void order(const struct estimate *e, size_t n, struct place *out)
{
    enum { MOST = 4 };
    double values[MOST];
    struct ratio ratios[MOST * MOST];
    for (size_t i = 0; i < n; i++) {
        values[i] = e[i].value;
        for (size_t j = 0; j < n; j++)
            ratios[i * n + j] = (struct ratio){ranking_ratio(&e[i], &e[j]), RATIO_ENDS};
    }
    ranking_order(values, ratios, n, out);
}

TEST(a_ratio_goes_from_end_to_end)
{
    const struct estimate a = {12, 10, 15}, b = {4, 3, 5};
    struct estimate r = ranking_ratio(&a, &b);
    assert_true(r.value == 3 && r.low == 2 && r.high == 5);
    r = ranking_ratio(&b, &a);
    assert_true(r.value == 4.0 / 12 && r.low == 3.0 / 15 && r.high == 5.0 / 10);
}

TEST(what_is_not_known_stays_unknown)
{
    const struct estimate a = {12, 10, 15}, bare = {4, NONE, NONE}, zero = {0, 0, 0};
    const struct estimate open = {4, 3, (double)INFINITY};
    const struct estimate near_zero = {1, 0, 2}, not_negative = {0, 0, 1};
    struct estimate r = ranking_ratio(&a, &bare);
    assert_true(r.value == 3 && !survey_has_bounds(&r));
    r = ranking_ratio(&a, &open);
    assert_true(r.value == 3 && !survey_has_bounds(&r));
    r = ranking_ratio(&bare, &a);
    assert_true(r.value == 4.0 / 12 && !survey_has_bounds(&r));
    assert_true(isnan(ranking_ratio(&a, &zero).value));
    assert_true(isnan(ranking_ratio(&zero, &zero).value));
    r = ranking_ratio(&a, &near_zero);
    assert_true(r.value == 12 && r.low == 5 && isinf(r.high));
    r = ranking_ratio(&not_negative, &near_zero);
    assert_true(r.value == 0 && r.low == 0 && isinf(r.high));
    r = ranking_ratio(&zero, &near_zero);
    assert_true(r.value == 0 && r.low == 0 && isinf(r.high));
    r = ranking_ratio(&zero, &a);
    assert_true(r.value == 0 && r.low == 0 && r.high == 0);
}

/* The ratio may be 1 exactly where the intervals overlap. */
TEST(a_ratio_holds_one_where_intervals_overlap)
{
    for (uint64_t i = 0; i < 10000; i++) {
        struct estimate e[2];
        for (uint64_t k = 0; k < 2; k++) {
            uint64_t at = 6 * i + 3 * k;
            e[k].low = 1 + random_unit(1, RANDOM_TEST, at);
            e[k].value = e[k].low + random_unit(1, RANDOM_TEST, at + 1) / 4;
            e[k].high = e[k].value + random_unit(1, RANDOM_TEST, at + 2) / 4;
        }
        struct estimate r = ranking_ratio(&e[0], &e[1]);
        assert_true(r.low <= r.value && r.value <= r.high);
        assert_true(ranking_certain(&r) == (e[0].high < e[1].low || e[1].high < e[0].low));
        assert_true(are_apart(&e[0], &e[1]) == are_apart(&e[1], &e[0]));
    }
}

TEST(the_geometric_mean_is_of_values_and_ends)
{
    const struct estimate both[] = {{4, 1, 9}, {9, 4, 16}};
    const struct estimate bare[] = {{4, 1, 9}, {9, NONE, NONE}};
    const struct estimate zero[] = {{4, 1, 9}, {0, 0, 1}};
    struct estimate m = ranking_geometric_mean(both, 2);
    assert_near(m.value, 6);
    assert_near(m.low, 2);
    assert_near(m.high, 12);
    m = ranking_geometric_mean(bare, 2);
    assert_near(m.value, 6);
    assert_false(survey_has_bounds(&m));
    m = ranking_geometric_mean(zero, 2);
    assert_true(isnan(m.value) && !survey_has_bounds(&m));
    m = ranking_geometric_mean(both, 1);
    assert_near(m.value, 4);
}

TEST(places_say_what_is_certain)
{
    /* 2 is surely first; 0 and 1 overlap; 3 overlaps 1 alone. */
    const struct estimate e[] = {{10, 9, 11}, {11, 10.5, 13}, {5, 4, 6}, {12, 11.5, 14}};
    static const size_t expected[][3] = {{2, 1, 1}, {0, 2, 3}, {1, 2, 4}, {3, 3, 4}};
    struct place p[4];
    order(e, 4, p);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(p[i].index, expected[i][0]);
        assert_int_equal(p[i].first, expected[i][1]);
        assert_int_equal(p[i].last, expected[i][2]);
    }
}

/* Far apart or not by their own intervals: what is known of the ratios decides. */
TEST(places_go_by_ratios_and_not_by_overlap)
{
    const double values[] = {100, 101, 103};
    const struct ratio known[] = {
        {{1, 1, 1}, RATIO_EXACT},          {{0.99, 0.98, 1.005}, RATIO_PAIRS},
        {{0.97, 0.96, 0.98}, RATIO_PAIRS}, {{1.01, 0.995, 1.02}, RATIO_PAIRS},
        {{1, 1, 1}, RATIO_EXACT},          {{0.98, 0.97, 0.99}, RATIO_PAIRS},
        {{1.03, 1.02, 1.04}, RATIO_PAIRS}, {{1.02, 1.01, 1.03}, RATIO_PAIRS},
        {{1, 1, 1}, RATIO_EXACT}};
    struct place p[3];
    ranking_order(values, known, 3, p);
    assert_true(p[0].index == 0 && p[0].first == 1 && p[0].last == 2);
    assert_true(p[1].index == 1 && p[1].first == 1 && p[1].last == 2);
    assert_true(p[2].index == 2 && p[2].first == 3 && p[2].last == 3);
}

static double half_of(const struct ratio *r)
{
    return log(r->estimate.high / r->estimate.low) / 2;
}

/* Independent errors average out; what is shared stays; exact ones add nothing. */
TEST(a_mean_ratio_is_as_wide_as_its_errors_hang_together)
{
    struct ratio r[4], mean;
    for (size_t i = 0; i < 4; i++)
        r[i] = ranking_ratio_within(i % 2 ? 0.5 : 2, 0.04, RATIO_PAIRS);
    mean = ranking_mean_ratio(r, 4, 0);
    assert_near(mean.estimate.value, 1);
    assert_near(half_of(&mean), 0.02);
    assert_int_equal(mean.kind, RATIO_PAIRS);
    mean = ranking_mean_ratio(r, 4, 1);
    assert_near(half_of(&mean), 0.04);
    mean = ranking_mean_ratio(r, 4, 0.5);
    assert_near(half_of(&mean), 0.04 * sqrt(0.5 + 0.5 / 4));
    for (size_t i = 0; i < 4; i++)
        r[i].kind = RATIO_SIMULATED;
    mean = ranking_mean_ratio(r, 4, 1);
    assert_near(half_of(&mean), 0.02);
    r[0] = r[1] = ranking_ratio_within(2, 0.04, RATIO_PAIRS);
    r[2] = ranking_ratio_within(2, 0.04, RATIO_SIMULATED);
    mean = ranking_mean_ratio(r, 3, 0);
    assert_near(mean.estimate.value, 2);
    assert_int_equal(mean.kind, RATIO_PAIRS);
    r[0] = r[1] = r[2] = (struct ratio){survey_exact(1), RATIO_EXACT};
    mean = ranking_mean_ratio(r, 4, 1);
    assert_near(half_of(&mean), 0.01);
    mean = ranking_mean_ratio(r, 3, 1);
    assert_true(mean.kind == RATIO_EXACT && survey_is_exact(&mean.estimate));
    r[0] = (struct ratio){{2, 1, 4}, RATIO_ENDS};
    mean = ranking_mean_ratio(r, 3, 0);
    assert_near(mean.estimate.high, cbrt(4));
    assert_int_equal(mean.kind, RATIO_ENDS);
    r[1] = (struct ratio){survey_unbounded(1), RATIO_ENDS};
    mean = ranking_mean_ratio(r, 3, 0);
    assert_true(isfinite(mean.estimate.value) && !survey_has_bounds(&mean.estimate));
    r[1] = (struct ratio){{2, 0, 4}, RATIO_ENDS};
    mean = ranking_mean_ratio(r, 3, 0);
    assert_true(isfinite(mean.estimate.value) && !survey_has_bounds(&mean.estimate));
    r[1] = (struct ratio){survey_exact(0), RATIO_EXACT}; /* which has no logarithm */
    mean = ranking_mean_ratio(r, 3, 0);
    assert_true(isnan(mean.estimate.value) && !survey_has_bounds(&mean.estimate));
}

TEST(intervals_that_touch_are_not_certain)
{
    const struct estimate e[] = {{10, 9, 11}, {12, 11, 13}, {14, 13.5, 15}};
    assert_false(are_apart(&e[0], &e[1]));
    assert_true(are_apart(&e[1], &e[2]));
}

TEST(without_bounds_any_place_is_possible)
{
    const struct estimate e[] = {{2, 1, 3}, {9, NONE, NONE}, {5, 4, 6}};
    struct place p[3];
    order(e, 3, p);
    assert_int_equal(p[0].index, 0);
    assert_int_equal(p[0].first, 1);
    assert_int_equal(p[0].last, 2); /* surely before 2 alone */
    assert_int_equal(p[2].index, 1);
    assert_int_equal(p[2].first, 1);
    assert_int_equal(p[2].last, 3);
}

TEST(what_failed_comes_last_and_moves_nobody)
{
    const struct estimate e[] = {{NONE, NONE, NONE}, {2, 1, 3}, {NONE, NONE, NONE}, {2, 1, 3}};
    static const size_t expected[][3] = {{1, 1, 2}, {3, 1, 2}, {0, 3, 4}, {2, 3, 4}};
    struct place p[4];
    order(e, 4, p);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(p[i].index, expected[i][0]);
        assert_int_equal(p[i].first, expected[i][1]);
        assert_int_equal(p[i].last, expected[i][2]);
    }
    order(e, 1, p);
    assert_int_equal(p[0].first, 1);
    assert_int_equal(p[0].last, 1);
}

/* Errors of two estimates, normal on the log scale with any correlation: the ratio's interval holds
 * the true ratio at least as often as the intervals hold the true numbers. */
TEST(ratios_hold_the_truth_whatever_the_correlation)
{
    static const double correlations[] = {-1, -0.5, 0, 0.5, 1};
    enum { RUNS = 4000 };
    for (size_t c = 0; c < sizeof correlations / sizeof *correlations; c++) {
        double rho = correlations[c], half[2] = {1.959964 * 0.05, 1.959964 * 0.08};
        int held = 0;
        for (uint64_t i = 0; i < RUNS; i++) {
            double u = random_unit(7, RANDOM_TEST, 2 * i);
            double v = random_unit(7, RANDOM_TEST, 2 * i + 1);
            double radius = sqrt(-2 * log(1 - u)), x = radius * cos(2 * acos(-1) * v);
            double y = rho * x + sqrt(1 - rho * rho) * radius * sin(2 * acos(-1) * v);
            double a = exp(0.05 * x), b = exp(0.08 * y); /* both truths are 1 */
            struct estimate ea = {a, a * exp(-half[0]), a * exp(half[0])};
            struct estimate eb = {b, b * exp(-half[1]), b * exp(half[1])};
            struct estimate r = ranking_ratio(&ea, &eb);
            held += r.low <= 1 && 1 <= r.high;
        }
        assert_true(held >= 0.94 * RUNS); /* 95 % but for what 4000 draws leave open */
    }
}
