#include "orchestrator/cli/command_session.h"

#include "common/file.h"
#include "common/interrupt.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/report/lines_page.h"
#include "orchestrator/result/timeline_json.h"
#include "orchestrator/settings/output.h"

#include <fnmatch.h>

/* As a page if the file's name ends in ".html", else as CSV. */
static enum st_code write_lines(const struct result *r, const char *path, struct status *st)
{
    struct file_out file;
    enum st_code code = ST_OK;
    TRY(file_out_open(&file, path, st));
    if (fnmatch("*.html", path, 0) == 0)
        code = lines_page_write(r, file.stream, st);
    else
        source_lines_csv(&r->lines, file.stream);
    return file_out_finish(&file, code, st);
}

/* The result as table or document, and the source lines with their costs. */
static enum st_code print(const struct command_context *c, const struct result *r,
                          struct status *st)
{
    const char *path = c->settings->output.lines;
    if (output_is_stdout(path)) {
        source_lines_csv(&r->lines, c->out);
        return ST_OK;
    }
    TRY(command_print_result(c, r, st));
    if (path && !c->settings->output.json)
        TRY(source_lines_print(&r->lines, c->out, st));
    return path ? write_lines(r, path, st) : ST_OK;
}

static enum st_code check_outputs(const struct command_context *c, struct status *st)
{
    TRY(output_check_rows("lines", c->settings->output.lines, c->settings, c->out, st));
    return timeline_json_check(c->settings, c->out, st);
}

static enum st_code run_simulate(const struct command_context *c, const struct command_session *s,
                                 struct status *st)
{
    struct result r;
    /* With --trace or several runs, what was done before an interrupt is worth showing. */
    interrupt_hold(c->settings->output.trace || c->settings->method.repeat > 1);
    enum st_code code = simulate_frame(&r, c->settings, &s->session, &s->gpu, c->err, st);
    interrupt_hold(false);
    interrupt_release();
    TRY(code);
    if (r.interrupted)
        command_warn(c, "interrupted; %u of %u runs are done", result_repeated(&r, METRIC_CYCLES).n,
                     c->settings->method.repeat);
    code = print(c, &r, st);
    if (code == ST_OK)
        code = timeline_json_write(&r, st);
    if (code == ST_OK && r.interrupted)
        code = ST_PARTIAL;
    result_free(&r);
    return code;
}

enum st_code command_simulate(const struct command_context *c, struct status *st)
{
    struct command_session s;
    TRY(check_outputs(c, st));
    TRY(command_session_open(&s, c, st));
    enum st_code code = check_outputs(c, st); /* all inputs are known now */
    if (code == ST_OK)
        code = run_simulate(c, &s, st);
    command_warn_late(c, s.session.launch);
    command_session_close(&s);
    return code;
}
