#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/compare/correlate_plot.h"
#include "orchestrator/compare/correlate_print.h"
#include "orchestrator/settings/output.h"

static enum st_code write_csv(const struct correlation *r, const char *path, struct status *st)
{
    struct file_out file;
    TRY(file_out_open(&file, path, st));
    return file_out_finish(&file, correlate_write_csv(r, file.stream, st), st);
}

static enum st_code print(const struct command_context *c, const struct correlation *r,
                          struct status *st)
{
    struct json_writer w = {0};
    if (c->settings->output.json)
        return json_writer_finish(&w, correlate_to_json(&w, r), c->out, st);
    if (output_is_stdout(c->settings->output.csv))
        return correlate_write_csv(r, c->out, st);
    correlate_print(r, c->out);
    return ST_OK;
}

static void warn_of_scenes(const struct command_context *c, const struct correlation *r)
{
    struct command_scenes said = {0};
    for (size_t i = 0; i < r->n; i++)
        if (r->rows[i].code == ST_OK)
            command_warn_scene(c, &r->rows[i].settings.render, &said);
    mem_free(said.operands);
}

static enum st_code report(const struct command_context *c, const struct correlation *r,
                           struct status *st)
{
    warn_of_scenes(c, r);
    TRY(print(c, r, st));
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

enum st_code command_correlate(const struct command_context *c, struct status *st)
{
    struct reference_runs runs;
    struct correlation r;
    if (c->settings->output.plot)
        TRY(correlate_plot_check(c->settings->output.plot, st));
    TRY(output_check_results(c->settings, false, c->out, st));
    TRY(runs_read(&runs, c->settings->render.scene, c->settings, st));
    enum st_code code = correlate_run(&r, &runs, c->settings, st);
    if (code == ST_OK) {
        code = report(c, &r, st);
        correlate_free(&r);
    }
    runs_free(&runs);
    return code;
}
