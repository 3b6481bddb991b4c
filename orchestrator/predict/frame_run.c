#include "orchestrator/predict/frame_run.h"

#include "common/interrupt.h"
#include "orchestrator/predict/frame_work.h"
#include "orchestrator/predict/sampling_units.h"
#include "orchestrator/predict/trace_cache.h"
#include "orchestrator/predict/traversal.h"
#include "sim/functional/program/program.h"
#include "sim/roofline/profiler.h"

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

/* Makes the run's timeline if the settings have --trace. */
static enum st_code create_timeline(const struct frame_job *job, const struct gpu_config *gpu,
                                    struct run *run, struct status *st)
{
    if (!job->settings->output.trace)
        return ST_OK;
    timeline_free(run->timeline);
    return timeline_create(&run->timeline, gpu, job->settings->output.trace_samples, st);
}

/* Makes the counters of the program's instructions if the settings have --lines, which simulate
 * alone has. */
static enum st_code create_insts(const struct frame_job *job, struct run *run, struct status *st)
{
    if (!job->settings->output.lines)
        return ST_OK;
    inst_counters_release(&run->insts);
    return inst_counters_create(&run->insts, launch_program(job->session->launch)->n_code, st);
}

/* Finds the frame's trace for a model that reads traces. The job's trace cache keeps it for the
 * next GPU. */
static enum st_code find_trace(const struct frame_job *job, const struct gpu_config *gpu,
                               const struct frame_where *where, enum timing_model model,
                               struct model_options *options, struct run *out, struct status *st)
{
    struct cached_trace *kept;
    const struct kernel_trace_options making = {.threads = options->threads,
                                                .stop = options->stop,
                                                .helpers_cpu_s = options->helpers_cpu_s};
    double start_s = cost_thread_cpu_s();
    if (!models[model].traced || !job->traces || where->filter || where->part ||
        job->session->world->synthetic)
        return ST_OK;
    TRY(trace_cache_find(job->traces, job->session, gpu, &making, &kept, st));
    out->trace_cpu_s = cost_thread_cpu_s() - start_s + *options->helpers_cpu_s;
    out->counts = kept->counts;
    options->trace = kept->trace;
    options->kept = &kept->kept[model];
    return ST_OK;
}

/* Runs the model on the kernel. Sampling units and a profile wrap the kernel, so that they see its
 * warps. */
static enum st_code simulate_frame_run(struct kernel *kernel, const struct frame_job *job,
                                       const struct gpu_config *gpu,
                                       const struct frame_where *where, enum timing_model model,
                                       const struct model_options *options,
                                       struct model_answer *out, struct status *st)
{
    struct kernel *profiled;
    if (where->resident)
        return sampling_units_simulate(kernel, job, gpu, where, model, options, out, st);
    if (!where->profile)
        return models_simulate(model, gpu, kernel, options, out, st);
    TRY(profiler_kernel(&profiled, kernel, where->profile, st));
    enum st_code code = models_simulate(model, gpu, profiled, options, out, st);
    profiled->ops->free(profiled);
    return code;
}

static uint32_t ctas_of(const struct frame_job *job, const struct frame_where *where)
{
    return where->part ? where->part->n : launch_shape(job->session->launch).n_ctas;
}

static enum st_code run_model(const struct frame_job *job, const struct gpu_config *gpu,
                              const struct frame_where *where, enum timing_model model,
                              struct model_options *options, struct run *out, struct status *st)
{
    struct model_answer answer = {0};
    struct kernel *kernel;
    TRY(find_trace(job, gpu, where, model, options, out, st));
    TRY(frame_launch(job, gpu, where, &kernel, st));
    enum st_code code = simulate_frame_run(kernel, job, gpu, where, model, options, &answer, st);
    out->counters = answer.counters;
    out->stack = answer.stack;
    if (!options->trace)
        launch_kernel_counts(kernel, &out->counts);
    kernel->ops->free(kernel);
    return code;
}

/* Whether an interrupt ended the run of a model that reads traces. Such a run has neither a trace
 * nor a result, which is no error. */
static bool is_interrupted(enum timing_model model, enum st_code code)
{
    return code != ST_OK && models[model].traced && interrupt_signal();
}

enum st_code run_frame(const struct frame_job *job, const struct gpu_config *gpu,
                       const struct frame_where *where, enum timing_model model, struct run *out,
                       struct status *st)
{
    double helpers_s = 0.0;
    bool unfinished = false;
    struct model_options options = {.progress = job->progress,
                                    .dump = job->dump,
                                    .first_sm = job->first_sm,
                                    .threads = job->threads,
                                    .variant = models_variant(model, &job->settings->method),
                                    .helpers_cpu_s = &helpers_s,
                                    .end = where->end,
                                    .stop = interrupt_flag(),
                                    .unfinished = &unfinished};
    if (job->progress && models[model].counts_work)
        options.work = frame_work(job, gpu, where, ctas_of(job, where));
    double start_s = cost_thread_cpu_s();
    TRY(create_timeline(job, gpu, out, st));
    options.timeline = job->settings->output.trace ? out->timeline : NULL;
    TRY(create_insts(job, out, st));
    options.insts = out->insts.of ? &out->insts : NULL;
    enum st_code code = run_model(job, gpu, where, model, &options, out, st);
    out->cpu_s = cost_thread_cpu_s() - start_s + helpers_s;
    out->finished = code == ST_OK && !unfinished;
    if (!is_interrupted(model, code))
        return code;
    *st = (struct status){0};
    return ST_OK;
}
