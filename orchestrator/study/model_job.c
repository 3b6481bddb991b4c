#include "orchestrator/study/model_job.h"

#include "common/auto.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/stack_table.h"
#include "orchestrator/result/stall_table.h"
#include "orchestrator/workload/isa_rows.h"
#include "orchestrator/workload/model_run.h"
#include "orchestrator/workload/profile_json.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/load/load.h"
#include "sim/roofline/roofline.h"
#include "sim/timing/counters/stalls.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* A finished run of a frame or a kernel, whose document is to be written. */
struct finished {
    const struct settings *settings;
    const struct gpu_config *gpu;
    enum timing_model model;
    struct run run;
    struct roofline_profile profile;
    struct isa_cell *sets; /* statistics of the instruction sets; NULL: not measured */
    struct cost cost;
};

/* ---- the document ---- */

/* Makes a stack, in cycles of an SM per instruction, from the issue slots of all schedulers. */
static void stack_slots(struct model_stack *out, const struct gpu_counters *n,
                        const struct gpu_config *gpu)
{
    struct stall_cause cause;
    double all = (double)gpu->sm.schedulers * (double)n->sm.warp_instructions;
    for (size_t i = 0; stall_cause(&stall_stacks[0], n, i, &cause) && out->n < MODEL_PARTS; i++)
        if (cause.slots)
            out->parts[out->n++] = (struct model_part){cause.name, (double)cause.slots / all};
}

/* Returns the name of the most frequent cause of slots without an issue; NULL: there is none. */
static const char *largest_stall(const struct gpu_counters *n)
{
    struct stall_cause cause, most = {0};
    for (size_t i = 1; stall_cause(&stall_stacks[0], n, i, &cause); i++)
        if (cause.slots > most.slots)
            most = cause;
    return most.slots ? most.name : NULL;
}

static void put_stack(struct json_writer *w, json_t *d, const struct finished *f)
{
    const struct gpu_counters *n = &f->run.counters;
    struct model_stack stack = f->run.stack;
    json_put_real(w, d, "cpi",
                  (double)n->gpu.cycles * f->gpu->machine.sms / (double)n->sm.warp_instructions);
    if (f->model == MODEL_CYCLE) {
        json_put_text(w, d, "bottleneck", largest_stall(n));
        json_put(w, d, "stalls", stalls_json(w, n));
        stack_slots(&stack, n, f->gpu);
    } else if (stack.n) {
        json_put_text(w, d, "bottleneck", model_bottleneck(&stack)->name);
    }
    if (stack.n)
        json_put(w, d, "cpi_stack", stack_json(w, &stack));
}

static void put_metrics(struct json_writer *w, json_t *d, const struct finished *f)
{
    double values[METRIC_COUNT];
    json_t *all = json_put_object(w, d, "metrics");
    metrics_compute(&f->run.counters, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        json_put_real(w, json_put_object(w, all, metrics[m].name), "value",
                      model_knows(f->model, (enum metric_id)m) ? values[m] : (double)NAN);
    json_put_real(w, d, "time_ms",
                  metrics_frame_time_ms(f->gpu, (double)f->run.counters.gpu.cycles));
}

static void put_statistics(struct json_writer *w, json_t *d,
                           const struct isa_cell sets[ISAS_COMPARED])
{
    json_t *all = json_put_object(w, d, "statistics");
    for (int isa = 0; isa < ISAS_COMPARED; isa++) {
        json_t *one = json_put_object(w, all, isa_names[isa]);
        for (size_t i = 0; i < n_isa_rows; i++)
            json_put_real(w, one, isa_rows[i].name, isa_rows[i].value(&sets[isa]));
    }
}

static enum st_code tell(const struct finished *f, struct answer *out, struct status *st)
{
    const struct settings *s = f->settings;
    const bool kernel = workload_is(s->render.scene);
    struct json_writer w = {0};
    MEM_AUTO char *text = NULL;
    json_t *d = json_writer_document(&w, key_kind_names[KEY_MODEL]);
    json_put_text(&w, d, "scene", s->render.scene);
    json_put_text(&w, d, "gpu", f->gpu->name);
    json_put_text(&w, d, "workload", kernel ? "kernel" : "scene");
    json_put_text(&w, d, "model", models[f->model].name);
    json_put(&w, d, "exact", json_boolean(f->model == MODEL_CYCLE));
    json_put_real(&w, d, "percent", 100);
    put_metrics(&w, d, f);
    put_stack(&w, d, f);
    if (s->method.observe == OBSERVE_PROFILE)
        json_put(&w, d, "profile", roofline_profile_json(&w, &f->profile));
    if (f->sets)
        put_statistics(&w, d, f->sets);
    json_put_real(&w, d, "trace_cpu_s", f->run.trace_cpu_s);
    result_put_cost(&w, d, &f->cost);
    TRY(json_writer_text(&w, d, &text, st));
    return answer_add(out, text, strlen(text), st);
}

/* ---- the run ---- */

/* Runs the model on an open session or, where that is NULL, on the kernel of the settings. */
static enum st_code run_model(struct finished *f, struct job_memory *m,
                              const struct session *session, struct status *st)
{
    const struct model_job job = {.settings = f->settings,
                                  .session = session,
                                  .isa = (enum isa)f->settings->render.isa,
                                  .gpu = f->gpu,
                                  .traces = session ? &m->traces : NULL};
    const bool profiled = f->settings->method.observe == OBSERVE_PROFILE;
    return model_run(&job, f->model, profiled ? &f->profile : NULL, &f->run, st);
}

static enum st_code run_frame_model(struct finished *f, struct job_memory *m, struct status *st)
{
    AUTO(session_close) struct session session = {0};
    TRY(session_open(&session, &m->world, &f->settings->render, NULL, st));
    TRY(trace_cache_for(&m->traces, &session, st));
    f->cost.setup = session.setup;
    return run_model(f, m, &session, st);
}

static enum st_code run_sets(struct finished *f, struct isa_cell sets[ISAS_COMPARED],
                             const struct world *world, struct status *st)
{
    TRY(isa_measure(sets, f->settings, world, f->gpu, st));
    f->run.counters = sets[ISA_PTX].counters;
    f->run.cpu_s = sets[ISA_PTX].cpu_s + sets[ISA_RDNA2].cpu_s;
    f->sets = sets;
    return ST_OK;
}

static void finish_cost(struct finished *f, struct cost_time all)
{
    struct cost *c = &f->cost;
    c->simulate.cpu_s = f->run.cpu_s;
    c->simulate.wall_s = all.wall_s;
    c->total.cpu_s = c->setup.cpu_s + c->simulate.cpu_s;
    c->total.wall_s = c->setup.wall_s + c->simulate.wall_s;
    c->simulated_cycles = f->run.counters.gpu.cycles;
    c->warp_instructions = f->run.counters.sm.warp_instructions;
    c->peak_rss_bytes = cost_peak_rss_bytes();
    c->threads = (uint32_t)omp_get_max_threads();
}

enum st_code model_job_run(struct job_memory *m, const struct settings *settings,
                           struct answer *out, struct status *st)
{
    const bool kernel = workload_is(settings->render.scene);
    const bool compares = settings->method.observe == OBSERVE_INSTRUCTIONS;
    struct gpu_config gpu;
    struct isa_cell sets[ISAS_COMPARED];
    struct finished f = {
        .settings = settings, .gpu = &gpu, .model = models_simulating(settings->method.model)};
    TRY(gpu_config_load(&gpu, settings->render.gpu, st));
    if (!kernel)
        TRY(job_open_scene(m, settings, st));
    struct cost_time start = cost_now();
    TRY(compares ? run_sets(&f, sets, kernel ? NULL : &m->world, st)
        : kernel ? run_model(&f, m, NULL, st)
                 : run_frame_model(&f, m, st));
    finish_cost(&f, cost_since(start));
    return tell(&f, out, st);
}
