/* How far a ratio of predictions may be off: less than two numbers each of which is off alone. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/calibration.h"
#include "orchestrator/predict/pairs.h"
#include "orchestrator/statistics/survey.h"

#include <math.h>

TEST(a_half_width_is_of_the_constants)
{
    const struct pair_calibration *c = &pair_calibrations[METRIC_CYCLES];
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 0, 1, CALIBRATION_CONFIDENCE), c->near);
    assert_near(pairs_half_width(METRIC_CYCLES, 2, 0, 1, CALIBRATION_CONFIDENCE),
                hypot(c->near, c->far * log(2)));
    assert_near(pairs_half_width(METRIC_CYCLES, 0.5, 0, 1, CALIBRATION_CONFIDENCE),
                pairs_half_width(METRIC_CYCLES, 2, 0, 1, CALIBRATION_CONFIDENCE));
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 0, 3, CALIBRATION_CONFIDENCE), 3 * c->near);
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 0, 1, 99),
                c->near * survey_quantile(99, 1e6) / survey_quantile(95, 1e6));
}

TEST(luck_is_of_cycles_alone)
{
    const struct pair_calibration *c = &pair_calibrations[METRIC_CYCLES];
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 0.0009, 1, CALIBRATION_CONFIDENCE),
                hypot(c->near, c->times * 0.03));
    assert_near(pairs_half_width(METRIC_L2_MISS_RATE, 1, 0.0009, 1, CALIBRATION_CONFIDENCE),
                pairs_half_width(METRIC_L2_MISS_RATE, 1, 0, 1, CALIBRATION_CONFIDENCE));
}

/* What n runs of a frame say whose cycles deviate by `deviation`, in turn to either side, and whose
 * busy cycles by `busy`. */
static struct pair_times uneven_runs_of(int n, double deviation, double busy)
{
    struct pair_times t = {.sms = 8};
    for (int i = 0; i < n; i++)
        pairs_add_run(&t, 1000 * exp(i % 2 ? -deviation : deviation),
                      900 * exp(i % 2 ? -busy : busy));
    return t;
}

static struct pair_times runs_of(int n, double deviation)
{
    return uneven_runs_of(n, deviation, deviation);
}

TEST(runs_are_added_to_means_and_squares)
{
    struct pair_times t = runs_of(4, 0.1), one = runs_of(1, 0.1);
    assert_near(t.runs, 4);
    assert_near(exp(t.log_cycles), 1000);
    assert_near(exp(t.log_busy_cycles), 900);
    assert_near(exp(t.log_first), 1000 * exp(0.1));
    assert_near(t.squares, 4 * 0.1 * 0.1);
    assert_near(one.squares, 0);
    struct pair_times uneven = uneven_runs_of(4, 0.1, 0);
    assert_near(uneven.squares, 4 * pow((1 - pair_runs.steady) * 0.1, 2));
    assert_near(uneven.squares_of_cycles, 4 * 0.1 * 0.1);
}

static double prior(void)
{
    return pair_runs.steadied.deviation * pair_runs.steadied.deviation;
}

/* One run says nothing of how runs deviate, and very many say it all. */
TEST(runs_of_the_frame_take_the_place_of_the_calibration_frames)
{
    struct pair_times one = runs_of(1, 0), few = runs_of(PAIRS_RUNS_OF_FIRST, 0),
                      many = runs_of(1000000, 0.04);
    assert_near(pairs_luck(&one, &one, NULL), 2 * prior());
    double freedom = pair_runs.steadied.freedom;
    assert_near(pairs_luck(&few, &one, NULL), (1.0 / PAIRS_RUNS_OF_FIRST + 1) * prior() * freedom /
                                                  (freedom + PAIRS_RUNS_OF_FIRST - 1));
    double luck = pairs_luck(&many, &one, NULL);
    assert_true(luck > 0.999 * 0.04 * 0.04 && luck < 1.001 * 0.04 * 0.04);
}

TEST(a_frame_of_much_luck_has_wide_intervals)
{
    struct pair_times one = runs_of(1, 0), calm = runs_of(3, 0.001), wild = runs_of(3, 0.05);
    double little = pairs_luck(&one, &calm, NULL), much = pairs_luck(&one, &wild, NULL);
    assert_true(much > 4 * little);
    assert_near(pairs_luck(&wild, &one, NULL), much);
    /* Of two GPUs that were run once each a third tells. */
    assert_near(pairs_luck(&one, &one, &wild), much * 2 / (4.0 / 3));
}

/* The last SM's luck counts where cycles alone are compared. */
TEST(of_other_numbers_of_sms_the_luck_is_of_cycles)
{
    struct pair_times wild = uneven_runs_of(1000000, 0.04, 0), one = runs_of(1, 0);
    double as_many = pairs_luck(&wild, &one, NULL), share = 1 - pair_runs.steady;
    one.sms = 9;
    double luck = pairs_luck(&wild, &one, NULL);
    assert_true(luck > 0.999 * 0.04 * 0.04 && luck < 1.001 * 0.04 * 0.04);
    assert_true(fabs(as_many / (share * share * luck) - 1) < 0.001);
    struct pair_times other = {.sms = 8};
    pairs_add_run(&other, 1000, 900);
    assert_near(pairs_luck(&other, &one, NULL), 2 * pow(pair_runs.last.deviation, 2));
}

/* The more runs, the less of it. */
TEST(more_runs_have_less_luck)
{
    struct pair_times one = runs_of(1, 0), four = runs_of(4, 0.01), eight = runs_of(8, 0.01);
    assert_true(pairs_luck(&four, &four, NULL) < pairs_luck(&four, &one, NULL));
    assert_true(pairs_luck(&eight, &eight, NULL) < pairs_luck(&four, &four, NULL));
}

TEST(a_run_without_numbers_says_nothing_of_luck)
{
    struct pair_times one = runs_of(1, 0), none = {.sms = 8};
    pairs_add_run(&none, 1000, 0);
    pairs_add_run(&none, 1000, 0);
    assert_near(pairs_luck(&one, &one, &none), 2 * prior());
}

/* All constants are those of a fit to more than a few scenes. */
TEST(every_calibrated_metric_has_constants)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct pair_calibration *c = &pair_calibrations[m];
        bool calibrated = metrics[m].interval == INTERVAL_CALIBRATED;
        assert_true((c->near > 0) == calibrated);
        assert_true(c->far >= 0 && c->shared >= 0 && c->shared <= 1);
        assert_true(m == METRIC_CYCLES ? c->times > 1 && c->times < 4 : c->times == 0);
    }
    assert_true(pair_runs.steady > 0 && pair_runs.steady <= 1);
    const struct pair_prior *const priors[] = {&pair_runs.steadied, &pair_runs.last};
    for (size_t i = 0; i < 2; i++)
        assert_true(priors[i]->deviation > 0 && priors[i]->deviation < 0.1 &&
                    priors[i]->freedom > 0);
    assert_true(pair_runs.last.deviation > pair_runs.steadied.deviation);
}

TEST(what_is_derived_errs_as_what_it_is_made_of)
{
    assert_int_equal(pairs_errs_as(METRIC_CYCLES), METRIC_CYCLES);
    assert_int_equal(pairs_errs_as(METRIC_IPC), METRIC_CYCLES);
    assert_int_equal(pairs_errs_as(METRIC_SIMT_EFFICIENCY), METRIC_COUNT);
}

static struct pair_times times(double cycles, double busy_cycles, double sms)
{
    struct pair_times t = {.sms = sms};
    pairs_add_run(&t, cycles, busy_cycles);
    return t;
}

/* What only the SM with the longest warps lost is mostly luck. */
TEST(a_ratio_follows_the_mean_of_the_sms)
{
    struct pair_times alike = times(1000, 900, 8), unlucky = times(1100, 900, 8),
                      slower = times(1100, 990, 8);
    assert_near(pairs_cycles(&alike, &alike, 2), 1);
    assert_near(pairs_cycles(&slower, &alike, 2), 1.1);
    assert_near(pairs_cycles(&unlucky, &alike, 2), pow(1.1, 1 - pair_runs.steady));
    assert_near(pairs_cycles(&alike, &unlucky, 2), pow(1.1, pair_runs.steady - 1));
}

/* The predictions are of the first run. */
TEST(of_other_numbers_of_sms_the_predictions_are_moved_to_the_mean_of_the_runs)
{
    struct pair_times some = times(1000, 900, 8), larger = times(500, 400, 9);
    assert_near(pairs_cycles(&some, &larger, 1.9), 1.9);
    pairs_add_run(&some, 1210, 900);
    assert_near(pairs_cycles(&some, &larger, 1.9), 1.9 * 1.1);
    assert_near(pairs_cycles(&larger, &some, 0.5), 0.5 / 1.1);
}

TEST(without_the_mean_there_is_no_such_ratio)
{
    struct pair_times none = times(1000, 0, 8), some = times(1000, 900, 8),
                      larger = times(0, 900, 9);
    assert_true(isnan(pairs_cycles(&none, &some, 1)));
    assert_true(isnan(pairs_cycles(&some, &none, 1)));
    assert_true(isnan(pairs_cycles(&none, &none, 1)));
    assert_true(isnan(pairs_cycles(&larger, &some, 1)));
}

/* What two predictions of a frame share cancels. */
TEST(a_small_change_is_known_better_than_both_numbers)
{
    double both = 2 * calibrations[METRIC_CYCLES].times * calibrations[METRIC_CYCLES].base;
    struct pair_times one = runs_of(1, 0);
    double luck = pairs_luck(&one, &one, NULL);
    assert_true(pairs_half_width(METRIC_CYCLES, 1.02, luck, 1, CALIBRATION_CONFIDENCE) < both);
}
