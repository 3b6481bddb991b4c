#include "orchestrator/predict/frame_part.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "orchestrator/predict/repeat.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/predict/waves.h"
#include "sim/timing/sm.h"

#include <math.h>
#include <omp.h>
#include <string.h>

/* Of a wave, in the approximate model: windows are long enough that phases of the frame stay apart,
 * and as many as can be, as the spread of fewer would count for more. In the cycle model, where
 * each finds the L2 warm, a window is a wave, but there are so many at least. */
enum { WINDOWS_OF_WAVE = 2, LEAST_WINDOWS = 8 };

/* TIMER_CLOCK runs each pixel as a warp of its own. */
bool frame_part_profiled(const struct frame_job *job, const struct pipeline *p)
{
    return p->heat.counts.thread_instructions > 0 && job->settings->method.timer == TIMER_WORK;
}

struct frame_counting frame_part_counting(const struct frame_job *job, const struct pipeline *p,
                                          uint64_t traced)
{
    const struct image *picture = &p->heat.picture;
    if (traced == (uint64_t)picture->width * picture->height)
        return (struct frame_counting){.known = true};
    return (struct frame_counting){frame_part_profiled(job, p), p->heat.profile.error};
}

/* Room for what the runs find out. */
static enum st_code create_runs(struct frame_part *a, struct status *st)
{
    struct result *r = a->result;
    uint32_t n = a->runs - 1;
    r->n_approximate_repeats = 0;
    r->approximate_repeats = NULL;
    TRY(mem_make(&a->ends, a->runs, sizeof *a->ends, "runs", st));
    if (n)
        TRY(mem_make(&r->approximate_repeats, n, sizeof *r->approximate_repeats, "runs", st));
    r->n_approximate_repeats = n;
    return ST_OK;
}

/* Warps of a window, and how many; 0 windows: all of the frame. */
struct windows {
    uint32_t warps, n;
};

static struct windows windows_of(bool cycle, uint32_t given, uint32_t slots)
{
    uint32_t waves = cycle ? waves_of_windows(given) : waves_of(given, slots);
    if (waves == 0)
        return (struct windows){1, 0};
    uint32_t n = !cycle ? WINDOWS_OF_WAVE * waves : waves < LEAST_WINDOWS ? LEAST_WINDOWS : waves;
    uint64_t all = (uint64_t)slots * waves;
    if (all < n) /* of a machine that holds few */
        return (struct windows){1, (uint32_t)all};
    return (struct windows){(uint32_t)(all / n), n};
}

enum st_code frame_part_create(struct frame_part *out, const struct frame_job *job,
                               const struct pipeline *p, uint32_t waves, bool cycle,
                               struct result *r, struct status *st)
{
    const struct gpu_config *gpu = &p->target.gpu;
    const struct heatmap *map = &p->heat.map;
    uint32_t slots = gpu->machine.sms * sm_occupancy(gpu, launch_registers(job->session->launch));
    struct windows windows = windows_of(cycle, waves, slots);
    uint32_t runs = cycle ? 1 : job->settings->method.approximate_runs;
    *out = (struct frame_part){
        .job = *job, .pipeline = p, .result = r, .cycle = cycle, .slots = slots};
    out->run = cycle ? &r->windows : &r->approximate;
    out->runs = runs ? runs : 1;
    out->job.threads = (uint32_t)omp_get_max_threads();
    if (out->runs > 1)
        out->job.threads = side_by_side_threads(out->runs);
    TRY_ELSE(create_runs(out, st), frame_part_release(out));
    TRY_ELSE(part_choose(&out->part, map->temperature, map->width, map->height, windows.warps,
                         windows.n, r->frame.seed, st),
             frame_part_release(out));
    r->calibrated_waves = cycle ? WAVES_OF_WINDOWS : waves_auto(slots);
    out->run->traced = part_pixels(&out->part, r->frame.width, r->frame.height);
    return ST_OK;
}

struct beside frame_part_beside(struct frame_part *a)
{
    return (struct beside){frame_part_run, a, a->runs, (uint64_t)a->runs * a->part.n};
}

enum st_code frame_part_end(const struct frame_part *a, struct status *st)
{
    for (uint32_t i = 0; i < a->runs; i++)
        if (a->ends[i].code != ST_OK) {
            *st = a->ends[i];
            return st->code;
        }
    return ST_OK;
}

void frame_part_release(struct frame_part *a)
{
    part_free(&a->part);
    mem_free(a->ends);
    memset(a, 0, sizeof *a);
}

/* How far windows of other places could have led. */
static enum st_code note_windows(const struct part *part, const uint64_t *resident,
                                 struct result *r, struct status *st)
{
    uint32_t n = part->n / part->window;
    MEM_AUTO double *cycles = NULL;
    TRY(mem_make(&cycles, 2 * (size_t)n, sizeof *cycles, "windows", st));
    double *weights = cycles + n;
    for (uint32_t i = 0; i < n; i++) {
        cycles[i] = (double)resident[i];
        weights[i] = part_share(part, (i + 1) * part->window) - part_share(part, i * part->window);
    }
    struct survey_spread spread = survey_ratio(cycles, weights, n, (double)part->n / part->of);
    r->windows_error = sqrt(spread.variance);
    return ST_OK;
}

static void note_share(const struct frame_part *a, double share)
{
    a->result->part_share = share;
    a->result->part_waves = share * a->part.of / (double)a->slots;
}

/* Of the frame's work what has been executed, warps under way included: the mean of the shares of
 * instructions and of tests of rays, for either may be what takes the time. Where nobody knows how
 * many there are, the part by its weight, that of warps under way half done. */
static double executed(const struct frame_part *a)
{
    const struct functional_counts *all = &a->pipeline->heat.counts;
    const struct run *run = a->run;
    if (!frame_part_profiled(&a->job, a->pipeline))
        return (part_share(&a->part, (uint32_t)run->counters.gpu.ctas) +
                part_share(&a->part, (uint32_t)run->counters.sm.warps)) /
               2;
    double instructions =
        (double)run->counters.sm.warp_instructions / (double)all->warp_instructions;
    double tests = (double)run->counts.node_visits / (double)all->node_visits;
    return all->node_visits ? (instructions + tests) / 2 : instructions;
}

enum { IN_MILLIONS = 1000000 };

/* Before an interrupt. Cycles are taken to go on as they came; of the tail, which takes up to a
 * wave's time, nothing is known, and the first wave begins faster than it goes on. How far that is
 * off was measured (docs/estimators.md). */
static void complete_begun(const struct frame_part *a, const struct run_end *end)
{
    struct run *run = a->run;
    double share = executed(a), tail = fmin((double)a->slots / a->part.of, 1);
    if (share * IN_MILLIONS < 1)
        return;
    share = fmin(share, 1);
    note_share(a, share);
    double left = hypot(0.5 + 1.5 * tail, 0.4 / a->result->part_waves);
    a->result->windows_error = hypot((1 - share) * left, tail);
    run->traced = (uint64_t)(share * (double)result_pixels(a->result));
    run_complete(&run->counters, end, (uint64_t)(share * IN_MILLIONS), IN_MILLIONS);
}

static void complete(const struct frame_part *a, const struct run_end *end)
{
    struct run *run = a->run;
    const struct functional_counts *counts = &a->pipeline->heat.counts;
    if (run->finished) {
        note_share(a, (double)a->part.n / a->part.of);
        run_complete(&run->counters, end, a->part.n, a->part.of);
    } else {
        complete_begun(a, end);
    }
    if (frame_part_profiled(&a->job, a->pipeline) && (!run->finished || a->part.n < a->part.of)) {
        run->counters.sm.warp_instructions = counts->warp_instructions;
        run->counters.sm.thread_instructions = counts->thread_instructions;
    }
}

/* The frame's other runs differ from the first as launch and order of SMs do; one that is not
 * finished says nothing. */
static enum st_code run_again(const struct frame_part *a, uint32_t i, struct status *st)
{
    struct run *run = &a->result->approximate_repeats[i - 1];
    struct gpu_config gpu = a->pipeline->target.gpu;
    struct frame_job job = a->job;
    struct run_end end;
    const struct frame_where where = {.part = &a->part};
    if (interrupt_signal())
        return ST_OK;
    run->delay = repeat_perturb(i, &gpu, &job);
    run->traced = a->run->traced;
    TRY(run_frame_approximate(&job, &gpu, &where, &end, run, st));
    if (run->finished)
        run_complete(&run->counters, &end, a->part.n, a->part.of);
    return ST_OK;
}

static enum st_code run_model(struct frame_part *a, uint64_t *resident, struct run_end *end,
                              struct status *st)
{
    const struct gpu_config *gpu = &a->pipeline->target.gpu;
    bool whole = a->part.n == a->part.of;
    struct frame_where where = {.part = &a->part, .resident = whole ? NULL : resident};
    if (a->cycle) {
        where.end = whole ? NULL : end;
        return run_frame(&a->job, gpu, &where, a->run, st);
    }
    return run_frame_approximate(&a->job, gpu, &where, end, a->run, st);
}

/* From CTAs to windows. */
static void sum_windows(const struct part *part, uint64_t *resident)
{
    for (uint32_t i = 0; i < part->n; i++) {
        uint64_t cycles = resident[i];
        if (i % part->window == 0)
            resident[i / part->window] = 0;
        resident[i / part->window] += cycles;
    }
}

static enum st_code run_first(struct frame_part *a, struct status *st)
{
    struct run_end end = {0};
    MEM_AUTO uint64_t *resident = NULL;
    TRY(mem_make(&resident, a->part.n / (a->cycle ? 1 : a->part.window), sizeof *resident,
                 "windows", st));
    TRY(run_model(a, resident, &end, st));
    if (a->cycle)
        sum_windows(&a->part, resident);
    a->result->windows_error = 0;
    complete(a, &end);
    return a->part.n == a->part.of || !a->run->finished
               ? ST_OK
               : note_windows(&a->part, resident, a->result, st);
}

void frame_part_run(void *context, uint32_t i, struct progress *progress)
{
    struct frame_part mine = *(struct frame_part *)context;
    mine.job.progress = progress;
    struct status *end = &mine.ends[i];
    end->code = i ? run_again(&mine, i, end) : run_first(&mine, end);
}
