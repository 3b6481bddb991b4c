/* The ratio estimator: what is run, part by part. What the parts say of the frame is in
 * ratio_estimate.h.
 *
 * The first part is the frame, or windows of it, by the approximate model, and side by side with
 * that some groups by both. With a target that the interval misses, the next part is more windows,
 * where their spread is what makes it wide; else the whole frame by the cycle model, which leaves
 * nothing to estimate. */
#include "common/auto.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/frame_part.h"
#include "orchestrator/predict/ratio_estimate.h"
#include "orchestrator/predict/side_by_side.h"

#include <math.h>
#include <omp.h>

struct ratio_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
    struct ratio_values values; /* of the parts so far */
};

/* --- the estimate --- */

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    struct ratio_estimator *e = (struct ratio_estimator *)(void *)base;
    if (r->exact)
        return ST_OK;
    if (!(r->part_share > 0))
        return status_fail(st, ST_FAILED,
                           "interrupted before anything was timed; there is no estimate");
    for (uint32_t g = 0; g < r->n_groups; g++) {
        struct result_group *group = &r->groups[g];
        if (group->finished)
            extrapolate_linear(&group->runs[0].counters, group->runs[0].traced, group->pixels,
                               group->metrics);
    }
    combine_counters(r, 0, &r->counters);
    e->values.sampled = result_finished(r) > 0;
    result_ratio_parts(r, e->values.whole, e->values.sample, e->values.assisted);
    const struct frame_counting known =
        frame_part_counting(&e->job, e->pipeline, r->approximate.traced);
    ratio_estimate(&e->values, r, &known);
    return ST_OK;
}

/* --- the parts --- */

/* The approximate model on the frame, or windows that fill the GPU so often, beside the groups. */
static enum st_code run_first(struct ratio_estimator *e, struct result *r, struct status *st)
{
    struct frame_part part;
    struct estimator *groups;
    bool left;
    TRY(frame_part_create(&part, &e->job, e->pipeline, e->job.settings->method.waves, false, r,
                          st));
    const struct beside beside = frame_part_beside(&part);
    struct frame_job job = e->job;
    job.beside = &beside;
    enum st_code code = group_estimator_create(&groups, &job, e->pipeline, r, st);
    if (code == ST_OK) {
        code = groups->ops->next_batch(groups, r, &left, st);
        groups->ops->free(groups);
    }
    if (code == ST_OK)
        code = frame_part_end(&part, st);
    frame_part_release(&part);
    return code;
}

static void forget_repeats(struct result *r)
{
    mem_free(r->approximate_repeats);
    r->approximate_repeats = NULL;
    r->n_approximate_repeats = 0;
}

/* The runs of *before take the place of those that an interrupt left unfinished, or go. */
static void keep_one(struct result *r, struct result *before)
{
    double cpu_s = result_approximate_cpu_s(before) + result_approximate_cpu_s(r);
    if (r->approximate.finished) {
        forget_repeats(before);
    } else {
        forget_repeats(r);
        r->approximate = before->approximate;
        r->approximate_repeats = before->approximate_repeats;
        r->n_approximate_repeats = before->n_approximate_repeats;
        r->part_share = before->part_share;
        r->part_waves = before->part_waves;
        r->windows_error = before->windows_error;
    }
    r->approximate.cpu_s += cpu_s - result_approximate_cpu_s(r);
}

struct more {
    const struct beside *tasks;
    struct progress *progress;
};

static void run_task(void *context, uint32_t i)
{
    const struct more *more = context;
    more->tasks->run(more->tasks->context, i, more->progress);
}

/* More windows in place of those that were run; an interrupt leaves these. */
static enum st_code run_more(struct ratio_estimator *e, uint32_t waves, struct result *r,
                             struct status *st)
{
    struct cost_time start = cost_now();
    struct frame_part part;
    struct result before = *r;
    TRY_ELSE(frame_part_create(&part, &e->job, e->pipeline, waves, false, r, st),
             forget_repeats(&before));
    const struct beside tasks = frame_part_beside(&part);
    struct more more = {
        &tasks, progress_start("more windows", "warp", tasks.ctas, e->job.settings->output.quiet)};
    side_by_side(tasks.n, run_task, &more);
    progress_end(more.progress);
    keep_one(r, &before);
    r->cost.approximate.wall_s += cost_since(start).wall_s;
    enum st_code code = frame_part_end(&part, st);
    frame_part_release(&part);
    return code;
}

/* The whole frame by the cycle model. */
static enum st_code run_whole(struct ratio_estimator *e, struct result *r, struct status *st)
{
    struct cost_time start = cost_now();
    double before_s = r->whole.cpu_s;
    const struct frame_where all = {.filter = NULL};
    e->job.progress =
        progress_start("whole frame", "warp", frame_ctas(&r->frame), e->job.settings->output.quiet);
    estimator_show(r, e->job.progress);
    e->job.threads = (uint32_t)omp_get_max_threads();
    enum st_code code = run_frame(&e->job, &e->pipeline->target.gpu, &all, &r->whole, st);
    progress_end(e->job.progress);
    e->job.progress = NULL;
    r->whole.cpu_s += before_s;
    r->cost.simulate.wall_s += cost_since(start).wall_s;
    TRY(code);
    if (r->whole.finished)
        estimator_exact(r);
    return ST_OK;
}

/* --- how to go on --- */

/* Seconds of processor time that the cycle model would take for the whole frame, by its sample. */
static double whole_cost_s(const struct result *r)
{
    double cpu_s = 0, pixels = 0;
    for (uint32_t g = 0; g < r->n_groups; g++)
        if (r->groups[g].finished) {
            cpu_s += r->groups[g].runs[0].cpu_s;
            pixels += (double)r->groups[g].runs[0].traced;
        }
    return pixels > 0 ? cpu_s / pixels * (double)result_pixels(r) : (double)INFINITY;
}

/* How often more windows have to fill the GPU, for less than the whole frame costs; 0: none will
 * do, for what they have in common is too much, or there are no more. */
static uint32_t waves_to_target(const struct ratio_estimator *e, const struct result *r)
{
    enum metric_id m = (enum metric_id)r->settings.method.target.metric;
    double frame_waves = r->part_waves / r->part_share;
    for (uint64_t waves = 2 * (uint64_t)ceil(r->part_waves); (double)waves < frame_waves;
         waves *= 2) {
        double cost_s = result_approximate_cpu_s(r) * (double)waves / r->part_waves;
        if (cost_s > whole_cost_s(r))
            return 0;
        if (ratio_expected_percent(&e->values, r, m, (double)waves) <=
            r->settings.method.target.error)
            return (uint32_t)waves;
    }
    return 0;
}

static enum st_code go_on(struct ratio_estimator *e, struct result *r, struct status *st)
{
    bool quiet = e->job.settings->output.quiet;
    uint32_t waves = waves_to_target(e, r);
    if (waves) {
        progress_tell(quiet,
                      "the interval is wider than asked; windows that fill the GPU %u times will "
                      "probably make it narrow enough, in about %.0f s of processor time",
                      waves, result_approximate_cpu_s(r) * waves / r->part_waves);
        return run_more(e, waves, r, st);
    }
    progress_tell(quiet,
                  "the interval is wider than asked, and no sample makes it narrow enough: the "
                  "whole frame is simulated, in about %.0f s of processor time",
                  ceil(whole_cost_s(r)));
    return run_whole(e, r, st);
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct ratio_estimator *e = (struct ratio_estimator *)(void *)base;
    TRY(r->approximate.finished ? go_on(e, r, st) : run_first(e, r, st));
    /* An interrupt may have come before all of it was run. */
    bool lacks = !result_approximate_finished(r) || result_finished(r) < estimator_groups(r);
    *left = (r->settings.method.target.error > 0 || lacks) && !r->exact;
    return ST_OK;
}

static void free_estimator(struct estimator *base)
{
    mem_free(base);
}

static const struct estimator_ops ops = {next_batch, estimate, free_estimator};

enum st_code ratio_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct pipeline *p, const struct result *r,
                                    struct status *st)
{
    struct ratio_estimator *e = mem_calloc(1, sizeof *e);
    (void)r;
    if (!e)
        return status_no_memory(st, "estimator");
    e->base.ops = &ops;
    e->job = *job;
    e->job.assisted = true;
    e->pipeline = p;
    *out = &e->base;
    return ST_OK;
}
