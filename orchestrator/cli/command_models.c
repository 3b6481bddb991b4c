#include "orchestrator/cli/command_study.h"

#include "common/interrupt.h"
#include "orchestrator/models/models_plot.h"
#include "orchestrator/models/models_print.h"
#include "orchestrator/settings/output.h"

static enum st_code print_models(const struct command_context *c, const struct models_table *t,
                                 struct status *st)
{
    struct json_writer w = {0};
    if (!c->settings->output.json) {
        models_print(t, c->out);
        return ST_OK;
    }
    json_t *document = json_writer_document(&w, c->line->name);
    models_json(&w, document, t);
    return json_writer_finish(&w, document, c->out, st);
}

static enum st_code run_models(const struct command_context *c, const struct grid_points *points,
                               struct status *st)
{
    struct models_table t;
    char note[STATUS_TEXT];
    interrupt_catch(COMMAND_INTERRUPTED);
    TRY(models_run(&t, points, note, st));
    if (note[0])
        command_warn(c, "%s", note);
    enum st_code code = print_models(c, &t, st);
    if (code == ST_OK && c->settings->output.plot)
        code = models_plot(&t, c->settings->output.plot, st);
    models_free(&t);
    return code;
}

enum st_code command_models(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_check_axes(c, &study.grids[0], st);
    if (code == ST_OK)
        code = command_warn_points(c, &study.points, st);
    if (code == ST_OK)
        code = run_models(c, &study.points, st);
    study_free(&study);
    return code;
}
