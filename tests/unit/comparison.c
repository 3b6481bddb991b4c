/* What is made of a table of predictions: ratios, means, places; what failed is in none of them. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "orchestrator/compare/ratios.h"
#include "orchestrator/predict/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What predictions of all of a frame by the approximate model say besides; those of the scenes
 * "pair", "lacking", "busier" and "slower" are such. */
#define OF_A_PAIR                                                                                  \
    ", \"evidence\": {\"pixels\": 64%s}, \"sample\": \"all\", \"model\": \"approximate\", "        \
    "\"pixels\": 64, \"width\": 8, \"height\": 8, \"samples\": 1, \"seed\": 1, \"frame\": 0, "     \
    "\"shader\": \"path\", \"shaders\": null, \"workload\": \"scene\", \"settings\": {\"fills\": " \
    "8}"

/* A prediction: cycles and how far its interval goes on both sides, as a factor. cycles 0: the
 * point failed. GPUs whose names begin alike are one machine. */
struct point {
    const char *scene, *gpu;
    double cycles, spread, MHz, simulated;
};

static void put_result(struct store *store, const char *key, const char *kind, char machine,
                       double cycles, double spread, double MHz, const char *reason,
                       const char *more)
{
    char document[1024];
    struct store_result r = {.state = reason ? STORE_FAILED : STORE_DONE};
    memcpy(r.key, key, sizeof r.key);
    snprintf(document, sizeof document,
             "{\"command\": \"%s\", \"confidence\": 95.0, \"frame_time_ms\": %.17g, \"metrics\": "
             "{\"cycles\": {\"value\": %.17g, \"low\": %.17g, \"high\": %.17g}, \"ipc\": "
             "{\"value\": 2.0, \"low\": null, \"high\": null}, \"l2_miss_rate\": {\"value\": 0.0, "
             "\"low\": 0.0, \"high\": 0.0}}, \"inputs\": {\"gpu\": \"%c\"}%s}",
             kind, cycles / (1000 * MHz), cycles, cycles / spread, cycles * spread, machine, more);
    r.kind = (char *)(uintptr_t)kind;
    r.inputs = (char *)(uintptr_t) "{}";
    r.reason = (char *)(uintptr_t)reason;
    r.document = reason ? NULL : document;
    assert_ok(store_put(store, &r, &st));
}

static void tell_more(const struct point *p, char *out, size_t n)
{
    char times[256] = "";
    *out = 0;
    if (strcmp(p->scene, "lacking") == 0)
        snprintf(times, sizeof times, "%s",
                 p->gpu[0] == 'b' ? ", \"unseen\": \"rt.treelet_B\"" : ", \"fills\": 8");
    if (strcmp(p->scene, "busier") == 0)
        snprintf(times, sizeof times, ", \"thread_instructions\": %g",
                 p->gpu[0] == 'a' ? 2000.0 : 2100.0);
    if (strcmp(p->scene, "slower") == 0)
        snprintf(times, sizeof times, ", \"thread_instructions\": 1000");
    if (strcmp(p->scene, "windows") == 0)
        snprintf(times, sizeof times, ", \"units_error\": 0.03, \"pixels\": %d, \"fills\": 8",
                 p->gpu[0] == 'c' ? 6144 : 4096);
    if (times[0] || strcmp(p->scene, "pair") == 0)
        snprintf(out, n, OF_A_PAIR, times);
}

static void make(struct comparison *c, struct study_table *t, struct store **store,
                 const struct point *points, size_t n)
{
    struct store_study study = {.n = n};
    char settings[32][128], definition[128], more[512];
    bool reference = points[0].simulated > 0;
    assert_ok(store_open(store, NULL, STORE_WRITE, &st));
    study.points = calloc(n, sizeof *study.points);
    for (size_t i = 0; i < n; i++) {
        struct store_point *p = &study.points[i];
        snprintf(p->key, sizeof p->key, "%032zx", 2 * i + 1);
        snprintf(settings[i], sizeof settings[i], "{\"scene\": \"%s\", \"gpu\": \"%s\"}",
                 points[i].scene, points[i].gpu);
        p->settings = settings[i];
        tell_more(&points[i], more, sizeof more);
        put_result(*store, p->key, "predict", points[i].gpu[0], points[i].cycles, points[i].spread,
                   points[i].MHz, points[i].cycles > 0 ? NULL : "it was too hot", more);
        if (!reference)
            continue;
        snprintf(p->reference_key, sizeof p->reference_key, "%032zx", 2 * i + 2);
        put_result(*store, p->reference_key, "simulate", points[i].gpu[0], points[i].simulated, 1,
                   points[i].MHz, NULL, "");
    }
    snprintf(definition, sizeof definition, "{\"axes\": [\"scene\", \"gpu\"], \"reference\": %s}",
             reference ? "true" : "false");
    study.name = study.title = (char *)(uintptr_t) "compare";
    study.definition = definition;
    assert_ok(store_put_study(*store, &study, &st));
    free(study.points);
    assert_ok(study_table_load(t, *store, "compare", &st));
    assert_ok(comparison_make(c, t, *store, &st));
}

static void done(struct comparison *c, struct study_table *t, struct store *store)
{
    comparison_free(c);
    study_table_free(t);
    store_close(store);
}

TEST(numbers_are_held_against_the_first_gpu)
{
    static const struct point points[] = {{"park", "a", 1000, 1.1, 1000, 0},
                                          {"park", "b", 250, 1.1, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    assert_int_equal(c.n_scenes, 1);
    assert_int_equal(c.n_gpus, 2);
    assert_int_equal(c.failed, 0);
    const struct comparison_cell *a = &c.scenes[0].cells[0], *b = &c.scenes[0].cells[1];
    assert_true(a->ratio[METRIC_CYCLES].estimate.value == 1 &&
                a->ratio[METRIC_CYCLES].estimate.low == 1 &&
                a->ratio[METRIC_CYCLES].estimate.high == 1);
    assert_near(b->ratio[METRIC_CYCLES].estimate.value, 0.25);
    assert_near(b->ratio[METRIC_CYCLES].estimate.low, 0.25 / 1.21);
    assert_near(b->ratio[METRIC_CYCLES].estimate.high, 0.25 * 1.21);
    assert_true(a->ratio[METRIC_IPC].estimate.value == 1 &&
                a->ratio[METRIC_IPC].estimate.high == 1);
    assert_true(b->ratio[METRIC_IPC].estimate.value == 1 &&
                isnan(b->ratio[METRIC_IPC].estimate.high));
    assert_true(isnan(b->ratio[METRIC_L2_MISS_RATE].estimate.value)); /* 0 over 0 */
    assert_true(isnan(b->truth[METRIC_CYCLES]));
    assert_true(ranking_certain(&comparison_times(&c, &c.scenes[0], 0, 1)->estimate));
    assert_int_equal(c.scenes[0].order[0].index, 1);
    done(&c, &t, store);
}

static double half_of(const struct ratio *r)
{
    return log(r->estimate.high / r->estimate.low) / 2;
}

/* Their own intervals overlap by far. */
TEST(two_predictions_of_a_frame_are_a_pair)
{
    static const struct point points[] = {{"pair", "a", 1000, 1.3, 1000, 0},
                                          {"pair", "b", 800, 1.3, 2000, 0},
                                          {"park", "a", 1000, 1.3, 1000, 0},
                                          {"park", "b", 800, 1.3, 2000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 4);
    const struct comparison_cell *b = &c.scenes[0].cells[1], *other = &c.scenes[1].cells[1];
    double half = ratio_errors[METRIC_CYCLES] * survey_quantile(95, SURVEY_NORMAL);
    assert_int_equal(b->ratio[METRIC_CYCLES].kind, RATIO_PAIRS);
    assert_near(half_of(&b->ratio[METRIC_CYCLES]), half);
    assert_near(half_of(&b->ratio[COMPARED_TIME]), half);
    assert_near(b->ratio[COMPARED_TIME].estimate.value, 0.4);
    assert_int_equal(b->ratio[METRIC_L2_MISS_RATE].kind, RATIO_ENDS); /* 0 over 0 */
    assert_int_equal(other->ratio[METRIC_CYCLES].kind, RATIO_ENDS);
    assert_near(half_of(&other->ratio[METRIC_CYCLES]), 2 * log(1.3));
    const struct ratio *there = comparison_times(&c, &c.scenes[0], 0, 1);
    assert_near(there->estimate.high, 1 / b->ratio[COMPARED_TIME].estimate.low);
    done(&c, &t, store);
}

/* c holds more warps than a and b, so that its windows are longer. */
TEST(windows_of_their_own_err_by_their_spread)
{
    static const struct point points[] = {{"windows", "a", 1000, 1.3, 1000, 0},
                                          {"windows", "b", 800, 1.3, 1000, 0},
                                          {"windows", "c", 800, 1.3, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 3);
    double t95 = survey_quantile(95, SURVEY_NORMAL), row = ratio_errors[METRIC_CYCLES];
    const struct comparison_cell *cells = c.scenes[0].cells;
    assert_near(half_of(&cells[1].ratio[METRIC_CYCLES]), row * t95);
    assert_near(half_of(&cells[2].ratio[METRIC_CYCLES]), hypot(row, hypot(0.03, 0.03)) * t95);
    done(&c, &t, store);
}

/* Nothing cancels between machines whose cycles are far apart. */
TEST(unlike_gpus_err_by_both_predictions)
{
    static const struct point points[] = {{"pair", "a", 1000, 1.3, 1000, 0},
                                          {"pair", "b", 700, 1.3, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    double model = interval_known_error(SAMPLE_ALL, MODEL_APPROXIMATE, METRIC_CYCLES);
    assert_near(half_of(&c.scenes[0].cells[1].ratio[METRIC_CYCLES]),
                sqrt(2) * model * survey_quantile(95, SURVEY_NORMAL));
    done(&c, &t, store);
}

/* Where b has what the approximate model lacks, or does other work; not where it is only slower. */
TEST(predictions_of_other_work_are_no_pair)
{
    static const struct point points[] = {
        {"lacking", "a", 1000, 1.3, 1000, 0}, {"lacking", "b", 800, 1.3, 2000, 0},
        {"busier", "a", 1000, 1.3, 1000, 0},  {"busier", "b", 1000, 1.3, 1000, 0},
        {"slower", "a", 1000, 1.3, 1000, 0},  {"slower", "b", 1100, 1.3, 1000, 0}};
    static const enum ratio_kind kinds[] = {RATIO_ENDS, RATIO_ENDS, RATIO_PAIRS};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 6);
    for (size_t s = 0; s < 3; s++)
        assert_int_equal(c.scenes[s].cells[1].ratio[METRIC_CYCLES].kind, kinds[s]);
    done(&c, &t, store);
}

/* One number without an error does not make the other's smaller. */
TEST(exact_numbers_have_exact_ratios_and_are_no_pairs_of_others)
{
    static const struct point points[] = {{"pair", "a", 1000, 1, 1000, 0},
                                          {"pair", "b", 800, 1, 1000, 0},
                                          {"pair", "c", 800, 1.1, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 3);
    const struct comparison_cell *cells = c.scenes[0].cells;
    assert_int_equal(cells[1].ratio[METRIC_CYCLES].kind, RATIO_EXACT);
    assert_true(survey_is_exact(&cells[1].ratio[METRIC_CYCLES].estimate));
    assert_int_equal(cells[2].ratio[METRIC_CYCLES].kind, RATIO_ENDS);
    assert_near(cells[2].ratio[METRIC_CYCLES].estimate.high, 0.88);
    done(&c, &t, store);
}

static void set_runs(struct comparison_cell *cell, const double *cycles, uint32_t n)
{
    paired_runs_free(&cell->runs);
    cell->runs =
        (struct paired_runs){.of = mem_calloc(n, sizeof *cell->runs.of), .n = n, .room = n};
    assert_non_null(cell->runs.of);
    for (uint32_t i = 0; i < n; i++) {
        cell->runs.of[i].delay = i;
        for (int m = 0; m < METRIC_COUNT; m++)
            cell->runs.of[i].metrics[m] = m == METRIC_CYCLES ? cycles[i] : (double)NAN;
    }
}

/* What moves both alike cancels; runs without a partner do not count. */
TEST(simulated_pairs_say_the_ratio)
{
    static const struct point points[] = {{"pair", "a", 1000, 1.3, 1000, 0},
                                          {"pair", "b", 1000, 1.3, 2000, 0}};
    static const double a[] = {1000, 1100, 900, 1050, 7}, b[] = {1010, 1111, 909, 1060.5};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    struct comparison_cell *cells = c.scenes[0].cells;
    assert_false(ranking_certain(&cells[1].ratio[METRIC_CYCLES].estimate));
    set_runs(&cells[0], a, 5);
    set_runs(&cells[1], b, 4);
    assert_ok(comparison_update(&c, &st));
    const struct ratio *r = &cells[1].ratio[METRIC_CYCLES];
    assert_int_equal(r->kind, RATIO_SIMULATED);
    assert_near(r->estimate.value, 1.01);
    assert_true(ranking_certain(&r->estimate) && half_of(r) < 1e-6);
    assert_near(cells[1].ratio[COMPARED_TIME].estimate.value, 0.505);
    set_runs(&cells[1], b, 1);
    assert_ok(comparison_update(&c, &st));
    assert_int_equal(cells[1].ratio[METRIC_CYCLES].kind, RATIO_PAIRS);
    done(&c, &t, store);
}

/* Student's t at a confidence that all looks share. */
TEST(simulated_pairs_are_as_wide_as_they_differ)
{
    static const struct point points[] = {{"pair", "a", 1000, 1.3, 1000, 0},
                                          {"pair", "b", 1000, 1.3, 1000, 0}};
    static const double a[] = {1000, 1000, 1000}, b[] = {1000, 1020, 1040};
    struct comparison c;
    struct study_table t;
    struct store *store;
    double logs[3], mean = 0, squares = 0;
    make(&c, &t, &store, points, 2);
    struct comparison_cell *cells = c.scenes[0].cells;
    set_runs(&cells[0], a, 3);
    set_runs(&cells[1], b, 3);
    assert_ok(comparison_update(&c, &st));
    for (int i = 0; i < 3; i++)
        mean += (logs[i] = log(b[i] / a[i])) / 3;
    for (int i = 0; i < 3; i++)
        squares += (logs[i] - mean) * (logs[i] - mean);
    assert_near(half_of(&cells[1].ratio[METRIC_CYCLES]),
                survey_quantile(100 - 5.0 / RATIOS_LOOKS, 2) * sqrt(squares / 2 / 3));
    done(&c, &t, store);
}

/* More cycles, but of a faster clock. */
TEST(places_go_by_time_and_not_by_cycles)
{
    static const struct point points[] = {{"park", "slow", 1000, 1.01, 500, 0},
                                          {"park", "fast", 1500, 1.01, 1500, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    const struct comparison_cell *fast = &c.scenes[0].cells[1];
    assert_true(fast->ratio[METRIC_CYCLES].estimate.value > 1);
    assert_near(fast->value[COMPARED_TIME].value, 0.001);
    assert_near(fast->value[COMPARED_TIME].high, 0.00101);
    assert_near(fast->ratio[COMPARED_TIME].estimate.value, 0.5);
    assert_int_equal(c.scenes[0].order[0].index, 1);
    done(&c, &t, store);
}

TEST(means_are_geometric_over_scenes_that_all_have)
{
    static const struct point points[] = {
        {"one", "a", 1000, 1.1, 1000, 0}, {"one", "b", 500, 1.1, 1000, 0},
        {"one", "dead", 0, 1, 1000, 0},   {"two", "a", 1000, 1.1, 1000, 0},
        {"two", "b", 2000, 1.1, 1000, 0}, {"two", "dead", 0, 1, 1000, 0},
        {"three", "a", 77, 1.1, 1000, 0}, {"three", "b", 0, 1.1, 1000, 0},
        {"three", "dead", 0, 1, 1000, 0},
    };
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 9);
    assert_int_equal(c.failed, 4);
    assert_int_equal(c.n_shared, 2);
    assert_true(c.scenes[0].shared && c.scenes[1].shared && !c.scenes[2].shared);
    const struct comparison_cell *b = &c.mean.cells[1];
    assert_near(b->value[METRIC_CYCLES].value, 1000);
    assert_near(b->ratio[METRIC_CYCLES].estimate.value, 1);
    assert_near(b->ratio[METRIC_CYCLES].estimate.high, 1.21);
    assert_false(c.mean.cells[2].done);
    assert_true(isnan(c.mean.cells[2].ratio[METRIC_CYCLES].estimate.value));
    assert_int_equal(c.mean.done, 2);
    assert_false(ranking_certain(&comparison_times(&c, &c.mean, 0, 1)->estimate));
    assert_int_equal(c.scenes[2].done, 1);
    assert_string_equal(c.scenes[2].cells[1].row->reason, "it was too hot");
    done(&c, &t, store);
}

TEST(where_the_first_fails_there_are_no_ratios)
{
    static const struct point points[] = {{"park", "dead", 0, 1, 1000, 0},
                                          {"park", "b", 500, 1.1, 1000, 0},
                                          {"park", "c", 900, 1.1, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 3);
    assert_true(isnan(c.scenes[0].cells[1].ratio[METRIC_CYCLES].estimate.value));
    assert_int_equal(c.scenes[0].done, 2);
    assert_int_equal(c.scenes[0].order[0].index, 1);
    assert_int_equal(c.scenes[0].order[1].index, 2);
    assert_true(ranking_certain(&comparison_times(&c, &c.scenes[0], 1, 2)->estimate));
    done(&c, &t, store);
}

TEST(what_was_simulated_stands_beside_it)
{
    static const struct point points[] = {{"park", "a", 1000, 1.1, 1000, 1050},
                                          {"park", "b", 900, 1.1, 1000, 525}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    assert_true(c.reference);
    const struct comparison_cell *b = &c.scenes[0].cells[1];
    assert_near(b->truth[METRIC_CYCLES], 525);
    assert_near(b->truth_ratio[METRIC_CYCLES], 0.5);
    assert_near(b->truth_ratio[COMPARED_TIME], 0.5);
    assert_non_null(b->reference);
    assert_false(ranking_certain(&comparison_times(&c, &c.scenes[0], 0, 1)->estimate));
    done(&c, &t, store);
}

/* Nothing about their ratio is uncertain. */
TEST(two_names_of_one_machine_are_one_run)
{
    static const struct point points[] = {{"park", "a", 1000, 1.1, 1000, 0},
                                          {"park", "a:sms=2", 1000, 1.1, 1000, 0},
                                          {"park", "c", 1000, 1.1, 1000, 0}};
    struct comparison c;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 3);
    const struct comparison_cell *cells = c.scenes[0].cells;
    assert_int_equal(cells[1].machine, 0);
    assert_int_equal(cells[2].machine, 2);
    assert_true(cells[1].ratio[METRIC_CYCLES].estimate.low == 1 &&
                cells[1].ratio[METRIC_CYCLES].estimate.high == 1);
    assert_near(cells[2].ratio[METRIC_CYCLES].estimate.high, 1.21);
    assert_int_equal(c.mean.cells[1].machine, 0);
    assert_int_equal(c.mean.cells[2].machine, 2);
    done(&c, &t, store);
}

TEST(running_out_of_memory_is_reported)
{
    static const struct point points[] = {{"park", "a", 1000, 1.1, 1000, 0},
                                          {"pool", "b", 250, 1.1, 1000, 0}};
    struct comparison c, again;
    struct study_table t;
    struct store *store;
    make(&c, &t, &store, points, 2);
    assert_survives_without_memory(comparison_make(&again, &t, store, &st), 0,
                                   assert_null(again.scenes));
    comparison_free(&again);
    done(&c, &t, store);
}
