/* The estimator of samples that run on the whole GPU: all of the frame, or sampling units of it.
 * Where the interval misses the target, the next part replaces the units: by as many as are
 * expected to meet the target or, where those would cost as much as the frame, by the whole frame
 * in the cycle model, which is exact. */
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/choice.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/frame_sample.h"

#include <math.h>

struct frame_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
    double part_cpu_s; /* of the last part only, in seconds */
};

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    const struct frame_estimator *e = (const struct frame_estimator *)(const void *)base;
    if (r->exact)
        return ST_OK;
    if (!(r->evidence.share > 0))
        return status_fail(st, ST_FAILED,
                           "interrupted before anything was timed; there is no estimate");
    const struct frame_counting counting =
        frame_sample_counting(&e->job, e->pipeline, r->evidence.run.traced);
    frame_estimate(r, &counting);
    return ST_OK;
}

/* Restores the evidence of the previous part after a run that did not finish. */
static void take_back(struct result *r, const struct evidence *before)
{
    const struct run ended = r->evidence.run;
    r->evidence = *before;
    r->evidence.run.cpu_s += ended.cpu_s;
    r->evidence.run.timeline = ended.timeline; /* replaces the previous one */
}

/* Runs, in a model, sampling units that fill the GPU `fills` times; 0: the whole frame. */
static enum st_code run_part(struct frame_estimator *e, uint32_t fills, enum timing_model model,
                             struct result *r, struct status *st)
{
    const struct evidence before = r->evidence;
    struct frame_sample part;
    TRY(frame_sample_create(&part, &e->job, e->pipeline, fills, r, st));
    bool whole = part.part.n == part.part.of;
    struct progress *progress = progress_start(whole ? "frame" : "windows", "warp", part.part.n,
                                               e->job.settings->output.quiet);
    estimator_show(r, progress);
    r->evidence.run.finished = false;
    r->evidence.model = model;
    r->evidence.sample = whole ? SAMPLE_ALL : SAMPLE_WINDOWS;
    enum st_code code = frame_sample_run(&part, progress, st);
    progress_end(progress);
    frame_sample_release(&part);
    TRY(code);
    if (!r->evidence.run.finished && before.run.finished) {
        take_back(r, &before);
        return ST_OK;
    }
    e->part_cpu_s = r->evidence.run.cpu_s;
    r->evidence.run.cpu_s += before.run.cpu_s;
    if (r->evidence.run.finished && whole && r->evidence.model == MODEL_CYCLE)
        estimator_exact(r);
    return ST_OK;
}

static const char *promise_of(const struct result *r, uint32_t fills)
{
    const struct target_error *target = &r->settings.method.target;
    double percent = frame_expected_percent(r, (enum metric_id)target->metric, fills);
    return percent <= target->error ? "will probably make it narrow enough"
                                    : "will show how many are needed";
}

/* Time that the cycle model takes for a run, over that of the approximate model for the same run
 * (docs/reference/models.md). */
static const double cycle_over_approximate = 2.0;

static double whole_cost_s(const struct frame_estimator *e, const struct result *r)
{
    double times = r->evidence.model == MODEL_CYCLE ? 1 : cycle_over_approximate;
    return times * e->part_cpu_s / r->evidence.share;
}

static enum st_code go_on(struct frame_estimator *e, struct result *r, struct status *st)
{
    bool quiet = r->settings.output.quiet;
    uint32_t fills = frame_fills_to_target(r);
    if (fills)
        progress_tell(quiet,
                      "the interval is wider than asked; windows that fill the GPU %u times %s, in "
                      "about %.0f s of processor time",
                      fills, promise_of(r, fills), e->part_cpu_s / r->evidence.fills * fills);
    else
        progress_tell(quiet,
                      "the interval is wider than asked, and no sample makes it narrow enough: the "
                      "whole frame is simulated, in about %.0f s of processor time",
                      ceil(whole_cost_s(e, r)));
    return run_part(e, fills, fills ? r->evidence.model : MODEL_CYCLE, r, st);
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct frame_estimator *e = (struct frame_estimator *)(void *)base;
    const struct choice *first = &e->pipeline->choice;
    TRY(r->evidence.run.finished ? go_on(e, r, st)
                                 : run_part(e, first->fills, first->model, r, st));
    *left = (r->settings.method.target.error > 0 || !r->evidence.run.finished) && !r->exact;
    return ST_OK;
}

static void free_estimator(struct estimator *base)
{
    mem_free(base);
}

static const struct estimator_ops ops = {next_batch, estimate, free_estimator};

enum st_code frame_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct pipeline *p, const struct result *r,
                                    struct status *st)
{
    struct frame_estimator *e;
    (void)r;
    TRY(mem_make(&e, 1, sizeof *e, "estimator", st));
    e->base.ops = &ops;
    e->job = *job;
    e->pipeline = p;
    *out = &e->base;
    return ST_OK;
}
