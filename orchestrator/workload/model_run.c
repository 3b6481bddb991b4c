#include "orchestrator/workload/model_run.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/progress.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_run.h"
#include "sim/roofline/roofline.h"

static enum st_code run_session(const struct model_job *j, enum timing_model model,
                                struct roofline_profile *profile, struct run *out,
                                struct status *st)
{
    const struct frame_where all = {.profile = profile};
    struct frame_job job = {.settings = j->settings,
                            .session = j->session,
                            .threads = side_by_side_threads(1),
                            .traces = j->traces,
                            .progress = progress_start(models[model].name, "warp",
                                                       launch_shape(j->session->launch).n_ctas,
                                                       j->settings->output.quiet)};
    enum st_code code = run_frame(&job, j->gpu, &all, model, out, st);
    progress_end(job.progress);
    return code;
}

static enum st_code run_kernel(const struct model_job *j, enum timing_model model,
                               struct roofline_profile *profile, struct run *out, struct status *st)
{
    AUTO(workload_close) struct workload w = {0};
    struct workload_run run;
    const struct workload_job job = {.gpu = j->gpu,
                                     .model = model,
                                     .variant = models_variant(model, &j->settings->method),
                                     .threads = side_by_side_threads(1),
                                     .quiet = j->settings->output.quiet,
                                     .profile = profile};
    TRY(workload_open_as(&w, j->settings, j->isa, st));
    TRY(workload_run(&run, &job, &w, st));
    out->counters = run.answer.counters;
    out->stack = run.answer.stack;
    out->cpu_s = run.cpu_s;
    out->finished = run.finished;
    enum st_code code = run.finished ? workload_check(&w, st) : ST_OK;
    workload_run_free(&run);
    return code;
}

/* Adds the traffic of the profiled run. The 32-byte transactions between L2 slices and DRAM are
 * DRAM's traffic. Requests of the RT unit that miss the L1D are assumed to hit the L2 as often as
 * all reads of the L2. */
static void add_traffic(struct roofline_profile *p, const struct gpu_counters *n)
{
    double rt_misses = (double)n->l1d.rt_read_misses + (double)n->l1d.rt_read_sector_misses;
    double rt_reads = rt_misses + (double)n->l1d.rt_read_hits;
    double l2_misses = (double)n->l2.read_misses + (double)n->l2.read_sector_misses;
    double l2_reads = l2_misses + (double)n->l2.read_hits + (double)n->l2.read_hits_reserved;
    double away = rt_reads > 0 ? rt_misses / rt_reads : 0;
    double far = l2_reads > 0 ? l2_misses / l2_reads : 0;
    p->dram_reads = n->l2.fetches;
    p->dram_writes = n->l2.write_back_sectors;
    p->trace_requests = n->rt.reads;
    p->trace_l2 = away * (1 - far);
    p->trace_dram = away * far;
}

enum st_code model_run(const struct model_job *job, enum timing_model model,
                       struct roofline_profile *profile, struct run *out, struct status *st)
{
    *out = (struct run){0};
    TRY(job->session ? run_session(job, model, profile, out, st)
                     : run_kernel(job, model, profile, out, st));
    if (!out->finished || interrupt_signal())
        return status_fail(st, ST_FAILED, "interrupted; there is no result");
    if (profile)
        add_traffic(profile, &out->counters);
    return ST_OK;
}
