/* The names and the structure that other programs rely on. */
#include "tests/rig/results.h"
#include "tests/rig/rig.h"

#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"
#include "orchestrator/settings/options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void make(struct result *r)
{
    struct status st = {0};
    rig_make_result(r, 2, 1000, (const uint64_t[]){400, 300, 200});
    assert_ok(extrapolate_groups(r, &st));
    assert_ok(combine_groups(r, &st));
}

static char *print(json_t *document, struct json_writer *w)
{
    struct status st = {0};
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
    char *text = print(result_to_json(&w, r), &w);
    json_error_t error;
    json_t *read = json_loads(text, 0, &error);
    if (!read)
        fail_msg("line %d: %s", error.line, error.text);
    free(text);
    return read;
}

static void assert_keys(const json_t *object, const char *const *keys)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        assert_non_null(*keys);
        assert_string_equal(key, *keys);
        keys++;
    }
    assert_null(*keys);
}

TEST(a_prediction_has_the_promised_keys_in_order)
{
    static const char *const top[] = {"command",   "version",       "scene",
                                      "gpu",       "shader",        "shaders",
                                      "workload",  "frame",         "width",
                                      "height",    "samples",       "seed",
                                      "pixels",    "pixels_traced", "percent",
                                      "downscale", "interrupted",   "confidence",
                                      "metrics",   "frame_time_ms", "frames_per_second",
                                      "groups",    "fits",          "settings",
                                      "inputs",    "cost",          NULL};
    static const char *const metric[] = {"value", "low", "high", NULL};
    static const char *const group[] = {"pixels", "pixels_traced", "percent", "metrics", NULL};
    static const char *const downscale[] = {"factor", "sms", "memory_partitions", NULL};
    struct result r;
    make(&r);
    json_t *d = round_trip(&r);
    assert_keys(d, top);
    assert_keys(json_object_get(d, "downscale"), downscale);
    assert_keys(json_object_get(json_object_get(d, "metrics"), "cycles"), metric);
    assert_int_equal(json_array_size(json_object_get(d, "groups")), 2);
    assert_keys(json_array_get(json_object_get(d, "groups"), 0), group);
    json_decref(d);
    result_free(&r);
}

TEST(every_metric_keeps_its_value_to_the_last_digit)
{
    static const char *const seven[] = {
        "ipc",           "cycles",          "l1d_miss_rate",        "l2_miss_rate",
        "rt_efficiency", "dram_efficiency", "bandwidth_utilization"};
    struct result r;
    make(&r);
    json_t *d = round_trip(&r);
    for (int m = 0; m < METRIC_SEVEN; m++) {
        const json_t *one = json_object_get(json_object_get(d, "metrics"), seven[m]);
        assert_true(json_number_value(json_object_get(one, "value")) == r.metrics[m].value);
        assert_true(json_number_value(json_object_get(one, "low")) == r.metrics[m].low);
        assert_true(json_number_value(json_object_get(one, "high")) == r.metrics[m].high);
        const json_t *group = json_array_get(json_object_get(d, "groups"), 1);
        assert_true(json_number_value(json_object_get(json_object_get(group, "metrics"),
                                                      seven[m])) == r.groups[1].metrics[m]);
    }
    json_decref(d);
    result_free(&r);
}

TEST(bounds_that_are_not_known_are_null)
{
    struct status st = {0};
    struct result r;
    rig_make_result(&r, 1, 1000, (const uint64_t[]){400, 300, 200});
    assert_ok(extrapolate_groups(&r, &st));
    assert_ok(combine_groups(&r, &st));
    json_t *d = round_trip(&r);
    const json_t *cycles = json_object_get(json_object_get(d, "metrics"), "cycles");
    assert_true(json_is_null(json_object_get(cycles, "low")));
    assert_true(json_is_null(json_object_get(cycles, "high")));
    assert_true(json_number_value(json_object_get(d, "confidence")) == 95);
    json_decref(d);
    result_free(&r);
}

TEST(a_simulation_gives_values_without_bounds)
{
    static const char *const metric[] = {"value", NULL};
    struct result r;
    make(&r);
    r.kind = RESULT_SIMULATION;
    json_t *d = round_trip(&r);
    assert_string_equal(json_string_value(json_object_get(d, "command")), "simulate");
    assert_keys(json_object_get(json_object_get(d, "metrics"), "ipc"), metric);
    assert_null(json_object_get(d, "fits"));
    json_decref(d);
    result_free(&r);
}

TEST(stats_adds_every_counter_of_the_total_and_of_each_group)
{
    struct result r;
    make(&r);
    r.settings.output.stats = true;
    json_t *d = round_trip(&r);
    for (size_t t = 0; t < n_gpu_counter_tables; t++) {
        const struct counter_table *table = &gpu_counter_tables[t];
        const json_t *all = json_object_get(json_object_get(d, "counters"), table->section);
        const json_t *one = json_object_get(
            json_object_get(json_array_get(json_object_get(d, "groups"), 1), "counters"),
            table->section);
        assert_int_equal(json_object_size(all), table->n_rows);
        for (size_t i = 0; i < table->n_rows; i++) {
            const struct counter *c = &table->rows[i];
            assert_int_equal(json_integer_value(json_object_get(all, c->name)),
                             counter_read(table, c, &r.counters));
            assert_int_equal(json_integer_value(json_object_get(one, c->name)),
                             counter_read(table, c, &r.groups[1].runs[0].counters));
        }
    }
    json_decref(d);
    result_free(&r);
}

TEST(settings_are_spelled_as_on_the_command_line)
{
    struct result r;
    make(&r);
    r.settings.method.factor = 4;
    json_t *d = round_trip(&r), *s = json_object_get(d, "settings");
    assert_string_equal(json_string_value(json_object_get(s, "percent")), "auto");
    assert_int_equal(json_integer_value(json_object_get(s, "factor")), 4);
    assert_string_equal(json_string_value(json_object_get(s, "block")), "32x2");
    assert_string_equal(json_string_value(json_object_get(s, "division")), "fine");
    assert_true(json_is_null(json_object_get(s, "heatmap")));
    assert_true(json_number_value(json_object_get(s, "percent-max")) == 60);
    json_decref(d);
    result_free(&r);
}

TEST(equal_results_are_equal_bytes_but_for_cost)
{
    struct result a, b;
    struct json_writer w = {0};
    make(&a);
    make(&b);
    b.cost.simulate.cpu_s = 7;
    json_t *first = result_to_json(&w, &a), *second = result_to_json(&w, &b);
    assert_false(json_equal(first, second));
    json_object_del(first, "cost");
    json_object_del(second, "cost");
    char *one = print(first, &w), *two = print(second, &w);
    assert_string_equal(one, two);
    free(one);
    free(two);
    result_free(&a);
    result_free(&b);
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
    struct result prediction, reference;
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
    assert_true(v.speedup_cpu == 4 && v.speedup_wall == 6 && v.speedup_cpu_with_profile == 3);
    json_t *d = validation_to_json(&w, &v, &prediction, &reference);
    static const char *const top[] = {"command", "version", "prediction", "reference",
                                      "error",   "mae",     "speedup",    NULL};
    assert_keys(d, top);
    json_decref(d);
    result_free(&prediction);
    result_free(&reference);
}

TEST(an_error_against_nothing_is_null)
{
    struct result prediction, reference;
    struct validation v;
    struct json_writer w = {0};
    make(&prediction);
    make(&reference);
    reference.metrics[METRIC_L2_MISS_RATE].value = 0;
    compare(&v, &prediction, &reference);
    json_t *d = validation_to_json(&w, &v, &prediction, &reference);
    assert_true(json_is_null(json_object_get(json_object_get(d, "error"), "l2_miss_rate")));
    assert_true(json_is_null(json_object_get(d, "mae")));
    json_decref(d);
    prediction.metrics[METRIC_L2_MISS_RATE].value = 0;
    compare(&v, &prediction, &reference);
    assert_true(v.error[METRIC_L2_MISS_RATE] == 0);
    result_free(&prediction);
    result_free(&reference);
}

static double cost_number(const json_t *document, const char *name)
{
    const json_t *value = json_object_get(json_object_get(document, "cost"), name);
    assert_true(json_is_real(value));
    return json_number_value(value);
}

TEST(the_parts_of_a_cost_add_up)
{
    struct result r;
    make(&r);
    r.cost = (struct cost){.total = {15, 10.5},
                           .setup = {1, 0.5},
                           .profile = {2, 1},
                           .abstract = {4, 3},
                           .simulate = {8, 6}};
    json_t *d = round_trip(&r);
    for (int wall = 0; wall < 2; wall++) {
        static const char *const parts[] = {"setup", "profile", "abstract", "simulate"};
        char name[32];
        double sum = 0;
        for (int i = 0; i < 4; i++) {
            snprintf(name, sizeof name, "%s_%s", parts[i], wall ? "wall_s" : "cpu_s");
            sum += cost_number(d, name);
        }
        assert_true(sum == cost_number(d, wall ? "wall_s" : "cpu_s"));
    }
    json_decref(d);
    result_free(&r);
}

TEST(costs_are_merged_by_their_table)
{
    struct cost sum = {.total = {1, 2}, .peak_rss_bytes = 50, .rays = 7, .profile_cached = true};
    const struct cost more = {
        .total = {10, 20}, .abstract = {3, 4}, .peak_rss_bytes = 40, .rays = 1};
    cost_merge(&sum, &more);
    assert_true(sum.total.cpu_s == 11 && sum.total.wall_s == 22 && sum.abstract.wall_s == 4);
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

/* Of what --target-error simulated wholly, nothing is a scale model's. */
TEST(an_exact_result_is_of_the_whole_gpu)
{
    struct result r;
    char *text = NULL;
    size_t n = 0;
    make(&r);
    r.gpu.machine.sms = 8;
    r.gpu.machine.memory_partitions = 4;
    r.downscale = (struct downscale){2, 4, 2};
    r.exact = true;
    json_t *d = round_trip(&r), *machine = json_object_get(d, "downscale");
    assert_true(json_is_true(json_object_get(d, "exact")));
    assert_int_equal(json_array_size(json_object_get(d, "groups")), 0);
    assert_int_equal(json_integer_value(json_object_get(machine, "factor")), 1);
    assert_int_equal(json_integer_value(json_object_get(machine, "sms")), 8);
    json_decref(d);
    FILE *out = open_memstream(&text, &n);
    result_print(&r, out);
    fclose(out);
    assert_non_null(strstr(text, "the whole GPU (SMs: 8, memory partitions: 4)"));
    assert_null(strstr(text, "scale models"));
    assert_null(strstr(text, "\ngroup "));
    free(text);
    r.exact = false;
    d = round_trip(&r);
    assert_null(json_object_get(d, "exact"));
    assert_true(json_array_size(json_object_get(d, "groups")) > 0);
    json_decref(d);
    result_free(&r);
}
