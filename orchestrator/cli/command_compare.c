#include "orchestrator/cli/command_study.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "orchestrator/compare/comparison_plot.h"
#include "orchestrator/compare/comparison_print.h"
#include "orchestrator/compare/resolve.h"
#include "orchestrator/predict/pairs.h"
#include "orchestrator/settings/output.h"

#include <string.h>

/* The errors of ratios are known of the approximate model's runs. The first GPU's luck is in every
 * ratio to it. */
static void choose_runs(struct grid_points *all)
{
    const char *first = all->n ? all->points[0].settings.render.gpu : NULL;
    for (size_t i = 0; i < all->n; i++) {
        struct settings *s = &all->points[i].settings;
        if (s->method.extrapolate == EXTRAPOLATE_AUTO)
            s->method.extrapolate = EXTRAPOLATE_RATIO;
        if (s->method.approximate_runs == 0 && strcmp(s->render.gpu, first) == 0)
            s->method.approximate_runs = PAIRS_RUNS_OF_FIRST;
    }
}

static enum st_code write_csv(const struct comparison *r, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, comparison_write_csv(r, file.stream, st), st);
}

static enum st_code print(const struct command_context *c, const struct comparison *r,
                          struct status *st)
{
    struct json_writer w = {0};
    if (c->settings->output.json)
        return json_writer_finish(&w, comparison_to_json(&w, r), c->out, st);
    if (output_is_stdout(c->settings->output.csv))
        return comparison_write_csv(r, c->out, st);
    comparison_print(r, c->out);
    return ST_OK;
}

static enum st_code tell_failures(const struct comparison *r, struct status *st)
{
    for (size_t s = 0; r->failed && s < r->n_scenes; s++)
        for (size_t g = 0; g < r->n_gpus; g++)
            if (!r->scenes[s].cells[g].done)
                return status_fail(st, ST_FAILED,
                                   "%zu of %zu predictions failed; the first, %s on %s: %s",
                                   r->failed, r->n_scenes * r->n_gpus, r->gpus[g],
                                   r->scenes[s].name, comparison_reason(&r->scenes[s].cells[g]));
    return ST_OK;
}

static enum st_code report(const struct command_context *c, const struct comparison *r,
                           struct status *st)
{
    TRY(print(c, r, st));
    if (c->settings->output.csv && !output_is_stdout(c->settings->output.csv))
        TRY(write_csv(r, c->settings->output.csv, st));
    if (c->settings->output.plot)
        TRY(comparison_plot(r, c->settings->output.plot, st));
    return tell_failures(r, st);
}

static void say(void *context, const char *line)
{
    const struct command_context *c = context;
    if (!c->settings->output.quiet)
        fprintf(c->err, "diorama: %s\n", line);
}

static enum st_code resolve(const struct command_context *c, struct comparison *r,
                            struct store *store, const struct study *study,
                            const struct study_table *table, struct resolve_end *end,
                            struct status *st)
{
    const struct resolve how = {.study = study,
                                .table = table,
                                .error = c->settings->command.resolve,
                                .how = command_sweep_options(c),
                                .say = say,
                                .context = (void *)(uintptr_t)c};
    interrupt_catch("diorama: interrupted; what was finished is shown\n");
    interrupt_hold(true);
    enum st_code code = comparison_resolve(r, store, &how, end, st);
    interrupt_hold(false);
    interrupt_release();
    return code;
}

static void warn_lacks(const struct command_context *c, const struct comparison *r)
{
    for (size_t g = 0; g < r->n_gpus; g++) {
        const char *lacks = NULL;
        for (size_t s = 0; s < r->n_scenes && !lacks; s++) {
            const json_t *ratio = json_object_get(r->scenes[s].cells[g].document, "ratio");
            lacks = json_string_value(json_object_get(ratio, "approximate_lacks"));
        }
        command_warn_lacks(c, r->gpus[g], lacks);
    }
}

static enum st_code show(const struct command_context *c, struct store *store,
                         const struct study *study, const struct study_table *table, void *context,
                         struct status *st)
{
    struct comparison r;
    struct resolve_end end = {0};
    (void)context;
    TRY(comparison_make(&r, table, store, st));
    enum st_code code = ST_OK;
    warn_lacks(c, &r);
    if (c->settings->command.resolve > 0)
        code = resolve(c, &r, store, study, table, &end, st);
    if (code == ST_OK)
        code = report(c, &r, st);
    if (code == ST_OK && end.interrupted)
        code = ST_PARTIAL;
    comparison_free(&r);
    return code;
}

/* For who reads the file of results later. */
static enum st_code add_figures(struct study *study, struct status *st)
{
    json_decref(study->figures);
    study->figures = json_pack("[{s:s, s:s, s:s, s:s, s:s, s:s}, {s:s, s:s, s:s, s:s, s:s, s:s}]",
                               "name", "normalized", "title", "Ratios to the first GPU", "kind",
                               "bars", "x", "metric", "y", "normalized", "series", "gpu", "name",
                               "frame_time", "title", "Frame time by scene", "kind", "bars", "x",
                               "scene", "y", "frame_time_ms", "series", "gpu");
    return study->figures ? ST_OK : status_no_memory(st, "study");
}

enum st_code command_compare(const struct command_context *c, struct status *st)
{
    struct study study;
    TRY(output_check_results(c->settings, true, c->out, st));
    TRY(study_create(&study, c->settings, st));
    enum st_code code = command_check_axes(c, &study.grids[0], st);
    if (code == ST_OK)
        choose_runs(&study.points);
    if (code == ST_OK)
        code = study_rename(&study, "compare", "GPU against GPU", st);
    if (code == ST_OK)
        code = add_figures(&study, st);
    if (code == ST_OK)
        code = command_run_study(c, &study, show, NULL, st);
    study_free(&study);
    return code;
}
