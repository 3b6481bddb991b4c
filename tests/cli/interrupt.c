/* Ctrl-C, and estimates that stop when they are good enough. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define MANY_GROUPS "predict -x linear weekend -s 1 -g rtx2060 -p 50 "

/* Groups that were simulated; the others have no metrics. */
static size_t groups_traced(const json_t *d)
{
    size_t i, n = 0;
    json_t *group;
    json_array_foreach(json_object_get(d, "groups"), i, group)
    {
        json_t *cycles = json_at(group, "metrics.cycles");
        bool traced = integer_at(group, "pixels_traced") > 0;
        assert_int_equal(json_is_number(cycles), traced);
        n += traced;
    }
    return n;
}

static double half_width(const json_t *d, const char *name)
{
    double value = number_at(d, "metrics.%s.value", name);
    double high = number_at(d, "metrics.%s.high", name);
    return 100 * (high - value) / value;
}

TEST(an_interrupted_prediction_gives_the_estimate_so_far)
{
    struct outcome o ENDED_BY(outcome_free);
    /* The first estimate, of four groups, is on the progress line while the others run. */
    program_interrupt(&o, MANY_GROUPS "-W 256 -H 256 --target-error 0.001 --json --keep kept",
                      "[+]-", SIGINT);
    assert_int_equal(o.status, 3); /* so that a script can tell it from none, and from all */
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    assert_true(json_is_true(json_object_get(d, "interrupted")));
    size_t n = groups_traced(d);
    assert_true(n >= 4 && n < 6);
    assert_true(json_is_number(json_object_get(json_at(d, "metrics.cycles"), "low")));
    assert_int_equal(access("kept/prediction.json", F_OK), 0);
    assert_int_equal(access("kept/render.png", F_OK), -1);
}

/* Its upper rows, which run first, may be sky. */
TEST(of_a_frame_whose_work_is_not_known_there_is_no_interval)
{
    struct outcome o ENDED_BY(outcome_free);
    program_interrupt(&o, "predict park -s 1 -W 512 -H 512 --sample all --json",
                      "frame: +([4-9]|[1-9][0-9]) %", SIGINT);
    assert_int_equal(o.status, 3);
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    assert_true(json_is_number(json_object_get(json_at(d, "metrics.cycles"), "value")));
    assert_true(json_is_null(json_object_get(json_at(d, "metrics.cycles"), "low")));
    assert_non_null(strstr(o.err, "the rest of the frame is like its first"));
}

TEST(interrupted_before_anything_is_known_nothing_is_written)
{
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_interrupt(&o, MANY_GROUPS "-W 512 -H 512 --json --keep none",
                          "simulate:", signals[i]);
        assert_int_equal(o.status, 128 + signals[i]);
        assert_string_equal(o.out, "");
        assert_int_equal(access("none/prediction.json", F_OK), -1);
    }
}

TEST(an_interrupted_simulation_says_so_in_one_line)
{
    struct outcome o ENDED_BY(outcome_free);
    program_interrupt(&o, "simulate weekend -s 1 -W 512 -H 512",
                      "simulate: +[1-9][0-9]? %  .* s left of about [1-9]", SIGINT);
    assert_int_equal(o.status, 128 + SIGINT);
    assert_string_equal(o.out, "");
    outcome_free(&o);
    program_interrupt(&o, "validate weekend -s 1 -W 512 -H 512", "simulate:", SIGTERM);
    assert_int_equal(o.status, 128 + SIGTERM);
    assert_string_equal(o.out, "");
}

TEST(of_a_repeated_simulation_the_finished_runs_count)
{
    struct outcome o ENDED_BY(outcome_free);
    program_interrupt(&o, "simulate weekend -g tiny -s 1 -W 32 -H 1 --repeat 1024 --json",
                      "simulate:", SIGINT);
    assert_int_equal(o.status, 3);
    json_t *d FREED_BY(json_decref) = document_parse(o.out);
    size_t runs = size_at(d, "repeats.runs");
    assert_true(json_is_true(json_object_get(d, "interrupted")));
    assert_true(runs >= 1 && runs < 1024);
    assert_true(json_is_number(json_object_get(json_at(d, "metrics.cycles"), "value")));
    assert_non_null(strstr(o.err, "of 1024 runs are done"));
}

/* The predictions are there when whole frames begin. */
TEST(a_comparison_is_shown_as_far_as_it_is_resolved)
{
    struct outcome o ENDED_BY(outcome_free);
    program_interrupt(&o,
                      "compare weekend -s 1 -W 256 -H 256 -g tiny -g tiny:watchdog_cycles=300001 "
                      "--resolve 0.001",
                      "1 ratio is open: simulating 2 pairs", SIGINT);
    assert_int_equal(o.status, 3);
    assert_non_null(strstr(o.out, "below the resolution of "));
    assert_null(strstr(o.out, "simulated pairs"));
}

TEST(what_traces_a_frame_says_so_too)
{
    static const char *const runs[][2] = {
        {"render weekend -W 1024 -H 1024 -s 16 -o none.png", "render:"},
        {"heatmap weekend -W 1024 -H 1024 -s 16 -o none.png", "heatmap:"},
        {"census weekend -W 1024 -H 1024 -s 16", "census:"},
        {"partition weekend -W 1024 -H 1024 -s 16 -o none", "heatmap:"}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct outcome o ENDED_BY(outcome_free);
        program_interrupt(&o, runs[i][0], runs[i][1], SIGINT);
        assert_int_equal(o.status, 128 + SIGINT);
        assert_string_equal(o.out, "");
        assert_non_null(strstr(o.err, "diorama: interrupted; there is no result"));
    }
    assert_int_equal(program_count("none"), 0);
}

/* Whether groups are left out in front of simulated ones. */
static bool groups_are_drawn(const json_t *d)
{
    bool left_out = false;
    size_t i;
    json_t *group;
    json_array_foreach(json_object_get(d, "groups"), i, group)
    {
        if (integer_at(group, "pixels_traced") == 0)
            left_out = true;
        else if (left_out)
            return true;
    }
    return false;
}

TEST(a_target_is_reached_or_everything_is_simulated)
{
    json_t *all FREED_BY(json_decref) = document_of(MANY_GROUPS "-W 96 -H 32 --json -q", 0);
    json_t *loose FREED_BY(json_decref) =
        document_of(MANY_GROUPS "-W 96 -H 32 --json -q --target-error 60:l1d_miss_rate", 0);
    json_t *tight FREED_BY(json_decref) =
        document_of(MANY_GROUPS "-W 96 -H 32 --json -q --target-error 0.001", 0);
    assert_int_equal(groups_traced(all), 6);
    assert_true(groups_traced(loose) < 6 && groups_are_drawn(loose));
    assert_true(half_width(loose, "l1d_miss_rate") <= 60);
    assert_true(json_is_false(json_object_get(loose, "interrupted")));
    assert_true(json_equal(json_object_get(all, "metrics"), json_object_get(tight, "metrics")));
    assert_true(json_equal(json_object_get(all, "groups"), json_object_get(tight, "groups")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(loose, "settings"), "target-error")),
        "60:l1d_miss_rate");
}

TEST(where_it_stops_does_not_depend_on_threads)
{
    json_t *one FREED_BY(json_decref) =
        document_of(MANY_GROUPS "-W 96 -H 32 --json -q --target-error 30 -t 1", 0);
    json_t *more FREED_BY(json_decref) =
        document_of(MANY_GROUPS "-W 96 -H 32 --json -q --target-error 30 -t 5", 0);
    json_object_del(one, "cost");
    json_object_del(more, "cost");
    assert_true(json_equal(one, more));
}

TEST(a_target_that_is_missed_is_said)
{
    struct outcome o;
    program_run(&o, MANY_GROUPS "-W 96 -H 32 --target-error 0.001");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "warning: the interval of cycles is within"));
    outcome_free(&o);
    program_run(&o, MANY_GROUPS "-W 96 -H 32 -K 1 --target-error 5:ipc");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "warning: ipc has no interval"));
    outcome_free(&o);
    program_refuses("predict weekend --target-error 0", 2, "--target-error is '0'");
    program_refuses("predict weekend --target-error 5%", 2, "it must be a percentage above 0");
    program_refuses("predict weekend --target-error :ipc", 2, "such as 2:ipc");
    program_refuses("predict weekend --target-error 5:ipx", 2, "did you mean 'ipc'?");
    program_refuses("predict weekend --target-error 5:", 2,
                    "--target-error is '5:'; behind the ':' must be a");
    program_refuses("simulate weekend --target-error 5", 2, "is not one of 'simulate'");
}

TEST_GROUP(program_enter, program_leave)
