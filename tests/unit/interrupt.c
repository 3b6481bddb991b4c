/* Signals, each in a process of its own, and estimators that are told to stop. */
#include "tests/rig/rig.h"

#include "common/interrupt.h"
#include "common/random.h"
#include "orchestrator/cli/command.h"
#include "orchestrator/predict/estimator.h"
#include "tests/rig/results.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Runs `act` in a process of its own with its standard error read back; how it ended. */
static int in_child(int (*act)(void), char *said, size_t n)
{
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGINT, SIG_DFL);
        signal(SIGTERM, SIG_DFL);
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        _exit(act());
    }
    close(ends[1]);
    ssize_t got = read(ends[0], said, n - 1);
    said[got > 0 ? got : 0] = 0;
    close(ends[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

static int die_at_once(void)
{
    interrupt_catch("one line\n");
    raise(SIGTERM);
    return 0;
}

static int note_the_first(void)
{
    interrupt_catch("one line\n");
    interrupt_hold(true);
    if (interrupt_signal())
        return 1;
    raise(SIGINT);
    return interrupt_signal() == SIGINT && *interrupt_flag() == SIGINT ? 42 : 2;
}

static int die_of_the_second(void)
{
    note_the_first();
    raise(SIGTERM);
    return 0;
}

static int end_by_the_first(void)
{
    note_the_first();
    interrupt_hold(false);
    interrupt_release();
    interrupt_end();
    return 0;
}

static int ignore_what_was_ignored(void)
{
    signal(SIGINT, SIG_IGN);
    interrupt_catch("one line\n");
    raise(SIGINT);
    interrupt_release();
    raise(SIGINT);
    interrupt_end();
    return 43;
}

static int die_silently_when_released(void)
{
    interrupt_catch("one line\n");
    interrupt_release();
    raise(SIGINT);
    return 0;
}

static void wait_ms(long ms)
{
    const struct timespec t = {.tv_nsec = ms * 1000000};
    nanosleep(&t, NULL);
}

static int come_back_in_time(void)
{
    note_the_first();
    interrupt_postpone(100);
    if (interrupt_signal())
        return 1;
    for (int i = 0; i < 500 && !interrupt_signal(); i++)
        wait_ms(10);
    return interrupt_signal() == SIGINT ? 44 : 2;
}

static int come_back_when_no_longer_held(void)
{
    note_the_first();
    interrupt_postpone(60000);
    interrupt_hold(false);
    return interrupt_signal() == SIGINT ? 45 : 3;
}

static int die_of_the_second_at_once(void)
{
    note_the_first();
    interrupt_postpone(60000);
    raise(SIGTERM);
    return 0;
}

static int nothing_to_postpone(void)
{
    interrupt_catch("one line\n");
    interrupt_hold(true);
    interrupt_postpone(1);
    wait_ms(20);
    return interrupt_signal() ? 4 : 46;
}

TEST(a_signal_that_is_postponed_comes_back)
{
    char said[64];
    assert_int_equal(in_child(come_back_in_time, said, sizeof said), 44);
    assert_int_equal(in_child(come_back_when_no_longer_held, said, sizeof said), 45);
    assert_int_equal(in_child(die_of_the_second_at_once, said, sizeof said), 128 + SIGTERM);
    assert_int_equal(in_child(nothing_to_postpone, said, sizeof said), 46);
}

TEST(signals_end_the_process_but_for_the_first_that_is_held)
{
    char said[64];
    assert_int_equal(in_child(die_at_once, said, sizeof said), 128 + SIGTERM);
    assert_string_equal(said, "one line\n");
    assert_int_equal(in_child(note_the_first, said, sizeof said), 42);
    assert_int_equal(in_child(die_of_the_second, said, sizeof said), 128 + SIGTERM);
    assert_int_equal(in_child(end_by_the_first, said, sizeof said), 128 + SIGINT);
    assert_string_equal(said, "");
    assert_int_equal(in_child(ignore_what_was_ignored, said, sizeof said), 43);
    assert_int_equal(in_child(die_silently_when_released, said, sizeof said), 128 + SIGINT);
    assert_string_equal(said, "");
}

/* An estimator of `parts` parts whose interval halves with each. */
struct halving {
    struct estimator base;
    uint32_t parts, done, fail_at, raise_at;
};

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct halving *h = (struct halving *)(void *)base;
    (void)r;
    h->done++;
    if (h->done == h->fail_at)
        return status_fail(st, ST_FAILED, "part %u failed", h->done);
    if (h->done == h->raise_at)
        raise(SIGINT);
    *left = h->done < h->parts;
    return ST_OK;
}

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    const struct halving *h = (struct halving *)(void *)base;
    double half = 64.0 / (1u << h->done);
    (void)st;
    r->metrics[METRIC_IPC] = (struct estimate){100, 100 - half, 100 + half};
    r->metrics[METRIC_CYCLES] = survey_unbounded(100);
    return ST_OK;
}

static const struct estimator_ops ops = {next_batch, estimate, NULL};

TEST(it_stops_when_the_interval_is_as_narrow_as_asked)
{
    static const struct {
        double error;
        uint32_t metric, parts, done;
    } cases[] = {
        {40, METRIC_IPC, 10, 1}, {32, METRIC_IPC, 10, 1},     {31, METRIC_IPC, 10, 2},
        {1, METRIC_IPC, 10, 6},  {0.001, METRIC_IPC, 10, 10}, {40, METRIC_CYCLES, 10, 10},
        {40, METRIC_IPC, 1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct result r = {.settings.method.target = {cases[i].error, cases[i].metric}};
        struct halving h = {.base.ops = &ops, .parts = cases[i].parts};
        assert_ok(estimator_run(&h.base, &r, &st));
        assert_int_equal(h.done, cases[i].done);
        assert_false(r.interrupted);
    }
}

TEST(a_part_that_fails_ends_it)
{
    struct result r = {.settings.method.target = {0.1, METRIC_IPC}};
    struct halving h = {.base.ops = &ops, .parts = 5, .fail_at = 3};
    assert_int_equal(estimator_run(&h.base, &r, &st), ST_FAILED);
    assert_string_equal(st.text, "part 3 failed");
}

static int be_interrupted(void)
{
    struct status st = {0};
    struct result r = {.settings.method.target = {0.1, METRIC_IPC}};
    struct halving h = {.base.ops = &ops, .parts = 5, .raise_at = 3};
    interrupt_catch("one line\n");
    interrupt_hold(true);
    bool good = estimator_run(&h.base, &r, &st) == ST_OK && h.done == 3 && r.interrupted;
    return good && r.metrics[METRIC_IPC].high == 108 ? 44 : 1;
}

static int be_interrupted_in_the_last_part(void)
{
    struct status st = {0};
    struct result r = {.settings.method.target = {0.1, METRIC_IPC}};
    struct halving h = {.base.ops = &ops, .parts = 3, .raise_at = 3};
    interrupt_catch("one line\n");
    interrupt_hold(true);
    bool good = estimator_run(&h.base, &r, &st) == ST_OK && h.done == 3 && !r.interrupted;
    return good ? 45 : 1;
}

TEST(an_interrupt_keeps_the_estimate_so_far)
{
    char said[64];
    assert_int_equal(in_child(be_interrupted, said, sizeof said), 44);
    assert_int_equal(in_child(be_interrupted_in_the_last_part, said, sizeof said), 45);
}

/* ---- stopping ---- */

enum { MOST = 40, DRAWS = 3000 };

/* An estimator of the mean of numbers about 1, with the batches that groups have. */
struct drawing {
    struct estimator base;
    uint64_t seed;
    uint32_t n, at;
    double numbers[MOST];
};

static enum st_code draw_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct drawing *d = (struct drawing *)(void *)base;
    uint32_t wanted = d->at ? d->at / 2 : 4;
    (void)r;
    (void)st;
    for (uint32_t i = 0; i < wanted && d->at < d->n; i++, d->at++) {
        double sum = 0; /* of twelve uniform numbers: as good as normal */
        for (uint64_t j = 0; j < 12; j++)
            sum += random_unit(d->seed, RANDOM_TEST, 12 * d->at + j) - 0.5;
        d->numbers[d->at] = 1 + 0.1 * sum;
    }
    *left = d->at < d->n;
    return ST_OK;
}

static enum st_code estimate_mean(struct estimator *base, struct result *r, struct status *st)
{
    const struct drawing *d = (struct drawing *)(void *)base;
    double sum = 0, without[MOST];
    (void)st;
    for (uint32_t i = 0; i < d->at; i++)
        sum += d->numbers[i];
    for (uint32_t i = 0; i < d->at; i++)
        without[i] = (sum - d->numbers[i]) / (d->at - 1);
    r->metrics[METRIC_CYCLES] = survey_bounds(
        SURVEY_LOG, sum / d->at, survey_jackknife(SURVEY_LOG, without, d->at), 95, 1e15);
    return ST_OK;
}

static const struct estimator_ops drawing_ops = {draw_batch, estimate_mean, NULL};

TEST(intervals_that_end_a_run_still_hold_the_truth)
{
    static const double targets[] = {30, 10, 5};
    for (size_t t = 0; t < 3; t++) {
        uint32_t held = 0, early = 0;
        for (uint64_t seed = 1; seed <= DRAWS; seed++) {
            struct result r = {.settings.method.target = {targets[t], METRIC_CYCLES}};
            struct drawing d = {.base.ops = &drawing_ops, .seed = seed, .n = MOST};
            assert_ok(estimator_run(&d.base, &r, &st));
            const struct estimate *e = &r.metrics[METRIC_CYCLES];
            held += e->low <= 1 && 1 <= e->high;
            early += d.at < MOST;
        }
        double coverage = (double)held / DRAWS;
        if (coverage < 0.9 || coverage > 0.975 || early < DRAWS / 2)
            fail_msg("within %g %%: coverage %.3f, %u of %d ended early", targets[t], coverage,
                     early, DRAWS);
    }
}

/* What command_warn_target says of six groups of which the first so many are finished, or of
 * windows. */
static void assert_said(enum sample_kind sample, uint32_t finished, const char *said)
{
    static const uint64_t traced[RESULT_LEVELS] = {10, 10, 10};
    char *text FREED_BY(free) = NULL;
    size_t n;
    struct result r ENDED_BY(result_free);
    rig_make_result(&r, 6, 100, traced);
    r.interrupted = true;
    r.evidence.sample = sample;
    r.evidence.share = 0.25;
    for (uint32_t g = finished; g < r.n_groups; g++)
        r.groups[g].finished = false;
    FILE *err = open_memstream(&text, &n);
    assert_non_null(err);
    command_warn_target(&(struct command_context){.settings = &r.settings, .err = err}, &r);
    assert_int_equal(fclose(err), 0);
    assert_non_null(strstr(text, said));
}

TEST(the_share_that_was_simulated_is_of_what_was_to_be)
{
    assert_said(SAMPLE_GROUPS, 3, "interrupted; 50 % of the groups");
    assert_said(SAMPLE_GROUPS, 6, "interrupted before the target was met");
    assert_said(SAMPLE_WINDOWS, 0, "interrupted; the estimate is of 25 % of the frame's work");
}
