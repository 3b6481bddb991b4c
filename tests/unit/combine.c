/* From the groups to the frame. */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/interval.h"

#include <math.h>
#include <string.h>

static bool is_rate(int m)
{
    return metrics[m].kind == METRIC_RATE || metrics[m].kind == METRIC_SHARE;
}

static void make(struct result *r, enum combine_mode mode)
{
    rig_make_result(r, 3, 1000, (const uint64_t[]){400, 300, 200});
    r->settings.method.combine = mode;
    assert_ok(extrapolate_groups(r, &st));
}

TEST(ipc_is_summed_and_cycles_are_averaged_in_both_modes)
{
    for (int mode = COMBINE_COUNTERS; mode <= COMBINE_PAPER; mode++) {
        struct result r ENDED_BY(result_free);
        make(&r, (enum combine_mode)mode);
        assert_ok(combine_groups(&r, &st));
        double ipc = 0;
        for (uint32_t g = 0; g < 3; g++)
            ipc += r.groups[g].metrics[METRIC_IPC];
        assert_true(r.metrics[METRIC_IPC].value == ipc);
        assert_true(fabs(r.metrics[METRIC_CYCLES].value - (1000 + 2000 + 3000) / 0.4 / 3) < 1e-9);
    }
}

/* The paper's example: groups of 20 and 50 IPC and L1D miss rates of 0.70 and 0.60 are a GPU of 70
 * and 0.65 (section III-H). */
TEST(the_papers_example_of_two_groups)
{
    struct result r ENDED_BY(result_free);
    rig_make_result(&r, 2, 1000, (const uint64_t[]){1000, 0, 0});
    r.settings.method.combine = COMBINE_PAPER;
    assert_ok(extrapolate_groups(&r, &st));
    const double ipc[] = {20, 50}, miss[] = {0.70, 0.60};
    for (uint32_t g = 0; g < 2; g++) {
        r.groups[g].metrics[METRIC_IPC] = ipc[g];
        r.groups[g].metrics[METRIC_L1D_MISS_RATE] = miss[g];
    }
    assert_ok(combine_groups(&r, &st));
    assert_near(r.metrics[METRIC_IPC].value, 70);
    assert_near(r.metrics[METRIC_L1D_MISS_RATE].value, 0.65);
}

TEST(counters_mode_computes_rates_from_the_summed_counters)
{
    struct result r ENDED_BY(result_free);
    struct gpu_counters sum = {0};
    double expected[METRIC_COUNT];
    make(&r, COMBINE_COUNTERS);
    for (uint32_t g = 0; g < 3; g++)
        gpu_counters_merge(&sum, &r.groups[g].runs[0].counters);
    metrics_compute(&sum, expected);
    assert_ok(combine_groups(&r, &st));
    assert_memory_equal(&r.counters, &sum, sizeof sum);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (is_rate(m))
            assert_true(r.metrics[m].value == expected[m]);
}

TEST(paper_mode_averages_rates)
{
    struct result r ENDED_BY(result_free);
    make(&r, COMBINE_PAPER);
    assert_ok(combine_groups(&r, &st));
    for (int m = 0; m < METRIC_COUNT; m++) {
        double mean = 0;
        for (uint32_t g = 0; g < 3; g++)
            mean += r.groups[g].metrics[m] / 3;
        if (is_rate(m))
            assert_true(fabs(r.metrics[m].value - mean) <= 1e-12 * fabs(mean));
    }
}

TEST(the_order_of_the_groups_does_not_matter)
{
    struct result a ENDED_BY(result_free), b;
    make(&a, COMBINE_COUNTERS);
    make(&b, COMBINE_COUNTERS);
    struct result_group first = b.groups[0];
    b.groups[0] = b.groups[2];
    b.groups[2] = first;
    assert_ok(combine_groups(&a, &st));
    assert_ok(combine_groups(&b, &st));
    assert_memory_equal(&a.counters, &b.counters, sizeof a.counters);
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_true(fabs(a.metrics[m].value - b.metrics[m].value) <=
                    1e-14 * fabs(a.metrics[m].value));
    result_free(&b);
}

TEST(groups_without_pixels_count_nowhere)
{
    for (int mode = COMBINE_COUNTERS; mode <= COMBINE_PAPER; mode++) {
        struct result r ENDED_BY(result_free);
        rig_make_result(&r, 2, 1000, (const uint64_t[]){400, 300, 200});
        r.settings.method.combine = (uint32_t)mode;
        r.groups[1].pixels = r.groups[1].runs[0].traced = 0;
        r.groups[1].finished = false;
        assert_ok(extrapolate_groups(&r, &st));
        assert_ok(combine_groups(&r, &st));
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_true(r.metrics[m].value == r.groups[0].metrics[m]);
    }
}

TEST(one_wholly_traced_group_combines_to_itself)
{
    for (int mode = COMBINE_COUNTERS; mode <= COMBINE_PAPER; mode++) {
        struct result r ENDED_BY(result_free);
        double raw[METRIC_COUNT];
        rig_make_result(&r, 1, 1000, (const uint64_t[]){1000, 0, 0});
        r.settings.method.combine = (uint32_t)mode;
        metrics_compute(&r.groups[0].runs[0].counters, raw);
        assert_ok(extrapolate_groups(&r, &st));
        assert_ok(combine_groups(&r, &st));
        for (int m = 0; m < METRIC_COUNT; m++)
            assert_true(r.metrics[m].value == raw[m]);
        assert_memory_equal(&r.counters, &r.groups[0].runs[0].counters, sizeof r.counters);
    }
}

TEST(exponential_fits_the_rates_of_the_summed_counters)
{
    struct result r;
    rig_make_result(&r, 2, 1000, (const uint64_t[]){400, 300, 200});
    r.n_levels = RESULT_LEVELS;
    assert_ok(extrapolate_groups(&r, &st));
    uint32_t of_groups = r.n_fits, rates = 0;
    assert_ok(combine_groups(&r, &st));
    for (int m = 0; m < METRIC_COUNT; m++)
        rates += is_rate(m);
    assert_int_equal(r.n_fits, of_groups + rates);
    for (uint32_t i = of_groups; i < r.n_fits; i++) {
        double at[METRIC_COUNT];
        struct gpu_counters merged;
        combine_counters(&r, 1, &merged);
        metrics_compute(&merged, at);
        assert_int_equal(r.fits[i].group, -1);
        assert_true(r.fits[i].value[1] == at[r.fits[i].metric]);
        assert_true(r.fits[i].percent[1] == 30);
    }
    result_free(&r);
}

TEST(the_spread_of_the_groups_gives_intervals)
{
    struct result r;
    make(&r, COMBINE_COUNTERS);
    assert_ok(combine_groups(&r, &st));
    /* 1000, 2000 and 3000 cycles: the means without one are 2500, 2000 and 1500. */
    double log_mean = (log(2500) + log(2000) + log(1500)) / 3, sum = 0;
    for (int i = 0; i < 3; i++)
        sum += pow(log(2500 - 500 * i) - log_mean, 2);
    double known = interval_known_error(SAMPLE_GROUPS, MODEL_CYCLE, METRIC_CYCLES);
    const struct estimate *cycles = &r.metrics[METRIC_CYCLES];
    const struct estimate expected =
        interval_make(METRIC_CYCLES, 5000, (struct survey_spread){2.0 / 3 * sum, 2}, known, 95);
    assert_true(fabs(cycles->low / expected.low - 1) < 1e-12);
    assert_true(fabs(cycles->high / expected.high - 1) < 1e-12);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &r.metrics[m];
        bool known_error =
            !isnan(interval_known_error(SAMPLE_GROUPS, MODEL_CYCLE, (enum metric_id)m));
        assert_int_equal(survey_has_bounds(e), known_error);
        assert_true(!known_error || (e->low <= e->value && e->value <= e->high));
        assert_true(!known_error || (e->low >= 0 && e->high <= metrics[m].most));
    }
    double wide = cycles->high;
    r.settings.method.confidence = 80;
    assert_ok(combine_groups(&r, &st));
    assert_true(r.metrics[METRIC_CYCLES].high < wide);
    result_free(&r);
}

TEST(exponential_fits_have_intervals_and_are_listed_once)
{
    struct result r;
    rig_make_result(&r, 3, 1000, (const uint64_t[]){400, 300, 200});
    r.n_levels = RESULT_LEVELS;
    assert_ok(extrapolate_groups(&r, &st));
    uint32_t of_groups = r.n_fits, rates = 0;
    for (int m = 0; m < METRIC_COUNT; m++)
        rates += is_rate(m);
    assert_ok(combine_groups(&r, &st));
    assert_int_equal(r.n_fits, of_groups + rates);
    assert_true(survey_has_bounds(&r.metrics[METRIC_CYCLES]));
    assert_true(survey_has_bounds(&r.metrics[METRIC_RT_EFFICIENCY]));
    result_free(&r);
}

/* Group `gone` of three is not finished. The result is that of the two others, but IPC is summed
 * over three. */
static void lack(uint32_t gone, uint32_t levels)
{
    struct result r ENDED_BY(result_free), two ENDED_BY(result_free);
    rig_make_result(&r, 3, 1000, (const uint64_t[]){400, 300, 200});
    rig_make_result(&two, 2, 1000, (const uint64_t[]){400, 300, 200});
    r.n_levels = two.n_levels = levels;
    r.groups[gone].finished = false;
    for (uint32_t g = 0; g < 2; g++)
        two.groups[g] = r.groups[g + (g >= gone)]; /* made-up runs own nothing */
    assert_ok(extrapolate_groups(&r, &st));
    assert_ok(extrapolate_groups(&two, &st));
    assert_ok(combine_groups(&r, &st));
    assert_ok(combine_groups(&two, &st));
    assert_memory_equal(&r.counters, &two.counters, sizeof two.counters);
    assert_int_equal(result_traced(&r), 800);
    for (int m = 0; m < METRIC_COUNT; m++) {
        double times = m == METRIC_IPC ? 1.5 : 1;
        assert_true(fabs(r.metrics[m].value - times * two.metrics[m].value) <=
                    1e-12 * r.metrics[m].value);
        assert_int_equal(isnan(r.metrics[m].high), isnan(two.metrics[m].high));
        assert_true(isnan(r.metrics[m].high) ||
                    fabs(r.metrics[m].high - times * two.metrics[m].high) <=
                        1e-12 * r.metrics[m].high);
    }
}

TEST(unfinished_groups_are_stood_for_by_the_others)
{
    for (uint32_t gone = 0; gone < 3; gone++) {
        lack(gone, 1);
        lack(gone, RESULT_LEVELS);
    }
}

TEST(one_group_is_exact_or_has_no_interval)
{
    struct result r ENDED_BY(result_free);
    rig_make_result(&r, 1, 1000, (const uint64_t[]){1000, 0, 0});
    assert_ok(extrapolate_groups(&r, &st));
    assert_ok(combine_groups(&r, &st));
    for (int m = 0; m < METRIC_COUNT; m++)
        assert_true(r.metrics[m].low == r.metrics[m].value &&
                    r.metrics[m].high == r.metrics[m].value);
    r.downscale.factor = 2; /* a scale model is no whole GPU */
    assert_ok(combine_groups(&r, &st));
    assert_false(survey_has_bounds(&r.metrics[METRIC_CYCLES]));
    r.downscale.factor = 1;
    r.groups[0].runs[0].traced = 400;
    assert_ok(combine_groups(&r, &st));
    assert_false(survey_has_bounds(&r.metrics[METRIC_CYCLES]));
}
