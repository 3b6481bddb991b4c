/* How intervals are made: what nobody knows the error of has none. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

TEST(a_calibrated_error_is_the_half_width)
{
    struct estimate e = interval_calibrated(METRIC_CYCLES, 1000, 0.2, 95);
    assert_true(fabs(log(e.high / 1000) - 0.2) < 1e-9 && fabs(log(1000 / e.low) - 0.2) < 1e-9);
    e = interval_calibrated(METRIC_CYCLES, 1000, 0.4, 95);
    assert_true(fabs(log(e.high / 1000) - 0.4) < 1e-9);
    e = interval_calibrated(METRIC_OCCUPANCY, 0.5, 0.2, 95);
    assert_true(fabs(log(e.high / (1 - e.high)) - 0.2) < 1e-9);
}

/* An interval of width zero would call the number exact. */
TEST(without_constants_there_is_no_interval)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        struct estimate e = interval_calibrated((enum metric_id)m, 0.5, 0, 95);
        assert_true(e.value == 0.5 && !survey_has_bounds(&e));
    }
}

TEST(a_number_that_is_none_of_the_scale_has_no_interval)
{
    struct estimate e = interval_calibrated(METRIC_CYCLES, 0, 0.2, 95);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
    e = interval_calibrated(METRIC_OCCUPANCY, 1, 0.2, 95);
    assert_true(e.value == 1 && !survey_has_bounds(&e));
}

TEST(a_further_error_is_added_in_quadrature)
{
    const double q = survey_quantile(95, 1e6);
    const struct estimate cycles = {100, 90, 120}, exact = survey_exact(0.5);
    struct estimate e = interval_widen(METRIC_CYCLES, &cycles, 0.05, 95);
    assert_near(log(e.high / 100), hypot(log(1.2), q * 0.05));
    assert_near(log(100 / e.low), hypot(log(100.0 / 90), q * 0.05));
    assert_true(e.value == 100);
    e = interval_widen(METRIC_SIMT_EFFICIENCY, &exact, 0.02, 95); /* dp = 0.01 at p = 0.5 */
    assert_near(survey_to_scale(SURVEY_LOGIT, e.high), q * 0.04);
    assert_near(survey_to_scale(SURVEY_LOGIT, e.low), -q * 0.04);
}

TEST(without_an_error_or_bounds_nothing_is_added)
{
    const struct estimate cycles = {100, 90, 120}, none = survey_unbounded(100),
                          most = survey_exact(1);
    struct estimate e = interval_widen(METRIC_CYCLES, &cycles, 0, 95);
    assert_true(e.low == 90 && e.high == 120);
    e = interval_widen(METRIC_CYCLES, &none, 0.1, 95);
    assert_true(e.value == 100 && !survey_has_bounds(&e));
    e = interval_widen(METRIC_SIMT_EFFICIENCY, &most, 0.1, 95); /* no number of the scale */
    assert_true(e.value == 1 && !survey_has_bounds(&e));
}

TEST(constants_are_of_calibrated_metrics_alone)
{
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct calibration *c = &calibrations[m];
        if (metrics[m].interval != INTERVAL_CALIBRATED)
            assert_true(c->slope == 0 && c->shift == 0 && c->times == 0 && c->alone == 0);
        if (metrics[m].interval == INTERVAL_DERIVED)
            assert_int_equal(metrics[metrics[m].errs_as].interval, INTERVAL_CALIBRATED);
    }
    assert_true(calibrations[METRIC_CYCLES].times > 0 && calibrations[METRIC_CYCLES].alone > 0);
}

/* The jackknife of three groups, on the log scale. */
TEST(groups_that_differ_make_an_interval)
{
    const double without[] = {90, 100, 110}, same[] = {5, 5, 5};
    struct estimate e = interval_of_replicates(METRIC_CYCLES, 100, without, 3, 95);
    double mean = (log(90) + log(100) + log(110)) / 3, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (log(without[i]) - mean) * (log(without[i]) - mean);
    double half = survey_quantile(95, 2) * sqrt(2.0 / 3 * sum);
    assert_true(fabs(log(e.high / 100) - half) < 1e-9 && fabs(log(100 / e.low) - half) < 1e-9);
    e = interval_of_replicates(METRIC_CYCLES, 5, same, 3, 95);
    assert_true(e.low == 5 && e.high == 5);
}
