/* One task is one group at one percentage: its own kernel with its own filter on its own GPU. Tasks
 * share only what is immutable, write into their own slots, and are merged in the order of the
 * groups. Every kernel launches the whole grid: pixels not chosen exit at once (paper, III-F). */
#include "orchestrator/predict.h"

#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/combine.h"
#include "orchestrator/extrapolate.h"
#include "orchestrator/traversal.h"
#include "sim/timing/gpu.h"

#include <omp.h>
#include <string.h>

/* What all tasks share. */
struct job {
    const struct settings *settings;
    const struct session *session;
    const struct target *target;
    const struct preparation *prepared; /* NULL: every pixel is traced, there is one group */
    struct progress *progress;
    FILE *dump;
    uint32_t threads; /* that one simulation runs on */
};

struct task {
    uint32_t group, level;
    enum st_code code;
    struct status st;
};

static enum st_code run_kernel(const struct job *job, const struct gpu_config *gpu,
                               const uint8_t *filter, struct run *out, struct status *st)
{
    struct kernel_settings settings = {.filter = filter, .traversal = traversal_of(gpu)};
    double helpers_s = 0.0;
    struct gpu_options options = {.progress = job->progress,
                                  .dump = job->dump,
                                  .threads = job->threads,
                                  .helpers_cpu_s = &helpers_s};
    struct kernel *kernel;
    double start_s = cost_thread_cpu_s();
    TRY(launch_kernel(job->session->launch, &settings, &kernel, st));
    enum st_code code = gpu_simulate(gpu, kernel, &options, &out->counters, st);
    launch_kernel_counts(kernel, &out->counts);
    kernel->ops->free(kernel);
    out->cpu_s = cost_thread_cpu_s() - start_s + helpers_s;
    return code;
}

/* The pixels of a group at a smaller percentage come from a plan of their own, made with that
 * percentage and the same seed. */
static enum st_code fill_smaller(const struct job *job, const struct task *task, uint8_t *filter,
                                 uint64_t *traced, struct status *st)
{
    double wanted = job->prepared->plan.groups[task->group].wanted_percent;
    struct plan_settings how = prepare_plan_settings(job->settings, job->target->downscale.factor,
                                                     wanted * extrapolate_shares[task->level]);
    struct plan plan;
    TRY(plan_create(&plan, &job->prepared->quantized, &how, st));
    plan_filter(&plan, task->group, filter);
    *traced = plan.groups[task->group].traced;
    plan_free(&plan);
    return ST_OK;
}

static enum st_code run_filtered(const struct job *job, const struct task *task, uint8_t *filter,
                                 struct run *out, struct status *st)
{
    if (task->level == 0) {
        plan_filter(&job->prepared->plan, task->group, filter);
        out->traced = job->prepared->plan.groups[task->group].traced;
    } else {
        TRY(fill_smaller(job, task, filter, &out->traced, st));
    }
    if (out->traced == 0)
        return status_fail(st, ST_FAILED, "group %u: no pixel was chosen; raise --percent",
                           task->group);
    return run_kernel(job, &job->target->small, filter, out, st);
}

static enum st_code run_task(const struct job *job, const struct task *task, struct run *out,
                             struct status *st)
{
    uint8_t *filter = mem_calloc(session_pixels(job->session), 1);
    if (!filter)
        return status_no_memory(st, "filter of a group");
    enum st_code code = run_filtered(job, task, filter, out, st);
    mem_free(filter);
    return code;
}

/* Groups without pixels are not run; smaller percentages are for groups that need extrapolation. */
static uint32_t list_tasks(const struct result *r, const struct preparation *p, struct task *tasks)
{
    uint32_t n = 0;
    for (uint32_t level = 0; level < r->n_levels; level++)
        for (uint32_t g = 0; g < r->n_groups; g++) {
            bool whole = p->plan.groups[g].traced == p->plan.groups[g].pixels;
            if (p->plan.groups[g].pixels && (level == 0 || !whole))
                tasks[n++] = (struct task){.group = g, .level = level};
        }
    return n;
}

static enum st_code run_tasks(struct job *job, struct result *r, struct task *tasks, uint32_t n,
                              struct status *st)
{
    const struct frame *frame = &job->session->frame;
    uint64_t ctas = (uint64_t)frame->height * ((frame->width + WARP_LANES - 1) / WARP_LANES);
    struct cost_time start = cost_now();
    /* Groups need no one to wait for another; only threads that find none go into groups. */
    uint32_t threads = (uint32_t)omp_get_max_threads();
    int at_once = (int)(threads < n ? threads : n ? n : 1);
    int levels = omp_get_max_active_levels();
    job->threads = n && threads / n > 1 ? threads / n : 1;
    if (job->threads > 1 && levels < 2)
        omp_set_max_active_levels(2);
    job->progress = progress_start("simulate", "warp", n * ctas, job->settings->quiet);
#pragma omp parallel for schedule(dynamic, 1) num_threads(at_once)
    for (uint32_t i = 0; i < n; i++) {
        struct run *run = &r->groups[tasks[i].group].runs[tasks[i].level];
        tasks[i].code = run_task(job, &tasks[i], run, &tasks[i].st);
    }
    progress_end(job->progress);
    omp_set_max_active_levels(levels);
    r->cost.simulate.wall_s = cost_since(start).wall_s;
    for (uint32_t i = 0; i < n; i++)
        if (tasks[i].code != ST_OK) {
            *st = tasks[i].st;
            return tasks[i].code;
        }
    for (uint32_t g = 0; g < r->n_groups; g++)
        r->groups[g].finished = r->groups[g].pixels > 0;
    return ST_OK;
}

static void add_cost(struct cost *cost, const struct run *run)
{
    cost->simulate.cpu_s += run->cpu_s;
    cost->simulated_cycles += run->counters.gpu.cycles;
    cost->warp_instructions += run->counts.warp_instructions;
    cost->thread_instructions += run->counts.thread_instructions;
    cost->rays += run->counts.rays;
    cost->node_visits += run->counts.node_visits;
}

/* Totals: what the phases took, which leaves out what the caller does beside them. */
static void finish_cost(struct result *r)
{
    struct cost *c = &r->cost;
    for (uint32_t g = 0; g < r->n_groups; g++)
        for (uint32_t level = 0; level < r->n_levels; level++)
            add_cost(c, &r->groups[g].runs[level]);
    c->total.cpu_s = c->setup.cpu_s + c->profile.cpu_s + c->simulate.cpu_s;
    c->total.wall_s = c->setup.wall_s + c->profile.wall_s + c->simulate.wall_s;
    c->peak_rss_bytes = cost_peak_rss_bytes();
}

static enum st_code result_begin(struct result *out, enum result_kind kind,
                                 const struct settings *settings, const struct session *session,
                                 const struct gpu_config *gpu, uint32_t n_groups, struct status *st)
{
    const struct scene *scene = session->world->scene;
    memset(out, 0, sizeof *out);
    out->kind = kind;
    out->settings = *settings;
    out->gpu = *gpu;
    out->frame = session->frame;
    out->n_levels = 1;
    out->cost.setup = session->setup;
    snprintf(out->scene_hash, sizeof out->scene_hash, "%s", scene->hash);
    snprintf(out->shader_hash, sizeof out->shader_hash, "%s", launch_shader_hash(session->launch));
    out->scene = mem_strdup(scene->name);
    out->groups = mem_calloc(n_groups, sizeof *out->groups);
    if (!out->scene || !out->groups)
        return status_no_memory(st, "result");
    out->n_groups = n_groups;
    return ST_OK;
}

static enum st_code predict_groups(struct result *out, struct job *job, struct status *st)
{
    const struct plan *plan = &job->prepared->plan;
    struct task *tasks = mem_calloc((size_t)out->n_groups * out->n_levels, sizeof *tasks);
    if (!tasks)
        return status_no_memory(st, "groups");
    for (uint32_t g = 0; g < out->n_groups; g++)
        out->groups[g].pixels = plan->groups[g].pixels;
    uint32_t n = list_tasks(out, job->prepared, tasks);
    enum st_code code = run_tasks(job, out, tasks, n, st);
    mem_free(tasks);
    TRY(code);
    TRY(extrapolate_groups(out, st));
    return combine_groups(out, st);
}

enum st_code predict_frame(struct result *out, const struct settings *settings,
                           const struct session *session, const struct target *target,
                           const struct heat *heat, const struct preparation *prepared, FILE *dump,
                           struct status *st)
{
    struct job job = {settings, session, target, prepared, NULL, dump, 1};
    enum st_code code = result_begin(out, RESULT_PREDICTION, settings, session, &target->gpu,
                                     prepared->plan.n_groups, st);
    if (code == ST_OK) {
        out->downscale = target->downscale;
        out->n_levels = settings->extrapolate == EXTRAPOLATE_EXPONENTIAL ? RESULT_LEVELS : 1;
        snprintf(out->heatmap_hash, sizeof out->heatmap_hash, "%s", heat->hash);
        out->cost.profile.cpu_s = heat->cost.cpu_s + prepared->cost.cpu_s;
        out->cost.profile.wall_s = heat->cost.wall_s + prepared->cost.wall_s;
        code = predict_groups(out, &job, st);
    }
    if (code == ST_OK)
        finish_cost(out);
    else
        result_free(out);
    return code;
}

static enum st_code simulate_all(struct result *out, struct job *job, struct status *st)
{
    struct result_group *whole = &out->groups[0];
    struct cost_time start = cost_now();
    whole->pixels = whole->runs[0].traced = result_pixels(out);
    whole->finished = true;
    uint64_t ctas =
        (uint64_t)out->frame.height * ((out->frame.width + WARP_LANES - 1) / WARP_LANES);
    job->progress = progress_start("simulate", "warp", ctas, job->settings->quiet);
    enum st_code code = run_kernel(job, &out->gpu, NULL, &whole->runs[0], st);
    progress_end(job->progress);
    TRY(code);
    out->cost.simulate.wall_s = cost_since(start).wall_s;
    out->counters = whole->runs[0].counters;
    metrics_compute(&out->counters, whole->metrics);
    for (int m = 0; m < METRIC_COUNT; m++)
        out->metrics[m] = survey_unbounded(whole->metrics[m]);
    return ST_OK;
}

enum st_code simulate_frame(struct result *out, const struct settings *settings,
                            const struct session *session, const struct gpu_config *gpu, FILE *dump,
                            struct status *st)
{
    uint32_t threads = (uint32_t)omp_get_max_threads();
    struct job job = {settings, session, NULL, NULL, NULL, dump, threads};
    enum st_code code = result_begin(out, RESULT_SIMULATION, settings, session, gpu, 1, st);
    if (code == ST_OK) {
        out->downscale = (struct downscale){1, gpu->machine.sms, gpu->machine.memory_partitions};
        code = simulate_all(out, &job, st);
    }
    if (code == ST_OK)
        finish_cost(out);
    else
        result_free(out);
    return code;
}
