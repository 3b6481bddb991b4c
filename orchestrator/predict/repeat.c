#include "orchestrator/predict/repeat.h"

#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/side_by_side.h"

#include <math.h>

enum {
    DELAYS = 48,
    STRIDE = 29, /* shares no divisor with DELAYS, so that consecutive runs take all delays in turn,
                    each far from the last */
};

uint32_t repeat_delay(uint32_t i)
{
    return i * STRIDE % DELAYS + i / DELAYS * DELAYS;
}

/* Perturbs the GPU and the job of run `i`. Returns the run's delay, in core cycles. */
static uint32_t perturb(uint32_t i, struct gpu_config *gpu, struct frame_job *job)
{
    uint32_t delay = repeat_delay(i);
    gpu->machine.launch_cycles += delay;
    job->first_sm = i % gpu->machine.sms;
    return delay;
}

struct repetition {
    struct result *r;
    const struct frame_job *job;
    struct outcome {
        enum st_code code;
        struct status st;
    } * outcomes;
};

static void run_one(void *context, uint32_t i)
{
    static const struct frame_where all = {0};
    const struct repetition *all_runs = context;
    struct result *r = all_runs->r;
    struct outcome *out = &all_runs->outcomes[i];
    struct run *run = i == 0 ? &r->groups[0].runs[0] : &r->repeats[i - 1];
    struct frame_job job = *all_runs->job;
    struct settings settings = *job.settings;
    struct gpu_config gpu = r->gpu;
    if (interrupt_signal())
        return;
    if (i > 0)
        settings.output.trace = settings.output.lines = NULL;
    job.settings = &settings;
    run->delay = perturb(settings.method.first_run + i, &gpu, &job);
    out->code = run_frame(&job, &gpu, &all, r->evidence.model, run, &out->st);
}

/* Moves the first finished run to the front: an interrupt may have ended run 0 but not another. */
static void put_finished_first(struct result *r)
{
    struct run *first = &r->groups[0].runs[0];
    for (uint32_t i = 0; !first->finished && i < r->n_repeats; i++) {
        struct run one = r->repeats[i];
        if (!one.finished)
            continue;
        one.timeline = first->timeline;
        one.insts = first->insts;
        r->repeats[i] = *first;
        r->repeats[i].timeline = NULL;
        r->repeats[i].insts = (struct inst_counters){0};
        *first = one;
    }
}

static enum st_code take_means(struct result *r, struct status *st)
{
    put_finished_first(r);
    if (!r->groups[0].runs[0].finished)
        return status_fail(st, ST_FAILED, "interrupted; there is no result");
    result_run_metrics(&r->groups[0].runs[0], r->groups[0].metrics);
    r->interrupted = result_repeated(r, METRIC_CYCLES).n <= r->n_repeats;
    for (int m = 0; m < METRIC_COUNT; m++) {
        struct repeated all = result_repeated(r, (enum metric_id)m);
        if (!model_knows(r->evidence.model, (enum metric_id)m)) {
            r->groups[0].metrics[m] = (double)NAN;
            r->metrics[m] = survey_unbounded((double)NAN);
            continue;
        }
        r->metrics[m] = all.n > 1 ? survey_bounds(SURVEY_LINEAR, all.mean, all.spread,
                                                  r->settings.method.confidence, metrics[m].most)
                                  : survey_unbounded(all.mean);
    }
    return ST_OK;
}

static enum st_code run_all(struct repetition *all, struct status *st)
{
    uint32_t n = all->r->n_repeats + 1;
    side_by_side(n, run_one, all);
    for (uint32_t i = 0; i < n; i++)
        if (all->outcomes[i].code != ST_OK) {
            *st = all->outcomes[i].st;
            return st->code;
        }
    return ST_OK;
}

enum st_code repeat_frame(struct result *r, const struct frame_job *job, struct status *st)
{
    struct cost_time start = cost_now();
    struct result_group *whole = &r->groups[0];
    uint32_t n = r->settings.method.repeat;
    struct frame_job mine = *job;
    MEM_AUTO struct outcome *outcomes = NULL;
    TRY(mem_make(&outcomes, n, sizeof *outcomes, "runs", st));
    TRY(mem_make(&r->repeats, n, sizeof *r->repeats, "runs", st));
    struct repetition all = {r, &mine, outcomes};
    r->n_repeats = n - 1;
    whole->pixels = whole->runs[0].traced = result_pixels(r);
    whole->finished = true;
    mine.threads = side_by_side_threads(n);
    mine.progress =
        progress_start("simulate", "warp", (uint64_t)n * launch_shape(job->session->launch).n_ctas,
                       job->settings->output.quiet);
    enum st_code code = run_all(&all, st);
    progress_end(mine.progress);
    TRY(code);
    TRY(take_means(r, st));
    r->cost.simulate.wall_s = cost_since(start).wall_s;
    r->counters = whole->runs[0].counters;
    return ST_OK;
}
