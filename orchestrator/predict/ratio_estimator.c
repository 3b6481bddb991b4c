/* The ratio estimator: the cycle model on a part of the frame, carried over to the whole by the
 * abstract timing model, which runs both (Cochran, Sampling Techniques, 1977, ch. 6 and 7).
 *
 * With g the metric's scale (log, or logit for shares), A the abstract model on the whole frame and
 * the whole GPU, a the same on the pixels and scale models of the sample, y the cycle model there:
 *
 *     g(estimate) = g(A) + slope (g(y) - g(a)) + shift.
 *
 * Slope 1 and shift 0 are the textbook's. The slopes, shifts and what errors remain come from a
 * calibration set of scenes of its own (calibration.h).
 *
 * The first part is the frame, or as much of it as fills the GPU --waves times, by the abstract
 * model and some groups by both. The interval is that of the calibration set, which more groups
 * would not make narrower: so with a target that it misses, the second part is the whole frame by
 * the cycle model, which leaves nothing to estimate. */
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/interval.h"
#include "sim/timing/sm.h"

#include <math.h>
#include <omp.h>

struct ratio_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
};

/* Then the heatmap came with what the warps of the frame execute, the same in every model; from a
 * sample of them it is an estimate with errors of its own.
 * TIMER_CLOCK runs each pixel as a warp of its own. */
static bool profiled(const struct ratio_estimator *e)
{
    return e->pipeline->heat.counts.thread_instructions > 0 &&
           e->job.settings->method.timer == TIMER_WORK;
}

/* --- the estimate --- */

static double carry_over(enum metric_id m, double whole, double sample, double assisted)
{
    const double others[2] = {sample, assisted};
    enum survey_scale scale = interval_scale(m, whole, others, 2);
    const struct calibration *c = &calibrations[m];
    if (scale == SURVEY_LINEAR || metrics[m].interval != INTERVAL_CALIBRATED)
        return whole;
    return survey_from_scale(
        scale, survey_to_scale(scale, whole) + c->shift +
                   c->slope * (survey_to_scale(scale, sample) - survey_to_scale(scale, assisted)));
}

/* What was executed is known of the whole frame, so that IPC is DERIVED from cycles; where it is
 * only known of a part, what the part has too much of counts in its cycles as well. */
static void carry_all(const struct result *r, double out[METRIC_COUNT])
{
    double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    result_ratio_parts(r, whole, sample, assisted);
    for (int m = 0; m < METRIC_COUNT; m++)
        out[m] = carry_over((enum metric_id)m, whole[m], sample[m], assisted[m]);
    out[METRIC_IPC] = (double)r->abstract.counters.sm.thread_instructions / out[METRIC_CYCLES];
    /* Of the same data, over all cycles and over active ones. */
    out[METRIC_BANDWIDTH_UTILIZATION] =
        fmin(out[METRIC_BANDWIDTH_UTILIZATION], out[METRIC_DRAM_EFFICIENCY]);
}

/* How much more a thinner part than the calibration set's may err: as if all of its error were
 * sampling error, which falls with the root of the sample. */
static double thinner(const struct result *r)
{
    uint32_t waves = r->settings.method.waves;
    bool part = r->abstract.traced < result_pixels(r);
    return part && waves < CALIBRATION_WAVES ? sqrt((double)CALIBRATION_WAVES / waves) : 1;
}

/* The errors of the calibration set hold the sampling error of a part and a sample of the default
 * sizes. */
static struct estimate bound(const struct ratio_estimator *e, const struct result *r,
                             enum metric_id m, double value)
{
    bool all = r->abstract.traced == result_pixels(r), counted = all || profiled(e);
    const struct sample_error none = {0}, *counts = all ? &none : &e->pipeline->heat.profile.error;
    double confidence = r->settings.method.confidence;
    struct estimate bounds = survey_exact(value);
    enum metric_id errs_as = m;
    switch (metrics[m].interval) {
    case INTERVAL_NONE:
        return survey_unbounded(value);
    case INTERVAL_COUNTED:
        return counted ? interval_widen(m, &bounds, counts->simt_efficiency, confidence)
                       : survey_unbounded(value);
    case INTERVAL_DERIVED:
        errs_as = metrics[m].errs_as;
        break;
    case INTERVAL_CALIBRATED:
        break;
    }
    bounds = interval_calibrated(m, value, &calibrations[errs_as], thinner(r), confidence);
    return m == METRIC_IPC ? interval_widen(m, &bounds, counts->thread_instructions, confidence)
                           : bounds;
}

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    const struct ratio_estimator *e = (const struct ratio_estimator *)(void *)base;
    double values[METRIC_COUNT];
    if (r->exact)
        return ST_OK;
    TRY(estimator_need_group(r, st)); /* none is run where the abstract run was interrupted */
    for (uint32_t g = 0; g < r->n_groups; g++) {
        struct result_group *group = &r->groups[g];
        if (group->finished)
            extrapolate_linear(&group->runs[0].counters, group->runs[0].traced, group->pixels,
                               group->metrics);
    }
    combine_counters(r, 0, &r->counters);
    carry_all(r, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = bound(e, r, (enum metric_id)m, values[m]);
    return ST_OK;
}

/* --- the parts --- */

static enum st_code choose_part(const struct ratio_estimator *e, const struct result *r,
                                struct part *out, struct status *st)
{
    const struct gpu_config *gpu = &e->pipeline->target.gpu;
    uint64_t slots =
        (uint64_t)gpu->machine.sms * sm_occupancy(gpu, launch_registers(e->job.session->launch));
    const struct heatmap *map = &e->pipeline->heat.map;
    return part_choose(out, map->temperature, map->width, map->height,
                       e->job.settings->method.waves * slots, r->frame.seed, st);
}

static enum st_code run_part(struct ratio_estimator *e, const struct part *part, struct result *r,
                             struct status *st)
{
    bool whole = part->n == part->of;
    struct abstract_end end;
    const struct frame_where where = {.part = part};
    e->job.progress = progress_start("abstract", "warp", part->n, e->job.settings->output.quiet);
    r->abstract.traced = part_pixels(part, r->frame.width, r->frame.height);
    enum st_code code = run_frame_abstract(&e->job, &e->pipeline->target.gpu, &where,
                                           whole ? NULL : &end, &r->abstract, st);
    progress_end(e->job.progress);
    e->job.progress = NULL;
    TRY(code);
    if (whole || !r->abstract.finished)
        return ST_OK;
    abstract_complete(&r->abstract.counters, &end, part->n, part->of);
    if (profiled(e)) {
        r->abstract.counters.sm.warp_instructions = e->pipeline->heat.counts.warp_instructions;
        r->abstract.counters.sm.thread_instructions = e->pipeline->heat.counts.thread_instructions;
    }
    return ST_OK;
}

static enum st_code run_abstract(struct ratio_estimator *e, struct result *r, struct status *st)
{
    struct cost_time start = cost_now();
    struct part part;
    TRY(choose_part(e, r, &part, st));
    enum st_code code = run_part(e, &part, r, st);
    part_free(&part);
    r->cost.abstract.wall_s += cost_since(start).wall_s;
    return code;
}

/* Nothing is left to estimate. */
static enum st_code run_exact(struct ratio_estimator *e, struct result *r, struct status *st)
{
    static const struct frame_where all = {0};
    struct cost_time start = cost_now();
    double values[METRIC_COUNT];
    e->job.progress =
        progress_start("whole frame", "warp", frame_ctas(&r->frame), e->job.settings->output.quiet);
    estimator_show(r, e->job.progress);
    e->job.threads = (uint32_t)omp_get_max_threads();
    enum st_code code = run_frame(&e->job, &e->pipeline->target.gpu, &all, &r->whole, st);
    progress_end(e->job.progress);
    e->job.progress = NULL;
    r->cost.simulate.wall_s += cost_since(start).wall_s;
    TRY(code);
    r->exact = r->whole.finished;
    if (!r->exact)
        return ST_OK;
    r->counters = r->whole.counters;
    metrics_compute(&r->counters, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = survey_exact(values[m]);
    return ST_OK;
}

static enum st_code run_groups(struct ratio_estimator *e, struct result *r, struct status *st)
{
    struct estimator *groups;
    bool left;
    TRY(group_estimator_create(&groups, &e->job, e->pipeline, r, st));
    enum st_code code = groups->ops->next_batch(groups, r, &left, st);
    groups->ops->free(groups);
    return code;
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct ratio_estimator *e = (struct ratio_estimator *)(void *)base;
    if (r->abstract.finished) {
        TRY(run_exact(e, r, st));
    } else {
        TRY(run_abstract(e, r, st));
        TRY(run_groups(e, r, st));
    }
    /* An interrupt may have come before all of the sample was run. */
    bool lacks_groups = result_finished(r) < estimator_groups(r);
    *left = (r->settings.method.target.error > 0 || lacks_groups) && !r->exact;
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
