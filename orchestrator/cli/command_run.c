#include "orchestrator/cli/command.h"

#include "common/auto.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_print.h"
#include "sim/config/load/load.h"
#include "sim/workload/argument.h"

/* Files that are written at the end are tried before the run. */
static enum st_code check_outputs(const struct command_context *c, const struct user_program *user,
                                  struct status *st)
{
    for (uint32_t i = 0; i < user->n_params; i++) {
        AUTO(argument_release) struct argument p = {0};
        TRY(argument_parse(&p, user->params[i], i + 1, st));
        if (p.out)
            TRY(output_check(p.out, c->settings, c->out, st));
    }
    return ST_OK;
}

static void warn_of_options(const struct command_context *c)
{
    bool effective[OPTION_MOST] = {false};
    options_mark_effective(effective, c->settings);
    command_warn_unused(c, effective);
}

static enum st_code print(const struct command_context *c, const struct workload_result *r,
                          struct status *st)
{
    struct json_writer w = {0};
    if (!c->settings->output.quiet)
        cost_print(c->line->name, &r->cost, c->err);
    if (c->settings->output.json)
        return json_writer_finish(&w, workload_json(&w, c->line->name, r), c->out, st);
    workload_print(r, c->out);
    return ST_OK;
}

/* Nothing is printed or written of a run whose results are wrong. */
static enum st_code finish(const struct command_context *c, struct workload *w,
                           const struct user_program *user, struct workload_result *r,
                           struct cost_time setup, struct cost_time start, struct status *st)
{
    struct cost_time before = cost_now();
    if (!r->run->finished)
        return status_fail(st, ST_FAILED, "interrupted; there is no result");
    TRY(workload_check(w, st));
    cost_add(&setup, cost_since(before));
    TRY(user_program_write(w, user, st));
    r->cost = workload_cost(r->run, setup, cost_since(start));
    return print(c, r, st);
}

static enum st_code run(const struct command_context *c, struct workload *w,
                        const struct user_program *user, const struct gpu_config *gpu,
                        struct cost_time start, struct status *st)
{
    const struct settings *s = c->settings;
    struct workload_run runs;
    struct cost_time setup = cost_since(start);
    const struct workload_job job = {
        .gpu = gpu,
        .model = (enum timing_model)s->method.model,
        .variant = models_variant((enum timing_model)s->method.model, &s->method),
        .threads = side_by_side_threads(1),
        .quiet = s->output.quiet,
        .dump = c->err};
    TRY(check_outputs(c, user, st));
    TRY(workload_run(&runs, &job, w, st));
    struct workload_result r = {.settings = s, .gpu = gpu, .workload = w, .run = &runs};
    enum st_code code = finish(c, w, user, &r, setup, start, st);
    workload_run_free(&runs);
    return code;
}

enum st_code command_run(const struct command_context *c, struct status *st)
{
    struct workload w;
    struct user_program user;
    struct gpu_config gpu;
    struct cost_time start = cost_now();
    TRY(command_load_gpu(c, c->settings->render.gpu, &gpu, st));
    TRY(workload_open_settings(&w, &user, c->settings, st));
    warn_of_options(c);
    command_warn_program(c, compute_program_of(w.program));
    enum st_code code = run(c, &w, &user, &gpu, start, st);
    workload_close(&w);
    mem_free((void *)user.params);
    return code;
}
