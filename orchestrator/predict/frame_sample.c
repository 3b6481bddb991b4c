#include "orchestrator/predict/frame_sample.h"

#include "common/auto.h"
#include "common/interrupt.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* The least number of sampling units. Each unit has as many warps as the GPU holds; it has fewer
 * where the run would otherwise have fewer units. */
enum { LEAST_WINDOWS = 8 };

/* Whether the heatmap came with the frame's instruction count, which is the same in every model. A
 * count from a profile of only some warps is an estimate with an error of its own. With TIMER_CLOCK
 * each pixel is profiled as a warp of its own, whose counts are not those of the frame's warps. */
static bool profiled(const struct frame_job *job, const struct pipeline *p)
{
    return p->profile.counts.thread_instructions > 0 && job->settings->method.timer == TIMER_WORK;
}

struct frame_counting frame_sample_counting(const struct frame_job *job, const struct pipeline *p,
                                            uint64_t traced)
{
    if (traced == session_pixels(job->session))
        return (struct frame_counting){.known = true};
    return (struct frame_counting){profiled(job, p), p->profile.facts.error};
}

/* Warps per sampling unit, and the number of units; 0 units: the whole frame is run. */
struct units {
    uint32_t warps, n;
};

static struct units units_of(uint32_t fills, uint32_t slots)
{
    uint32_t n = fills < LEAST_WINDOWS ? LEAST_WINDOWS : fills;
    uint64_t all = (uint64_t)slots * fills;
    if (all < n) /* a machine that holds few warps */
        return (struct units){1, (uint32_t)all};
    return (struct units){(uint32_t)(all / n), n};
}

enum st_code frame_sample_choose(struct cta_sample *out, const struct pipeline *p,
                                 const struct frame *frame, uint32_t fills, struct status *st)
{
    const struct heatmap *map = &p->profile.map;
    uint32_t all = launch_shape(p->session.launch).n_ctas;
    if (fills == 0) {
        *out = (struct cta_sample){.n = all, .of = all, .unit = 1};
        return ST_OK;
    }
    struct units units = units_of(fills, (uint32_t)pipeline_slots(p));
    return cta_sample_choose(out, map->temperature, map->width, map->height, units.warps, units.n,
                             frame->seed, st);
}

enum st_code frame_sample_create(struct frame_sample *out, const struct frame_job *job,
                                 const struct pipeline *p, uint32_t fills, struct result *r,
                                 struct status *st)
{
    *out =
        (struct frame_sample){.job = *job, .pipeline = p, .result = r, .slots = pipeline_slots(p)};
    out->job.threads = (uint32_t)omp_get_max_threads();
    TRY(frame_sample_choose(&out->part, p, &r->frame, fills, st));
    r->evidence.asked = fills;
    r->evidence.run.traced = cta_sample_pixels(&out->part, r->frame.width, r->frame.height);
    return ST_OK;
}

void frame_sample_release(struct frame_sample *a)
{
    cta_sample_free(&a->part);
    memset(a, 0, sizeof *a);
}

/* Sets the evidence's spread: how much the time would vary if the sampling units lay elsewhere. */
static enum st_code note_units(const struct cta_sample *part, const uint64_t *resident,
                               struct result *r, struct status *st)
{
    uint32_t n = part->n / part->unit;
    MEM_AUTO double *cycles = NULL;
    TRY(mem_make(&cycles, 2 * (size_t)n, sizeof *cycles, "sampling units", st));
    double *weights = cycles + n;
    for (uint32_t i = 0; i < n; i++) {
        cycles[i] = (double)resident[i];
        weights[i] =
            cta_sample_share(part, (i + 1) * part->unit) - cta_sample_share(part, i * part->unit);
    }
    r->evidence.spread = survey_balanced(cycles, weights, n, (double)part->n / part->of);
    return ST_OK;
}

static void note_share(const struct frame_sample *a, double share)
{
    a->result->evidence.share = share;
    a->result->evidence.fills = share * a->part.of / (double)a->slots;
}

/* The share of the frame's work that was executed, counting warps under way: the mean of the shares
 * of instructions and of ray tests, as either may take the time. Where the totals are not known, it
 * is the mean of two other shares, by weight: of finished CTAs and of started warps. */
static double executed(const struct frame_sample *a)
{
    const struct functional_counts *all = &a->pipeline->profile.counts;
    const struct run *run = &a->result->evidence.run;
    if (!profiled(&a->job, a->pipeline))
        return (cta_sample_share(&a->part, (uint32_t)run->counters.gpu.ctas) +
                cta_sample_share(&a->part, (uint32_t)run->counters.sm.warps)) /
               2;
    double instructions =
        (double)run->counters.sm.warp_instructions / (double)all->warp_instructions;
    double tests = (double)run->counts.node_visits / (double)all->node_visits;
    return all->node_visits ? (instructions + tests) / 2 : instructions;
}

enum { IN_MILLIONS = 1000000 };

/* Completes a run that an interrupt ended. It assumes that cycles go on at the rate so far. Two
 * errors follow, which the spread holds: the tail, which takes up to one wave's time, is unknown,
 * and the first wave begins faster than the rest goes on. Where the work of what is left is not
 * known, nothing bounds the error: the upper rows of a frame may be its sky. */
static void complete_begun(const struct frame_sample *a, const struct run_end *end)
{
    struct run *run = &a->result->evidence.run;
    double share = executed(a), tail = fmin((double)a->slots / a->part.of, 1);
    if (share * IN_MILLIONS < 1)
        return;
    share = fmin(share, 1);
    note_share(a, share);
    double left = hypot(0.5 + 1.5 * tail, 0.4 / a->result->evidence.fills);
    double error = hypot((1 - share) * left, tail);
    a->result->evidence.spread = (struct survey_spread){
        profiled(&a->job, a->pipeline) ? error * error : (double)NAN, SURVEY_NORMAL};
    run->traced = (uint64_t)(share * (double)result_pixels(a->result));
    run_complete(&run->counters, end, (uint64_t)(share * IN_MILLIONS), IN_MILLIONS);
}

static void complete(const struct frame_sample *a, const struct run_end *end)
{
    struct run *run = &a->result->evidence.run;
    const struct functional_counts *counts = &a->pipeline->profile.counts;
    if (run->finished) {
        note_share(a, (double)a->part.n / a->part.of);
        run_complete(&run->counters, end, a->part.n, a->part.of);
    } else {
        complete_begun(a, end);
    }
    if (profiled(&a->job, a->pipeline) && (!run->finished || a->part.n < a->part.of)) {
        run->counters.sm.warp_instructions = counts->warp_instructions;
        run->counters.sm.thread_instructions = counts->thread_instructions;
    }
}

/* Replaces the cycles of each CTA by those of each sampling unit, in place. */
static void sum_units(const struct cta_sample *part, uint64_t *resident)
{
    for (uint32_t i = 0; i < part->n; i++) {
        uint64_t cycles = resident[i];
        if (i % part->unit == 0)
            resident[i / part->unit] = 0;
        resident[i / part->unit] += cycles;
    }
}

/* Runs the model. `resident` gets the cycles of each sampling unit's warps, if there are units. */
static enum st_code run_model(struct frame_sample *a, uint64_t *resident, struct run_end *end,
                              struct status *st)
{
    const struct gpu_config *gpu = &a->pipeline->target.gpu;
    bool whole = a->part.n == a->part.of;
    struct frame_where where = {.end = end};
    if (!whole) {
        where.part = &a->part;
        where.resident = resident;
    }
    TRY(run_frame(&a->job, gpu, &where, a->result->evidence.model, &a->result->evidence.run, st));
    if (!whole)
        sum_units(&a->part, resident);
    return ST_OK;
}

enum st_code frame_sample_run(struct frame_sample *a, struct progress *progress, struct status *st)
{
    struct run_end end = {0};
    struct result *r = a->result;
    MEM_AUTO uint64_t *resident = NULL;
    a->job.progress = progress;
    TRY(mem_make(&resident, a->part.n, sizeof *resident, "sampling units", st));
    TRY(run_model(a, resident, &end, st));
    r->evidence.spread = (struct survey_spread){0, SURVEY_NORMAL};
    r->evidence.share = 0;
    if (models[r->evidence.model].units)
        complete(a, &end);
    else if (r->evidence.run.finished)
        note_share(a, 1);
    return a->part.n == a->part.of || !r->evidence.run.finished
               ? ST_OK
               : note_units(&a->part, resident, r, st);
}
