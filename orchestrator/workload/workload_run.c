#include "orchestrator/workload/workload_run.h"

#include "common/grow.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "orchestrator/result/cost.h"
#include "sim/roofline/profiler.h"

#include <string.h>

static enum st_code add_launch(struct workload_run *r, const struct compute_launch *launch,
                               const struct model_answer *answer, struct status *st)
{
    if (!grow(&r->launches, r->n, &r->room, sizeof *r->launches))
        return status_no_memory(st, "launches");
    struct workload_launch_run *one = &r->launches[r->n++];
    memcpy(one->grid, launch->grid, sizeof one->grid);
    memcpy(one->block, launch->block, sizeof one->block);
    one->cycles = answer->counters.gpu.cycles;
    one->warp_instructions = answer->counters.sm.warp_instructions;
    model_answer_follow(&r->answer, answer);
    return ST_OK;
}

/* Runs the model; where a profile is wanted, a profiler stands between model and kernel. */
static enum st_code simulate_workload_run(const struct workload_job *job, struct kernel *kernel,
                                          const struct model_options *options,
                                          struct model_answer *answer, struct status *st)
{
    struct kernel *profiled;
    if (!job->profile)
        return models_simulate(job->model, job->gpu, kernel, options, answer, st);
    TRY(profiler_kernel(&profiled, kernel, job->profile, st));
    enum st_code code = models_simulate(job->model, job->gpu, profiled, options, answer, st);
    profiled->ops->free(profiled);
    return code;
}

static enum st_code run_kernel(struct workload_run *r, const struct workload_job *job,
                               struct kernel *kernel, const struct compute_launch *launch,
                               struct status *st)
{
    double helpers_s = 0;
    bool unfinished = false;
    struct model_answer answer = {0};
    struct functional_counts counts;
    struct model_options options = {
        .progress = progress_start(models[job->model].name, "CTA", kernel->n_ctas, job->quiet),
        .dump = job->dump,
        .variant = job->variant,
        .threads = job->threads,
        .helpers_cpu_s = &helpers_s,
        .stop = interrupt_flag(),
        .unfinished = &unfinished};
    enum st_code code = simulate_workload_run(job, kernel, &options, &answer, st);
    progress_end(options.progress);
    r->cpu_s += helpers_s;
    r->finished = !unfinished;
    TRY(code);
    TRY(compute_run(kernel, st)); /* executes the CTAs that the model did not run */
    compute_kernel_counts(kernel, &counts);
    functional_counts_add(&r->counts, &counts);
    r->registers = kernel->registers;
    r->shared_B = kernel->shared_B;
    r->ctas += kernel->n_ctas;
    return add_launch(r, launch, &answer, st);
}

static enum st_code run_launch(struct workload_run *r, const struct workload_job *job,
                               struct workload *w, const struct compute_launch *launch,
                               struct status *st)
{
    struct kernel *kernel;
    TRY(compute_kernel(&kernel, w->program, &w->memory, launch, st));
    enum st_code code = run_kernel(r, job, kernel, launch, st);
    kernel->ops->free(kernel);
    return code;
}

enum st_code workload_run(struct workload_run *out, const struct workload_job *job,
                          struct workload *w, struct status *st)
{
    double start_s = cost_thread_cpu_s();
    struct compute_launch launch;
    bool more = true;
    *out = (struct workload_run){.finished = true};
    enum st_code code = ST_OK;
    while (code == ST_OK && out->finished) {
        code = workload_next(w, &launch, &more, st);
        if (code != ST_OK || !more)
            break;
        code = run_launch(out, job, w, &launch, st);
    }
    out->cpu_s += cost_thread_cpu_s() - start_s;
    if (code != ST_OK)
        workload_run_free(out);
    return code;
}

void workload_run_free(struct workload_run *r)
{
    mem_free(r->launches);
    *r = (struct workload_run){.n = 0};
}
