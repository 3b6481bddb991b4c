#include "orchestrator/cli/command.h"

#include "common/auto.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/settings/output.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_print.h"
#include "sim/config/load/load.h"
#include "sim/timing/counters/metrics.h"
#include "sim/workload/argument.h"

#include <string.h>

/* Fails where a parameter before the n-th writes the same file. */
static enum st_code check_written_before(const struct user_program *user, uint32_t n,
                                         const char *path, struct status *st)
{
    for (uint32_t i = 0; i < n; i++) {
        AUTO(argument_release) struct argument p = {0};
        bool same = false;
        TRY(argument_parse(&p, user->params[i], i + 1, st));
        if (p.out)
            TRY(output_is_one_file(&same, path, p.out, st));
        if (same)
            return status_fail(st, ST_USAGE,
                               "--param %u and --param %u write one file, %s; name another", i + 1,
                               n + 1, path);
    }
    return ST_OK;
}

/* Checks, before the run, the files that are written after it. */
static enum st_code check_outputs(const struct command_context *c, const struct user_program *user,
                                  struct status *st)
{
    for (uint32_t i = 0; i < user->n_params; i++) {
        AUTO(argument_release) struct argument p = {0};
        TRY(argument_parse(&p, user->params[i], i + 1, st));
        if (!p.out)
            continue;
        TRY(output_check(p.out, c->settings, c->out, st));
        TRY(check_written_before(user, i, p.out, st));
    }
    return ST_OK;
}

static void warn_of_options(const struct command_context *c)
{
    bool effective[OPTION_MOST] = {false};
    options_mark_effective(effective, c->settings);
    command_warn_unused(c, effective);
}

/* The number of GPUs that were given, or 1 for the default GPU. */
static uint32_t n_gpus(const struct command_settings *command)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < command->n_given; i++)
        n += strcmp(command->given[i].name, "gpu") == 0;
    return n ? n : 1;
}

static const char *gpu_at(const struct settings *s, uint32_t at)
{
    for (uint32_t i = 0; i < s->command.n_given; i++)
        if (strcmp(s->command.given[i].name, "gpu") == 0 && at-- == 0)
            return s->command.given[i].value;
    return s->render.gpu;
}

/* The output of all GPUs; with --json and several GPUs it is one document with a list. */
struct output {
    struct json_writer writer;
    json_t *document, *list; /* `list` is NULL where there is one GPU */
    double first_ms;         /* time on the first GPU */
};

/* Prints the ratio to the time on the first GPU where there are several. */
static void print_ratio(const struct command_context *c, struct output *out,
                        const struct workload_result *r, bool first)
{
    double ms = metrics_frame_time_ms(r->gpu, (double)r->run->answer.counters.gpu.cycles);
    if (first)
        out->first_ms = ms;
    else
        fprintf(c->out, "%-32s %16.4f  of the first GPU's\n", "Time", ms / out->first_ms);
}

static void print_run(const struct command_context *c, struct output *out,
                      const struct workload_result *r)
{
    bool first = out->first_ms == 0;
    if (!c->settings->output.quiet)
        cost_print(c->line->name, &r->cost, c->err);
    if (!c->settings->output.json) {
        workload_print(r, c->out);
        print_ratio(c, out, r, first);
    } else {
        workload_json(&out->writer,
                      out->list ? json_append_object(&out->writer, out->list) : out->document, r);
    }
}

/* Prints the results and writes their files. Where results are wrong it fails without either. */
static enum st_code finish(const struct command_context *c, struct output *out, struct workload *w,
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
    print_run(c, out, r);
    return ST_OK;
}

static enum st_code run_kernel_command(const struct command_context *c, struct output *out,
                                       struct workload *w, const struct user_program *user,
                                       const struct gpu_config *gpu, struct cost_time start,
                                       struct status *st)
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
    enum st_code code = finish(c, out, w, user, &r, setup, start, st);
    workload_run_free(&runs);
    return code;
}

/* Runs the kernel on one GPU. On every GPU the run begins with the kernel's inputs. */
static enum st_code run_on(const struct command_context *all, struct output *out, uint32_t at,
                           struct status *st)
{
    struct settings settings = *all->settings;
    struct command_context c = *all;
    AUTO(workload_close) struct workload w = {0};
    struct user_program user;
    struct gpu_config gpu;
    struct cost_time start = cost_now();
    settings.render.gpu = gpu_at(all->settings, at);
    settings.method.model = models_simulating(settings.method.model); /* documents name this model
                                                                       */
    c.settings = &settings;
    /* The notes of the last GPU were printed earlier. */
    TRY(settings.render.gpu == all->settings->render.gpu
            ? gpu_config_load(&gpu, settings.render.gpu, st)
            : command_load_gpu(&c, settings.render.gpu, &gpu, st));
    TRY(workload_open_settings(&w, &user, &settings, st));
    if (at == 0) {
        warn_of_options(&c);
        command_warn_program(&c, compute_program_of(w.program));
    }
    enum st_code code = run_kernel_command(&c, out, &w, &user, &gpu, start, st);
    mem_free((void *)user.params);
    return code;
}

enum st_code command_run(const struct command_context *c, struct status *st)
{
    struct output out = {.list = NULL};
    uint32_t n = n_gpus(&c->settings->command);
    enum st_code code = ST_OK;
    if (c->settings->output.json)
        out.document = json_writer_document(&out.writer, c->line->name);
    if (out.document && n > 1)
        out.list = json_put_array(&out.writer, out.document, "runs");
    for (uint32_t i = 0; code == ST_OK && i < n; i++)
        code = run_on(c, &out, i, st);
    if (!c->settings->output.json)
        return code;
    if (code == ST_OK)
        return json_writer_finish(&out.writer, out.document, c->out, st);
    json_decref(out.document);
    return code;
}
