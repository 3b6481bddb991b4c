/* How far a ratio of predictions may be off: less than two numbers each of which is off alone. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/calibration.h"
#include "orchestrator/predict/pairs.h"
#include "orchestrator/statistics/survey.h"

#include <math.h>

TEST(a_half_width_is_of_the_constants)
{
    const struct pair_calibration *c = &pair_calibrations[METRIC_CYCLES];
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 1, 1, CALIBRATION_CONFIDENCE), c->near);
    assert_near(pairs_half_width(METRIC_CYCLES, 2, 1, 1, CALIBRATION_CONFIDENCE),
                hypot(c->near, c->far * log(2)));
    assert_near(pairs_half_width(METRIC_CYCLES, 0.5, 1, 1, CALIBRATION_CONFIDENCE),
                pairs_half_width(METRIC_CYCLES, 2, 1, 1, CALIBRATION_CONFIDENCE));
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 1, 3, CALIBRATION_CONFIDENCE), 3 * c->near);
    assert_near(pairs_half_width(METRIC_CYCLES, 1, 1, 1, 99),
                c->near * survey_quantile(99, 1e6) / survey_quantile(95, 1e6));
}

/* The more runs, the less of it; what is not luck is left. */
TEST(more_runs_have_less_luck)
{
    const struct pair_calibration *c = &pair_calibrations[METRIC_CYCLES];
    static const struct pair_times once = {1000, 900, 8, 1}, often = {1000, 900, 8, 1e9};
    static const struct pair_times first = {1000, 900, 8, PAIRS_RUNS_OF_FIRST};
    assert_near(pairs_luck(&first, &once), 1);
    assert_near(pairs_luck(&once, &first), 1);
    assert_true(pairs_luck(&once, &once) > 1.4 && pairs_luck(&first, &first) < 0.6);
    double luck = pairs_luck(&often, &often);
    assert_true(luck < 1e-8);
    double half = pairs_half_width(METRIC_CYCLES, 1, luck, 1, CALIBRATION_CONFIDENCE);
    assert_true(fabs(half - c->near * sqrt(1 - c->luck)) < 1e-6);
}

/* All constants are those of a fit to more than a few scenes. */
TEST(every_calibrated_metric_has_constants)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct pair_calibration *c = &pair_calibrations[m];
        bool calibrated = metrics[m].interval == INTERVAL_CALIBRATED;
        assert_true((c->near > 0) == calibrated);
        assert_true(c->far >= 0 && c->shared >= 0 && c->shared <= 1);
        assert_true(m == METRIC_CYCLES ? c->steady > 0 && c->steady <= 1 : c->steady == 0);
        assert_true(m == METRIC_CYCLES ? c->luck > 0 && c->luck <= 1 : c->luck == 0);
    }
}

TEST(what_is_derived_errs_as_what_it_is_made_of)
{
    assert_int_equal(pairs_errs_as(METRIC_CYCLES), METRIC_CYCLES);
    assert_int_equal(pairs_errs_as(METRIC_IPC), METRIC_CYCLES);
    assert_int_equal(pairs_errs_as(METRIC_SIMT_EFFICIENCY), METRIC_COUNT);
}

/* What only the SM with the longest warps lost is mostly luck. */
TEST(a_ratio_follows_the_mean_of_the_sms)
{
    static const struct pair_times alike = {1000, 900, 8, 1}, unlucky = {1100, 900, 8, 1},
                                   slower = {1100, 990, 8, 1};
    double steady = pair_calibrations[METRIC_CYCLES].steady;
    assert_near(pairs_cycles(&alike, &alike), 1);
    assert_near(pairs_cycles(&slower, &alike), 1.1);
    assert_near(pairs_cycles(&unlucky, &alike), pow(1.1, 1 - steady));
    assert_near(pairs_cycles(&alike, &unlucky), pow(1.1, steady - 1));
}

TEST(without_the_mean_there_is_no_such_ratio)
{
    static const struct pair_times none = {1000, 0, 8, 1}, some = {1000, 900, 8, 1},
                                   larger = {1000, 900, 9, 1};
    assert_true(isnan(pairs_cycles(&none, &some)));
    assert_true(isnan(pairs_cycles(&some, &none)));
    assert_true(isnan(pairs_cycles(&none, &none)));
    assert_true(isnan(pairs_cycles(&larger, &some))); /* its warps are dealt otherwise */
}

/* What two predictions of a frame share cancels. */
TEST(a_small_change_is_known_better_than_both_numbers)
{
    double both = 2 * calibrations[METRIC_CYCLES].times * calibrations[METRIC_CYCLES].base;
    assert_true(pairs_half_width(METRIC_CYCLES, 1.02, 1, 1, CALIBRATION_CONFIDENCE) < both);
}
