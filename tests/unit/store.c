/* The file of results: what comes out is what went in, and what is no such file is said so. */
#include "tests/rig/documents.h"
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/study/store.h"
#include "orchestrator/study/table.h"

#include <math.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

FREES(store_close, struct store)

static char folder[256], path[300];

static int enter(void **state)
{
    (void)state;
    rig_make_folder(folder);
    snprintf(path, sizeof path, "%s/results", folder);
    return 0;
}

static int leave(void **state)
{
    (void)state;
    rig_remove_folder(folder);
    return 0;
}

static struct store *open_store(enum store_mode mode)
{
    struct store *s;
    assert_ok(store_open(&s, path, mode, &st));
    return s;
}

static void put(struct store *s, const char *key, const char *kind, const char *reason,
                const char *document)
{
    struct store_result r = {.kind = (char *)(uintptr_t)kind,
                             .inputs = (char *)(uintptr_t) "{}",
                             .state = reason ? STORE_FAILED : STORE_DONE,
                             .reason = (char *)(uintptr_t)reason,
                             .document = (char *)(uintptr_t)document};
    snprintf(r.key, sizeof r.key, "%s", key);
    assert_ok(store_put(s, &r, &st));
}

TEST(results_are_found_again_and_counted)
{
    struct store_result r;
    enum store_state look;
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    put(s, "k1", "predict", "no memory", NULL);
    put(s, "k1", "predict", NULL, "{\"metrics\": {}}");
    store_close(s);
    s = open_store(STORE_READ);
    assert_ok(store_find(s, "k1", &r, &st));
    assert_int_equal(r.state, STORE_DONE);
    assert_string_equal(r.key, "k1");
    assert_string_equal(r.kind, "predict");
    assert_string_equal(r.document, "{\"metrics\": {}}");
    assert_null(r.reason);
    assert_int_equal(r.attempts, 2);
    store_result_free(&r);
    assert_ok(store_look(s, "k1", &look, &st));
    assert_int_equal(look, STORE_DONE);
    assert_ok(store_look(s, "k2", &look, &st));
    assert_int_equal(look, STORE_MISSING);
    assert_int_equal(store_put(s, &(struct store_result){.state = STORE_DONE}, &st), ST_FAILED);
}

TEST(pictures_are_found_again)
{
    struct store_picture p = {(char *)(uintptr_t) "c", (unsigned char *)(uintptr_t) "a\0b", 3},
                         back;
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    assert_ok(store_put_picture(s, "scene", STORE_HEATMAP, &p, &st));
    assert_ok(store_find_picture(s, "scene", STORE_HEATMAP, &back, &st));
    assert_int_equal(back.n, 3);
    assert_memory_equal(back.png, "a\0b", 3);
    assert_string_equal(back.caption, "c");
    store_picture_free(&back);
    assert_ok(store_find_picture(s, "scene", STORE_RENDER, &back, &st));
    assert_int_equal(back.n, 0);
    store_picture_free(&back);
}

#define COST(cpu)                                                                                  \
    "\"cost\": {\"simulate_cpu_s\": " cpu ", \"profile_cpu_s\": 1,"                                \
    " \"simulate_wall_s\": " cpu "}"
#define DOCUMENT(cycles, cpu)                                                                      \
    "{\"frame_time_ms\": 2.5, \"percent\": 40, \"metrics\": {\"cycles\": {\"value\": " cycles      \
    ", \"low\": 80, \"high\": 130}}, " COST(cpu) "}"

/* Four points: done, its reference missing, failed, missing. */
static void put_study(struct store *s)
{
    struct store_point points[4] = {{"p0", "r0", "s", (char *)(uintptr_t) "{\"scene\": \"a\"}"},
                                    {"p0", "r1", "s", (char *)(uintptr_t) "{\"scene\": \"b\"}"},
                                    {"p2", "r0", "s", (char *)(uintptr_t) "{\"scene\": \"c,d\"}"},
                                    {"p3", "r0", "s", (char *)(uintptr_t) "{\"scene\": \"e\"}"}};
    struct store_study study = {
        .name = (char *)(uintptr_t) "one",
        .title = (char *)(uintptr_t) "One",
        .definition = (char *)(uintptr_t) "{\"axes\": [\"scene\"], \"reference\": true}",
        .points = points,
        .n = 4};
    assert_ok(store_put_study(s, &study, &st));
    put(s, "p0", "predict", NULL, DOCUMENT("110", "2"));
    put(s, "r0", "simulate", NULL, DOCUMENT("100", "8"));
    put(s, "p2", "predict", "out of \"memory\"", NULL);
}

TEST(rows_hold_what_is_known_and_nothing_else)
{
    static const enum store_state states[] = {STORE_DONE, STORE_MISSING, STORE_FAILED,
                                              STORE_MISSING};
    struct study_table t;
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    put_study(s);
    assert_ok(study_table_load(&t, s, "one", &st));
    assert_int_equal(t.n, 4);
    assert_int_equal(t.done, 1);
    assert_int_equal(t.failed, 1);
    assert_int_equal(study_table_axis(&t, "scene"), 0);
    assert_int_equal(study_table_axis(&t, "gpu"), -1);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(t.rows[i].state, states[i]);
    const struct study_row *row = &t.rows[0];
    assert_string_equal(row->values[0], "a");
    assert_true(row->prediction.metrics[METRIC_CYCLES].high == 130);
    assert_true(isnan(row->prediction.metrics[METRIC_IPC].value));
    assert_true(fabs(row->validation.error[METRIC_CYCLES] - 0.1) < 1e-12);
    assert_true(row->validation.speedup[SPEEDUP_CPU] == 4);
    assert_true(fabs(row->validation.speedup[SPEEDUP_CPU_WITH_PROFILE] - 8.0 / 3) < 1e-12);
    assert_true(isnan(t.rows[1].validation.error[METRIC_CYCLES]));
    assert_true(t.rows[1].has_prediction && !t.rows[1].has_reference);
    assert_string_equal(t.rows[2].reason, "out of \"memory\"");
    study_table_free(&t);
    assert_int_equal(study_table_load(&t, s, "two", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "no study 'two'; there is 'one'"));
    put(s, "r0", "simulate", "interrupted", NULL);
    assert_ok(study_table_load(&t, s, "one", &st));
    assert_int_equal(t.rows[0].state, STORE_FAILED);
    assert_string_equal(t.rows[0].reason, "reference: interrupted");
    study_table_free(&t);
    put(s, "r0", "simulate", NULL, "{ no JSON");
    assert_ok(study_table_load(&t, s, "one", &st));
    assert_string_equal(t.rows[0].reason,
                        "reference: the document in the file of results is damaged");
    study_table_free(&t);
    static const char *const damaged[] = {"{ no JSON", "{}", "null", "{\"metrics\": 1}"};
    for (size_t i = 0; i < sizeof damaged / sizeof *damaged; i++) {
        enum store_state look;
        put(s, "r0", "simulate", NULL, damaged[i]);
        assert_ok(study_table_load(&t, s, "one", &st));
        assert_int_equal(t.rows[0].state, STORE_FAILED);
        assert_ok(store_look(s, "r0", &look, &st));
        assert_int_equal(look, STORE_MISSING); /* it is run again */
        study_table_free(&t);
    }
    put(s, "r0", "simulate", NULL, DOCUMENT("100", "8"));
}

TEST(a_table_is_written_as_csv_and_json)
{
    struct study_table t ENDED_BY(study_table_free);
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    char text[1 << 15];
    put_study(s);
    assert_ok(study_table_load(&t, s, "one", &st));
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_ok(study_table_write(&t, false, f, &st));
    rewind(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    assert_non_null(strstr(text, "scene,state,reason,ipc,ipc_low,ipc_high,cycles,"));
    assert_non_null(strstr(text, "\na,done,,,,,110,80,130,"));
    assert_non_null(strstr(text, "\n\"c,d\",failed,\"out of \"\"memory\"\"\",,,,,,,"));
    fclose(f);
    f = tmpfile();
    assert_ok(study_table_write(&t, true, f, &st));
    rewind(f);
    json_t *rows = json_loadf(f, 0, NULL);
    fclose(f);
    assert_int_equal(json_array_size(rows), 4);
    assert_true(number_at(rows, "0.speedup") == 4);
    assert_true(null_at(rows, "3.cycles"));
    json_decref(rows);
}

/* Each row compared with all others would take minutes. */
TEST(a_study_of_many_points_is_compared_in_seconds)
{
    enum { MANY = 40000 };
    struct store *s FREED_BY(store_close);
    struct study_table t ENDED_BY(study_table_free);
    struct store_point *points FREED_BY(mem_free) = mem_calloc(MANY, sizeof *points);
    char(*texts)[64] FREED_BY(mem_free) = mem_calloc(MANY, sizeof *texts);
    struct store_study study = {
        .name = (char *)(uintptr_t) "many",
        .title = (char *)(uintptr_t) "Many",
        .definition = (char *)(uintptr_t) "{\"axes\": [\"scene\", \"gpu\", \"seed\"]}",
        .points = points,
        .n = MANY};
    for (int i = 0; i < MANY; i++) {
        snprintf(texts[i], sizeof *texts, "{\"scene\": \"a\", \"gpu\": \"b\", \"seed\": \"%d\"}",
                 i / 2);
        snprintf(points[i].key, HASH_TEXT, "p%d", i);
        snprintf(points[i].scene_key, HASH_TEXT, "s%d", i / 2);
        points[i].settings = texts[i];
    }
    assert_ok(store_open(&s, NULL, STORE_WRITE, &st));
    assert_ok(store_put_study(s, &study, &st));
    clock_t begin = clock();
    assert_ok(study_table_load(&t, s, "many", &st));
    for (size_t i = 0; i < MANY; i++) {
        char text[128];
        assert_int_equal(study_table_is_first(&t, i, 2), i % 2 == 0);
        assert_int_equal(study_table_first_scene(&t, i), i % 2 == 0);
        study_table_describe(&t, &t.rows[i], text, sizeof text);
        assert_non_null(strstr(text, "scene=a, seed="));
    }
    assert_false(study_table_varies(&t, 1));
    assert_true((clock() - begin) / CLOCKS_PER_SEC < 10);
}

TEST(a_study_is_replaced_whole)
{
    struct store_study study = {.name = (char *)(uintptr_t) "one",
                                .title = (char *)(uintptr_t) "Other",
                                .definition = (char *)(uintptr_t) "{\"axes\": []}"},
                       back;
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    char **names;
    size_t n;
    assert_ok(store_put_study(s, &study, &st));
    assert_ok(store_study(s, "one", &back, &st));
    assert_int_equal(back.n, 0);
    assert_string_equal(back.title, "Other");
    store_study_free(&back);
    assert_ok(store_list(s, &names, &n, &st));
    assert_int_equal(n, 1);
    file_free_list(names, n);
}

TEST(a_point_whose_settings_are_damaged_is_told)
{
    static const char *const settings[] = {"{}", "{\"scene\": 1}", "{ no JSON", ""};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct store_point points[2] = {{"p0", "r0", "s", (char *)(uintptr_t) "{\"scene\": \"a\"}"},
                                        {"p0", "r0", "s", (char *)(uintptr_t)settings[i]}};
        struct store_study study = {.name = (char *)(uintptr_t) "cut",
                                    .title = (char *)(uintptr_t) "Cut",
                                    .definition = (char *)(uintptr_t) "{\"axes\": [\"scene\"]}",
                                    .points = points,
                                    .n = 2};
        struct study_table t;
        struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
        assert_ok(store_put_study(s, &study, &st));
        assert_int_equal(study_table_load(&t, s, "cut", &st), ST_FAILED);
        assert_non_null(strstr(st.text, "point 2 of study 'cut' lacks its scene; sweep it again"));
    }
}

TEST(in_memory_nothing_is_left)
{
    struct store *s;
    enum store_state look;
    for (int i = 0; i < 2; i++) {
        assert_ok(store_open(&s, NULL, STORE_WRITE, &st));
        assert_ok(store_look(s, "k", &look, &st));
        assert_int_equal(look, STORE_MISSING);
        put(s, "k", "predict", NULL, "{}");
        store_close(s);
    }
}

TEST(a_file_that_is_taken_away_is_told)
{
    char name[] = "late", title[] = "Late", definition[] = "{}";
    struct store_study study = {.name = name, .title = title, .definition = definition};
    struct store *s FREED_BY(store_close) = open_store(STORE_WRITE);
    put(s, "early", "predict", NULL, "{}");
    assert_int_equal(remove(path), 0);
    assert_int_equal(store_put_study(s, &study, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "results: was deleted, moved or replaced while it was in use"));
}

TEST_GROUP(enter, leave)
