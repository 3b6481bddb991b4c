/* How intervals are made: what nobody knows the error of has none. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

static const struct survey_spread no_units = {0, SURVEY_NORMAL};

TEST(a_known_error_alone_is_normal)
{
    double z = survey_quantile(95, SURVEY_NORMAL);
    struct estimate e = interval_make(METRIC_CYCLES, 1000, no_units, 0.1, 95);
    assert_near(log(e.high / 1000), 0.1 * z);
    assert_near(log(1000 / e.low), 0.1 * z);
    e = interval_make(METRIC_OCCUPANCY, 0.5, no_units, 0.1, 95);
    assert_near(log(e.high / (1 - e.high)), 0.1 * z);
}

/* Eight units alone have 7 degrees of freedom, and beside a known error that is as large 28. */
TEST(the_spread_of_units_is_students_and_the_less_so_the_larger_the_known_error)
{
    const struct survey_spread units = {0.01, 7};
    struct estimate e = interval_make(METRIC_CYCLES, 1000, units, 0, 95);
    assert_near(log(e.high / 1000), 0.1 * survey_quantile(95, 7));
    e = interval_make(METRIC_CYCLES, 1000, units, 0.1, 95);
    assert_near(log(e.high / 1000), 0.1 * sqrt(2) * survey_quantile(95, 28));
}

TEST(what_nobody_knows_has_no_interval)
{
    struct estimate e = interval_make(METRIC_CYCLES, 1000, no_units, (double)NAN, 95);
    assert_true(e.value == 1000 && !survey_has_bounds(&e));
    e = interval_make(METRIC_CYCLES, 1000, no_units, 0, 95);
    assert_false(survey_has_bounds(&e));
    e = interval_make(METRIC_CYCLES, 0, no_units, 0.1, 95);
    assert_true(e.value == 0 && !survey_has_bounds(&e));
    e = interval_make(METRIC_OCCUPANCY, 1, no_units, 0.1, 95);
    assert_false(survey_has_bounds(&e));
}

TEST(errors_of_model_and_sample_add_in_quadrature)
{
    double model = interval_known_error(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_CYCLES);
    double windows = interval_known_error(SAMPLE_WINDOWS, MODEL_CYCLE, METRIC_CYCLES);
    assert_true(model > 0 && windows > 0);
    assert_near(interval_known_error(SAMPLE_WINDOWS, MODEL_APPROXIMATE, METRIC_CYCLES),
                hypot(model, windows));
    assert_true(interval_known_error(SAMPLE_ALL, MODEL_CYCLE, METRIC_CYCLES) == 0);
    assert_true(interval_known_error(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_SIMT_EFFICIENCY) == 0);
    assert_near(interval_known_error(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_IPC), model);
    assert_true(isnan(interval_known_error(SAMPLE_ALL, MODEL_GATSIM, METRIC_ROW_LOCALITY)));
    assert_near(interval_least_percent(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_CYCLES, 95),
                100 * expm1(model * survey_quantile(95, SURVEY_NORMAL)));
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

TEST(constants_are_of_calibrated_metrics_alone_and_no_more_than_sixty)
{
    int n = 0;
    for (int m = 0; m < METRIC_COUNT; m++) {
        bool calibrated = metrics[m].interval == INTERVAL_CALIBRATED;
        for (int i = 0; i < TIMING_MODELS; i++) {
            const struct error_row *row = &model_errors[i][m];
            assert_true(calibrated || (row->shift == 0 && row->spread == 0));
            n += 2 * (row->spread > 0);
        }
        for (int i = 0; i < SAMPLE_KINDS; i++)
            n += sample_errors[i][m] > 0;
        n += ratio_errors[m] > 0;
        if (metrics[m].interval == INTERVAL_DERIVED)
            assert_int_equal(metrics[metrics[m].errs_as].interval, INTERVAL_CALIBRATED);
    }
    assert_true(n <= 60);
}

/* The jackknife of three groups, on the log scale. */
TEST(groups_that_differ_make_an_interval)
{
    const double without[] = {90, 100, 110}, same[] = {5, 5, 5};
    struct survey_spread w = interval_of_replicates(METRIC_CYCLES, 100, without, 3);
    double mean = (log(90) + log(100) + log(110)) / 3, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (log(without[i]) - mean) * (log(without[i]) - mean);
    assert_near(w.variance, 2.0 / 3 * sum);
    assert_true(w.degrees == 2);
    w = interval_of_replicates(METRIC_CYCLES, 5, same, 3);
    assert_true(w.variance == 0);
}
