/* compare as a user runs it. */
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/table.h"
#include "orchestrator/predict/interval.h"
#include "sim/timing/counters/metrics.h"
#include "tests/rig/documents.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FRAME   " -W 64 -H 32 -s 1 -q "
#define COMPARE "compare lonely" FRAME

TEST(every_metric_is_held_against_the_first_gpu)
{
    json_t *d FREED_BY(json_decref) =
        document_of(COMPARE "-g tiny -g tiny:core_MHz=500,sms=4 --json", 0);
    const json_t *a = json_at(d, "results.0"), *b = json_at(d, "results.1");
    const json_t *ratio = json_at(d, "normalized.1");
    const json_t *bounds = json_at(d, "normalized_intervals.1");
    assert_string_equal(text_at(d, "command"), "compare");
    assert_string_equal(text_at(b, "gpu"), "tiny:core_MHz=500,sms=4");
    assert_int_equal(size_at(d, "results"), 2);
    assert_int_equal(size_at(d, "failed"), 0);
    double cycles = number_at(b, "metrics.cycles.value") / number_at(a, "metrics.cycles.value");
    for (int m = 0; m < METRIC_COUNT; m++) {
        const char *name = metrics[m].name;
        const json_t *interval = json_object_get(bounds, name);
        double first = number_at(a, "metrics.%s.value", name),
               second = number_at(b, "metrics.%s.value", name);
        if (first == 0)
            continue;
        enum metric_id errs_as = interval_errs_as((enum metric_id)m);
        double value = second / first;
        assert_near(number_at(ratio, "%s", name), value);
        assert_true(number_at(d, "normalized.0.%s", name) == 1);
        if (!json_is_number(json_object_get(interval, "high")))
            continue;
        double low = number_at(interval, "low"), high = number_at(interval, "high");
        double least = number_at(b, "metrics.%s.low", name) / number_at(a, "metrics.%s.high", name);
        double most = number_at(b, "metrics.%s.high", name) / number_at(a, "metrics.%s.low", name);
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
    assert_near(number_at(ratio, "frame_time_ms"),
                number_at(b, "frame_time_ms") / number_at(a, "frame_time_ms"));
    json_t *alone FREED_BY(json_decref) =
        document_of("predict lonely" FRAME "-g tiny:core_MHz=500,sms=4 --json", 0);
    assert_true(json_equal(json_object_get(alone, "metrics"), json_object_get(b, "metrics")));
}

/* What the approximate model does not see of one GPU would be in the ratio. */
TEST(all_gpus_are_run_by_one_model)
{
    json_t *d FREED_BY(json_decref) =
        document_of(COMPARE "-g tiny -g tiny:l2.rop_cycles=90 --json", 0);
    assert_string_equal(text_at(d, "results.0.model"), "approximate");
    assert_string_equal(text_at(d, "results.1.model"), "approximate");
    json_decref(d);
    d = document_of(COMPARE "-g tiny -g tiny:l2.mshrs=16 --json", 0);
    assert_string_equal(text_at(d, "results.0.model"), "cycle");
    assert_string_equal(text_at(d, "results.1.model"), "cycle");
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
    json_t *d FREED_BY(json_decref) = document_of(command, 0);
    assert_true(number_at(d, "ranking.0.ratios.1.resolution") == 0);
    assert_string_equal(text_at(d, "ranking.0.ratios.1.by"), "exact");
    assert_string_equal(text_at(d, "ranking.0.ratios.2.by"), "pairs");
    assert_true(json_is_false(json_object_get(json_at(d, "ranking.0.ratios.2"), "certain")));
    assert_true(json_is_true(json_object_get(json_at(d, "ranking.0.ratios.3"), "certain")));
    const json_t *time = json_object_get(json_at(d, "ranking.0.ratios.2"), "frame_time");
    assert_near(number_at(d, "ranking.0.ratios.2.resolution"),
                number_at(time, "high") / number_at(time, "value") - 1);
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
    json_t *d = document_of(again, 0), *other = document_of(again, 0);
    const json_t *verdict = json_at(d, "ranking.0.ratios.1");
    assert_true(json_equal(json_object_get(d, "ranking"), json_object_get(other, "ranking")));
    assert_string_equal(text_at(verdict, "by"), "simulated");
    assert_true(number_at(verdict, "pairs") == 2 && number_at(verdict, "resolution") == 0);
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
        document_of(COMPARE "-g tiny -g tiny:watchdog_cycles=300001 --json", 0);
    const json_t *ranking = json_at(d, "ranking.0");
    assert_true(json_is_false(json_object_get(ranking, "certain")));
    assert_int_equal(size_at(ranking, "uncertain"), 1);
    const json_t *first = json_at(ranking, "places.0");
    assert_true(number_at(first, "first") == 1 && number_at(first, "last") == 2);
    const json_t *time = json_object_get(first, "frame_time_ms");
    assert_true(number_at(time, "low") <= number_at(time, "value") &&
                number_at(time, "value") <= number_at(time, "high"));
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
        document_of("compare lonely rigging" FRAME "-g tiny -g tiny:sms=4 --json", 0);
    const json_t *mean = json_at(d, "mean.gpus.1");
    double product = number_at(d, "normalized.1.cycles") * number_at(d, "normalized.3.cycles");
    assert_near(number_at(mean, "normalized.cycles"), sqrt(product));
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
        document_of(COMPARE "--factor 2 -g tiny:sms=3 -g tiny --json", 1);
    assert_int_equal(size_at(d, "results"), 1);
    assert_true(null_at(d, "normalized.0.cycles"));
    assert_string_equal(text_at(d, "failed.0.gpu"), "tiny:sms=3");
}

TEST(references_stand_beside_predictions)
{
    static const char *const has[] = {"simulated", NULL};
    prints(COMPARE "-g tiny -g tiny:sms=4 --reference", 0, has, NULL);
    json_t *d FREED_BY(json_decref) =
        document_of(COMPARE "-g tiny -g tiny:sms=4 --reference --json", 0);
    json_t *alone FREED_BY(json_decref) =
        document_of("simulate lonely" FRAME "-g tiny:sms=4 --json", 0);
    const json_t *reference = json_at(d, "references.1");
    assert_true(number_at(reference, "metrics.cycles.value") ==
                number_at(alone, "metrics.cycles.value"));
    assert_true(number_at(d, "normalized_references.1.cycles") ==
                number_at(reference, "metrics.cycles.value") /
                    number_at(d, "references.0.metrics.cycles.value"));
}

/* A whole frame by another model than the cycle model's is that model's, and exact is neither it
 * nor its ratio. */
TEST(another_model_predicts_and_the_cycle_model_is_the_reference)
{
    static const char *const others[] = {"interval", "gatsim"};
    json_t *cycle FREED_BY(json_decref) =
        document_of("simulate lonely" FRAME "-g tiny:sms=4 --json", 0);
    for (size_t i = 0; i < 2; i++) {
        char words[256];
        snprintf(words, sizeof words,
                 COMPARE "-g tiny -g tiny:sms=4 --model %s -K 1 -p 100 --reference --json",
                 others[i]);
        json_t *d FREED_BY(json_decref) = document_of(words, 0);
        snprintf(words, sizeof words, "simulate lonely" FRAME "-g tiny:sms=4 --model %s --json",
                 others[i]);
        json_t *alone FREED_BY(json_decref) = document_of(words, 0);
        const json_t *result = json_at(d, "results.1");
        assert_true(number_at(result, "metrics.cycles.value") ==
                    number_at(alone, "metrics.cycles.value"));
        assert_null(json_object_get(result, "exact"));
        assert_true(null_at(result, "metrics.cycles.low"));
        assert_true(number_at(d, "references.1.metrics.cycles.value") ==
                    number_at(cycle, "metrics.cycles.value"));
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
        document_of(COMPARE "-g tiny -g tiny:sms=4 -o kept.sqlite --json", 0);
    json_t *old FREED_BY(json_decref) = document_parse(first.out);
    assert_true(json_equal(json_at(d, "results.0"), json_at(old, "results.0")));
}

TEST(no_output_is_written_over_another)
{
    static const char *const bad[][2] = {
        {COMPARE "-g tiny -o r.db --csv r.db", "--csv r.db is what --output writes, too"},
        {COMPARE "-g tiny -o k.csv --plot k", "--plot k.csv is what --output writes, too"},
        {COMPARE "-g tiny --csv k.csv --plot k", "--plot k.csv is what --csv writes, too"},
        {"simulate lonely -g tiny --trace t --lines ./t", "--lines ./t is what --trace writes"},
        {"predict lonely -g tiny --keep kept --trace kept/prediction.json",
         "--trace kept/prediction.json is what --keep kept writes, too"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        program_refuses(bad[i][0], 2, bad[i][1]);
    program_does(COMPARE "-g tiny -o kept.db");
    assert_int_equal(symlink("kept.db", "link.db"), 0);
    program_refuses(COMPARE "-g tiny -o kept.db --csv link.db", 2, "is what --output writes, too");
    program_does(COMPARE "-g tiny -o kept.db");
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
