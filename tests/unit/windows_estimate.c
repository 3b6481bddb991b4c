/* Estimates from windows of a frame: what is carried over, and how intervals follow the windows. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/windows_calibration.h"
#include "orchestrator/predict/windows_estimate.h"

#include <math.h>

static struct result result_of(double error, double waves)
{
    struct result r = {.windowed = true,
                       .part_share = 0.1,
                       .part_waves = waves,
                       .calibrated_waves = 8,
                       .windows_error = error};
    r.settings.method.confidence = 95;
    r.windows.finished = true;
    r.windows.counters.gpu.cycles = 1000000;
    r.windows.counters.sm.thread_instructions = 5000000;
    r.windows.counters.l1d.ldst_read_misses = 30;
    r.windows.counters.l1d.ldst_read_hits = 70;
    return r;
}

static double half_width(const struct result *r, enum metric_id m)
{
    return survey_half_width(&r->metrics[m]);
}

static const struct frame_counting known = {.known = true};

TEST(cycles_are_the_windows_and_the_mean_error_taken_back)
{
    struct result r = result_of(0.02, 8);
    const struct windows_constants *c = &windows_calibrations[METRIC_CYCLES].few;
    windows_estimate(&r, &known);
    assert_true(fabs(log(r.metrics[METRIC_CYCLES].value / 1e6) - c->shift) < 1e-9);
    double wanted = exp(c->times * hypot(c->base, 0.02)) - 1;
    assert_true(fabs(half_width(&r, METRIC_CYCLES) - wanted) < 1e-6);
    assert_true(fabs(r.metrics[METRIC_IPC].value - 5e6 / r.metrics[METRIC_CYCLES].value) < 1e-9);
}

TEST(what_windows_differ_by_makes_every_interval_wider)
{
    struct result narrow = result_of(0.01, 8), wide = result_of(0.08, 8);
    windows_estimate(&narrow, &known);
    windows_estimate(&wide, &known);
    assert_true(half_width(&wide, METRIC_CYCLES) > 1.5 * half_width(&narrow, METRIC_CYCLES));
    assert_true(half_width(&wide, METRIC_IPC) > 1.5 * half_width(&narrow, METRIC_IPC));
    assert_true(half_width(&wide, METRIC_L1D_MISS_RATE) >
                half_width(&narrow, METRIC_L1D_MISS_RATE));
}

TEST(more_windows_are_expected_to_make_it_narrower)
{
    struct result r = result_of(0.06, 8);
    windows_estimate(&r, &known);
    double now = 100 * half_width(&r, METRIC_CYCLES);
    assert_true(fabs(windows_expected_percent(&r, METRIC_CYCLES, 8) - now) < 1e-6);
    double four = windows_expected_percent(&r, METRIC_CYCLES, 32);
    double many = windows_expected_percent(&r, METRIC_CYCLES, 1e9);
    const struct windows_constants *c = &windows_calibrations[METRIC_CYCLES].many;
    double least = 100 * (exp(c->times * c->base) - 1);
    assert_true(four < now && many < four);
    assert_true(fabs(many - least) < 0.01);
}

TEST(windows_between_few_and_many_have_constants_between_theirs)
{
    const struct windows_calibration *c = &windows_calibrations[METRIC_CYCLES];
    double few = exp(c->few.times * hypot(c->few.base, 0.004)) - 1;
    double many = exp(c->many.times * hypot(c->many.base, 0.004)) - 1;
    double before = few;
    assert_true(many < few);
    for (double waves = WINDOWS_FEW; waves <= 2 * WINDOWS_MANY; waves += 4) {
        struct result r = result_of(0.004, waves);
        windows_estimate(&r, &known);
        double now = half_width(&r, METRIC_CYCLES);
        assert_true(now <= before + 1e-12 && now >= many - 1e-6);
        before = now;
    }
    assert_true(fabs(before - many) < 1e-6);
}

TEST(fewer_windows_than_the_calibration_set_had_are_less_sure)
{
    struct result few = result_of(0.001, 2), enough = result_of(0.001, 8);
    windows_estimate(&few, &known);
    windows_estimate(&enough, &known);
    assert_true(half_width(&few, METRIC_CYCLES) > 2 * half_width(&enough, METRIC_CYCLES));
}

TEST(what_has_no_constants_has_no_interval)
{
    struct result r = result_of(0.01, 8);
    windows_estimate(&r, &known);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (metrics[m].interval == INTERVAL_NONE)
            assert_false(survey_has_bounds(&r.metrics[m]));
    assert_true(isinf(windows_expected_percent(&r, METRIC_SIMT_EFFICIENCY, 8)));
}
