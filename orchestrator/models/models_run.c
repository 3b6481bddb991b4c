#include "orchestrator/models/models_run.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "orchestrator/predict/trace_cache.h"
#include "orchestrator/roofline/peaks_cache.h"
#include "orchestrator/workload/model_run.h"
#include "sim/roofline/roofline.h"
#include "sim/timing/counters/stalls.h"

#include <math.h>
#include <stdio.h>

const char *models_name(int model)
{
    return model == MODELS_ROOFLINE ? "roofline" : models[model].name;
}

static size_t index_of(const struct models_table *t, size_t scene, size_t gpu, int model)
{
    return (scene * t->pairs.gpus.n + gpu) * MODELS_ALL + (size_t)model;
}

const struct models_cell *models_cell(const struct models_table *t, size_t scene, size_t gpu,
                                      int model)
{
    return &t->cells[index_of(t, scene, gpu, model)];
}

/* ---- one frame ---- */

/* Names the largest part of the issue slots without an issue. */
static void say_stall(char verdict[64], const struct gpu_counters *n)
{
    struct stall_cause cause, most = {0};
    for (size_t i = 1; stall_cause(&stall_stacks[0], n, i, &cause); i++)
        if (cause.slots > most.slots)
            most = cause;
    if (most.slots)
        snprintf(verdict, 64, "%s", most.name);
}

/* Converts the slots of all schedulers to cycles of an SM per instruction. */
static void stack_slots(struct model_stack *out, const struct gpu_counters *n,
                        const struct gpu_config *gpu)
{
    struct stall_cause cause;
    double all = (double)gpu->sm.schedulers * (double)n->sm.warp_instructions;
    for (size_t i = 0; stall_cause(&stall_stacks[0], n, i, &cause) && out->n < MODEL_PARTS; i++)
        if (cause.slots)
            out->parts[out->n++] = (struct model_part){cause.name, (double)cause.slots / all};
}

static void say_verdict(struct models_cell *cell, int model, const struct run *run)
{
    if (model == MODEL_CYCLE)
        say_stall(cell->verdict, &run->counters);
    else if (run->stack.n)
        snprintf(cell->verdict, sizeof cell->verdict, "%s", model_bottleneck(&run->stack)->name);
}

/* Runs a model. A failure is the reason in its cell, except for an interrupt. */
static enum st_code fill_cell(struct models_cell *cell, const struct model_job *job,
                              enum timing_model model, struct roofline_profile *profile,
                              struct status *st)
{
    struct run run;
    struct status why;
    enum st_code code = model_run(job, model, profile, &run, &why);
    if (code != ST_OK && (code == ST_NOMEM || model == MODEL_CYCLE || interrupt_signal())) {
        *st = why;
        return code;
    }
    if (code != ST_OK) {
        snprintf(cell->reason, sizeof cell->reason, "%.250s", why.text);
        return ST_OK;
    }
    cell->cycles = (double)run.counters.gpu.cycles;
    cell->cpu_s = run.cpu_s;
    cell->trace_cpu_s = run.trace_cpu_s;
    cell->cpi = cell->cycles * job->gpu->machine.sms / (double)run.counters.sm.warp_instructions;
    cell->stack = run.stack;
    if (model == MODEL_CYCLE)
        stack_slots(&cell->stack, &run.counters, job->gpu);
    say_verdict(cell, model, &run);
    return ST_OK;
}

static void fill_roofline(struct models_cell *cell, const struct roofline_profile *profile,
                          const struct gpu_config *gpu, const struct roofline_gpu *peaks)
{
    struct roofline_prediction p;
    roofline_predict(&p, profile, peaks);
    cell->cycles = p.seconds * gpu->machine.core_MHz * 1e6;
    snprintf(cell->verdict, sizeof cell->verdict, "%s", roofline_bound_name(p.bound));
}

/* ---- all ---- */

struct runner {
    struct models_table *table;
    struct roofline_gpu *peaks; /* by GPU */
    double *peaks_cpu_s;
};

static void free_runner(struct runner *r)
{
    MEM_FREE(r->peaks, r->peaks_cpu_s);
}

static enum st_code measure_peaks(struct runner *r, const struct settings *settings,
                                  char note[STATUS_TEXT], struct status *st)
{
    const struct pairs *p = &r->table->pairs;
    char said[STATUS_TEXT];
    TRY(mem_make(&r->peaks, p->gpus.n, sizeof *r->peaks, "GPUs", st));
    TRY(mem_make(&r->peaks_cpu_s, p->gpus.n, sizeof *r->peaks_cpu_s, "GPUs", st));
    for (size_t g = 0; g < p->gpus.n; g++) {
        double start_s = cost_thread_cpu_s();
        TRY(peaks_cache(&r->peaks[g], &p->configs[g], settings->run.cache, said, st));
        r->peaks_cpu_s[g] = cost_thread_cpu_s() - start_s;
        if (said[0])
            snprintf(note, STATUS_TEXT, "%s", said);
    }
    return ST_OK;
}

/* Runs a scene on every GPU. The cycle model's run on the first GPU is the profile of roofline. */
static enum st_code run_row(const struct runner *r, size_t scene, struct model_job job,
                            struct status *st)
{
    struct models_table *t = r->table;
    struct roofline_profile profile = {0};
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        struct models_cell *cells = &t->cells[index_of(t, scene, g, 0)];
        job.gpu = &t->pairs.configs[g];
        for (int m = 0; m < TIMING_MODELS; m++)
            TRY(fill_cell(&cells[m], &job, (enum timing_model)m,
                          g == 0 && m == MODEL_CYCLE ? &profile : NULL, st));
        fill_roofline(&cells[MODELS_ROOFLINE], &profile, job.gpu, &r->peaks[g]);
        cells[MODELS_ROOFLINE].cpu_s = r->peaks_cpu_s[g];
    }
    return ST_OK;
}

static enum st_code run_scene(void *context, size_t scene, const struct settings *settings,
                              const struct world *world, struct status *st)
{
    AUTO(session_close) struct session session = {0};
    struct trace_cache traces = {0};
    struct model_job job = {.settings = settings, .isa = (enum isa)settings->render.isa};
    if (world) {
        TRY(session_open(&session, world, &settings->render, NULL, st));
        job.session = &session;
        job.traces = &traces;
    }
    enum st_code code = run_row(context, scene, job, st);
    trace_cache_free(&traces);
    return code;
}

static enum st_code create(struct models_table *t, const struct grid_points *points,
                           struct status *st)
{
    TRY(pairs_make(&t->pairs, points, st));
    size_t n = t->pairs.scenes.n * t->pairs.gpus.n * MODELS_ALL;
    TRY(mem_make(&t->cells, n, sizeof *t->cells, "models", st));
    for (size_t i = 0; i < n; i++)
        t->cells[i].cycles = (double)NAN;
    return ST_OK;
}

enum st_code models_run(struct models_table *out, const struct grid_points *points,
                        char note[STATUS_TEXT], struct status *st)
{
    struct runner runner = {.table = out};
    *out = (struct models_table){0};
    note[0] = 0;
    enum st_code code = create(out, points, st);
    if (code == ST_OK)
        code = measure_peaks(&runner, &points->points[0].settings, note, st);
    if (code == ST_OK)
        code = pairs_each_scene(&out->pairs, points, run_scene, &runner, st);
    free_runner(&runner);
    if (code != ST_OK)
        models_free(out);
    return code;
}

void models_free(struct models_table *t)
{
    pairs_free(&t->pairs);
    mem_free(t->cells);
    *t = (struct models_table){0};
}

/* ---- errors and means ---- */

double models_error(const struct models_table *t, size_t scene, size_t gpu, int model)
{
    return models_cell(t, scene, gpu, model)->cycles /
               models_cell(t, scene, gpu, MODEL_CYCLE)->cycles -
           1;
}

struct models_mean models_mean(const struct models_table *t, int model)
{
    struct models_mean mean = {0};
    double cpu_s = 0, kept_cpu_s = 0, cycle_cpu_s = 0;
    size_t n = 0;
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++) {
            double error = models_error(t, s, g, model);
            if (isnan(error))
                continue;
            mean.error += fabs(error);
            mean.worst = fabs(error) > fabs(mean.worst) ? error : mean.worst;
            cpu_s += models_cell(t, s, g, model)->cpu_s;
            kept_cpu_s +=
                models_cell(t, s, g, model)->cpu_s - models_cell(t, s, g, model)->trace_cpu_s;
            cycle_cpu_s += models_cell(t, s, g, MODEL_CYCLE)->cpu_s;
            n++;
        }
    if (!n)
        return (struct models_mean){(double)NAN, (double)NAN, (double)NAN, (double)NAN};
    mean.error /= (double)n;
    mean.faster = cpu_s > 0 ? cycle_cpu_s / cpu_s : (double)NAN;
    mean.faster_kept = kept_cpu_s > 0 ? cycle_cpu_s / kept_cpu_s : (double)NAN;
    return mean;
}
