/* A prediction that estimates nothing does not look like an estimate, wherever it is shown; and
 * what `validate` says of the intervals of one that does. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/timing/counters/metrics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FRAME " lonely -g tiny -W 32 -H 16 -s 1 -q "
/* Both ways to it: a plan of everything, and a target that only the whole frame meets. */
static const char *const ways[] = {"-p 100 -K 1 ", "--target-error 0.001 "};

static char *output_of(const char *command, const char *words)
{
    char line[256];
    struct outcome o ENDED_BY(outcome_free);
    snprintf(line, sizeof line, "%s" FRAME "%s", command, words);
    program_run(&o, line);
    assert_int_equal(o.status, 0);
    char *text = strdup(o.out);
    assert_non_null(text);
    return text;
}

TEST(an_exact_table_has_no_intervals_and_says_so)
{
    for (int i = 0; i < 2; i++) {
        char *text FREED_BY(free) = output_of("predict", ways[i]);
        assert_non_null(strstr(text, "by the cycle model: exact, nothing is estimated"));
        assert_null(strstr(text, "% from"));
        assert_null(strstr(text, "group "));
    }
}

TEST(an_exact_document_has_no_bounds)
{
    for (int i = 0; i < 2; i++) {
        char words[160];
        snprintf(words, sizeof words, "predict" FRAME "--json %s", ways[i]);
        json_t *d FREED_BY(json_decref) = document_of(words, 0);
        assert_true(json_is_true(json_object_get(d, "exact")));
        assert_null(json_object_get(d, "confidence"));
        for (int m = 0; m < METRIC_COUNT; m++) {
            const json_t *one = json_at(d, "metrics.%s", metrics[m].name);
            assert_true(json_is_number(json_object_get(one, "value")));
            assert_int_equal(json_object_size(one), 1);
        }
    }
    json_t *estimate FREED_BY(json_decref) = document_of("predict" FRAME "--json", 0);
    assert_null(json_object_get(estimate, "exact"));
    assert_true(json_is_number(json_object_get(json_at(estimate, "metrics.cycles"), "low")));
}

TEST(exact_frames_of_a_path_have_no_columns_of_bounds)
{
    char *exact FREED_BY(free) = output_of("predict", "--frames 0:0 -p 100 -K 1");
    char *estimate FREED_BY(free) = output_of("predict", "--frames 0:0");
    char *csv FREED_BY(free) = output_of("predict", "--frames 0:0 -p 100 -K 1 --csv -");
    assert_non_null(strstr(exact, "  exact    the whole frames"));
    assert_null(strstr(exact, "ends of the intervals"));
    assert_non_null(strstr(estimate, "ends of the intervals"));
    assert_null(strstr(estimate, "exact "));
    assert_non_null(strstr(csv, ",exact,"));
    assert_non_null(strstr(csv, ",yes,"));
}

/* Of the JSON of a sweep. */
TEST(exact_rows_of_a_sweep_have_no_bounds)
{
    json_t *rows FREED_BY(json_decref) =
        document_of("sweep lonely -g tiny -W 32 -H 16 -s 1 -q --json --percent 50 "
                    "--percent 100 -K 1 -x linear --reference",
                    0);
    const json_t *part = json_array_get(rows, 0), *whole = json_array_get(rows, 1);
    assert_string_equal(text_at(part, "exact"), "no");
    assert_string_equal(text_at(whole, "exact"), "yes");
    assert_true(null_at(whole, "cycles_low"));
    assert_true(number_at(whole, "cycles_error") == 0);
    assert_true(null_at(whole, "inside"));
}

TEST(compare_calls_exact_numbers_exact_and_their_order_certain)
{
    struct outcome o ENDED_BY(outcome_free);
    program_run(&o, "compare lonely -g tiny -g tiny:sms=4 -W 32 -H 16 -s 1 -q -p 100 -K 1");
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "  exact  "));
    assert_null(strstr(o.out, "% from")); /* no level of confidence */
    assert_non_null(strstr(o.out, "certain: no two can be equal"));
}

static size_t times_in_page(const char *words, const char *text)
{
    char line[256];
    unsigned char *page;
    size_t n, times = 0;
    snprintf(line, sizeof line, "sweep" FRAME "-o shown %s", words);
    program_does(line);
    program_does("report shown -q -o page.html");
    assert_ok(file_read("page.html", &page, &n, &st));
    for (const char *at = (const char *)page; (at = strstr(at, text)) != NULL; at++)
        times++;
    mem_free(page);
    assert_int_equal(remove("shown"), 0);
    return times;
}

/* Beside each of the seven metrics and the frame time. */
TEST(a_report_calls_exact_points_exact)
{
    assert_int_equal(times_in_page("-p 100 -K 1", ">exact<"), METRIC_SEVEN + 1);
    assert_int_equal(times_in_page("", ">exact<"), 0);
}

/* The marks of the table are those of the document. */
TEST(validate_marks_what_lies_outside)
{
    json_t *d FREED_BY(json_decref) = document_of("validate" FRAME "--json --confidence 51", 0);
    char *text FREED_BY(free) = output_of("validate", "--all --confidence 51");
    const json_t *covered = json_object_get(d, "covered");
    json_int_t inside = 0, all = 0;
    for (int m = 0; m < METRIC_COUNT; m++) {
        const json_t *ours = json_at(d, "prediction.metrics.%s", metrics[m].name);
        const json_t *theirs = json_at(d, "reference.metrics.%s", metrics[m].name);
        const json_t *held = json_object_get(covered, metrics[m].name);
        const char *line = strstr(text, metrics[m].title);
        assert_non_null(line);
        char shown[256];
        snprintf(shown, sizeof shown, "%.*s", (int)strcspn(line, "\n"), line);
        assert_true((strstr(shown, "outside") != NULL) == json_is_false(held));
        if (!json_is_boolean(held))
            continue;
        double truth = number_at(theirs, "value");
        double low = number_at(ours, "low"), high = number_at(ours, "high"),
               more = 1e-9 * fabs(truth);
        assert_true(json_is_true(held) == (low <= truth + more && truth <= high + more));
        inside += json_is_true(held);
        all++;
    }
    assert_true(all > inside && inside > 0); /* at 51 % some must lie outside */
    assert_int_equal(integer_at(d, "inside"), inside);
    assert_int_equal(integer_at(d, "intervals"), all);
    char count[64];
    snprintf(count, sizeof count, " %lld of %lld\n", (long long)inside, (long long)all);
    assert_non_null(strstr(strstr(text, "Reference inside the interval"), count));
}

TEST(validate_says_what_each_speedup_counts)
{
    char *text FREED_BY(free) = output_of("validate", "");
    static const char *const lines[] = {
        "Speedup, processor time, without profile ", "Speedup, processor time, with profile ",
        "Speedup, on the clock, without profile ", "Speedup, on the clock, with profile "};
    for (int i = 0; i < 4; i++)
        assert_non_null(strstr(text, lines[i]));
}

static void assert_adds_up(const json_t *d)
{
    static const char *const clocks[] = {"cpu_s", "wall_s"};
    static const char *const parts[] = {"setup_", "profile_", "simulate_"};
    for (int c = 0; c < 2; c++) {
        double sum = 0;
        for (int p = 0; p < 3; p++) {
            char name[32];
            snprintf(name, sizeof name, "%s%s", parts[p], clocks[c]);
            sum += number_at(d, "cost.%s", name);
        }
        assert_true(fabs(sum - number_at(d, "cost.%s", clocks[c])) < 1e-9);
    }
}

TEST(the_parts_of_every_cost_are_its_total)
{
    json_t *d FREED_BY(json_decref) = document_of("validate" FRAME "--json", 0);
    const json_t *prediction = json_object_get(d, "prediction"),
                 *reference = json_object_get(d, "reference");
    assert_adds_up(d);
    assert_adds_up(prediction);
    assert_adds_up(reference);
    /* The setup that both share was paid once. */
    assert_true(number_at(d, "cost.setup_cpu_s") == number_at(prediction, "cost.setup_cpu_s"));
    assert_true(fabs(number_at(d, "cost.cpu_s") - number_at(prediction, "cost.cpu_s") -
                     number_at(reference, "cost.simulate_cpu_s")) < 1e-9);
    json_decref(d);
    d = document_of("predict" FRAME "--json --frames 0:0", 0);
    assert_adds_up(d);
    json_decref(d);
    d = document_of("compare" FRAME "--json --reference", 0);
    assert_adds_up(json_at(d, "results.0"));
    assert_adds_up(json_at(d, "references.0"));
    json_decref(d);
    d = document_of("simulate" FRAME "--json --repeat 2 -t 2", 0);
    assert_adds_up(d);
}

/* A sweep's columns, and those of frames. */
TEST(the_columns_of_a_cost_are_its_total)
{
    static const char *const parts[] = {"simulate_cpu_s", "profile_cpu_s", "setup_cpu_s"};
    json_t *rows = document_of("sweep" FRAME "--json", 0), *row = json_array_get(rows, 0);
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += number_at(row, "%s", parts[i]);
    assert_true(fabs(sum - number_at(row, "cpu_s")) < 1e-9);
    json_decref(rows);
    char *csv FREED_BY(free) = output_of("predict", "--frames 0:0 --csv -");
    assert_non_null(strstr(csv, ",setup_cpu_s,cpu_s,wall_s\n"));
}

TEST_GROUP(program_enter, program_leave)
