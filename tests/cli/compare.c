/* compare as a user runs it. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/table.h"
#include "orchestrator/predict/interval.h"
#include "sim/timing/counters/metrics.h"
#include "tests/rig/documents.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME   " -W 64 -H 32 -s 1 -q "
#define COMPARE "compare lonely" FRAME

static json_t *load(const char *text)
{
    json_error_t error;
    json_t *d = json_loads(text, 0, &error);
    if (!d)
        fail_msg("line %d: %s in '%s'", error.line, error.text, text);
    return d;
}

static json_t *run_json(const char *words, int status)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != status)
        fail_msg("diorama %s: %d\n%s", words, o.status, o.err);
    return load(o.out);
}

static const json_t *list_item(const json_t *d, const char *list, size_t i)
{
    const json_t *item = json_array_get(json_object_get(d, list), i);
    if (!item)
        fail_msg("%s has no item %zu", list, i);
    return item;
}

static double metric_of(const json_t *document, const char *metric, const char *which)
{
    const json_t *one = json_object_get(json_object_get(document, "metrics"), metric);
    return json_number_value(json_object_get(one, which));
}

static double number_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

TEST(every_metric_is_held_against_the_first_gpu)
{
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "-g tiny -g tiny:core_MHz=500,sms=4 --json", 0);
    const json_t *a = list_item(d, "results", 0), *b = list_item(d, "results", 1);
    const json_t *ratio = list_item(d, "normalized", 1);
    const json_t *bounds = list_item(d, "normalized_intervals", 1);
    assert_string_equal(json_string_value(json_object_get(d, "command")), "compare");
    assert_string_equal(json_string_value(json_object_get(b, "gpu")), "tiny:core_MHz=500,sms=4");
    assert_int_equal(json_array_size(json_object_get(d, "results")), 2);
    assert_int_equal(json_array_size(json_object_get(d, "failed")), 0);
    double cycles = metric_of(b, "cycles", "value") / metric_of(a, "cycles", "value");
    for (int m = 0; m < METRIC_COUNT; m++) {
        const char *name = metrics[m].name;
        const json_t *interval = json_object_get(bounds, name);
        double first = metric_of(a, name, "value"), second = metric_of(b, name, "value");
        if (first == 0)
            continue;
        enum metric_id errs_as = interval_errs_as((enum metric_id)m);
        double value = second / first;
        assert_near(number_of(ratio, name), value);
        assert_true(number_of(list_item(d, "normalized", 0), name) == 1);
        if (!json_is_number(json_object_get(interval, "high")))
            continue;
        double low = number_of(interval, "low"), high = number_of(interval, "high");
        double least = metric_of(b, name, "low") / metric_of(a, name, "high");
        double most = metric_of(b, name, "high") / metric_of(a, name, "low");
        assert_true(low <= value && value <= high);
        if (errs_as == METRIC_COUNT || !(ratio_errors[errs_as] > 0))
            assert_true(low == least && high == most);
        else if (fabs(log(cycles)) <= 0.25)
            assert_near(log(high / low),
                        2 * ratio_errors[errs_as] * survey_quantile(95, SURVEY_NORMAL));
        else /* of unlike GPUs both errors count where they are larger, as those of cycles are */
            assert_true(log(high / low) > (errs_as == METRIC_CYCLES ? 2 : 2 - 1e-9) *
                                              ratio_errors[errs_as] *
                                              survey_quantile(95, SURVEY_NORMAL));
    }
    assert_near(number_of(ratio, "frame_time_ms"),
                number_of(b, "frame_time_ms") / number_of(a, "frame_time_ms"));
    json_t *alone FREED_BY(json_decref) =
        run_json("predict lonely" FRAME "-g tiny:core_MHz=500,sms=4 --json", 0);
    assert_true(json_equal(json_object_get(alone, "metrics"), json_object_get(b, "metrics")));
}

static const char *model_of(const json_t *d, size_t gpu)
{
    return json_string_value(json_object_get(list_item(d, "results", gpu), "model"));
}

/* What the approximate model does not see of one GPU would be in the ratio. */
TEST(all_gpus_are_run_by_one_model)
{
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "-g tiny -g tiny:l2.rop_cycles=90 --json", 0);
    assert_string_equal(model_of(d, 0), "approximate");
    assert_string_equal(model_of(d, 1), "approximate");
    json_decref(d);
    d = run_json(COMPARE "-g tiny -g tiny:l2.mshrs=16 --json", 0);
    assert_string_equal(model_of(d, 0), "cycle");
    assert_string_equal(model_of(d, 1), "cycle");
}

TEST(threads_change_no_byte)
{
    struct outcome one ENDED_BY(outcome_free), many ENDED_BY(outcome_free);
    program_run(&one, COMPARE "-g tiny -g tiny:l2.rop_cycles=90 -t 1");
    program_run(&many, COMPARE "-g tiny -g tiny:l2.rop_cycles=90 -t 5");
    assert_int_equal(one.status, 0);
    assert_string_equal(one.out, many.out);
}

/* The table, with `has` in it and without `lacks`. */
static void prints(const char *words, int status, const char *const *has, const char *lacks)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, words);
    if (o.status != status)
        fail_msg("diorama %s: %d\n%s", words, o.status, o.err);
    for (; *has; has++)
        if (!strstr(o.out, *has))
            fail_msg("diorama %s: no '%s' in\n%s", words, *has, o.out);
    if (lacks && strstr(o.out, lacks))
        fail_msg("diorama %s: '%s' in\n%s", words, lacks, o.out);
}

/* Of two that run as long the approximate model's luck says which is named first. */
TEST(what_is_not_certain_is_told)
{
    static const char *const overlap[] = {"2 GPUs on 1 scene; ratios are to tiny\n",
                                          "lonely: 64 x 32 pixels, 1 sample, shader path",
                                          "the ends of the intervals of 95 %",
                                          "\ncycles ",
                                          "\nframe_time_ms ",
                                          "\n1-2    tiny",
                                          "\nnot certain: tiny",
                                          " is below the resolution of ",
                                          NULL};
    static const char *const apart[] = {"\n1      tiny:core_MHz=4000", "\n2      tiny ",
                                        "certain: no two can be equal\n", NULL};
    static const char *const equal[] = {
        "not certain: tiny before tiny:sms=2; they are the same machine\n", NULL};
    prints(COMPARE "-g tiny -g tiny:watchdog_cycles=300001", 0, overlap, "no two can");
    prints(COMPARE "-g tiny -g tiny:core_MHz=4000,icnt_MHz=4000,l2_MHz=4000,dram_MHz=8000", 0,
           apart, "not certain");
    prints(COMPARE "-g tiny -g tiny:sms=2", 0, equal, "resolution");
}

static const json_t *verdict_of(const json_t *d, size_t gpu)
{
    return list_item(list_item(d, "ranking", 0), "ratios", gpu);
}

/* The same machine, one that runs as long, one with clocks four times as fast. */
TEST(a_ratio_is_certain_or_below_a_resolution_that_is_named)
{
    static const char *const words[] = {"\nframe time against the first ", "they are equal\n",
                                        "  below the resolution of ",
                                        "  certain, by calibrated pairs\n", NULL};
    const char *gpus = COMPARE "-g tiny -g tiny:sms=2 -g tiny:watchdog_cycles=300001 -g "
                               "tiny:core_MHz=4000,icnt_MHz=4000,l2_MHz=4000,dram_MHz=8000";
    char command[400];
    prints(gpus, 0, words, NULL);
    snprintf(command, sizeof command, "%s --json", gpus);
    json_t *d FREED_BY(json_decref) = run_json(command, 0);
    assert_true(number_of(verdict_of(d, 1), "resolution") == 0);
    assert_string_equal(json_string_value(json_object_get(verdict_of(d, 1), "by")), "exact");
    assert_string_equal(json_string_value(json_object_get(verdict_of(d, 2), "by")), "pairs");
    assert_true(json_is_false(json_object_get(verdict_of(d, 2), "certain")));
    assert_true(json_is_true(json_object_get(verdict_of(d, 3), "certain")));
    const json_t *time = json_object_get(verdict_of(d, 2), "frame_time");
    assert_near(number_of(verdict_of(d, 2), "resolution"),
                number_of(time, "high") / number_of(time, "value") - 1);
}

/* What the predictions leave open whole frames decide, and they are kept. */
TEST(resolving_simulates_pairs_until_it_can_say)
{
    static const char *const words[] = {", by simulated pairs\n", NULL};
    const char *command =
        COMPARE "-g tiny -g tiny:watchdog_cycles=300001 --resolve 1 -o resolved.db";
    struct outcome o ENDED_BY(outcome_free);
    char again[200];
    prints(command, 0, words, "calibrated");
    snprintf(again, sizeof again, "%s --json", command);
    json_t *d = run_json(again, 0), *other = run_json(again, 0);
    const json_t *verdict = verdict_of(d, 1);
    assert_true(json_equal(json_object_get(d, "ranking"), json_object_get(other, "ranking")));
    assert_string_equal(json_string_value(json_object_get(verdict, "by")), "simulated");
    assert_true(number_of(verdict, "pairs") == 2 && number_of(verdict, "resolution") == 0);
    assert_true(json_is_false(json_object_get(verdict, "certain")));
    json_decref(other);
    json_decref(d);
    program_run(
        &o, "compare lonely -W 64 -H 32 -s 1 -g tiny -g tiny:watchdog_cycles=300001 --resolve 1");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.err, "1 ratio is open: simulating 2 pairs of whole frames of each"));
    assert_non_null(strstr(o.err, " s of processor time; at most "));
}

TEST(json_says_what_is_certain)
{
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "-g tiny -g tiny:watchdog_cycles=300001 --json", 0);
    const json_t *ranking = list_item(d, "ranking", 0);
    assert_true(json_is_false(json_object_get(ranking, "certain")));
    assert_int_equal(json_array_size(json_object_get(ranking, "uncertain")), 1);
    const json_t *first = list_item(ranking, "places", 0);
    assert_true(number_of(first, "first") == 1 && number_of(first, "last") == 2);
    const json_t *time = json_object_get(first, "frame_time_ms");
    assert_true(number_of(time, "low") <= number_of(time, "value") &&
                number_of(time, "value") <= number_of(time, "high"));
}

TEST(one_gpu_is_enough)
{
    static const char *const has[] = {"1 GPU on 1 scene; ratios are to tiny\n", "\n1      tiny",
                                      NULL};
    prints(COMPARE "-g tiny", 0, has, "certain");
}

TEST(scenes_are_averaged)
{
    static const char *const has[] = {"2 GPUs on 2 scenes", "lonely: 64 x 32", "rigging: 64 x 32",
                                      "geometric means over 2 scenes\n", NULL};
    prints("compare lonely rigging" FRAME "-g tiny -g tiny:sms=4", 0, has, "those that all");
    json_t *d FREED_BY(json_decref) =
        run_json("compare lonely rigging" FRAME "-g tiny -g tiny:sms=4 --json", 0);
    const json_t *mean = list_item(json_object_get(d, "mean"), "gpus", 1);
    double product = number_of(list_item(d, "normalized", 1), "cycles") *
                     number_of(list_item(d, "normalized", 3), "cycles");
    assert_near(number_of(json_object_get(mean, "normalized"), "cycles"), sqrt(product));
}

/* Three SMs cannot be divided by two. */
TEST(what_fails_is_told_and_not_averaged)
{
    static const char *const has[] = {"tiny:sms=3 failed: ", "geometric means over 2 scenes\n",
                                      NULL};
    struct outcome o;
    prints("compare lonely rigging" FRAME "--factor 2 -g tiny -g tiny:sms=3 -g tiny:sms=4", 1, has,
           NULL);
    program_run(&o, COMPARE "--factor 2 -g tiny -g tiny:sms=3");
    assert_int_equal(o.status, 1);
    assert_non_null(strstr(o.err, "1 of 2 predictions failed; the first, tiny:sms=3 on lonely: "));
    outcome_free(&o);
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "--factor 2 -g tiny:sms=3 -g tiny --json", 1);
    assert_int_equal(json_array_size(json_object_get(d, "results")), 1);
    assert_true(json_is_null(json_object_get(list_item(d, "normalized", 0), "cycles")));
    assert_string_equal(json_string_value(json_object_get(list_item(d, "failed", 0), "gpu")),
                        "tiny:sms=3");
}

TEST(references_stand_beside_predictions)
{
    static const char *const has[] = {"simulated", NULL};
    prints(COMPARE "-g tiny -g tiny:sms=4 --reference", 0, has, NULL);
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "-g tiny -g tiny:sms=4 --reference --json", 0);
    json_t *alone FREED_BY(json_decref) =
        run_json("simulate lonely" FRAME "-g tiny:sms=4 --json", 0);
    const json_t *reference = list_item(d, "references", 1);
    assert_true(metric_of(reference, "cycles", "value") == metric_of(alone, "cycles", "value"));
    assert_true(number_of(list_item(d, "normalized_references", 1), "cycles") ==
                metric_of(reference, "cycles", "value") /
                    metric_of(list_item(d, "references", 0), "cycles", "value"));
}

/* A whole frame by another model than the cycle model's is that model's, and exact is neither it
 * nor its ratio. */
TEST(another_model_predicts_and_the_cycle_model_is_the_reference)
{
    static const char *const others[] = {"interval", "gatsim"};
    json_t *cycle FREED_BY(json_decref) =
        run_json("simulate lonely" FRAME "-g tiny:sms=4 --json", 0);
    for (size_t i = 0; i < 2; i++) {
        char words[256];
        snprintf(words, sizeof words,
                 COMPARE "-g tiny -g tiny:sms=4 --model %s -K 1 -p 100 --reference --json",
                 others[i]);
        json_t *d FREED_BY(json_decref) = run_json(words, 0);
        snprintf(words, sizeof words, "simulate lonely" FRAME "-g tiny:sms=4 --model %s --json",
                 others[i]);
        json_t *alone FREED_BY(json_decref) = run_json(words, 0);
        const json_t *result = list_item(d, "results", 1);
        assert_true(metric_of(result, "cycles", "value") == metric_of(alone, "cycles", "value"));
        assert_null(json_object_get(result, "exact"));
        assert_true(json_is_null(
            json_object_get(json_object_get(json_object_get(result, "metrics"), "cycles"), "low")));
        assert_true(metric_of(list_item(d, "references", 1), "cycles", "value") ==
                    metric_of(cycle, "cycles", "value"));
    }
}

/* The second time nothing is run: even the times are the same. */
TEST(results_are_kept)
{
    struct outcome first ENDED_BY(outcome_free), second;
    program_run(&first, COMPARE "-g tiny -o kept.sqlite --json");
    assert_int_equal(first.status, 0);
    program_run(&second, COMPARE "-g tiny -o kept.sqlite --json");
    assert_string_equal(first.out, second.out);
    outcome_free(&second);
    json_t *d FREED_BY(json_decref) =
        run_json(COMPARE "-g tiny -g tiny:sms=4 -o kept.sqlite --json", 0);
    json_t *old FREED_BY(json_decref) = load(first.out);
    assert_true(json_equal(list_item(d, "results", 0), list_item(old, "results", 0)));
}

TEST(tables_are_written_as_csv)
{
    struct table t ENDED_BY(table_free);
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, COMPARE "-g tiny -g tiny:sms=4,rt.max_warps=8 --csv -");
    assert_int_equal(o.status, 0);
    assert_ok(table_parse(&t, o.out, strlen(o.out), "out.csv", &st));
    assert_int_equal(t.n_rows, 2 * (METRIC_COUNT + 1));
    assert_string_equal(t.columns[6], "ratio");
    assert_string_equal(t.rows[METRIC_COUNT].cells[2], "frame_time_ms");
    assert_string_equal(t.rows[METRIC_COUNT + 1].cells[1], "tiny:sms=4,rt.max_warps=8");
    assert_true(strtod(t.rows[1].cells[6], NULL) == 1);
    table_free(&t);
    program_does(COMPARE "-g tiny -g tiny:sms=4,rt.max_warps=8 --csv out.csv");
    assert_ok(table_read(&t, "out.csv", &st));
    assert_int_equal(t.n_rows, 2 * (METRIC_COUNT + 1));
}

TEST(pictures_are_written)
{
    static const char *const endings[] = {".svg", ".pdf", ".csv", ".gp"};
    if (system("gnuplot --version >gnuplot.txt 2>&1") != 0)
        rig_skip_tool("gnuplot");
    program_does("compare lonely rigging" FRAME "-g tiny -g tiny:sms=4 --plot bars");
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        char name[64];
        snprintf(name, sizeof name, "bars%s", endings[i]);
        assert_int_equal(access(name, R_OK), 0);
        snprintf(name, sizeof name, "bars-scenes%s", endings[i]);
        assert_int_equal(access(name, R_OK), 0);
    }
}

TEST(what_is_wrong_is_refused)
{
    program_refuses("compare" FRAME, 2, "no SCENE");
    program_refuses(COMPARE "-g tiny -g tiny", 2, "tiny");
    program_refuses(COMPARE "-g tiny -g tny:sms=4", 2, "did you mean 'tiny'?");
    program_refuses(COMPARE "-g tiny -g tiny:smx=4", 2, "did you mean 'sms'?");
    program_refuses(COMPARE "-g tiny --percent 10,20", 2,
                    "--percent has 2 values; compare takes one");
    program_refuses(COMPARE "-g tiny --resolve 0", 2, "'0'");
    program_refuses(COMPARE "-g tiny --resolve 101", 2, "'101'");
    program_refuses(COMPARE "-g tiny --resolve 5 --model interval", 2,
                    "drop --resolve or --model interval");
    program_refuses(COMPARE "-g tiny --resolve some", 2, "'some'");
    program_refuses("predict lonely" FRAME "--resolve 1", 2, "--resolve");
    program_refuses(COMPARE "-g tiny --csv - --json", 2, "standard output");
    program_refuses(COMPARE "-g tiny --csv no/such/folder/x.csv", 1, "no/such/folder");
    program_refuses(COMPARE "-g tiny --plot no/such/folder/x", 1, "no/such/folder");
    program_write_text("notes.txt", "these are no results\n");
    program_refuses(COMPARE "-g tiny -o notes.txt", 1, "notes.txt");
}

/* A GPU that is never full says little of how it runs larger frames. */
TEST(a_frame_that_does_not_fill_a_gpu_says_so)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "compare lonely -W 64 -H 32 -s 1 -q -x linear -p 30 -g tiny -g tiny:sms=64");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "\n  the frame fills only 0."));
    assert_non_null(strstr(o.out, " of tiny:sms=64\n"));
    assert_null(strstr(o.out, " of tiny,"));
}

TEST_GROUP(program_enter, program_leave)
