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
 * The first part is the frame, or windows of it, by the abstract model, and side by side with that
 * some groups by both. With a target that the interval misses, the next part is more windows, where
 * their spread is what makes it wide; else the whole frame by the cycle model, which leaves nothing
 * to estimate. */
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/abstract_part.h"
#include "orchestrator/predict/combine.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/interval.h"

#include <math.h>
#include <omp.h>

struct ratio_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
    struct values {
        double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    } values;     /* of the parts so far */
    bool sampled; /* a group is finished */
};

/* --- the estimate --- */

/* That has all numbers that there are. */
static enum survey_scale scale_of(const struct ratio_estimator *e, enum metric_id m)
{
    const double others[2] = {e->values.sample[m], e->values.assisted[m]};
    return interval_scale(m, e->values.whole[m], others, e->sampled ? 2 : 0);
}

/* How far the cycle model is from the abstract one on the sample, on the metric's scale; 0 where
 * there is none. */
static double disagreement(const struct ratio_estimator *e, enum metric_id m)
{
    enum survey_scale scale = scale_of(e, m);
    if (!e->sampled || scale == SURVEY_LINEAR)
        return 0;
    return survey_to_scale(scale, e->values.sample[m]) -
           survey_to_scale(scale, e->values.assisted[m]);
}

static double carry_over(const struct ratio_estimator *e, enum metric_id m)
{
    double whole = e->values.whole[m];
    enum survey_scale scale = scale_of(e, m);
    if (scale == SURVEY_LINEAR || metrics[m].interval != INTERVAL_CALIBRATED)
        return whole;
    const struct calibration *c = &calibrations[m];
    double shift = e->sampled ? c->shift : c->alone_shift;
    return survey_from_scale(scale,
                             survey_to_scale(scale, whole) + shift + c->slope * disagreement(e, m));
}

/* What was executed is known of the whole frame, so that IPC is DERIVED from cycles; where it is
 * only known of a part, what the part has too much of counts in its cycles as well. */
static void carry_all(const struct ratio_estimator *e, const struct result *r,
                      double out[METRIC_COUNT])
{
    for (int m = 0; m < METRIC_COUNT; m++)
        out[m] = carry_over(e, (enum metric_id)m);
    out[METRIC_IPC] = (double)r->abstract.counters.sm.thread_instructions / out[METRIC_CYCLES];
    /* Of the same data, over all cycles and over active ones. */
    out[METRIC_BANDWIDTH_UTILIZATION] =
        fmin(out[METRIC_BANDWIDTH_UTILIZATION], out[METRIC_DRAM_EFFICIENCY]);
}

/* How much more a thinner part than the calibration set's may err: as if all of its error were
 * sampling error, which falls with the root of the sample. */
static double thinner(const struct result *r, double waves)
{
    bool part = r->abstract.traced < result_pixels(r);
    return part && waves < CALIBRATION_WAVES ? sqrt(CALIBRATION_WAVES / waves) : 1;
}

/* What CALIBRATION_CONFIDENCE percent of the errors of such a frame stay below where the part fills
 * the GPU `waves` times: r->abstract_waves, or more and placed as well. */
static double allowance(const struct ratio_estimator *e, const struct result *r, enum metric_id m,
                        double waves)
{
    const struct calibration *c = &calibrations[m];
    bool by_windows = m == METRIC_CYCLES || !r->abstract.finished;
    double further = by_windows ? r->windows_error * sqrt(r->abstract_waves / waves) : 0;
    double apart = disagreement(e, m);
    double spread = c->times * sqrt(c->base * c->base + apart * apart + further * further);
    return thinner(r, waves) * (e->sampled ? spread : hypot(c->alone, c->times * further));
}

static struct estimate bound(const struct ratio_estimator *e, const struct result *r,
                             enum metric_id m, double value)
{
    bool all = r->abstract.traced == result_pixels(r);
    bool counted = all || abstract_part_profiled(&e->job, e->pipeline);
    const struct sample_error none = {0}, *counts = all ? &none : &e->pipeline->heat.profile.error;
    double confidence = r->settings.method.confidence;
    struct estimate bounds = survey_exact(value);
    if (metrics[m].interval == INTERVAL_COUNTED && counted)
        return interval_widen(m, &bounds, counts->simt_efficiency, confidence);
    if (interval_errs_as(m) == METRIC_COUNT)
        return survey_unbounded(value);
    bounds = interval_calibrated(m, value, allowance(e, r, interval_errs_as(m), r->abstract_waves),
                                 confidence);
    return m == METRIC_IPC ? interval_widen(m, &bounds, counts->thread_instructions, confidence)
                           : bounds;
}

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    struct ratio_estimator *e = (struct ratio_estimator *)(void *)base;
    double values[METRIC_COUNT];
    if (r->exact)
        return ST_OK;
    if (!(r->abstract_share > 0))
        return status_fail(st, ST_FAILED,
                           "interrupted before a warp was finished; there is no estimate");
    for (uint32_t g = 0; g < r->n_groups; g++) {
        struct result_group *group = &r->groups[g];
        if (group->finished)
            extrapolate_linear(&group->runs[0].counters, group->runs[0].traced, group->pixels,
                               group->metrics);
    }
    e->sampled = result_finished(r) > 0;
    combine_counters(r, 0, &r->counters);
    result_ratio_parts(r, e->values.whole, e->values.sample, e->values.assisted);
    carry_all(e, r, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = bound(e, r, (enum metric_id)m, values[m]);
    return ST_OK;
}

/* --- the parts --- */

/* The abstract model on the frame, or windows that fill the GPU so often, beside the groups. */
static enum st_code run_first(struct ratio_estimator *e, struct result *r, struct status *st)
{
    struct abstract_part part;
    struct estimator *groups;
    bool left;
    TRY(abstract_part_create(&part, &e->job, e->pipeline, e->job.settings->method.waves, r, st));
    const struct beside beside = {abstract_part_run, &part, part.part.n, &r->abstract.cpu_s};
    struct frame_job job = e->job;
    job.beside = &beside;
    enum st_code code = group_estimator_create(&groups, &job, e->pipeline, r, st);
    if (code == ST_OK) {
        code = groups->ops->next_batch(groups, r, &left, st);
        groups->ops->free(groups);
    }
    if (part.code != ST_OK) {
        *st = part.st;
        code = part.code;
    }
    abstract_part_release(&part);
    return code;
}

/* More windows in place of those that were run; an interrupt leaves these. */
static enum st_code run_more(struct ratio_estimator *e, uint32_t waves, struct result *r,
                             struct status *st)
{
    struct cost_time start = cost_now();
    struct abstract_part part;
    const struct result before = *r;
    TRY(abstract_part_create(&part, &e->job, e->pipeline, waves, r, st));
    struct progress *progress =
        progress_start("more windows", "warp", part.part.n, e->job.settings->output.quiet);
    abstract_part_run(&part, progress);
    progress_end(progress);
    double cpu_s = before.abstract.cpu_s + r->abstract.cpu_s;
    if (!r->abstract.finished) {
        r->abstract = before.abstract;
        r->abstract_share = before.abstract_share;
        r->abstract_waves = before.abstract_waves;
        r->windows_error = before.windows_error;
    }
    r->abstract.cpu_s = cpu_s;
    r->cost.abstract.wall_s += cost_since(start).wall_s;
    enum st_code code = part.code;
    if (code != ST_OK)
        *st = part.st;
    abstract_part_release(&part);
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

/* The half width in percent of the metric's interval with windows that fill the GPU so often. */
static double expected_percent(const struct ratio_estimator *e, const struct result *r,
                               enum metric_id m, double waves)
{
    struct estimate expected =
        interval_calibrated(m, r->metrics[m].value, allowance(e, r, interval_errs_as(m), waves),
                            r->settings.method.confidence);
    return 100 * survey_half_width(&expected);
}

/* How often more windows have to fill the GPU, for less than the whole frame costs; 0: none will
 * do, for what they have in common is too much, or there are no more. */
static uint32_t waves_to_target(const struct ratio_estimator *e, const struct result *r)
{
    enum metric_id m = (enum metric_id)r->settings.method.target.metric;
    double frame_waves = r->abstract_waves / r->abstract_share;
    if (interval_errs_as(m) == METRIC_COUNT)
        return 0;
    for (uint64_t waves = 2 * (uint64_t)ceil(r->abstract_waves); (double)waves < frame_waves;
         waves *= 2) {
        double cost_s = r->abstract.cpu_s * (double)waves / r->abstract_waves;
        if (cost_s > whole_cost_s(r))
            return 0;
        if (expected_percent(e, r, m, (double)waves) <= r->settings.method.target.error)
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
                      "the interval is wider than asked; windows of %u waves should do, about %.0f "
                      "s of processor time",
                      waves, r->abstract.cpu_s * waves / r->abstract_waves);
        return run_more(e, waves, r, st);
    }
    progress_tell(
        quiet,
        "the interval is wider than asked, and no sample makes it narrow enough; the whole "
        "frame takes about %.0f s of processor time",
        whole_cost_s(r));
    return run_exact(e, r, st);
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct ratio_estimator *e = (struct ratio_estimator *)(void *)base;
    TRY(r->abstract.finished ? go_on(e, r, st) : run_first(e, r, st));
    /* An interrupt may have come before all of it was run. */
    bool lacks = !r->abstract.finished || result_finished(r) < estimator_groups(r);
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
