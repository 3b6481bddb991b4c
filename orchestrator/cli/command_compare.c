#include "orchestrator/cli/command_study.h"

#include "common/auto.h"
#include "common/file.h"
#include "common/interrupt.h"
#include "orchestrator/compare/comparison_plot.h"
#include "orchestrator/compare/comparison_print.h"
#include "orchestrator/compare/resolve.h"
#include "orchestrator/predict/choice.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/load/load.h"

#include <string.h>

static enum st_code load_gpus(const struct grid_points *all, struct gpu_config *gpus,
                              struct status *st)
{
    for (size_t i = 0; i < all->n; i++)
        TRY(gpu_config_load(&gpus[i], all->points[i].settings.render.gpu, st));
    return ST_OK;
}

/* Chooses one model for all GPUs, because errors that all have in common cancel in a ratio. */
static enum st_code choose_model(struct grid_points *all, struct status *st)
{
    MEM_AUTO struct gpu_config *gpus = NULL;
    if (all->n == 0)
        return ST_OK;
    TRY(mem_make(&gpus, all->n, sizeof *gpus, "GPUs", st));
    TRY(load_gpus(all, gpus, st));
    for (size_t i = 0; i < all->n; i++) {
        struct settings *s = &all->points[i].settings;
        bool groups = s->method.sample == SAMPLE_GROUPS || samples_means_groups(&s->method);
        if (s->method.model == MODEL_AUTO && !groups && !workload_is(s->render.scene))
            s->method.model = choose_compared(s, gpus, all->n);
    }
    return ST_OK;
}

static enum st_code write_csv(const struct comparison *r, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, comparison_write_csv(r, file.stream, st), st);
}

static enum st_code print_compare(const struct command_context *c, const struct comparison *r,
                                  struct status *st)
{
    struct json_writer w = {0};
    if (c->settings->output.json)
        return json_writer_finish(&w, comparison_to_json(&w, r), c->out, st);
    if (output_is_stdout(c->settings->output.csv))
        return comparison_write_csv(r, c->out, st);
    return comparison_print(r, c->out, st);
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

static enum st_code report_compare(const struct command_context *c, const struct comparison *r,
                                   struct status *st)
{
    TRY(print_compare(c, r, st));
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

static enum st_code show_compare(const struct command_context *c, struct store *store,
                                 const struct study *study, const struct study_table *table,
                                 void *context, struct status *st)
{
    struct comparison r;
    struct resolve_end end = {0};
    (void)context;
    TRY(comparison_make(&r, table, store, st));
    enum st_code code = ST_OK;
    if (c->settings->command.resolve > 0)
        code = resolve(c, &r, store, study, table, &end, st);
    if (code == ST_OK)
        code = report_compare(c, &r, st);
    if (code == ST_OK && end.interrupted)
        code = ST_PARTIAL;
    comparison_free(&r);
    return code;
}

/* Adds figures for those who read the file of results. */
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
        code = choose_model(&study.points, st);
    if (code == ST_OK)
        code = study_rename(&study, "compare", "GPU against GPU", st);
    if (code == ST_OK)
        code = add_figures(&study, st);
    if (code == ST_OK)
        code = command_run_study(c, &study, show_compare, NULL, st);
    study_free(&study);
    return code;
}
