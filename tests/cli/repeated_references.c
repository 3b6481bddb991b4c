/* References of sweeps and comparisons as means over perturbed runs: --repeat with --reference. */
#include "tests/rig/documents.h"
#include "tests/rig/program.h"
#include "tests/rig/rig.h"

#include "sim/timing/counters/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FRAME "lonely -g tiny -W 32 -H 16 -s 1 -q --json "
#define SWEEP "sweep " FRAME "--reference "

/* The row is what `simulate --repeat` of the same frame says. */
TEST(a_sweep_shows_mean_and_spread_of_its_references)
{
    json_t *rows FREED_BY(json_decref) = document_of(SWEEP "--repeat 3", 0),
                 *row = json_array_get(rows, 0);
    json_t *alone FREED_BY(json_decref) = document_of("simulate " FRAME "--repeat 3", 0);
    const json_t *repeats = json_object_get(alone, "repeats");
    assert_true(number_at(row, "reference_runs") == 3);
    for (int m = 0; m < METRIC_COUNT; m++) {
        static const char *const columns[] = {"_reference", "_reference_low", "_reference_high"};
        static const char *const keys[] = {"value", "low", "high"};
        char name[96];
        for (int i = 0; i < 3; i++) {
            snprintf(name, sizeof name, "%s%s", metrics[m].name, columns[i]);
            assert_true(number_at(row, "%s", name) ==
                        number_at(alone, "metrics.%s.%s", metrics[m].name, keys[i]));
        }
        snprintf(name, sizeof name, "%s_reference_deviation", metrics[m].name);
        assert_true(number_at(row, "%s", name) ==
                    number_at(repeats, "deviation.%s", metrics[m].name));
    }
    assert_true(number_at(row, "cycles_reference_low") < number_at(row, "cycles_reference_high"));
}

TEST(without_repeat_there_are_no_such_columns)
{
    json_t *rows FREED_BY(json_decref) = document_of(SWEEP, 0), *row = json_array_get(rows, 0);
    assert_null(json_object_get(row, "cycles_reference_low"));
    assert_null(json_object_get(row, "reference_runs"));
}

/* All but what is measured. */
static void assert_same_numbers(const json_t *a, const json_t *b)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)a, key, value)
    {
        if (strcmp(key, "speedup") == 0)
            return;
        assert_true(json_equal(value, json_object_get(b, key)));
    }
    fail_msg("there is no speedup");
}

TEST(threads_change_no_reference)
{
    json_t *one FREED_BY(json_decref) = document_of(SWEEP "--repeat 5 -t 1", 0);
    json_t *many FREED_BY(json_decref) = document_of(SWEEP "--repeat 5 -t 7", 0);
    assert_same_numbers(json_array_get(one, 0), json_array_get(many, 0));
}

/* The prediction of both is one result; the references are two. */
TEST(results_are_kept_by_the_number_of_runs)
{
    json_t *two FREED_BY(json_decref) = document_of(SWEEP "--repeat 2 -o kept", 0);
    json_t *three FREED_BY(json_decref) = document_of(SWEEP "--repeat 3 -o kept", 0);
    json_t *again FREED_BY(json_decref) = document_of(SWEEP "--repeat 2 -o kept", 0);
    const json_t *a = json_array_get(two, 0), *b = json_array_get(three, 0);
    assert_true(number_at(a, "reference_runs") == 2 && number_at(b, "reference_runs") == 3);
    assert_true(number_at(a, "wall_s") == number_at(b, "wall_s"));
    assert_true(number_at(a, "reference_simulate_cpu_s") !=
                number_at(b, "reference_simulate_cpu_s"));
    assert_true(json_equal(two, again));
}

TEST(a_study_may_set_it)
{
    program_write_text("noise.study",
                       "reference = true; settings = { scene = \"lonely\"; gpu = \"tiny\"; "
                       "width = 32; height = 16; samples = 1; repeat = 2; };");
    json_t *rows FREED_BY(json_decref) = document_of("sweep --study noise.study -q --json", 0);
    assert_true(number_at(rows, "0.reference_runs") == 2);
}

TEST(without_references_it_is_refused)
{
    program_refuses("sweep lonely -g tiny -q --repeat 2", 2, "repeat is of references");
    program_refuses("compare lonely -g tiny -q --repeat 2", 2, "repeat is of references");
    program_refuses("compare lonely -g tiny -q --reference --repeat 2,3", 2, "--repeat has 2");
    program_refuses("sweep lonely -g tiny -q --reference --repeat 0", 2, "'0'");
}

#define COMPARE "compare lonely -g tiny -g tiny:sms=4 -W 32 -H 16 -s 1 -q --reference --repeat 3"

TEST(compare_shows_the_spread_of_its_references)
{
    struct outcome o ENDED_BY(outcome_free);
    json_t *d = document_of(COMPARE " --json", 0);
    const json_t *ratios = json_at(d, "normalized_references.1");
    const json_t *bounds = json_at(d, "normalized_reference_intervals.1");
    double ratio = number_at(ratios, "cycles");
    assert_true(number_at(bounds, "cycles.low") < ratio);
    assert_true(number_at(bounds, "cycles.high") > ratio);
    json_decref(d);
    program_run(&o, COMPARE);
    assert_int_equal(o.status, 0);
    assert_non_null(strstr(o.out, "\nsimulated: means of 3 runs, each perturbed"));
    assert_null(strstr(o.out, "nan"));
    assert_null(strstr(o.out, " \n"));
}

TEST_GROUP(program_enter, program_leave)
