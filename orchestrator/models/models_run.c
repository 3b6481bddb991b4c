#include "orchestrator/models/models_run.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/predict/trace_cache.h"
#include "orchestrator/roofline/peaks_cache.h"
#include "orchestrator/roofline/roofline_run.h"
#include "orchestrator/study/job.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_run.h"
#include "sim/config/load/load.h"
#include "sim/timing/counters/stalls.h"

#include <math.h>
#include <stdio.h>

const char *models_name(int model)
{
    return model == MODELS_ROOFLINE ? "roofline" : models[model].name;
}

static size_t index_of(const struct models_table *t, size_t scene, size_t gpu, int model)
{
    return (scene * t->gpus.n + gpu) * MODELS_ALL + (size_t)model;
}

const struct models_cell *models_cell(const struct models_table *t, size_t scene, size_t gpu,
                                      int model)
{
    return &t->cells[index_of(t, scene, gpu, model)];
}

/* ---- one frame ---- */

/* What is run of a point: a frame or a kernel. */
struct point {
    const struct settings *settings;
    const struct session *session; /* NULL: a kernel */
    const struct gpu_config *gpu;
    struct trace_cache *traces;
};

/* The largest part of the issue slots in which nothing is issued. */
static void say_stall(char verdict[64], const struct gpu_counters *n)
{
    struct stall_cause cause, most = {0};
    for (size_t i = 1; stall_cause(&stall_stacks[0], n, i, &cause); i++)
        if (cause.slots > most.slots)
            most = cause;
    if (most.slots)
        snprintf(verdict, 64, "%s", most.name);
}

/* Slots of all schedulers as cycles of an SM per instruction. */
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

/* The cycle model's run of the first GPU is the profile of roofline. */
static enum st_code run_frame_by(const struct point *p, int model, struct roofline_profile *profile,
                                 struct run *out, struct status *st)
{
    const struct frame_where all = {.profile = profile};
    struct frame_job job = {.settings = p->settings,
                            .session = p->session,
                            .threads = side_by_side_threads(1),
                            .traces = p->traces,
                            .progress = progress_start(models[model].name, "warp",
                                                       frame_ctas(&p->session->frame),
                                                       p->settings->output.quiet)};
    enum st_code code = run_frame(&job, p->gpu, &all, (enum timing_model)model, out, st);
    progress_end(job.progress);
    return code;
}

/* What it computes is checked. */
static enum st_code run_workload(const struct point *p, struct workload *w, int model,
                                 struct roofline_profile *profile, struct run *out,
                                 struct status *st)
{
    struct workload_run run;
    const struct workload_job job = {
        .gpu = p->gpu,
        .model = (enum timing_model)model,
        .variant = models_variant((enum timing_model)model, &p->settings->method),
        .threads = side_by_side_threads(1),
        .quiet = p->settings->output.quiet,
        .profile = profile};
    TRY(workload_run(&run, &job, w, st));
    out->counters = run.counters;
    out->stack = run.stack;
    out->cpu_s = run.cpu_s;
    enum st_code code = run.finished ? workload_check(w, st) : ST_OK;
    workload_run_free(&run);
    return code;
}

static enum st_code run_kernel_by(const struct point *p, int model,
                                  struct roofline_profile *profile, struct run *out,
                                  struct status *st)
{
    AUTO(workload_close) struct workload w = {0};
    TRY(workload_open_as(&w, p->settings, (enum isa)p->settings->render.isa, st));
    return run_workload(p, &w, model, profile, out, st);
}

/* ST_USAGE and ST_FAILED are the model's own affair, but for an interrupt. */
static enum st_code fill_cell(struct models_cell *cell, const struct point *p, int model,
                              struct roofline_profile *profile, struct status *st)
{
    struct run run = {0};
    struct status why;
    enum st_code code = p->session ? run_frame_by(p, model, profile, &run, &why)
                                   : run_kernel_by(p, model, profile, &run, &why);
    if (interrupt_signal())
        return status_fail(st, ST_FAILED, "interrupted; there is no result");
    if (code != ST_OK && (code == ST_NOMEM || model == MODEL_CYCLE)) {
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
    cell->cpi = cell->cycles * p->gpu->machine.sms / (double)run.counters.sm.warp_instructions;
    cell->stack = run.stack;
    if (model == MODEL_CYCLE)
        stack_slots(&cell->stack, &run.counters, p->gpu);
    say_verdict(cell, model, &run);
    if (profile)
        roofline_profile_add(profile, &run.counters);
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

struct targets {
    struct gpu_config *gpus;
    struct roofline_gpu *peaks;
    double *peaks_cpu_s;
};

static void free_targets(struct targets *t)
{
    MEM_FREE(t->gpus, t->peaks, t->peaks_cpu_s);
}

static enum st_code open_targets(struct targets *t, const struct labels *names,
                                 const struct settings *settings, char note[STATUS_TEXT],
                                 struct status *st)
{
    char said[STATUS_TEXT];
    TRY(mem_make(&t->gpus, names->n, sizeof *t->gpus, "GPUs", st));
    TRY(mem_make(&t->peaks, names->n, sizeof *t->peaks, "GPUs", st));
    TRY(mem_make(&t->peaks_cpu_s, names->n, sizeof *t->peaks_cpu_s, "GPUs", st));
    for (size_t g = 0; g < names->n; g++) {
        double start_s = cost_thread_cpu_s();
        TRY(gpu_config_load(&t->gpus[g], names->texts[g], st));
        TRY(peaks_cache(&t->peaks[g], &t->gpus[g], settings->run.cache, said, st));
        t->peaks_cpu_s[g] = cost_thread_cpu_s() - start_s;
        if (said[0])
            snprintf(note, STATUS_TEXT, "%s", said);
    }
    return ST_OK;
}

/* On every GPU. */
static enum st_code run_row(struct models_table *t, size_t scene, struct point p,
                            const struct targets *targets, struct status *st)
{
    struct roofline_profile profile = {0};
    for (size_t g = 0; g < t->gpus.n; g++) {
        struct models_cell *cells = &t->cells[index_of(t, scene, g, 0)];
        p.gpu = &targets->gpus[g];
        for (int m = 0; m < TIMING_MODELS; m++)
            TRY(fill_cell(&cells[m], &p, m, g == 0 && m == MODEL_CYCLE ? &profile : NULL, st));
        fill_roofline(&cells[MODELS_ROOFLINE], &profile, p.gpu, &targets->peaks[g]);
        cells[MODELS_ROOFLINE].cpu_s = targets->peaks_cpu_s[g];
    }
    return ST_OK;
}

static enum st_code run_scene(struct models_table *t, size_t scene, const struct settings *settings,
                              const struct targets *targets, struct job_memory *memory,
                              struct status *st)
{
    AUTO(session_close) struct session session = {0};
    if (workload_is(settings->render.scene))
        return run_row(t, scene, (struct point){.settings = settings}, targets, st);
    TRY(job_open_scene(memory, settings, st));
    TRY(session_open(&session, &memory->world, &settings->render, NULL, st));
    struct trace_cache traces = {0};
    const struct point p = {.settings = settings, .session = &session, .traces = &traces};
    enum st_code code = run_row(t, scene, p, targets, st);
    trace_cache_free(&traces);
    return code;
}

static enum st_code run_scenes(struct models_table *t, const struct grid_points *points,
                               const struct targets *targets, struct status *st)
{
    struct job_memory memory = {0};
    enum st_code code = ST_OK;
    for (size_t i = 0, scene = 0; code == ST_OK && scene < t->scenes.n; i++) {
        const struct settings *settings = &points->points[i].settings;
        if (labels_at(&t->scenes, settings->render.scene) == scene)
            code = run_scene(t, scene++, settings, targets, &memory, st);
    }
    job_forget(&memory);
    return code;
}

static enum st_code create(struct models_table *t, const struct grid_points *points,
                           struct status *st)
{
    size_t at;
    for (size_t i = 0; i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        if (!labels_add(&t->scenes, render->scene, &at) || !labels_add(&t->gpus, render->gpu, &at))
            return status_no_memory(st, "models");
    }
    size_t n = t->scenes.n * t->gpus.n * MODELS_ALL;
    TRY(mem_make(&t->cells, n, sizeof *t->cells, "models", st));
    for (size_t i = 0; i < n; i++)
        t->cells[i].cycles = (double)NAN;
    return ST_OK;
}

enum st_code models_run(struct models_table *out, const struct grid_points *points,
                        char note[STATUS_TEXT], struct status *st)
{
    struct targets targets = {0};
    *out = (struct models_table){0};
    note[0] = 0;
    enum st_code code = create(out, points, st);
    if (code == ST_OK)
        code = open_targets(&targets, &out->gpus, &points->points[0].settings, note, st);
    if (code == ST_OK)
        code = run_scenes(out, points, &targets, st);
    free_targets(&targets);
    if (code != ST_OK)
        models_free(out);
    return code;
}

void models_free(struct models_table *t)
{
    labels_free(&t->scenes);
    labels_free(&t->gpus);
    mem_free(t->cells);
    *t = (struct models_table){0};
}

/* ---- what is made of them ---- */

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
    for (size_t s = 0; s < t->scenes.n; s++)
        for (size_t g = 0; g < t->gpus.n; g++) {
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
