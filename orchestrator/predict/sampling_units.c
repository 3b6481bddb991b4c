#include "orchestrator/predict/sampling_units.h"

#include "common/auto.h"
#include "sim/model/dispatch_replay.h"
#include "sim/model/residency.h"
#include "sim/model/warming.h"
#include "sim/timing/sm.h"

/* Number of CTAs before a sampling unit whose reads warm the L2: as many as the GPU holds. They
 * read most of those of the frame's sectors that the L2 holds when the unit begins; with twice as
 * many, estimates were the same within run-to-run variation. */
static uint32_t most_before(const struct gpu_config *gpu, const struct kernel *kernel)
{
    return gpu->machine.sms * sm_occupancy(gpu, kernel->registers);
}

/* The arguments of a run, which its stages share; all borrowed. */
struct units {
    enum timing_model model;
    const struct gpu_config *gpu;
    const struct model_options *options;
    const struct cta_sample *part;
};

static enum st_code simulate_warmed(const struct units *w, struct kernel *kernel,
                                    struct kernel *rows, const struct cta_sample_before *before,
                                    struct model_answer *out, struct status *st)
{
    const struct warming_plan plan = {rows, before->first, before->units, w->part->unit,
                                      w->options->stop};
    struct model_options warmed = *w->options;
    TRY(warming_create(&warmed.warming, &plan, st));
    enum st_code code = models_simulate(w->model, w->gpu, kernel, &warmed, out, st);
    warming_free(warmed.warming);
    return code;
}

static enum st_code simulate_units(const struct units *w, struct kernel *kernel,
                                   const struct frame_job *job, struct model_answer *out,
                                   struct status *st)
{
    AUTO(cta_sample_before_free) struct cta_sample_before before = {0};
    struct kernel *rows;
    TRY(cta_sample_look_before(&before, w->part, most_before(w->gpu, kernel), st));
    const struct cta_sample ctas = {.ctas = before.ctas, .n = before.first[before.units]};
    const struct frame_where where = {.part = &ctas};
    if (ctas.n == 0)
        return models_simulate(w->model, w->gpu, kernel, w->options, out, st);
    TRY(frame_launch(job, w->gpu, &where, &rows, st));
    enum st_code code = simulate_warmed(w, kernel, rows, &before, out, st);
    rows->ops->free(rows);
    return code;
}

/* Replays the dispatch of the sampling units and of the whole frame to complete the cycles. The
 * time before the first CTA and after the last one occurs only once in the frame as well, so it is
 * not scaled. */
static enum st_code deal_frame(const struct gpu_counters *c, const struct frame_where *where,
                               struct status *st)
{
    struct run_end *end = where->end;
    const struct cta_sample *part = where->part;
    struct dispatch_replay d = {.sms = (uint32_t)end->sms,
                                .slots = (uint32_t)(end->slots / end->sms),
                                .resident = where->resident,
                                .n = part->n,
                                .unit = part->unit,
                                .of = part->n};
    struct dispatch_replayed ours, all;
    TRY(dispatch_replay_run(&ours, &d, st));
    d.of = part->of;
    TRY(dispatch_replay_run(&all, &d, st));
    end->cycles = c->gpu.cycles + all.end - ours.end;
    end->busy_cycles = c->sm.busy_cycles + all.busy - ours.busy;
    return ST_OK;
}

enum st_code sampling_units_simulate(struct kernel *kernel, const struct frame_job *job,
                                     const struct gpu_config *gpu, const struct frame_where *where,
                                     enum timing_model model, const struct model_options *options,
                                     struct model_answer *out, struct status *st)
{
    const struct units units = {model, gpu, options, where->part};
    struct kernel *lived;
    TRY(residency_kernel(&lived, kernel, where->resident, st));
    enum st_code code = simulate_units(&units, lived, job, out, st);
    lived->ops->free(lived);
    return code == ST_OK && !*options->unfinished ? deal_frame(&out->counters, where, st) : code;
}
