#include "orchestrator/predict/frame_run.h"

#include "common/interrupt.h"
#include "orchestrator/predict/frame_work.h"
#include "orchestrator/predict/kept_trace.h"
#include "orchestrator/predict/traversal.h"
#include "orchestrator/predict/windows_run.h"
#include "sim/approximate/approximate_gpu.h"
#include "sim/roofline/profiler.h"
#include "sim/timing/gpu.h"

enum st_code frame_launch(const struct frame_job *job, const struct gpu_config *gpu,
                          const struct frame_where *where, struct kernel **out, struct status *st)
{
    struct kernel_settings settings = {
        .filter = where->filter, .traversal = traversal_of(gpu), .values = where->values};
    if (where->part) {
        settings.ctas = where->part->ctas;
        settings.n_ctas = where->part->n;
    }
    return launch_kernel(job->session->launch, &settings, out, st);
}

/* Samples of a run of windows where no trace asks for others. */
enum { WINDOWS_SAMPLES = 256 };

/* Where the settings ask for a trace, *out is the run's, else the caller's, for windows. */
static enum st_code create_timeline(struct timeline **out, const struct frame_job *job,
                                    const struct gpu_config *gpu, const struct frame_where *where,
                                    struct run *run, struct status *st)
{
    *out = NULL;
    if (job->settings->output.trace) {
        timeline_free(run->timeline);
        TRY(timeline_create(&run->timeline, gpu, job->settings->output.trace_samples, st));
        *out = run->timeline;
    } else if (where->end) {
        TRY(timeline_create(out, gpu, WINDOWS_SAMPLES, st));
    }
    return ST_OK;
}

static enum st_code simulate_profiled(struct kernel *kernel, const struct gpu_config *gpu,
                                      const struct gpu_options *options,
                                      struct roofline_profile *profile, struct gpu_counters *out,
                                      struct status *st)
{
    struct kernel *profiled;
    TRY(profiler_kernel(&profiled, kernel, profile, st));
    enum st_code code = gpu_simulate(gpu, profiled, options, out, st);
    profiled->ops->free(profiled);
    return code;
}

/* By the cycle model; what is asked for beside its counters stands between it and the kernel. */
static enum st_code simulate(struct kernel *kernel, const struct frame_job *job,
                             const struct gpu_config *gpu, const struct gpu_options *options,
                             const struct frame_where *where, struct gpu_counters *out,
                             struct status *st)
{
    if (where->profile)
        return simulate_profiled(kernel, gpu, options, where->profile, out, st);
    if (where->end)
        return windows_simulate(kernel, job, gpu, options, where, out, st);
    return gpu_simulate(gpu, kernel, options, out, st);
}

static uint32_t all_ctas(const struct frame_job *job)
{
    return (uint32_t)frame_ctas(&job->session->frame);
}

enum st_code run_frame(const struct frame_job *job, const struct gpu_config *gpu,
                       const struct frame_where *where, struct run *out, struct status *st)
{
    double helpers_s = 0.0;
    bool unfinished = false;
    struct gpu_options options = {.progress = job->progress,
                                  .dump = job->dump,
                                  .first_sm = job->first_sm,
                                  .threads = job->threads,
                                  .helpers_cpu_s = &helpers_s,
                                  .end = where->end,
                                  .stop = interrupt_flag(),
                                  .unfinished = &unfinished};
    struct kernel *kernel = NULL;
    if (job->progress)
        options.work = frame_work(job, gpu, where, where->part ? where->part->n : all_ctas(job));
    double start_s = cost_thread_cpu_s();
    TRY(create_timeline(&options.timeline, job, gpu, where, out, st));
    enum st_code code = frame_launch(job, gpu, where, &kernel, st);
    if (code == ST_OK) {
        code = simulate(kernel, job, gpu, &options, where, &out->counters, st);
        launch_kernel_counts(kernel, &out->counts);
        kernel->ops->free(kernel);
    }
    if (options.timeline != out->timeline)
        timeline_free(options.timeline);
    out->cpu_s = cost_thread_cpu_s() - start_s + helpers_s;
    out->finished = code == ST_OK && !unfinished;
    return code;
}

/* The trace of the frame for a model that reads one, kept for the next GPU where the job keeps
 * them. */
static enum st_code find_trace(const struct frame_job *job, const struct gpu_config *gpu,
                               const struct frame_where *where, enum timing_model model,
                               struct model_options *options, struct run *out, struct status *st)
{
    struct kept_trace *kept;
    const struct kernel_trace_options making = {.threads = options->threads,
                                                .stop = options->stop,
                                                .helpers_cpu_s = options->helpers_cpu_s};
    double start_s = cost_thread_cpu_s();
    if (!models[model].traced || !job->traces || where->filter || where->part ||
        job->session->world->synthetic)
        return ST_OK;
    TRY(kept_trace_find(job->traces, job->session, gpu, &making, &kept, st));
    out->trace_cpu_s = cost_thread_cpu_s() - start_s + *options->helpers_cpu_s;
    out->counts = kept->counts;
    options->trace = kept->trace;
    options->kept = &kept->kept[model];
    return ST_OK;
}

static enum st_code run_model(const struct frame_job *job, const struct gpu_config *gpu,
                              const struct frame_where *where, enum timing_model model,
                              struct run *out, struct status *st)
{
    double helpers_s = 0.0;
    bool unfinished = false;
    struct model_answer answer = {0};
    struct model_options options = {.progress = job->progress,
                                    .dump = job->dump,
                                    .first_sm = job->first_sm,
                                    .threads = job->threads,
                                    .variant = models_variant(model, &job->settings->method),
                                    .helpers_cpu_s = &helpers_s,
                                    .stop = interrupt_flag(),
                                    .unfinished = &unfinished};
    struct kernel *kernel;
    double start_s = cost_thread_cpu_s();
    TRY(create_timeline(&options.timeline, job, gpu, where, out, st));
    TRY(find_trace(job, gpu, where, model, &options, out, st));
    TRY(frame_launch(job, gpu, where, &kernel, st));
    enum st_code code = models_simulate(model, gpu, kernel, &options, &answer, st);
    out->counters = answer.counters;
    out->stack = answer.stack;
    if (!options.trace)
        launch_kernel_counts(kernel, &out->counts);
    kernel->ops->free(kernel);
    out->cpu_s = cost_thread_cpu_s() - start_s + helpers_s;
    out->finished = code == ST_OK && !unfinished;
    return code;
}

/* A trace that an interrupt ends is none, and a model without one fails. */
enum st_code run_frame_model(const struct frame_job *job, const struct gpu_config *gpu,
                             const struct frame_where *where, enum timing_model model,
                             struct run *out, struct status *st)
{
    enum st_code code = run_model(job, gpu, where, model, out, st);
    if (code == ST_OK || !models[model].traced || !interrupt_signal())
        return code;
    *st = (struct status){0};
    out->finished = false;
    return ST_OK;
}

enum st_code run_frame_approximate(const struct frame_job *job, const struct gpu_config *gpu,
                                   const struct frame_where *where, struct run_end *end,
                                   struct run *out, struct status *st)
{
    double helpers_s = 0.0;
    bool unfinished = false;
    const struct part *part = where->part;
    uint32_t window = end && part && part->n < part->of ? part->window : 0;
    struct approximate_gpu_options options = {.progress = job->progress,
                                              .stop = interrupt_flag(),
                                              .window = window,
                                              .resident = where->resident,
                                              .first_sm = job->first_sm,
                                              .threads = job->threads,
                                              .helpers_cpu_s = &helpers_s,
                                              .unfinished = &unfinished,
                                              .end = end};
    struct kernel *kernel;
    double start_s = cost_thread_cpu_s();
    TRY(frame_launch(job, gpu, where, &kernel, st));
    enum st_code code = approximate_gpu_simulate(gpu, kernel, &options, &out->counters, st);
    launch_kernel_counts(kernel, &out->counts);
    kernel->ops->free(kernel);
    out->cpu_s = cost_thread_cpu_s() - start_s + helpers_s;
    out->finished = code == ST_OK && !unfinished;
    return code;
}

uint64_t frame_ctas(const struct frame *frame)
{
    return (uint64_t)frame->height * ((frame->width + WARP_LANES - 1) / WARP_LANES);
}
