#include "orchestrator/cli/command_study.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/compare/correlate_plot.h"
#include "orchestrator/compare/correlate_print.h"
#include "orchestrator/compare/correlate_stored.h"
#include "orchestrator/settings/output.h"

static enum st_code write_csv(const struct correlation *r, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, correlate_write_csv(r, file.stream, st), st);
}

static enum st_code print_correlate(const struct command_context *c, const struct correlation *r,
                                    struct status *st)
{
    struct json_writer w = {0};
    if (c->settings->output.json)
        return json_writer_finish(&w, correlate_to_json(&w, r), c->out, st);
    if (output_is_stdout(c->settings->output.csv))
        return correlate_write_csv(r, c->out, st);
    return correlate_print(r, c->out, st);
}

static void warn_of_scenes(const struct command_context *c, const struct correlation *r)
{
    struct command_scenes said = {0};
    for (size_t i = 0; i < r->n; i++)
        if (r->rows[i].code == ST_OK)
            command_warn_scene(c, &r->rows[i].settings, &said);
    mem_free(said.operands);
}

static enum st_code report_correlate(const struct command_context *c, const struct correlation *r,
                                     struct status *st)
{
    TRY(print_correlate(c, r, st));
    if (c->settings->output.csv && !output_is_stdout(c->settings->output.csv))
        TRY(write_csv(r, c->settings->output.csv, st));
    if (c->settings->output.plot)
        TRY(correlate_plot(r, c->settings->output.plot, st));
    for (size_t i = 0; r->failed && i < r->n; i++)
        if (r->rows[i].code != ST_OK)
            return status_fail(st, ST_FAILED, "%zu of %zu runs failed; the first, %s: %s",
                               r->failed, r->n, r->rows[i].run->name, r->rows[i].st.text);
    return ST_OK;
}

static enum st_code show_correlate(const struct command_context *c, struct store *store,
                                   const struct study *study, const struct study_table *table,
                                   void *context, struct status *st)
{
    struct correlation *r = context;
    (void)study; /* only its settings matter: the reference runs are in the correlation */
    (void)table;
    TRY(correlate_take(r, store, st));
    return report_correlate(c, r, st);
}

static enum st_code run_kept(const struct command_context *c, struct correlation *r,
                             struct status *st)
{
    struct study study;
    TRY(correlate_study(&study, r, c->settings, st));
    enum st_code code = command_run_study(c, &study, show_correlate, r, st);
    study_free(&study);
    return code;
}

static enum st_code run_here(const struct command_context *c, struct correlation *r,
                             struct status *st)
{
    TRY(correlate_run(r, c->settings->output.quiet, st));
    warn_of_scenes(c, r);
    return report_correlate(c, r, st);
}

static enum st_code run_correlate(const struct command_context *c,
                                  const struct reference_runs *runs, struct status *st)
{
    struct correlation r;
    TRY(correlate_choose(&r, runs, c->settings, st));
    enum st_code code = command_keeps(c) ? run_kept(c, &r, st) : run_here(c, &r, st);
    correlate_free(&r);
    return code;
}

enum st_code command_correlate(const struct command_context *c, struct status *st)
{
    struct reference_runs runs;
    if (c->settings->output.plot)
        TRY(correlate_plot_check(c->settings->output.plot, st));
    TRY(output_check_results(c->settings, false, c->out, st));
    TRY(runs_read(&runs, c->settings->render.scene, c->settings, st));
    enum st_code code = run_correlate(c, &runs, st);
    runs_free(&runs);
    return code;
}
