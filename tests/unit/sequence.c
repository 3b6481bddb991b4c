/* The summary of a sequence of frames, by hand. */
#include "tests/rig/rig.h"

#include "orchestrator/study/sequence.h"

#include <math.h>

static void summarize(struct sequence_summary *out, struct sequence_frame *frames, size_t n)
{
    struct sequence s = {.frames = frames, .n = n, .asked = n};
    assert_ok(sequence_summarize(out, &s, &st));
}

static void assert_estimate(const struct estimate *e, double value, double low, double high)
{
    assert_float_equal(e->value, value, 1e-12);
    assert_float_equal(e->low, low, 1e-12);
    assert_float_equal(e->high, high, 1e-12);
}

TEST(one_frame_is_its_own_summary)
{
    struct sequence_frame f = {.number = 7, .values.time_ms = {4, 2, 8}};
    struct sequence_summary s;
    f.values.metrics[METRIC_IPC] = (struct estimate){10, 9, 12};
    summarize(&s, &f, 1);
    assert_estimate(&s.mean_ms, 4, 2, 8);
    assert_estimate(&s.slowest_ms, 4, 2, 8);
    assert_int_equal(s.slowest, 7);
    assert_estimate(&s.frames_per_second, 250, 125, 500);
    assert_estimate(&s.metrics[METRIC_IPC], 10, 9, 12);
    assert_true(isnan(s.percentile_ms.value));
}

/* The slowest by value need not have the highest bounds. */
TEST(bounds_are_the_same_statistic_of_the_bounds)
{
    struct sequence_frame f[3] = {{.number = 0, .values.time_ms = {4, 3.5, 4.5}},
                                  {.number = 5, .values.time_ms = {6, 2, 7}},
                                  {.number = 10, .values.time_ms = {5, 4.5, 8}}};
    struct sequence_summary s;
    summarize(&s, f, 3);
    assert_estimate(&s.mean_ms, 5, 10.0 / 3, 6.5);
    assert_estimate(&s.slowest_ms, 6, 4.5, 8);
    assert_int_equal(s.slowest, 5);
}

TEST(the_first_of_equally_slow_frames_is_named)
{
    struct sequence_frame f[3] = {{.number = 0, .values.time_ms = {4, 3, 5}},
                                  {.number = 5, .values.time_ms = {6, 3, 7}},
                                  {.number = 10, .values.time_ms = {6, 3, 7}}};
    struct sequence_summary s;
    summarize(&s, f, 3);
    assert_int_equal(s.slowest, 5);
}

TEST(without_bounds_of_one_frame_there_are_none)
{
    struct sequence_frame f[2] = {{.values.time_ms = {4, 3, 5}},
                                  {.values.time_ms = {6, (double)NAN, (double)NAN}}};
    struct sequence_summary s;
    summarize(&s, f, 2);
    assert_true(s.mean_ms.value == 5 && s.slowest_ms.value == 6);
    assert_false(survey_has_bounds(&s.mean_ms) || survey_has_bounds(&s.slowest_ms) ||
                 survey_has_bounds(&s.frames_per_second));
    assert_true(s.frames_per_second.value == 200);
}

TEST(the_percentile_leaves_one_frame_in_a_hundred_above)
{
    enum { N = 250 };
    struct sequence_frame f[N] = {{0}};
    struct sequence_summary s;
    for (uint32_t i = 0; i < N; i++) {
        double ms = (double)((i * 77) % N + 1); /* 1 to 250 in some order */
        f[i].values.time_ms = (struct estimate){ms, ms - 0.5, 2 * ms};
    }
    summarize(&s, f, N);
    assert_estimate(&s.percentile_ms, 248, 247.5, 496);
    assert_estimate(&s.slowest_ms, 250, 249.5, 500);
    summarize(&s, f, SEQUENCE_PERCENTILE_FROM);
    assert_true(s.percentile_ms.value < s.slowest_ms.value);
    summarize(&s, f, SEQUENCE_PERCENTILE_FROM - 1);
    assert_true(isnan(s.percentile_ms.value));
}
