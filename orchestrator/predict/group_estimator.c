/* The paper's estimators, linear and exponential: the groups of the plan run on their scale models,
 * side by side, and are extrapolated and combined. With a target they are simulated in an order
 * that the seed gives: four groups at first, then half as many again each time.
 *
 * One task is one group at one percentage: its own kernel with its own filter on its own GPU. Tasks
 * share only what is immutable, write into their own slots, and are merged in the order of the
 * groups. A kernel launches the whole grid; pixels that are not chosen exit at once (paper, III-F).
 */

#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "common/random.h"
#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/side_by_side.h"

#include <math.h>
#include <stdlib.h>

struct task {
    uint32_t group, level;
    enum st_code code;
    struct status st;
};

struct group_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
    uint32_t *order; /* indices of the groups that have pixels, in the order of simulation */
    uint32_t n, at;  /* length of `order`, and how many of these groups were begun */
    struct task *tasks;
};

/* Fills the filter of a group at a smaller percentage. Its pixels come from another plan, made with
 * that percentage and the same seed. */
static enum st_code fill_smaller(const struct group_estimator *e, const struct task *task,
                                 uint8_t *filter, uint64_t *traced, struct status *st)
{
    const struct pipeline *p = e->pipeline;
    double wanted = p->plan.groups[task->group].wanted_percent;
    struct plan_settings how = pipeline_plan_settings(e->job.settings, p->target.downscale.factor,
                                                      wanted * extrapolate_shares[task->level]);
    struct plan plan;
    TRY(plan_create(&plan, &p->quantized, &how, st));
    plan_filter(&plan, task->group, filter);
    *traced = plan.groups[task->group].traced;
    plan_free(&plan);
    return ST_OK;
}

/* Whether a run traces every pixel of the frame on the GPU that is not downscaled; it then needs no
 * filter. */
static bool is_frame(const struct group_estimator *e, const struct run *run)
{
    return e->pipeline->target.downscale.factor == 1 &&
           run->traced == session_pixels(e->job.session);
}

static enum st_code run_one(const struct group_estimator *e, const struct frame_where *where,
                            struct run *out, struct status *st)
{
    return run_frame(&e->job, &e->pipeline->target.small, where, e->pipeline->choice.model, out,
                     st);
}

static enum st_code run_filtered(const struct group_estimator *e, const struct task *task,
                                 uint8_t *filter, struct run *out, struct status *st)
{
    if (task->level == 0) {
        plan_filter(&e->pipeline->plan, task->group, filter);
        out->traced = e->pipeline->plan.groups[task->group].traced;
    } else {
        TRY(fill_smaller(e, task, filter, &out->traced, st));
    }
    if (out->traced == 0)
        return status_fail(st, ST_FAILED, "group %u: no pixel was chosen; raise --percent",
                           task->group);
    const struct frame_where where = {.filter = is_frame(e, out) ? NULL : filter};
    return run_one(e, &where, out, st);
}

static enum st_code run_task(const struct group_estimator *e, const struct task *task,
                             struct result_group *group, struct status *st)
{
    if (interrupt_signal())
        return ST_OK;
    MEM_AUTO uint8_t *filter = NULL;
    TRY(mem_make(&filter, session_pixels(e->job.session), 1, "filter of a group", st));
    return run_filtered(e, task, filter, &group->runs[task->level], st);
}

static bool needs(const struct group_estimator *e, uint32_t group, uint32_t level)
{
    const struct plan_group *planned = &e->pipeline->plan.groups[group];
    return level == 0 || planned->traced < planned->pixels;
}

/* Lists the runs of the next `n` groups. Only groups that need extrapolation run at smaller
 * percentages. */
static uint32_t list_tasks(struct group_estimator *e, uint32_t n, uint32_t n_levels)
{
    uint32_t listed = 0;
    for (uint32_t level = 0; level < n_levels; level++)
        for (uint32_t i = e->at; i < e->at + n; i++)
            if (needs(e, e->order[i], level))
                e->tasks[listed++] = (struct task){.group = e->order[i], .level = level};
    return listed;
}

struct batch {
    const struct group_estimator *e;
    struct result *r;
};

static void run_listed(void *context, uint32_t i)
{
    const struct batch *batch = context;
    struct task *task = &batch->e->tasks[i];
    task->code = run_task(batch->e, task, &batch->r->groups[task->group], &task->st);
}

static void run_tasks(struct group_estimator *e, struct result *r, uint32_t n)
{
    struct batch batch = {e, r};
    e->job.threads = side_by_side_threads(n);
    side_by_side(n, run_listed, &batch);
}

static void mark_finished(const struct group_estimator *e, struct result *r, uint32_t n)
{
    for (uint32_t i = e->at; i < e->at + n; i++) {
        struct result_group *group = &r->groups[e->order[i]];
        group->finished = true;
        for (uint32_t level = 0; level < r->n_levels; level++)
            if (needs(e, e->order[i], level))
                group->finished = group->finished && group->runs[level].finished;
    }
}

/* Groups that are run before the first estimate. With fewer, the run would stop too early, as the
 * variance over few groups is often far too small by chance. From four on, the intervals hold the
 * true value nearly as often as their confidence says (tests/unit/interrupt.c). */
enum { FIRST_BATCH = 4 };

static uint32_t batch_of(const struct group_estimator *e, const struct result *r)
{
    uint32_t left = e->n - e->at;
    uint32_t wanted = e->at == 0 ? FIRST_BATCH : e->at / 2;
    return r->settings.method.target.error > 0 && wanted < left ? wanted : left;
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct group_estimator *e = (struct group_estimator *)(void *)base;
    uint32_t groups = batch_of(e, r), tasks = list_tasks(e, groups, r->n_levels);
    run_tasks(e, r, tasks);
    for (uint32_t i = 0; i < tasks; i++)
        if (e->tasks[i].code != ST_OK) {
            *st = e->tasks[i].st;
            return e->tasks[i].code;
        }
    mark_finished(e, r, groups);
    e->at += groups;
    *left = e->at < e->n;
    for (uint32_t i = 0; i < e->at; i++)
        *left = *left || !r->groups[e->order[i]].finished;
    return ST_OK;
}

/* Removes the value of a metric whose counters the model does not count. */
static void forget_metric(struct result *r, enum metric_id m)
{
    r->metrics[m] = survey_unbounded((double)NAN);
    for (uint32_t g = 0; g < r->n_groups; g++)
        r->groups[g].metrics[m] = (double)NAN;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < r->n_fits; i++)
        if (r->fits[i].metric != m)
            r->fits[kept++] = r->fits[i];
    r->n_fits = kept;
}

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    (void)base;
    TRY(estimator_need_group(r, st));
    r->n_fits = 0;
    TRY(extrapolate_groups(r, st));
    TRY(combine_groups(r, st));
    for (int m = 0; m < METRIC_COUNT; m++)
        if (!model_knows(r->evidence.model, (enum metric_id)m))
            forget_metric(r, (enum metric_id)m);
    return ST_OK;
}

static void free_estimator(struct estimator *base)
{
    struct group_estimator *e = (struct group_estimator *)(void *)base;
    progress_end(base->progress);
    mem_free(e->order);
    mem_free(e->tasks);
    mem_free(e);
}

static const struct estimator_ops ops = {next_batch, estimate, free_estimator};

struct place {
    uint64_t key;
    uint32_t group;
};

static int by_key(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->key != y->key)
        return x->key < y->key ? -1 : 1;
    return x->group < y->group ? -1 : x->group > y->group;
}

static enum st_code set_order(struct group_estimator *e, const struct result *r, struct status *st)
{
    MEM_AUTO struct place *places = NULL;
    TRY(mem_make(&places, r->n_groups, sizeof *places, "groups", st));
    for (uint32_t g = 0; g < r->n_groups; g++)
        if (r->groups[g].pixels)
            places[e->n++] = (struct place){random_u64(r->frame.seed, RANDOM_GROUPS, g), g};
    qsort(places, e->n, sizeof *places, by_key);
    for (uint32_t i = 0; i < e->n; i++)
        e->order[i] = places[i].group;
    return ST_OK;
}

static enum st_code fill_estimator(struct group_estimator *e, const struct result *r,
                                   struct status *st)
{
    uint64_t tasks = 0;
    TRY(mem_make(&e->order, r->n_groups, sizeof *e->order, "groups", st));
    TRY(mem_make(&e->tasks, (size_t)r->n_groups * r->n_levels, sizeof *e->tasks, "groups", st));
    TRY(set_order(e, r, st));
    for (uint32_t i = 0; i < e->n; i++)
        for (uint32_t level = 0; level < r->n_levels; level++)
            tasks += needs(e, e->order[i], level);
    uint64_t ctas = tasks * launch_shape(e->job.session->launch).n_ctas;
    e->base.progress = progress_start("simulate", "warp", ctas, e->job.settings->output.quiet);
    e->job.progress = e->base.progress;
    return ST_OK;
}

enum st_code group_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct pipeline *p, const struct result *r,
                                    struct status *st)
{
    struct group_estimator *e;
    TRY(mem_make(&e, 1, sizeof *e, "groups", st));
    e->base.ops = &ops;
    e->job = *job;
    e->pipeline = p;
    enum st_code code = fill_estimator(e, r, st);
    if (code == ST_OK)
        *out = &e->base;
    else
        free_estimator(&e->base);
    return code;
}
