/* The windows estimator: the cycle model runs windows of the frame, one after the other, on the
 * whole GPU. With a target that their spread makes the interval miss, the next part is more windows
 * in place of them, as many as should do; or, where that costs as much, the whole frame. */
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/frame_part.h"
#include "orchestrator/predict/windows_calibration.h"
#include "orchestrator/predict/windows_estimate.h"

#include <math.h>

struct windows_estimator {
    struct estimator base;
    struct frame_job job;
    const struct pipeline *pipeline;
    double part_cpu_s; /* of the last part alone */
};

static enum st_code estimate(struct estimator *base, struct result *r, struct status *st)
{
    const struct windows_estimator *e = (const struct windows_estimator *)(const void *)base;
    if (r->exact)
        return ST_OK;
    if (!(r->part_share > 0))
        return status_fail(st, ST_FAILED,
                           "interrupted before anything was timed; there is no estimate");
    const struct frame_counting counting =
        frame_part_counting(&e->job, e->pipeline, r->windows.traced);
    windows_estimate(r, &counting);
    r->counters = r->windows.counters;
    return ST_OK;
}

/* An interrupt left r's windows unfinished: those of *before stand, with what these cost. */
static void keep_before(struct result *r, const struct result *before)
{
    const struct run ended = r->windows;
    r->windows = before->windows;
    r->windows.cpu_s += ended.cpu_s;
    r->windows.timeline = ended.timeline; /* in the place of the one that there was */
    r->part_share = before->part_share;
    r->part_waves = before->part_waves;
    r->windows_error = before->windows_error;
}

/* Windows that fill the GPU `waves` times, as --waves is given. */
static enum st_code run_windows(struct windows_estimator *e, uint32_t waves, struct result *r,
                                struct status *st)
{
    struct cost_time start = cost_now();
    const struct result before = *r;
    struct frame_part part;
    TRY(frame_part_create(&part, &e->job, e->pipeline, waves, true, r, st));
    r->windows.finished = false;
    struct progress *progress = progress_start("windows", "warp", frame_part_beside(&part).ctas,
                                               e->job.settings->output.quiet);
    estimator_show(r, progress);
    frame_part_run(&part, 0, progress);
    progress_end(progress);
    r->cost.simulate.wall_s += cost_since(start).wall_s;
    enum st_code code = frame_part_end(&part, st);
    bool whole = part.part.n == part.part.of;
    frame_part_release(&part);
    TRY(code);
    if (!r->windows.finished && before.windows.finished) {
        keep_before(r, &before);
        return ST_OK;
    }
    e->part_cpu_s = r->windows.cpu_s;
    r->windows.cpu_s += before.windows.cpu_s;
    if (whole && r->windows.finished) {
        r->whole = r->windows;
        r->windows = (struct run){0};
        r->part_share = 0;
        estimator_exact(r);
    }
    return ST_OK;
}

/* How often windows should fill the GPU for the target; 0: no windows that cost less than the
 * frame will do. A part of more than three quarters is all of it (partition/part.h).
 *
 * The standard error is taken to fall with the root of the number of windows. That of few most
 * often falls faster, as windows near each other are alike, so that many are run before more than
 * these, if they are no more than half of what the frame has room for. */
static uint32_t waves_to_target(const struct result *r)
{
    static const double more = 1.2; /* the spread of other windows may be larger */
    const struct target_error *target = &r->settings.method.target;
    double most = 0.75 * r->part_waves / r->part_share;
    uint32_t wanted = 0;
    for (uint32_t waves = r->part_waves + 1; !wanted && more * waves < most; waves++)
        if (windows_expected_percent(r, (enum metric_id)target->metric, waves) <= target->error)
            wanted = (uint32_t)ceil(more * waves);
    bool few = 1.1 * r->part_waves < WINDOWS_MANY && 2 * WINDOWS_MANY <= most;
    return few && (wanted == 0 || wanted > WINDOWS_MANY) ? WINDOWS_MANY : wanted;
}

static const char *promise_of(const struct result *r, uint32_t waves)
{
    const struct target_error *target = &r->settings.method.target;
    double percent = windows_expected_percent(r, (enum metric_id)target->metric, waves);
    return percent <= target->error ? "will probably make it narrow enough"
                                    : "will show how many are needed";
}

static void tell(const struct windows_estimator *e, const struct result *r, uint32_t waves)
{
    double cpu_s = e->part_cpu_s / r->part_waves;
    bool quiet = r->settings.output.quiet;
    if (waves)
        progress_tell(quiet,
                      "the interval is wider than asked; windows that fill the GPU %u times %s, in "
                      "about %.0f s of processor time",
                      waves, promise_of(r, waves), cpu_s * waves);
    else
        progress_tell(quiet,
                      "the interval is wider than asked, and no windows make it narrow enough: "
                      "the whole frame is simulated, in about %.0f s of processor time",
                      cpu_s * r->part_waves / r->part_share);
}

static enum st_code next_batch(struct estimator *base, struct result *r, bool *left,
                               struct status *st)
{
    struct windows_estimator *e = (struct windows_estimator *)(void *)base;
    uint32_t waves = e->job.settings->method.waves;
    r->windowed = true;
    if (r->windows.finished) {
        waves = waves_to_target(r);
        tell(e, r, waves);
        waves = waves ? waves : OPTION_ALL;
    }
    TRY(run_windows(e, waves, r, st));
    *left = (r->settings.method.target.error > 0 || !r->windows.finished) && !r->exact;
    return ST_OK;
}

static void free_estimator(struct estimator *base)
{
    mem_free(base);
}

static const struct estimator_ops ops = {next_batch, estimate, free_estimator};

enum st_code windows_estimator_create(struct estimator **out, const struct frame_job *job,
                                      const struct pipeline *p, const struct result *r,
                                      struct status *st)
{
    struct windows_estimator *e;
    (void)r;
    TRY(mem_make(&e, 1, sizeof *e, "estimator", st));
    e->base.ops = &ops;
    e->job = *job;
    e->pipeline = p;
    *out = &e->base;
    return ST_OK;
}
