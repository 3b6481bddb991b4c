#include "tests/rig/study_store.h"

#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/image.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/counters/stalls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

FREES(json_decref, json_t)

#define HOSTILE "<script>document.title='ran'</script>\"'&"

static void ok(enum st_code code, const struct status *st)
{
    if (code != ST_OK)
        fail_msg("%s", st->text);
}

/* ---- documents ---- */

/* A value that follows from the cycles and stays one of the metric. */
static double value_of(int m, double cycles)
{
    if (m == METRIC_CYCLES)
        return cycles;
    return metrics[m].most <= 1 ? 0.3 + 0.1 * m / METRIC_COUNT + 1e-4 * (cycles - 1000)
                                : 5 + m + 1e-3 * cycles;
}

static json_t *stalls_of(struct json_writer *w, double cycles)
{
    json_t *stalls = json_writer_object(w);
    for (int s = 0; s < STALL_STACKS; s++) {
        json_t *stack = json_writer_object(w);
        struct stall_cause part;
        for (size_t i = 0; stall_cause(&stall_stacks[s], NULL, i, &part); i++)
            json_put_count(w, stack, part.name, (i * i * 37 + (uint64_t)cycles) % 500);
        json_put(w, stalls, stall_stacks[s].name, stack);
    }
    return stalls;
}

static char *document_of(const char *command, double cycles, double cpu_s, bool bounds)
{
    struct json_writer w = {0};
    json_t *d FREED_BY(json_decref) = json_writer_document(&w, command),
              *all = json_writer_object(&w);
    json_t *cost = json_writer_object(&w), *settings = json_writer_object(&w);
    for (int m = 0; m < METRIC_COUNT; m++) {
        json_t *one = json_writer_object(&w);
        double value = value_of(m, cycles);
        json_put_real(&w, one, "value", value);
        json_put_real(&w, one, "low", bounds ? 0.9 * value : (double)NAN);
        json_put_real(&w, one, "high", bounds ? 1.1 * value : (double)NAN);
        json_put(&w, all, metrics[m].name, one);
    }
    json_put(&w, d, "metrics", all);
    json_put_real(&w, d, "frame_time_ms", cycles / 1e6);
    json_put_real(&w, d, "percent", 40);
    json_put(&w, d, "stalls", stalls_of(&w, cycles));
    json_put_text(&w, settings, "shader", HOSTILE);
    json_put_text(&w, settings, "percent", "an axis");
    json_put(&w, settings, "max_depth", json_integer(8));
    json_put(&w, d, "settings", settings);
    json_put_real(&w, cost, "cpu_s", cpu_s + 1);
    json_put_real(&w, cost, "simulate_cpu_s", cpu_s);
    json_put_real(&w, cost, "simulate_wall_s", cpu_s);
    json_put_real(&w, cost, "profile_cpu_s", 0.5);
    json_put(&w, d, "cost", cost);
    assert_false(w.failed);
    char *text = json_dumps(d, 0);
    assert_non_null(text);
    return text;
}

/* ---- results ---- */

static void put_result(struct store *s, const char *key, const char *kind, enum store_state state,
                       double cycles, double cpu_s)
{
    struct status st = {0};
    static char inputs[] = "{}", reason[] = "the worker died of " HOSTILE;
    bool predicted = strcmp(kind, "predict") == 0;
    struct store_result r = {.kind = (char *)(uintptr_t)kind, .inputs = inputs, .state = state};
    snprintf(r.key, sizeof r.key, "%s", key);
    if (state == STORE_DONE)
        r.document = document_of(kind, cycles, cpu_s, predicted);
    else
        r.reason = reason;
    ok(store_put(s, &r, &st), &st);
    free(r.document); /* jansson's */
}

static char *settings_of(const struct rig_point *p)
{
    struct json_writer w = {0};
    json_t *d FREED_BY(json_decref) = json_writer_object(&w);
    json_put_text(&w, d, "scene", p->scene);
    json_put_text(&w, d, "gpu", p->gpu);
    json_put_text(&w, d, "percent", p->percent);
    json_put_text(&w, d, "seed", p->seed);
    return json_dumps(d, 0);
}

static void put_point(struct store *s, const char *study, const struct rig_point *p,
                      struct store_point *out)
{
    char name[512];
    snprintf(name, sizeof name, "%s %s %s %s %s", study, p->scene, p->gpu, p->percent, p->seed);
    hash_bytes(name, strlen(name), out->key);
    hash_bytes(p->scene, strlen(p->scene), out->scene_key);
    out->settings = settings_of(p);
    if (p->state != STORE_MISSING)
        put_result(s, out->key, "predict", p->state, p->cycles, atof(p->percent) / 10);
    if (!p->reference)
        return;
    snprintf(name, sizeof name, "reference %s %s", p->scene, p->gpu);
    hash_bytes(name, strlen(name), out->reference_key);
    put_result(s, out->reference_key, "simulate", STORE_DONE, 1000, 20);
}

void rig_put_study(struct store *s, const char *name, const char *title, const char *more,
                   const struct rig_point *points, size_t n)
{
    struct status st = {0};
    char definition[4096];
    snprintf(definition, sizeof definition,
             "{\"axes\": [\"scene\", \"gpu\", \"percent\", \"seed\"], \"reference\": %s%s%s}",
             points[0].reference ? "true" : "false", more[0] ? ", " : "", more);
    struct store_study study = {.name = (char *)(uintptr_t)name,
                                .title = (char *)(uintptr_t)title,
                                .definition = definition,
                                .points = mem_calloc(n, sizeof *study.points),
                                .n = n};
    assert_non_null(study.points);
    for (size_t i = 0; i < n; i++)
        put_point(s, name, &points[i], &study.points[i]);
    ok(store_put_study(s, &study, &st), &st);
    for (size_t i = 0; i < n; i++)
        free(study.points[i].settings);
    mem_free(study.points);
}

void rig_put_pictures(struct store *s, const char *scene, const char *caption)
{
    struct status st = {0};
    struct image image;
    char key[HASH_TEXT], path[] = "rig-picture.png";
    hash_bytes(scene, strlen(scene), key);
    for (int kind = 0; kind < STORE_PICTURES; kind++) {
        struct store_picture p = {.caption = (char *)(uintptr_t)caption};
        ok(image_create(&image, 8, 8, &st), &st);
        for (size_t i = 0; i < (size_t)8 * 8 * 4; i++)
            image.rgba[i] = (uint8_t)(i * (size_t)(kind + 3));
        ok(image_write_png(&image, path, &st), &st);
        image_free(&image);
        ok(file_read(path, &p.png, &p.n, &st), &st);
        ok(store_put_picture(s, key, (enum store_picture_kind)kind, &p, &st), &st);
        mem_free(p.png);
    }
    assert_int_equal(remove(path), 0);
}

/* ---- three studies ---- */

#define FIGURES                                                                                    \
    "\"figures\": ["                                                                               \
    "{\"name\": \"error\", \"title\": \"Error of the cycles\", \"kind\": \"lines\", "              \
    "\"x\": \"percent\", \"y\": \"abs_error.cycles\", \"series\": \"scene\", \"spread\": true, "   \
    "\"log_y\": true, \"paper\": {\"name\": \"Zatel\", \"x\": [10, 50, 90], \"y\": [20, 5, 1]}}, " \
    "{\"name\": \"speedup\", \"title\": \"Speedup over the whole frame\", \"kind\": \"lines\", "   \
    "\"x\": \"percent\", \"y\": \"speedup\", \"series\": \"scene\", \"fit\": \"power\", "          \
    "\"curve\": \"181*x**-1.15\", \"curve_title\": \"the paper's fit\"}, "                         \
    "{\"name\": \"metrics\", \"title\": \"Errors of all metrics at 40 %\", \"kind\": \"bars\", "   \
    "\"x\": \"metric\", \"y\": \"abs_error\", \"series\": \"scene\", "                             \
    "\"where\": {\"percent\": 40}, \"spread\": true}], "                                           \
    "\"tables\": ["                                                                                \
    "{\"name\": \"mean\", \"title\": \"Mean errors\", \"kind\": \"mean\", "                        \
    "\"y\": \"abs_error\", \"rows\": \"scene\", \"columns\": \"metric\"}, "                        \
    "{\"name\": \"best\", \"title\": \"Best percentage\", \"kind\": \"best\", "                    \
    "\"y\": \"abs_error\", \"rows\": \"scene\", \"columns\": \"metric\", "                         \
    "\"choose\": [\"percent\"], \"over\": \"seed\"}]"

static void put_percentages(struct store *s)
{
    static const char *const percents[] = {"10", "20", "30", "40", "50", "60", "70", "80", "90"};
    static const char *const scenes[] = {"lonely", "weekend"}, *const seeds[] = {"1", "2"};
    struct rig_point points[36];
    size_t n = 0;
    for (int scene = 0; scene < 2; scene++)
        for (int p = 0; p < 9; p++)
            for (int seed = 0; seed < 2; seed++)
                points[n++] = (struct rig_point){
                    scenes[scene], "rtx2060",  percents[p],
                    seeds[seed],   STORE_DONE, 1000 + (20.0 - 2 * p) * (scene + 1) * (seed ? 8 : 6),
                    true};
    rig_put_study(s, "percentages", "Percentage against error and speedup", FIGURES, points, n);
    for (int scene = 0; scene < 2; scene++)
        rig_put_pictures(s, scenes[scene], "64 x 64 pixels");
}

static void put_hostile(struct store *s)
{
    static const struct rig_point points[] = {
        {HOSTILE, "rtx2060", "10", "1", STORE_DONE, 1100, false},
        {HOSTILE, "rtx2060", "20", "1", STORE_FAILED, 0, false},
        {HOSTILE, "rtx2060", "30", "1", STORE_MISSING, 0, false},
        {HOSTILE,
         "a name that is long and has no blank in it: "
         "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
         "30", "1", STORE_DONE, 900, false}};
    rig_put_study(s, HOSTILE, HOSTILE " and a title that is not short",
                  "\"figures\": [{\"name\": \""
                  "<script>"
                  "\", \"title\": \"<script>'x'\", "
                  "\"x\": \"percent\", \"y\": \"value.cycles\", \"series\": \"scene\"}, "
                  "{\"name\": \"none\", \"x\": \"percent\", \"y\": \"speedup\"}, "
                  "{\"name\": \"curve\", \"x\": \"percent\", \"y\": \"value.ipc\", "
                  "\"curve\": \"system('touch ran')\"}, "
                  "{\"name\": \"axis\", \"x\": \"no such\", \"y\": \"value.ipc\"}], "
                  "\"tables\": [{\"kind\": \"worst\"}]",
                  points, sizeof points / sizeof *points);
    rig_put_pictures(s, HOSTILE, HOSTILE);
}

void rig_results(const char *path)
{
    static const struct rig_point gpus[] = {
        {"lonely", "mobile_soc", "auto", "1", STORE_DONE, 4000, false},
        {"lonely", "rtx2060", "auto", "1", STORE_DONE, 1000, false},
        {"weekend", "mobile_soc", "auto", "1", STORE_DONE, 9000, false},
        {"weekend", "rtx2060", "auto", "1", STORE_DONE, 3000, false}};
    struct status st = {0};
    struct store *s;
    ok(store_open(&s, path, STORE_WRITE, &st), &st);
    put_percentages(s);
    put_hostile(s);
    rig_put_study(s, "compare", "", "", gpus, sizeof gpus / sizeof *gpus);
    store_close(s);
}
