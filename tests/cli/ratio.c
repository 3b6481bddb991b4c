/* predict --extrapolate ratio as a user runs it. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "sim/timing/counters/metrics.h"

#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define RATIO "predict lonely -g tiny -W 64 -H 32 -x ratio --json "

static double number_of(const json_t *d, const char *metric, const char *which)
{
    const json_t *one = json_object_get(json_object_get(d, "metrics"), metric);
    assert_true(json_is_number(json_object_get(one, which)));
    return json_number_value(json_object_get(one, which));
}

TEST(every_metric_lies_in_its_interval)
{
    json_t *d = document_of(RATIO "-p 40 -q", 0);
    assert_true(json_is_false(json_object_get(d, "interrupted")));
    for (int m = 0; m < METRIC_COUNT; m++) {
        const char *name = metrics[m].name;
        double value = number_of(d, name, "value");
        assert_true(value >= 0 && value <= metrics[m].most);
        assert_true(number_of(d, name, "low") <= value && value <= number_of(d, name, "high"));
    }
    assert_true(number_of(d, "cycles", "low") < number_of(d, "cycles", "high"));
    assert_true(number_of(d, "bandwidth_utilization", "value") <=
                number_of(d, "dram_efficiency", "value"));
    json_t *wide = document_of(RATIO "-p 40 -q --confidence 99", 0);
    assert_true(number_of(wide, "cycles", "value") == number_of(d, "cycles", "value"));
    assert_true(number_of(wide, "cycles", "low") < number_of(d, "cycles", "low"));
    assert_true(number_of(wide, "cycles", "high") > number_of(d, "cycles", "high"));
    json_decref(wide);
    json_decref(d);
}

TEST(a_table_of_an_exact_frame_says_so)
{
    struct outcome o;
    program_run(&o, "predict lonely -g tiny -W 64 -H 32 -q --target-error 0.01");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "exact    the whole frame was simulated"));
    outcome_free(&o);
}

/* A folder of `partition` shows what `predict` would trace with the same options. */
TEST(the_percentage_of_a_plan_is_the_estimators)
{
    static const char *const words[] = {"partition lonely -g tiny -W 64 -H 64 -q",
                                        "partition lonely -g tiny -W 64 -H 64 -q -x linear"};
    static const bool fifteen[] = {true, false};
    for (int i = 0; i < 2; i++) {
        struct outcome o;
        program_run(&o, words[i]);
        assert_int_equal(o.status, 0);
        assert_int_equal(strstr(o.out, "15.00 %") != NULL, fifteen[i]);
        outcome_free(&o);
    }
}

TEST(a_narrow_target_ends_in_the_exact_frame)
{
    json_t *d = document_of(RATIO "-q --target-error 0.01", 0);
    json_t *s = document_of("simulate lonely -g tiny -W 64 -H 32 --json -q", 0);
    for (int m = 0; m < METRIC_COUNT; m++) {
        const char *name = metrics[m].name;
        double value = number_of(s, name, "value");
        assert_true(number_of(d, name, "value") == value);
    }
    assert_true(json_is_true(json_object_get(d, "exact")));
    assert_true(json_number_value(json_object_get(d, "percent")) == 100);
    assert_true(json_is_false(json_object_get(d, "interrupted")));
    json_decref(d);
    json_decref(s);
}

static double of_approximate(const json_t *d, const char *name)
{
    return json_number_value(
        json_object_get(json_object_get(json_object_get(d, "ratio"), "approximate"), name));
}

/* A part that fills the GPU a few times says of the whole frame what the whole frame says. */
TEST(a_few_waves_stand_for_the_frame)
{
    static const char frame[] =
        "predict weekend -x ratio -g tiny -W 128 -H 256 -s 1 -q --json --waves ";
    static const char *const names[] = {"cycles", "l2_miss_rate", "bandwidth_utilization"};
    char words[128];
    snprintf(words, sizeof words, "%sall", frame);
    json_t *whole = document_of(words, 0);
    snprintf(words, sizeof words, "%s8", frame);
    json_t *part = document_of(words, 0);
    const json_t *ratio = json_object_get(part, "ratio");
    double pixels = json_number_value(json_object_get(ratio, "approximate_pixels"));
    assert_true(pixels > 0 && pixels <= 128 * 256 / 2);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        double r = of_approximate(part, names[i]) / of_approximate(whole, names[i]);
        if (r < 0.93 || r > 1.07)
            fail_msg("%s: %.3f of the whole frame's", names[i], r);
    }
    snprintf(words, sizeof words, "%s2", frame);
    json_t *thin = document_of(words, 0); /* a quarter of the warps */
    double log_8 = log(number_of(part, "cycles", "high") / number_of(part, "cycles", "value"));
    double log_2 = log(number_of(thin, "cycles", "high") / number_of(thin, "cycles", "value"));
    assert_true(log_2 > 1.3 * log_8);
    json_decref(thin);
    assert_true(json_number_value(json_object_get(part, "percent")) <
                json_number_value(json_object_get(whole, "percent")));
    json_decref(whole);
    json_decref(part);
}

/* The profile counted what the whole frame executes; a picture says nothing of it, and the part
 * does not know how far it is off. */
TEST(only_a_profile_says_how_full_warps_are)
{
#define PART "-g tiny -W 128 -H 128 -s 1 -q --json "
    json_t *exact = document_of("simulate lonely --model approximate " PART, 0);
    json_t *part = document_of("predict lonely -x ratio --waves 2 " PART, 0);
    program_does("heatmap lonely -W 128 -H 128 -s 1 -q -o heat.png");
    json_t *shown = document_of("predict lonely -x ratio --waves 2 --heatmap heat.png " PART, 0);
    json_t *timed = document_of("predict lonely -x ratio --waves 2 --timer clock " PART, 0);
#undef PART
    double value = number_of(exact, "simt_efficiency", "value");
    assert_true(number_of(part, "simt_efficiency", "value") == value);
    assert_true(number_of(part, "simt_efficiency", "low") == value);
    assert_true(number_of(part, "simt_efficiency", "high") == value);
    const json_t *without[] = {shown, timed};
    for (int i = 0; i < 2; i++) {
        const json_t *all = json_object_get(without[i], "metrics");
        const json_t *simt = json_object_get(all, "simt_efficiency");
        assert_true(json_is_null(json_object_get(simt, "low")));
        assert_true(json_is_null(json_object_get(simt, "high")));
        assert_true(fabs(json_number_value(json_object_get(simt, "value")) / value - 1) < 0.1);
    }
    json_decref(timed);
    json_decref(exact);
    json_decref(part);
    json_decref(shown);
}

TEST(threads_change_nothing_but_the_cost)
{
    static const char *const more[] = {"-t 2", "-t 3"};
    static const char *const what[] = {"-p 40 -q ", "-p 30 -q --target-error 0.01 ",
                                       "-p 30 -q -K 1 "};
    for (size_t k = 0; k < sizeof what / sizeof *what; k++) {
        char words[256];
        snprintf(words, sizeof words, RATIO "%s-t 1", what[k]);
        json_t *one = document_of(words, 0);
        json_object_del(one, "cost");
        for (int i = 0; i < 2; i++) {
            snprintf(words, sizeof words, RATIO "%s%s", what[k], more[i]);
            json_t *other = document_of(words, 0);
            json_object_del(other, "cost");
            assert_true(json_equal(one, other));
            json_decref(other);
        }
        json_decref(one);
    }
}

#define LARGE "predict weekend -s 1 -g mobile_soc -x ratio -p 60 -W 256 -H 256 --json "
#define LONG  "predict weekend -s 3 -g mobile_soc -x ratio -p 60 -W 256 -H 256 --json "

TEST(interrupted_in_the_whole_frame_it_gives_the_estimate)
{
    struct outcome o;
    program_interrupt(&o, LARGE "--target-error 0.001 --keep kept", "whole frame:", SIGINT);
    assert_int_equal(o.status, 3);
    json_t *d = document_parse(o.out);
    assert_true(json_is_true(json_object_get(d, "interrupted")));
    assert_true(number_of(d, "cycles", "low") < number_of(d, "cycles", "value"));
    assert_int_equal(access("kept/prediction.json", F_OK), 0);
    json_decref(d);
    outcome_free(&o);
}

/* The first group is half of the warps that are run. */
TEST(interrupted_in_the_second_group_it_says_so)
{
    struct outcome o;
    program_interrupt(&o, LONG "-t 1", "simulate: +[6-9][0-9]", SIGINT);
    assert_int_equal(o.status, 3);
    json_t *d = document_parse(o.out);
    assert_true(json_is_true(json_object_get(d, "interrupted")));
    assert_true(number_of(d, "cycles", "low") < number_of(d, "cycles", "value"));
    json_decref(d);
    outcome_free(&o);
}

#define THIN "predict weekend -g tiny -W 128 -H 512 -s 1 -x ratio -p 2 --waves 1 --json "

/* Fewer waves are less sure; the whole frame is not needed for what some more of them give. */
TEST(a_target_is_met_by_more_windows)
{
    struct outcome o;
    json_t *thin = document_of(THIN "-q", 0);
    double width = number_of(thin, "cycles", "high") / number_of(thin, "cycles", "value") - 1;
    char words[192];
    snprintf(words, sizeof words, THIN "-t 2 --target-error %.3f", 100 * width / 1.5);
    program_run(&o, words);
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "the interval is wider than asked; windows that "));
    json_t *d = document_parse(o.out);
    assert_true(json_is_false(json_object_get(d, "interrupted")));
    assert_null(json_object_get(d, "exact"));
    assert_true(number_of(d, "cycles", "high") / number_of(d, "cycles", "value") - 1 <=
                width / 1.5);
    double before =
        json_number_value(json_object_get(json_object_get(thin, "ratio"), "approximate_pixels"));
    double after =
        json_number_value(json_object_get(json_object_get(d, "ratio"), "approximate_pixels"));
    assert_true(after >= 2 * before && after < 128 * 512);
    outcome_free(&o);
    json_decref(thin);
    json_decref(d);
}

/* Of any length, with the truth inside. */
TEST(an_interrupt_gives_an_estimate_at_any_time)
{
    json_t *whole = document_of("simulate weekend -s 1 -g mobile_soc -W 256 -H 256 --json -q", 0);
    double cycles = number_of(whole, "cycles", "value"), first = 0, last = 0;
    for (int i = 0; i < 10; i++) {
        struct outcome o;
        char when[64] = "simulate: +[1-9]"; /* percent, then those from so many tens on, if shown */
        if (i > 0)
            snprintf(when, sizeof when, "simulate: +[%d-9][0-9] %%|predict took", i);
        program_interrupt(&o, LARGE "-t 2", when, i % 2 ? SIGTERM : SIGINT);
        if (o.status == 0) { /* it was done before it was read */
            outcome_free(&o);
            continue;
        }
        if (o.status != 3) { /* only the groups beside it have got so far */
            assert_int_equal(o.status, 128 + (i % 2 ? SIGTERM : SIGINT));
            assert_non_null(strstr(o.err, "before anything was timed"));
            outcome_free(&o);
            continue;
        }
        assert_int_equal(o.status, 3);
        json_t *d = document_parse(o.out);
        assert_true(json_is_true(json_object_get(d, "interrupted")));
        double low = number_of(d, "cycles", "low"), high = number_of(d, "cycles", "high");
        if (low > cycles || high < cycles)
            fail_msg("%s: %.0f to %.0f, and it is %.0f", when, low, high, cycles);
        last = high / low;
        first = first > 0 ? first : last;
        json_decref(d);
        outcome_free(&o);
    }
    assert_true(last < first);
    json_decref(whole);
}

/* Then a hasty profile and a second of the approximate model tell something. */
TEST(interrupted_while_the_frame_is_profiled_there_is_an_estimate)
{
    static const int signals[] = {SIGINT, SIGTERM};
    for (int i = 0; i < 2; i++) {
        struct outcome o;
        program_interrupt(&o,
                          "predict weekend -g rtx2060 -W 1024 -H 1024 -s 4 --profile-pixels all "
                          "--json --keep hasty --cache none_kept",
                          "heatmap:", signals[i]);
        assert_int_equal(o.status, 3);
        json_t *d = document_parse(o.out);
        assert_true(json_is_true(json_object_get(d, "interrupted")));
        assert_true(json_integer_value(json_object_get(json_object_get(d, "profile"), "pixels")) ==
                    64 * 32);
        double value = number_of(d, "cycles", "value");
        assert_true(value > 0 && number_of(d, "cycles", "low") < 0.7 * value &&
                    number_of(d, "cycles", "high") > 1.4 * value);
        assert_int_equal(access("hasty/prediction.json", F_OK), 0);
        json_decref(d);
        outcome_free(&o);
    }
    glob_t kept; /* it is not for others */
    assert_int_equal(glob("none_kept/*", 0, NULL, &kept), GLOB_NOMATCH);
    globfree(&kept);
}

TEST(a_gpu_without_room_for_a_warp_is_refused)
{
    program_refuses("predict lonely -g tiny:sm.registers=1024 -W 32 -H 8 -q", 2,
                    "has no room for a warp");
}

TEST(interrupted_while_it_is_profiled_a_frame_of_the_papers_method_is_not_written)
{
    struct outcome o;
    program_interrupt(&o, "predict weekend -x linear -W 1024 -H 1024 -s 4 --json --keep none",
                      "heatmap:", SIGINT);
    assert_int_equal(o.status, 128 + SIGINT);
    assert_string_equal(o.out, "");
    assert_int_equal(access("none/prediction.json", F_OK), -1);
    outcome_free(&o);
}

TEST_GROUP(program_enter, program_leave)
