/* From the traced pixels of a group to all of them. */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/extrapolate.h"

#include <math.h>
#include <string.h>

TEST(linear_divides_cycles_by_the_traced_fraction_and_keeps_rates)
{
    struct gpu_counters counters;
    double raw[METRIC_COUNT], out[METRIC_COUNT];
    rig_fill_counters(&counters, 1, 100000);
    metrics_compute(&counters, raw);
    /* The paper's example: 100,000 cycles of 10 % of the pixels are 1,000,000. */
    extrapolate_linear(&counters, 10, 100, out);
    assert_true(fabs(out[METRIC_CYCLES] - 1000000) < 1e-6);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (metrics[m].kind != METRIC_TOTAL)
            assert_true(out[m] == raw[m]);
}

TEST(what_traces_nothing_is_all_zero)
{
    struct gpu_counters counters;
    const uint64_t traced[] = {0, 10, 0}, pixels[] = {100, 0, 0};
    rig_fill_counters(&counters, 1, 100000);
    for (int i = 0; i < 3; i++) {
        double out[METRIC_COUNT];
        memset(out, 0xff, sizeof out);
        extrapolate_linear(&counters, traced[i], pixels[i], out);
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_true(out[m] == 0);
    }
}

TEST(a_wholly_traced_group_keeps_what_was_measured)
{
    struct result r ENDED_BY(result_free);
    double raw[METRIC_COUNT];
    rig_make_result(&r, 1, 100, (const uint64_t[]){100, 0, 0});
    r.n_levels = RESULT_LEVELS;
    metrics_compute(&r.groups[0].runs[0].counters, raw);
    assert_ok(extrapolate_groups(&r, &st));
    assert_memory_equal(r.groups[0].metrics, raw, sizeof raw);
    assert_int_equal(r.n_fits, 0);
    assert_ptr_equal(extrapolate_run(&r.groups[0], 2), &r.groups[0].runs[0]);
}

TEST(an_empty_group_is_all_zero)
{
    struct result r ENDED_BY(result_free);
    rig_make_result(&r, 1, 0, (const uint64_t[]){0, 0, 0});
    r.n_levels = RESULT_LEVELS;
    assert_ok(extrapolate_groups(&r, &st));
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_true(r.groups[0].metrics[m] == 0);
}

/* Cycles whose linear predictions at 40, 30, 20 % are 1,000,000 + 500,000 exp(-0.05 p). */
static void make_decaying(struct result *r)
{
    static const uint64_t traced[] = {40000, 30000, 20000};
    rig_make_result(r, 2, 100000, traced);
    r->n_levels = RESULT_LEVELS;
    r->settings.method.extrapolate = EXTRAPOLATE_EXPONENTIAL;
    for (uint32_t g = 0; g < 2; g++)
        for (int i = 0; i < RESULT_LEVELS; i++) {
            double p = (double)traced[i] / 1000, y = 1e8 + 5e7 * exp(-0.05 * p);
            r->groups[g].runs[i].counters.gpu.cycles = (uint64_t)(y * p / 100 + 0.5);
        }
}

TEST(exponential_takes_the_fit_at_100_percent)
{
    struct result r ENDED_BY(result_free);
    make_decaying(&r);
    assert_ok(extrapolate_groups(&r, &st));
    double expected = 1e8 + 5e7 * exp(-0.05 * 100);
    assert_int_equal(r.n_fits, 2 * METRIC_COUNT);
    for (uint32_t g = 0; g < 2; g++) {
        const struct metric_fit *f = &r.fits[g * METRIC_COUNT + METRIC_CYCLES];
        assert_int_equal(f->group, (int)g);
        assert_int_equal(f->metric, METRIC_CYCLES);
        assert_true(f->used);
        assert_true(f->percent[0] == 20 && f->percent[1] == 30 && f->percent[2] == 40);
        assert_true(fabs(r.groups[g].metrics[METRIC_CYCLES] / expected - 1) < 1e-4);
        assert_true(fabs(f->fit.c - 0.05) < 1e-3);
    }
}

TEST(where_the_fit_is_no_good_the_linear_prediction_stands)
{
    struct result r ENDED_BY(result_free);
    make_decaying(&r);
    double linear = 8e8;
    for (int i = 0; i < RESULT_LEVELS; i++) /* linear predictions 800, 400, 200 million: a growth */
        r.groups[0].runs[i].counters.gpu.cycles =
            (uint64_t)((8e8 / (1 << i)) * (40 - 10 * i) / 100 + 0.5);
    assert_ok(extrapolate_groups(&r, &st));
    assert_false(r.fits[METRIC_CYCLES].used);
    assert_int_not_equal(r.fits[METRIC_CYCLES].fit.verdict, FIT_GOOD);
    assert_true(fabs(r.groups[0].metrics[METRIC_CYCLES] / linear - 1) < 1e-6);
    assert_true(r.fits[METRIC_COUNT + METRIC_CYCLES].used);
}
