/* Runs the commands of grids/grid_command.h. */
#include "orchestrator/cli/command_study.h"

#include "common/auto.h"
#include "orchestrator/grids/grid_command.h"
#include "orchestrator/settings/output.h"
#include "sim/config/load/load.h"

#include <string.h>

/* The arguments of show() other than the results. */
struct view {
    const struct grid_command *command;
    const struct grid *given;
};

static enum st_code print_grid(const struct command_context *c, const struct view *v,
                               struct json_writer *w, json_t *document, struct status *st)
{
    const char *stem = c->settings->output.plot;
    if (c->settings->output.json)
        TRY(json_writer_finish(w, json_incref(document), c->out, st));
    else if (w->failed)
        return status_no_memory(st, "document");
    else
        v->command->print(document, c->out);
    return stem && v->command->plot ? v->command->plot(document, stem, st) : ST_OK;
}

static enum st_code show_grid(const struct command_context *c, struct store *store,
                              const struct study *study, const struct study_table *table,
                              void *context, struct status *st)
{
    const struct view *v = context;
    AUTO(cells_free)
    struct cells cells = {
        .table = table, .store = store, .given = v->given, .cache = c->settings->run.cache};
    struct json_writer w = {0};
    char note[STATUS_TEXT];
    (void)study;
    TRY(cells_make(&cells, st));
    TRY(cells_check(&cells, v->command->must, st));
    json_t *document = json_writer_document(&w, c->line->name);
    enum st_code code = v->command->put(&w, document, &cells, note, st);
    if (code == ST_OK && note[0])
        command_warn(c, "%s", note);
    if (code == ST_OK)
        code = print_grid(c, v, &w, document, st);
    json_decref(document);
    return code;
}

/* Checks all points; prints each warning once per GPU. */
static enum st_code check_points(const struct command_context *c,
                                 const struct grid_command *command,
                                 const struct grid_points *points, struct status *st)
{
    const char *last = "";
    for (size_t i = 0; command->check && i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        char warning[STATUS_TEXT] = "";
        struct gpu_config gpu;
        TRY(gpu_config_load(&gpu, render->gpu, st));
        TRY(command->check(render, &gpu, warning, st));
        if (warning[0] && strcmp(render->gpu, last) != 0)
            command_warn(c, "%s", warning);
        last = render->gpu;
    }
    return ST_OK;
}

static enum st_code run_grid(const struct command_context *c, const struct grid_command *command,
                             const struct study *given, struct status *st)
{
    struct view view = {command, &given->grids[0]};
    struct study study;
    TRY(check_points(c, command, &given->points, st));
    TRY(command_check_axes(c, &given->grids[0], st));
    TRY(grid_command_study(&study, command, c->line->name, given, c->settings, st));
    enum st_code code = command_run_study(c, &study, show_grid, &view, st);
    study_free(&study);
    return code;
}

static enum st_code run_command(const struct command_context *c, const struct grid_command *command,
                                struct status *st)
{
    struct study given;
    TRY(output_check_results(c->settings, true, c->out, st));
    TRY(study_create(&given, c->settings, st));
    enum st_code code = run_grid(c, command, &given, st);
    study_free(&given);
    return code;
}

#define GRID_COMMAND(bit, name, ...)                                                               \
    enum st_code command_##name(const struct command_context *c, struct status *st)                \
    {                                                                                              \
        return run_command(c, &name##_grid, st);                                                   \
    }
#include "orchestrator/settings/commands.def"
