/* A frame from its beginning, of invented runs. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/prefix.h"
#include "orchestrator/predict/prefix_calibration.h"
#include "sim/timing/counters/timeline.h"

#include <math.h>
#include <string.h>

/* The abstract model: 10 instructions in each of 1000 cycles, then 1 in each of 1000. */
enum { LOAD = 10, FULL = 1000, TAIL = 1000 };

static uint64_t done(uint64_t cycles)
{
    return cycles < FULL ? LOAD * cycles : LOAD * FULL + (cycles - FULL);
}

static struct gpu_counters counted(uint64_t cycles, uint64_t instructions)
{
    return (struct gpu_counters){.gpu.cycles = cycles, .sm.thread_instructions = instructions};
}

struct frame_case {
    struct history *history;
    struct result r;
    struct prefix prefix;
};

static void set_up(struct frame_case *f, double left)
{
    struct status st = {0};
    memset(f, 0, sizeof *f);
    assert_ok(history_create(&f->history, &st));
    for (uint64_t now = 100; now < FULL + TAIL; now += 100) {
        struct gpu_counters c = counted(now, done(now));
        history_add(f->history, &c);
    }
    f->r.abstract.counters = counted(FULL + TAIL, done(FULL + TAIL));
    f->r.settings.method.confidence = 95;
    f->prefix = (struct prefix){f->history, &f->r.abstract.counters, {left, left, 0}};
    for (int m = 0; m < METRIC_COUNT; m++)
        f->r.metrics[m] = survey_unbounded(1);
}

/* The cycle model ends then. */
static void begin(struct frame_case *f, uint64_t cycles, uint64_t instructions)
{
    f->r.whole.counters = counted(cycles, instructions);
    prefix_note(&f->prefix, &f->r);
}

TEST(what_is_left_goes_as_the_abstract_model_says)
{
    struct frame_case f;
    set_up(&f, 0);
    /* The cycle model takes 1200 cycles for what the other did in 950, which is 0.475 of its. */
    begin(&f, 1200, done(950));
    assert_near(f.r.begun.left, 1 - 950.0 / 2000);
    assert_near(f.r.begun.share, 9500.0 / 11000);
    prefix_estimate(&f.r);
    const struct prefix_calibration *c = &prefix_calibrations[METRIC_CYCLES];
    double slope = 1 - f.r.begun.left * (1 - c->rest);
    const struct estimate *cycles = &f.r.metrics[METRIC_CYCLES];
    /* Between two moments on a logarithmic scale: 948.7 instead of 950. */
    assert_true(fabs(cycles->value / (2000 * pow(1200.0 / 950, slope)) - 1) < 0.002);
    double apart = log(1200 / f.r.begun.assisted[METRIC_CYCLES]);
    assert_true(fabs(apart / log(1200.0 / 950) - 1) < 0.01 && c->apart > 0);
    assert_near(log(cycles->high / cycles->value),
                c->times * hypot(hypot(c->base, f.r.begun.left), c->apart * apart));
    assert_near(f.r.metrics[METRIC_IPC].value, 11000 / cycles->value);
    history_free(f.history);
}

TEST(at_the_end_nothing_is_left_to_err)
{
    struct frame_case f;
    set_up(&f, 0);
    begin(&f, 2500, done(FULL + TAIL));
    assert_true(f.r.begun.left < 1e-9 && f.r.begun.share == 1);
    history_free(f.history);
}

TEST(before_the_first_moment_nothing_is_known)
{
    struct frame_case f;
    set_up(&f, 0);
    begin(&f, 50, done(50));
    assert_true(f.r.begun.share == 0);
    history_begin(f.history); /* nor of a run without moments */
    begin(&f, 1200, done(1200));
    assert_true(f.r.begun.share == 0);
    history_free(f.history);
}

TEST(a_kernel_without_instructions_has_no_share)
{
    struct frame_case f;
    set_up(&f, 0);
    f.r.abstract.counters = (struct gpu_counters){0};
    begin(&f, 50, 0);
    assert_true(!(f.r.begun.share > 0));
    history_free(f.history);
}

TEST(an_interval_that_is_narrower_already_stays)
{
    struct frame_case f;
    set_up(&f, 0);
    f.r.metrics[METRIC_CYCLES] = (struct estimate){2000, 1999, 2001};
    begin(&f, 1200, done(950));
    prefix_estimate(&f.r);
    assert_true(f.r.metrics[METRIC_CYCLES].value == 2000);
    history_free(f.history);
}

static double reach_of(enum metric_id m, double percent, double confidence, double unevenness)
{
    return prefix_end_for(m, percent, confidence, unevenness).reach;
}

TEST(a_narrower_target_leaves_less)
{
    double before = INFINITY;
    for (double percent = 8; percent > 0.01; percent /= 2) {
        struct prefix_end end = prefix_end_for(METRIC_CYCLES, percent, 95, 0.01);
        assert_true(end.reach < before || end.reach == 0);
        assert_true(end.most <= end.reach && end.most < 1);
        before = end.reach;
    }
    assert_true(before == 0); /* the whole frame */
    for (double percent = 1; percent < 8; percent += 0.5) {
        assert_true(reach_of(METRIC_CYCLES, percent, 99, 0.01) <=
                    reach_of(METRIC_CYCLES, percent, 95, 0.01));
        assert_true(reach_of(METRIC_IPC, percent, 95, 0.01) ==
                    reach_of(METRIC_CYCLES, percent, 95, 0.01));
    }
    assert_true(prefix_end_for(METRIC_CYCLES, 8, 95, 0).most > 0.1);
    /* Nobody knows its errors. */
    assert_true(prefix_end_for(METRIC_SIMT_EFFICIENCY, 2, 95, 0).most == 0);
}

static struct timeline *sampled(uint64_t at, uint64_t instructions)
{
    static const struct gpu_config gpu = {.machine.sms = 1, .machine.memory_partitions = 1};
    const struct timeline_sm so_far = {.thread_instructions = instructions};
    const struct timeline_memory_partition nothing = {0};
    struct timeline *t;
    struct status st = {0};
    assert_ok(timeline_create(&t, &gpu, 8, &st));
    timeline_add_sm(t, 0, &so_far);
    timeline_add_memory_partition(t, 0, &nothing);
    timeline_sampled(t, at, 0, 0);
    return t;
}

static bool ends(struct frame_case *f, uint64_t at, uint64_t instructions)
{
    struct timeline *t = sampled(at, instructions);
    bool enough = prefix_enough(&f->prefix, t);
    timeline_free(t);
    return enough;
}

TEST(a_run_ends_where_little_is_left_and_the_models_agree)
{
    struct frame_case f;
    set_up(&f, 0.5);
    assert_false(ends(&f, 950, done(900)));
    assert_true(ends(&f, 1050, done(1050)));
    assert_true(ends(&f, 1400, done(1050)));
    f.prefix.end = (struct prefix_end){0.5, 0.6, 10};
    assert_true(ends(&f, 1050, done(1050)));
    assert_false(ends(&f, 1200, done(1050)));
    assert_false(ends(&f, 900, done(1050)));
    assert_false(ends(&f, 1, 1)); /* before the first moment */
    history_free(f.history);
}

TEST(of_more_left_than_in_the_calibration_set_nothing_is_said)
{
    struct frame_case f;
    set_up(&f, 0);
    begin(&f, 500, done(500));
    assert_near(f.r.begun.left, 0.75);
    prefix_estimate(&f.r);
    assert_true(f.r.metrics[METRIC_CYCLES].value == 1);
    history_free(f.history);
}

/* Of two SMs one works for all of the time and one for half of it. */
static void make_uneven(struct frame_case *f)
{
    f->r.gpu.machine.sms = 2;
    f->r.gpu.machine.launch_cycles = 500;
    f->r.abstract.counters.sm.busy_cycles = FULL + TAIL;
}

TEST(a_frame_whose_sms_end_apart_is_uneven)
{
    struct frame_case f;
    set_up(&f, 0);
    assert_true(prefix_unevenness(&f.r) == 0); /* no machine, no number */
    make_uneven(&f);
    assert_near(prefix_unevenness(&f.r), log(2000.0 / 1500));
    f.r.gpu.machine.launch_cycles = 5000;
    assert_true(prefix_unevenness(&f.r) == 0);
    history_free(f.history);
}

TEST(of_an_uneven_frame_less_is_known)
{
    struct frame_case f;
    set_up(&f, 0);
    make_uneven(&f);
    begin(&f, 1200, done(950));
    prefix_estimate(&f.r);
    const struct prefix_calibration *c = &prefix_calibrations[METRIC_CYCLES];
    const struct estimate *cycles = &f.r.metrics[METRIC_CYCLES];
    double tail = c->uneven * sqrt(log(2000.0 / 1500));
    assert_true(c->uneven > 0);
    double apart = c->apart * log(1200 / f.r.begun.assisted[METRIC_CYCLES]);
    assert_near(log(cycles->high / cycles->value),
                c->times * hypot(hypot(c->base, f.r.begun.left), hypot(tail, apart)));
    for (double percent = 1; percent < 16; percent += 0.5)
        assert_true(reach_of(METRIC_CYCLES, percent, 95, 0.3) <=
                    reach_of(METRIC_CYCLES, percent, 95, 0.01));
    assert_true(reach_of(METRIC_CYCLES, 4, 95, 0.3) < reach_of(METRIC_CYCLES, 4, 95, 0.01));
    history_free(f.history);
}

TEST_GROUP(NULL, NULL)
