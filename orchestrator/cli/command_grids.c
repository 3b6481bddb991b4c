/* roofline, models and isa: studies of scenes and kernels on GPUs. */
#include "orchestrator/cli/command_study.h"

#include "common/auto.h"
#include "common/json_writer.h"
#include "orchestrator/grids/isa.h"
#include "orchestrator/grids/models.h"
#include "orchestrator/grids/roofline.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/load/load.h"

#include <string.h>

/* ---- showing ---- */

static enum st_code put_roofline(const struct command_context *c, struct json_writer *w, json_t *d,
                                 const struct cells *cells, const struct study *given,
                                 char note[STATUS_TEXT], struct status *st)
{
    AUTO(roofline_targets_free) struct roofline_targets targets = {0};
    TRY(roofline_targets_make(&targets, &given->grids[0], c->settings->run.cache, note, st));
    return roofline_json(w, d, cells, &targets, st);
}

static enum st_code put_document(const struct command_context *c, struct json_writer *w, json_t *d,
                                 const struct cells *cells, const struct study *given,
                                 struct status *st)
{
    char note[STATUS_TEXT] = "";
    if (c->line->bit == COMMAND_ISA)
        return isa_json(w, d, cells, st);
    TRY(c->line->bit == COMMAND_MODELS ? models_json(w, d, cells, c->settings->run.cache, note, st)
                                       : put_roofline(c, w, d, cells, given, note, st));
    if (note[0])
        command_warn(c, "%s", note);
    return ST_OK;
}

static enum st_code print_document(const struct command_context *c, struct json_writer *w,
                                   json_t *d, struct status *st)
{
    if (c->settings->output.json)
        return json_writer_finish(w, json_incref(d), c->out, st);
    if (w->failed)
        return status_no_memory(st, "document");
    if (c->line->bit == COMMAND_MODELS)
        models_print(d, c->out);
    else if (c->line->bit == COMMAND_ISA)
        isa_print(d, c->out);
    else
        roofline_print(d, c->out);
    return ST_OK;
}

static enum st_code plot_document(const struct command_context *c, const json_t *d,
                                  struct status *st)
{
    const char *stem = c->settings->output.plot;
    if (!stem)
        return ST_OK;
    return c->line->bit == COMMAND_MODELS ? models_plot(d, stem, st) : roofline_plot(d, stem, st);
}

/* Shows what is done; a model that cannot run a frame is no failure of models. */
static enum st_code show_grid(const struct command_context *c, struct store *store,
                              const struct study *study, const struct study_table *table,
                              void *given, struct status *st)
{
    AUTO(cells_free) struct cells cells = {0};
    struct json_writer w = {0};
    const char *must = c->line->bit == COMMAND_MODELS ? models[MODEL_CYCLE].name : NULL;
    (void)study;
    TRY(cells_make(&cells, table, store, st));
    TRY(cells_check(&cells, must, st));
    json_t *d = json_writer_document(&w, c->line->name);
    enum st_code code = put_document(c, &w, d, &cells, given, st);
    if (code == ST_OK)
        code = print_document(c, &w, d, st);
    if (code == ST_OK)
        code = plot_document(c, d, st);
    json_decref(d);
    return code;
}

/* ---- running ---- */

static enum st_code run_grid(const struct command_context *c, struct study *given,
                             struct status *st)
{
    struct study study;
    TRY(command_check_axes(c, &given->grids[0], st));
    TRY(cells_study(&study, (enum command_bit)c->line->bit, given, c->settings, st));
    enum st_code code = command_run_study(c, &study, show_grid, given, st);
    study_free(&study);
    return code;
}

/* Refuses files of kernels, which are of one instruction set. Warns of GPUs where every fetch hits,
 * since code of any size then costs the same. */
static enum st_code check_sets(const struct command_context *c, const struct grid_points *points,
                               struct status *st)
{
    const char *last = "";
    for (size_t i = 0; i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        struct gpu_config config;
        if (user_program_is(render->scene))
            return status_fail(st, ST_USAGE,
                               "%s: a file is of one instruction set, and isa compares two; "
                               "expected a scene or a kernel that 'diorama kernels' lists",
                               render->scene);
        if (strcmp(render->gpu, last) == 0)
            continue;
        TRY(gpu_config_load(&config, render->gpu, st));
        last = render->gpu;
        if (!config.icache.size_B)
            command_warn(c,
                         "%s has no instruction cache, so that every fetch hits; for one give "
                         "%s%cicache.size_B=16384",
                         last, last, strchr(last, ':') ? ',' : ':');
    }
    return ST_OK;
}

static enum st_code run_command(const struct command_context *c, struct status *st)
{
    struct study given;
    TRY(output_check_results(c->settings, true, c->out, st));
    TRY(study_create(&given, c->settings, st));
    enum st_code code = ST_OK;
    if (c->line->bit == COMMAND_ISA)
        code = check_sets(c, &given.points, st);
    if (code == ST_OK)
        code = run_grid(c, &given, st);
    study_free(&given);
    return code;
}

enum st_code command_roofline(const struct command_context *c, struct status *st)
{
    return run_command(c, st);
}

enum st_code command_models(const struct command_context *c, struct status *st)
{
    return run_command(c, st);
}

enum st_code command_isa(const struct command_context *c, struct status *st)
{
    return run_command(c, st);
}
