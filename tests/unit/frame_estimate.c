/* From a run on the whole GPU to the metrics of the frame. */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/frame_estimate.h"
#include "orchestrator/predict/interval.h"
#include "orchestrator/settings/options.h"

#include <math.h>
#include <string.h>

static const struct frame_counting counted = {.known = true};

static void make(struct result *r, enum sample_kind sample, enum timing_model model)
{
    memset(r, 0, sizeof *r);
    options_default(&r->settings);
    r->evidence.sample = sample;
    r->evidence.model = model;
    r->evidence.share = 1;
    r->evidence.fills = 8;
    r->evidence.spread = (struct survey_spread){0, SURVEY_NORMAL};
    rig_fill_counters(&r->evidence.run.counters, 1, 5000);
}

static double on_scale(enum metric_id m, double value)
{
    return survey_to_scale(interval_scale(m, value, NULL, 0), value);
}

TEST(the_models_shift_is_added)
{
    static const enum metric_id some[] = {METRIC_CYCLES, METRIC_L1D_MISS_RATE};
    struct result r;
    double run[METRIC_COUNT];
    make(&r, SAMPLE_ALL, MODEL_APPROXIMATE);
    metrics_compute(&r.evidence.run.counters, run);
    frame_estimate(&r, &counted);
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        double shift = model_errors[MODEL_APPROXIMATE][some[i]].shift;
        assert_true(shift != 0);
        assert_near(on_scale(some[i], r.metrics[some[i]].value),
                    on_scale(some[i], run[some[i]]) + shift);
    }
    assert_near(r.metrics[METRIC_IPC].value * r.metrics[METRIC_CYCLES].value,
                (double)r.evidence.run.counters.sm.thread_instructions);
}

/* The same data over all cycles and over those in which a channel is active. */
TEST(bandwidth_is_no_more_than_dram_efficiency)
{
    struct result r;
    make(&r, SAMPLE_ALL, MODEL_APPROXIMATE);
    r.evidence.run.counters.dram.active_cycles = r.evidence.run.counters.dram.cycles = 1000;
    r.evidence.run.counters.dram.data_cycles = 400;
    frame_estimate(&r, &counted);
    double bandwidth = r.metrics[METRIC_BANDWIDTH_UTILIZATION].value;
    assert_true(bandwidth > 0 && bandwidth <= r.metrics[METRIC_DRAM_EFFICIENCY].value);
}

TEST(what_a_model_does_not_count_has_no_value)
{
    for (int i = 0; i < TIMING_MODELS; i++) {
        struct result r;
        make(&r, SAMPLE_ALL, (enum timing_model)i);
        frame_estimate(&r, &counted);
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_int_equal(isnan(r.metrics[m].value) != 0,
                             !model_knows((enum timing_model)i, (enum metric_id)m));
    }
}

TEST(instructions_are_exact_only_where_they_are_known)
{
    struct result r;
    make(&r, SAMPLE_ALL, MODEL_APPROXIMATE);
    frame_estimate(&r, &counted);
    assert_true(survey_is_exact(&r.metrics[METRIC_SIMT_EFFICIENCY]));
    frame_estimate(&r, &(struct frame_counting){0});
    assert_false(survey_has_bounds(&r.metrics[METRIC_SIMT_EFFICIENCY]));
}

/* The spread of the sampling units beside what units are known to err by. */
TEST(windows_err_by_their_spread_and_by_what_is_known)
{
    struct result r;
    make(&r, SAMPLE_WINDOWS, MODEL_CYCLE);
    r.evidence.spread = (struct survey_spread){0.01, 7};
    frame_estimate(&r, &counted);
    double known = interval_known_error(SAMPLE_WINDOWS, MODEL_CYCLE, METRIC_CYCLES);
    const struct estimate *cycles = &r.metrics[METRIC_CYCLES],
                          expected =
                              interval_make(METRIC_CYCLES, 5000, r.evidence.spread, known, 95);
    assert_true(survey_has_bounds(cycles) && cycles->value == 5000);
    assert_true(cycles->low == expected.low && cycles->high == expected.high);
    double same = frame_expected_percent(&r, METRIC_CYCLES, 8);
    assert_near(same, 100 * survey_half_width(cycles));
    assert_true(frame_expected_percent(&r, METRIC_CYCLES, 16) < same);
}

static uint32_t fills_to(struct result *r, double fills, double share, double error)
{
    r->evidence.fills = fills;
    r->evidence.share = share;
    r->settings.method.target = (struct target_error){.error = error, .metric = METRIC_CYCLES};
    return frame_fills_to_target(r);
}

/* A fifth more than are expected to suffice are run, and at most three quarters of the frame. With
 * fewer than 32 fills nothing is expected yet: 32 are run first, if twice as many may be run. */
TEST(windows_fill_the_gpu_as_often_as_a_target_takes)
{
    struct result r;
    make(&r, SAMPLE_WINDOWS, MODEL_CYCLE);
    r.evidence.spread = (struct survey_spread){0.01, 7};
    frame_estimate(&r, &counted);
    r.evidence.fills = 40;
    double enough = frame_expected_percent(&r, METRIC_CYCLES, 50);
    assert_int_equal(fills_to(&r, 40, 0.25, enough), 60); /* 120 may be run */
    assert_int_equal(fills_to(&r, 40, 0.5, enough), 0);   /* 60, which are as dear as the frame */
    assert_int_equal(fills_to(&r, 40, 0.25, 1e-9), 0);
    r.evidence.fills = 8;
    double many = frame_expected_percent(&r, METRIC_CYCLES, 50);
    double some = frame_expected_percent(&r, METRIC_CYCLES, 20);
    assert_int_equal(fills_to(&r, 8, 0.01, many), 32);
    assert_int_equal(fills_to(&r, 8, 0.01, 1e-9), 32);
    assert_int_equal(fills_to(&r, 8, 0.01, some), 24);
    assert_int_equal(fills_to(&r, 8, 0.09375, 1e-9), 32); /* 64 may be run */
    assert_int_equal(fills_to(&r, 8, 0.094, 1e-9), 0);
    r.evidence.fills = 30;
    many = frame_expected_percent(&r, METRIC_CYCLES, 50);
    assert_int_equal(fills_to(&r, 30, 0.25, many), 60);
    r.evidence.sample = SAMPLE_ALL;
    assert_int_equal(fills_to(&r, 8, 0.01, many), 0);
}

/* The frame's instructions are a factor of its IPC; its cycles come from the run alone. */
TEST(instructions_that_are_estimated_widen_ipc_alone)
{
    struct result r, wider;
    const struct frame_counting estimated = {.known = true, .error = {.thread_instructions = 0.05}};
    make(&r, SAMPLE_WINDOWS, MODEL_CYCLE);
    r.evidence.spread = (struct survey_spread){0.01, 7};
    frame_estimate(&r, &counted);
    wider = r;
    frame_estimate(&wider, &estimated);
    const struct estimate *ipc = &r.metrics[METRIC_IPC], *cycles = &r.metrics[METRIC_CYCLES];
    assert_true(wider.metrics[METRIC_IPC].low < ipc->low);
    assert_true(wider.metrics[METRIC_IPC].high > ipc->high);
    assert_true(wider.metrics[METRIC_CYCLES].low == cycles->low);
    assert_true(wider.metrics[METRIC_CYCLES].high == cycles->high);
}
