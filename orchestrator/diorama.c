/* The public interface, which calls the same functions as the subcommands. */
#include "orchestrator/diorama.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/predict/pipeline.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/predict/warnings.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/settings/options.h"
#include "sim/config/load/load.h"
#include "version.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

struct diorama_options {
    struct settings settings;
    char **texts; /* the texts that `settings` borrows */
    size_t n_texts;
};

struct diorama_scene {
    struct world world;
    char *warnings; /* NULL: there are none */
};

struct diorama_result {
    struct result result;
    char *texts[OPTION_MOST]; /* copies of the texts that result.settings borrows, one per row of
                                 the table of options */
};

static int report_diorama(const struct status *st, enum st_code code, struct diorama_error *error)
{
    int status = status_exit(code);
    if (error) {
        error->status = status;
        snprintf(error->text, sizeof error->text, "%s", code == ST_OK ? "" : st->text);
    }
    return status;
}

const char *diorama_version(void)
{
    return DIORAMA_VERSION;
}

int diorama_options_create(struct diorama_options **out, struct diorama_error *error)
{
    struct status st = {0};
    enum st_code code = mem_make(out, 1, sizeof **out, "options", &st);
    if (code == ST_OK)
        options_default(&(*out)->settings);
    return report_diorama(&st, code, error);
}

/* Copies a value, since settings only borrow it. */
static enum st_code keep_text(struct diorama_options *options, const char *value, char **kept,
                              struct status *st)
{
    TRY(mem_remake(&options->texts, options->n_texts + 1, sizeof *options->texts, "options", st));
    TRY(mem_copy_text(kept, value, "options", st));
    options->texts[options->n_texts++] = *kept;
    return ST_OK;
}

int diorama_options_set(struct diorama_options *options, const char *name, const char *value,
                        struct diorama_error *error)
{
    struct status st = {0};
    struct settings changed = options->settings;
    char *kept;
    enum st_code code = keep_text(options, value, &kept, &st);
    if (code == ST_OK && options_gone(name))
        code = status_fail(&st, ST_USAGE, "option '%s' %s", name, options_gone(name));
    if (code == ST_OK)
        code = options_set(&changed, name, kept, &st);
    if (code == ST_OK)
        options->settings = changed;
    return report_diorama(&st, code, error);
}

void diorama_options_free(struct diorama_options *options)
{
    if (!options)
        return;
    for (size_t i = 0; i < options->n_texts; i++)
        mem_free(options->texts[i]);
    mem_free(options->texts);
    mem_free(options);
}

int diorama_scene_load(struct diorama_scene **out, const char *operand, struct diorama_error *error)
{
    struct status st = {0};
    enum st_code code = mem_make(out, 1, sizeof **out, "scene", &st);
    if (code == ST_OK)
        code = world_open(&(*out)->world, operand, false, &st);
    if (code == ST_OK) {
        const struct render_settings plain = {.shader = SHADER_PATH};
        (*out)->warnings = world_warnings(&(*out)->world, &plain);
    } else {
        mem_free(*out);
        *out = NULL;
    }
    return report_diorama(&st, code, error);
}

const char *diorama_scene_warnings(const struct diorama_scene *scene)
{
    return scene->warnings ? scene->warnings : "";
}

void diorama_scene_free(struct diorama_scene *scene)
{
    if (!scene)
        return;
    world_close(&scene->world);
    free(scene->warnings);
    mem_free(scene);
}

static enum st_code predict_world(struct result *out, const struct settings *settings,
                                  const struct world *world, struct status *st)
{
    struct pipeline p;
    TRY(pipeline_open(&p, settings, (struct pipeline_given){.world = world}, st));
    enum st_code code = predict_frame(out, settings, &p, NULL, st);
    pipeline_close(&p);
    return code;
}

static enum st_code simulate_gpu(struct result *out, const struct settings *settings,
                                 const struct world *world, const struct gpu_config *gpu,
                                 struct status *st)
{
    struct session session;
    TRY(session_open(&session, world, &settings->render, NULL, st));
    enum st_code code = simulate_frame(out, settings, &session, gpu, NULL, st);
    session_close(&session);
    return code;
}

static enum st_code simulate_world(struct result *out, const struct settings *settings,
                                   const struct world *world, struct status *st)
{
    struct gpu_config gpu;
    struct world synthetic;
    TRY(gpu_config_load(&gpu, settings->render.gpu, st));
    if (world)
        return simulate_gpu(out, settings, world, &gpu, st);
    TRY(world_open_settings(&synthetic, &settings->render, &gpu, st));
    enum st_code code = simulate_gpu(out, settings, &synthetic, &gpu, st);
    world_close(&synthetic);
    return code;
}

typedef enum st_code (*run_function)(struct result *out, const struct settings *settings,
                                     const struct world *world, struct status *st);

/* Gives the result its own copies of the texts, since it may outlive the options. */
static enum st_code own_texts(struct diorama_result *r, struct status *st)
{
    struct settings *s = &r->result.settings;
    s->render.scene = NULL;
    for (size_t i = 0; i < n_option_rows; i++) {
        const char **text = (const char **)((char *)s + option_rows[i].offset);
        if (option_rows[i].type != OPTION_TEXT || !*text)
            continue;
        if (option_rows[i].flags & OPTION_CHANGES) {
            TRY(mem_copy_text(&r->texts[i], *text, "result", st));
        }
        *text = r->texts[i];
    }
    r->result.frame.shaders = s->render.shaders;
    return ST_OK;
}

static enum st_code run_settings(struct diorama_result *r, run_function run,
                                 const struct settings *asked, const struct world *world,
                                 struct status *st)
{
    struct settings settings = *asked;
    int threads = omp_get_max_threads();
    settings.output.quiet = true;
    settings.output.trace = NULL;
    TRY(options_settle(&settings, st));
    if (settings.command.frames)
        return status_fail(st, ST_USAGE,
                           "'frames' is an option of the command line; set 'frame' for each frame");
    if (settings.run.threads)
        omp_set_num_threads((int)settings.run.threads);
    enum st_code code = run(&r->result, &settings, world, st);
    omp_set_num_threads(threads);
    return code == ST_OK ? own_texts(r, st) : code;
}

static int run_public(struct diorama_result **out, run_function run,
                      const struct diorama_scene *scene, const struct diorama_options *options,
                      struct diorama_error *error)
{
    struct status st = {0};
    enum st_code code = mem_make(out, 1, sizeof **out, "result", &st);
    if (code == ST_OK)
        code = run_settings(*out, run, &options->settings, scene ? &scene->world : NULL, &st);
    if (code != ST_OK) {
        diorama_result_free(*out);
        *out = NULL;
    }
    return report_diorama(&st, code, error);
}

int diorama_predict(struct diorama_result **out, const struct diorama_scene *scene,
                    const struct diorama_options *options, struct diorama_error *error)
{
    return run_public(out, predict_world, scene, options, error);
}

int diorama_simulate(struct diorama_result **out, const struct diorama_scene *scene,
                     const struct diorama_options *options, struct diorama_error *error)
{
    return run_public(out, simulate_world, scene, options, error);
}

void diorama_result_free(struct diorama_result *result)
{
    if (!result)
        return;
    result_free(&result->result);
    for (size_t i = 0; i < OPTION_MOST; i++)
        mem_free(result->texts[i]);
    mem_free(result);
}

size_t diorama_metric_count(void)
{
    return METRIC_COUNT;
}

const char *diorama_metric_name(size_t index)
{
    return index < METRIC_COUNT ? metrics[index].name : NULL;
}

const char *diorama_metric_title(size_t index)
{
    return index < METRIC_COUNT ? metrics[index].title : NULL;
}

const char *diorama_metric_unit(size_t index)
{
    return index < METRIC_COUNT ? metrics[index].unit : NULL;
}

static const struct estimate *find_estimate(const struct diorama_result *result, const char *name)
{
    for (size_t m = 0; m < METRIC_COUNT; m++)
        if (strcmp(metrics[m].name, name) == 0)
            return &result->result.metrics[m];
    return NULL;
}

int diorama_result_metric(const struct diorama_result *result, const char *name, double *value)
{
    const struct estimate *e = find_estimate(result, name);
    if (!e)
        return DIORAMA_USAGE;
    *value = e->value;
    return DIORAMA_OK;
}

int diorama_result_interval(const struct diorama_result *result, const char *name, double *low,
                            double *high)
{
    const struct estimate *e = find_estimate(result, name);
    if (!e)
        return DIORAMA_USAGE;
    *low = e->low;
    *high = e->high;
    return DIORAMA_OK;
}

double diorama_result_frame_time_ms(const struct diorama_result *result)
{
    return result_frame_time_ms(&result->result);
}

int diorama_result_json(char **out, const struct diorama_result *result,
                        struct diorama_error *error)
{
    struct status st = {0};
    struct json_writer w = {0};
    size_t n = 0;
    *out = NULL;
    json_t *document = result_to_json(&w, &result->result);
    FILE *stream = file_memory(out, &n);
    if (!stream) {
        json_decref(document);
        return report_diorama(&st, status_no_memory(&st, "JSON document"), error);
    }
    enum st_code code = json_writer_finish(&w, document, stream, &st);
    if (!file_memory_close(stream, out) && code == ST_OK)
        code = status_no_memory(&st, "JSON document");
    if (code != ST_OK) {
        free(*out);
        *out = NULL;
    }
    return report_diorama(&st, code, error);
}

/* The text comes from open_memstream, so free() frees it. */
void diorama_text_free(char *text)
{
    free(text);
}
