#include "orchestrator/cli/command_session.h"

#include "common/interrupt.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/result/timeline_json.h"

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
    code = command_print_result(c, &r, st);
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
    TRY(timeline_json_check(c->settings, c->out, st));
    TRY(command_session_open(&s, c, st));
    enum st_code code = timeline_json_check(c->settings, c->out, st); /* all inputs are known now */
    if (code == ST_OK)
        code = run_simulate(c, &s, st);
    command_session_close(&s);
    return code;
}
