/* The names and the structure that other programs rely on. */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/options.h"
#include "tests/rig/documents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void make(struct result *r)
{
    rig_make_result(r, 2, 1000, (const uint64_t[]){400, 300, 200});
    assert_ok(extrapolate_groups(r, &st));
    assert_ok(combine_groups(r, &st));
}

static char *print(json_t *document, struct json_writer *w)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    assert_ok(json_writer_finish(w, document, out, &st));
    fclose(out);
    return text;
}

/* Printed and read again, as another program would. */
static json_t *round_trip(const struct result *r)
{
    struct json_writer w = {0};
    char *text FREED_BY(free) = print(result_to_json(&w, r), &w);
    return document_parse(text);
}

/* The keys in order, each with a space behind it. */
static void assert_keys(const json_t *object, const char *keys)
{
    char has[1024] = "";
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
        snprintf(has + strlen(has), sizeof has - strlen(has), "%s ", key);
    assert_string_equal(has, keys);
}

TEST(a_prediction_has_the_promised_keys_in_order)
{
    static const char top[] =
        "command version scene gpu shader shaders isa workload frame width height samples "
        "seed sample model pixels pixels_traced percent fills downscale interrupted "
        "confidence metrics frame_time_ms frame_time_ms_low frame_time_ms_high "
        "frames_per_second bottleneck groups fits settings inputs cost ";
    struct result r ENDED_BY(result_free);
    make(&r);
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    assert_keys(d, top);
    assert_keys(json_object_get(d, "downscale"), "factor sms memory_partitions ");
    assert_keys(json_at(d, "metrics.cycles"), "value low high ");
    assert_int_equal(size_at(d, "groups"), 2);
    assert_keys(json_at(d, "groups.0"), "pixels pixels_traced percent metrics ");
}

TEST(every_metric_keeps_its_value_to_the_last_digit)
{
    static const char *const seven[] = {
        "ipc",           "cycles",          "l1d_miss_rate",        "l2_miss_rate",
        "rt_efficiency", "dram_efficiency", "bandwidth_utilization"};
    struct result r ENDED_BY(result_free);
    make(&r);
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    for (int m = 0; m < METRIC_SEVEN; m++) {
        const json_t *one = json_at(d, "metrics.%s", seven[m]);
        assert_true(number_at(one, "value") == r.metrics[m].value);
        assert_true(number_at(one, "low") == r.metrics[m].low);
        assert_true(number_at(one, "high") == r.metrics[m].high);
        const json_t *group = json_at(d, "groups.1");
        assert_true(number_at(group, "metrics.%s", seven[m]) == r.groups[1].metrics[m]);
    }
}

TEST(bounds_that_are_not_known_are_null)
{
    struct result r ENDED_BY(result_free);
    rig_make_result(&r, 1, 1000, (const uint64_t[]){400, 300, 200});
    assert_ok(extrapolate_groups(&r, &st));
    assert_ok(combine_groups(&r, &st));
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    const json_t *cycles = json_at(d, "metrics.cycles");
    assert_true(null_at(cycles, "low"));
    assert_true(null_at(cycles, "high"));
    assert_true(number_at(d, "confidence") == 95);
}

TEST(a_simulation_gives_values_without_bounds)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.kind = RESULT_SIMULATION;
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    assert_string_equal(text_at(d, "command"), "simulate");
    assert_keys(json_at(d, "metrics.ipc"), "value ");
    assert_null(json_object_get(d, "fits"));
}

TEST(stats_adds_every_counter_of_the_total_and_of_each_group)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.settings.output.stats = true;
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        const json_t *all = json_at(d, "counters.%s", table->section);
        const json_t *one = json_at(d, "groups.1.counters.%s", table->section);
        assert_int_equal(json_object_size(all), table->n_rows);
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *c = &table->rows[i];
            assert_int_equal(integer_at(all, "%s", c->name), counter_read(table, c, &r.counters));
            assert_int_equal(integer_at(one, "%s", c->name),
                             counter_read(table, c, &r.groups[1].runs[0].counters));
        }
    }
}

TEST(what_an_option_counts_is_left_out_where_it_has_counted_nothing)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.settings.output.stats = true;
    r.counters.reorder = (struct reorder_counters){0};
    json_t *d FREED_BY(json_decref) = round_trip(&r), *all = json_object_get(d, "counters");
    assert_null(json_object_get(all, "reorder"));
    assert_int_equal(json_object_size(all), n_gpu_counter_tables - 1);
    json_decref(d);
    r.counters.reorder.alone = 1;
    d = round_trip(&r);
    all = json_at(d, "counters.reorder");
    assert_int_equal(integer_at(all, "alone"), 1);
    assert_int_equal(integer_at(all, "groups"), 0);
}

TEST(settings_are_spelled_as_on_the_command_line)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.settings.method.factor = 4;
    json_t *d FREED_BY(json_decref) = round_trip(&r), *s = json_object_get(d, "settings");
    assert_string_equal(text_at(s, "percent"), "auto");
    assert_int_equal(integer_at(s, "factor"), 4);
    assert_string_equal(text_at(s, "block"), "32x2");
    assert_string_equal(text_at(s, "division"), "fine");
    assert_true(null_at(s, "heatmap"));
    assert_true(json_number_value(json_object_get(s, "percent-max")) == 60);
}

TEST(equal_results_are_equal_bytes_but_for_cost)
{
    struct result a ENDED_BY(result_free), b ENDED_BY(result_free);
    struct json_writer w = {0};
    make(&a);
    make(&b);
    b.cost.simulate.cpu_s = 7;
    json_t *first = result_to_json(&w, &a), *second = result_to_json(&w, &b);
    assert_false(json_equal(first, second));
    json_object_del(first, "cost");
    json_object_del(second, "cost");
    char *one FREED_BY(free) = print(first, &w), *two = print(second, &w);
    assert_string_equal(one, two);
    free(two);
}

static void compare(struct validation *v, const struct result *prediction,
                    const struct result *reference)
{
    struct result_values ours, whole;
    result_values(&ours, prediction);
    result_values(&whole, reference);
    validate_compare(v, &ours, &whole);
}

TEST(errors_are_signed_fractions_and_speedups_are_reference_over_prediction)
{
    struct result prediction ENDED_BY(result_free), reference ENDED_BY(result_free);
    struct validation v;
    struct json_writer w = {0};
    make(&prediction);
    make(&reference);
    for (int m = 0; m < METRIC_COUNT; m++) {
        reference.metrics[m].value = 2;
        prediction.metrics[m].value = m == METRIC_CYCLES ? 1 : 3;
    }
    reference.cost.simulate = (struct cost_time){12, 12};
    prediction.cost.simulate = (struct cost_time){3, 2};
    prediction.cost.profile = (struct cost_time){1, 1};
    compare(&v, &prediction, &reference);
    assert_true(v.error[METRIC_CYCLES] == -0.5 && v.error[METRIC_IPC] == 0.5);
    assert_true(fabs(v.mae - 0.5) < 1e-15);
    assert_true(v.speedup[SPEEDUP_CPU] == 4 && v.speedup[SPEEDUP_CPU_WITH_PROFILE] == 3);
    assert_true(v.speedup[SPEEDUP_WALL] == 6 && v.speedup[SPEEDUP_WALL_WITH_PROFILE] == 4);
    json_t *d FREED_BY(json_decref) = validation_to_json(&w, &v, &prediction, &reference);
    static const char top[] =
        "command version prediction reference error mae covered inside intervals speedup "
        "cost ";
    static const char ratios[] =
        "cpu_without_profile cpu_with_profile wall_without_profile wall_with_profile ";
    assert_keys(d, top);
    assert_keys(json_object_get(d, "speedup"), ratios);
}

/* The mean of N runs costs N; a prediction stands for one. */
TEST(of_a_repeated_reference_one_run_counts)
{
    struct result prediction ENDED_BY(result_free), reference ENDED_BY(result_free);
    struct result_values ours, whole;
    struct validation v;
    make(&prediction);
    make(&reference);
    reference.cost.simulate = (struct cost_time){12, 8};
    prediction.cost.simulate = (struct cost_time){1, 1};
    result_values(&ours, &prediction);
    result_values(&whole, &reference);
    assert_int_equal(whole.runs, 1);
    whole.runs = 4;
    validate_compare(&v, &ours, &whole);
    assert_true(v.speedup[SPEEDUP_CPU] == 3 && v.speedup[SPEEDUP_WALL] == 2);
    /* Four runs on four threads, the prediction on one: on one they take four times as long. */
    whole.cost.threads = 4;
    ours.cost.threads = 1;
    validate_compare(&v, &ours, &whole);
    assert_true(v.speedup[SPEEDUP_CPU] == 3 && v.speedup[SPEEDUP_WALL] == 8);
}

TEST(it_is_said_whether_an_interval_holds_the_reference)
{
    struct result prediction ENDED_BY(result_free), reference ENDED_BY(result_free);
    struct validation v;
    struct json_writer w = {0};
    make(&prediction);
    make(&reference);
    for (int m = 0; m < METRIC_COUNT; m++) {
        reference.metrics[m] = survey_unbounded(2);
        prediction.metrics[m] = survey_unbounded(2);
    }
    prediction.metrics[METRIC_IPC] = (struct estimate){1.8, 1.5, 2};
    prediction.metrics[METRIC_CYCLES] = (struct estimate){2.5, 2.1, 3};
    prediction.metrics[METRIC_L2_MISS_RATE] = (struct estimate){1.5, 1, 1.9};
    prediction.metrics[METRIC_SIMT_EFFICIENCY] = survey_exact(2 + 1e-15);
    compare(&v, &prediction, &reference);
    assert_int_equal(v.covered[METRIC_IPC], COVERED_INSIDE);
    assert_int_equal(v.covered[METRIC_CYCLES], COVERED_OUTSIDE);
    assert_int_equal(v.covered[METRIC_L2_MISS_RATE], COVERED_OUTSIDE);
    assert_int_equal(v.covered[METRIC_SIMT_EFFICIENCY], COVERED_INSIDE);
    assert_int_equal(v.covered[METRIC_RT_EFFICIENCY], COVERED_NOTHING);
    assert_true(v.inside == 2 && v.intervals == 4);
    json_t *d FREED_BY(json_decref) = validation_to_json(&w, &v, &prediction, &reference);
    const json_t *covered = json_object_get(d, "covered");
    assert_true(json_is_true(json_object_get(covered, "ipc")));
    assert_true(json_is_false(json_object_get(covered, "cycles")));
    assert_true(null_at(covered, "rt_efficiency"));
    assert_int_equal(integer_at(d, "inside"), 2);
    assert_int_equal(integer_at(d, "intervals"), 4);
}

TEST(a_validations_cost_has_the_shared_setup_once)
{
    const struct cost prediction = {
        .setup = {1, 2}, .profile = {3, 4}, .simulate = {12, 14}, .total = {16, 20}};
    const struct cost reference = {.setup = {1, 2}, .simulate = {100, 200}, .total = {101, 202}};
    const struct cost all = validation_cost(&prediction, &reference);
    assert_true(all.setup.cpu_s == 1 && all.setup.wall_s == 2);
    assert_true(all.simulate.cpu_s == 112 && all.simulate.wall_s == 214);
    assert_true(all.total.cpu_s == 116 && all.total.wall_s == 220);
}

/* "took T s on the clock and C s of processor time: setup 0.00, ..." */
TEST(the_printed_parts_of_a_cost_are_its_printed_total)
{
    const struct cost cost = {
        .total = {0.016, 1}, .setup = {0.004, 0}, .profile = {0.004, 0}, .simulate = {0.004, 0}};
    double wall, cpu, setup, profile, simulate;
    char *text = NULL;
    size_t n;
    FILE *out = open_memstream(&text, &n);
    assert_non_null(out);
    cost_print("predict", &cost, out);
    fclose(out);
    assert_int_equal(sscanf(text,
                            "diorama: predict took %lf s on the clock and %lf s of processor time: "
                            "setup %lf, profile %lf, simulate %lf;",
                            &wall, &cpu, &setup, &profile, &simulate),
                     5);
    assert_true(fabs(cpu - (setup + profile + simulate)) < 1e-9);
    assert_true(wall == 1);
    free(text); /* open_memstream took it from malloc */
}

TEST(an_error_against_nothing_is_null)
{
    struct result prediction ENDED_BY(result_free), reference ENDED_BY(result_free);
    struct validation v;
    struct json_writer w = {0};
    make(&prediction);
    make(&reference);
    reference.metrics[METRIC_L2_MISS_RATE].value = 0;
    compare(&v, &prediction, &reference);
    json_t *d = validation_to_json(&w, &v, &prediction, &reference);
    assert_true(null_at(d, "error.l2_miss_rate"));
    assert_true(null_at(d, "mae"));
    json_decref(d);
    prediction.metrics[METRIC_L2_MISS_RATE].value = 0;
    compare(&v, &prediction, &reference);
    assert_true(v.error[METRIC_L2_MISS_RATE] == 0);
}

TEST(the_parts_of_a_cost_add_up)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.cost =
        (struct cost){.total = {11, 7.5}, .setup = {1, 0.5}, .profile = {2, 1}, .simulate = {8, 6}};
    json_t *d FREED_BY(json_decref) = round_trip(&r);
    for (int wall = 0; wall < 2; wall++) {
        static const char *const parts[] = {"setup", "profile", "simulate"};
        char name[32];
        double sum = 0;
        for (int i = 0; i < 3; i++) {
            snprintf(name, sizeof name, "%s_%s", parts[i], wall ? "wall_s" : "cpu_s");
            sum += number_at(d, "cost.%s", name);
        }
        assert_true(sum == number_at(d, "cost.%s", wall ? "wall_s" : "cpu_s"));
    }
}

TEST(costs_are_merged_by_their_table)
{
    struct cost sum = {.total = {1, 2}, .peak_rss_bytes = 50, .rays = 7, .profile_cached = true};
    const struct cost more = {
        .total = {10, 20}, .simulate = {3, 4}, .peak_rss_bytes = 40, .rays = 1};
    cost_merge(&sum, &more);
    assert_true(sum.total.cpu_s == 11 && sum.total.wall_s == 22 && sum.simulate.wall_s == 4);
    assert_true(sum.peak_rss_bytes == 50 && sum.rays == 8 && sum.profile_cached);
    for (int list = 0; list < COST_LISTS; list++) {
        uint32_t n = 0, columns = 0;
        while (cost_column((enum cost_list)list, n + 1))
            n++;
        for (size_t i = 0; i < n_cost_rows; i++)
            columns += cost_rows[i].place[list] > 0;
        assert_int_equal(n, columns); /* every place is taken once */
    }
}

static char *table_of(struct result *r, bool all)
{
    char *text = NULL;
    size_t n = 0;
    r->settings.output.all = all;
    FILE *out = open_memstream(&text, &n);
    result_print(r, out);
    fclose(out);
    return text;
}

TEST(a_table_is_short_unless_all_of_it_is_asked_for)
{
    static const char *const more[] = {"Bandwidth Utilization", "further metrics", "\ngroup ",
                                       "\n                                 issue slots, "};
    struct result r ENDED_BY(result_free);
    make(&r);
    r.gpu.sm.schedulers = 1000; /* so that issue slots are not the bottleneck */
    char *brief FREED_BY(free) = table_of(&r, false), *all = table_of(&r, true);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        assert_null(strstr(brief, more[i]));
        assert_non_null(strstr(all, more[i]));
    }
    free(all);
}

/* Of what is known; by the share of it that is used. */
TEST(the_bottleneck_is_what_is_used_the_most)
{
    struct result r ENDED_BY(result_free);
    make(&r);
    r.gpu.sm.schedulers = 4;
    r.counters.sm.warp_instructions = 80;
    r.counters.sm.busy_cycles = 100;
    r.metrics[METRIC_RT_WARP_OCCUPANCY].value = 0.3;
    r.metrics[METRIC_BANDWIDTH_UTILIZATION].value = 0.4;
    char *text FREED_BY(free) = table_of(&r, false);
    assert_non_null(strstr(text, " DRAM bandwidth, 40.0 % of the peak\n"));
    free(text);
    r.metrics[METRIC_RT_WARP_OCCUPANCY].value = 0.5;
    json_t *d = round_trip(&r), *bottleneck = json_object_get(d, "bottleneck"),
           *shares = json_object_get(bottleneck, "shares");
    assert_string_equal(text_at(bottleneck, "name"), "RT units");
    assert_near(json_number_value(json_object_get(shares, "issue slots")), 0.2);
    json_decref(d);
    r.counters.sm.busy_cycles = 0;
    r.metrics[METRIC_RT_WARP_OCCUPANCY].value = r.metrics[METRIC_BANDWIDTH_UTILIZATION].value =
        (double)NAN;
    text = table_of(&r, true);
    assert_null(strstr(text, "Bottleneck"));
}

/* Of what --target-error simulated wholly, nothing is a scale model's. */
TEST(an_exact_result_is_of_the_whole_gpu)
{
    struct result r;
    make(&r);
    r.gpu.machine.sms = 8;
    r.gpu.machine.memory_partitions = 4;
    r.downscale = (struct downscale){2, 4, 2};
    uint32_t groups = r.n_groups;
    r.exact = true;
    r.evidence.sample = SAMPLE_ALL;
    r.evidence.run.traced = result_pixels(&r);
    r.n_groups = 0;
    json_t *d FREED_BY(json_decref) = round_trip(&r), *machine = json_object_get(d, "downscale");
    assert_true(json_is_true(json_object_get(d, "exact")));
    assert_int_equal(size_at(d, "groups"), 0);
    assert_int_equal(integer_at(machine, "factor"), 1);
    assert_int_equal(integer_at(machine, "sms"), 8);
    json_decref(d);
    char *text = table_of(&r, false);
    assert_non_null(strstr(text, "by the cycle model: exact, nothing is estimated"));
    assert_null(strstr(text, "scale models"));
    assert_null(strstr(text, "\ngroup "));
    free(text);
    r.exact = false;
    r.evidence.sample = SAMPLE_GROUPS;
    r.n_groups = groups;
    d = round_trip(&r);
    assert_null(json_object_get(d, "exact"));
    assert_true(size_at(d, "groups") > 0);
    result_free(&r);
}
