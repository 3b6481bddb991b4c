#include "orchestrator/roofline/roofline_run.h"

#include "common/auto.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/roofline/peaks_cache.h"
#include "orchestrator/study/job.h"
#include "orchestrator/workload/workload_open.h"
#include "orchestrator/workload/workload_run.h"
#include "sim/config/load/load.h"

#include <math.h>

static enum st_code collect_names(struct roofline_table *t, const struct grid_points *points,
                                  struct status *st)
{
    size_t at;
    for (size_t i = 0; i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        if (!labels_add(&t->scenes, render->scene, &at) || !labels_add(&t->gpus, render->gpu, &at))
            return status_no_memory(st, "roofline");
    }
    return ST_OK;
}

static enum st_code create(struct roofline_table *t, const struct grid_points *points,
                           struct status *st)
{
    TRY(collect_names(t, points, st));
    TRY(mem_make(&t->targets, t->gpus.n, sizeof *t->targets, "roofline", st));
    TRY(mem_make(&t->rows, t->scenes.n, sizeof *t->rows, "roofline", st));
    TRY(mem_make(&t->cells, t->scenes.n * t->gpus.n, sizeof *t->cells, "roofline", st));
    for (size_t s = 0; s < t->scenes.n; s++) {
        t->rows[s].scene = t->scenes.texts[s];
        t->rows[s].cells = t->cells + s * t->gpus.n;
    }
    return ST_OK;
}

static enum st_code measure_targets(struct roofline_table *t, const struct settings *settings,
                                    struct status *st)
{
    for (size_t g = 0; g < t->gpus.n; g++) {
        struct roofline_target *target = &t->targets[g];
        target->name = t->gpus.texts[g];
        TRY(gpu_config_load(&target->gpu, target->name, st));
        TRY(peaks_cache(&target->peaks, &target->gpu, settings->run.cache, target->note, st));
    }
    return ST_OK;
}

/* A request of the RT unit that misses the L1D finds its data in the L2 as often as any read of the
 * L2 does. */
void roofline_profile_add(struct roofline_profile *p, const struct gpu_counters *n)
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

/* `profile` may be NULL. */
static enum st_code simulate(struct roofline_cell *cell, const struct session *session,
                             const struct settings *settings, const struct gpu_config *gpu,
                             struct roofline_profile *profile, struct status *st)
{
    struct run run = {0};
    struct frame_job job = {.settings = settings,
                            .session = session,
                            .threads = side_by_side_threads(1),
                            .progress =
                                progress_start("simulate", "warp", frame_ctas(&session->frame),
                                               settings->output.quiet)};
    const struct frame_where all = {.profile = profile};
    enum st_code code = run_frame(&job, gpu, &all, MODEL_CYCLE, &run, st);
    progress_end(job.progress);
    TRY(code);
    if (!run.finished)
        return status_fail(st, ST_FAILED, "interrupted; there is no result");
    cell->simulated = run.counters.gpu.cycles;
    cell->cpu_s = run.cpu_s;
    if (profile)
        roofline_profile_add(profile, &run.counters);
    return ST_OK;
}

static enum st_code run_workload(struct roofline_cell *cell, struct workload *w,
                                 const struct settings *settings, const struct gpu_config *gpu,
                                 struct roofline_profile *profile, struct status *st)
{
    struct workload_run run;
    const struct workload_job job = {.gpu = gpu,
                                     .model = MODEL_CYCLE,
                                     .threads = side_by_side_threads(1),
                                     .quiet = settings->output.quiet,
                                     .profile = profile};
    TRY(workload_run(&run, &job, w, st));
    cell->simulated = run.counters.gpu.cycles;
    cell->cpu_s = run.cpu_s;
    if (profile)
        roofline_profile_add(profile, &run.counters);
    enum st_code code = run.finished
                            ? workload_check(w, st)
                            : status_fail(st, ST_FAILED, "interrupted; there is no result");
    workload_run_free(&run);
    return code;
}

/* A frame, or where there is no session the kernel that the settings name. */
static enum st_code simulate_either(struct roofline_cell *cell, const struct session *session,
                                    const struct settings *settings, const struct gpu_config *gpu,
                                    struct roofline_profile *profile, struct status *st)
{
    if (session)
        return simulate(cell, session, settings, gpu, profile, st);
    AUTO(workload_close) struct workload w = {0};
    TRY(workload_open_as(&w, settings, (enum isa)settings->render.isa, st));
    return run_workload(cell, &w, settings, gpu, profile, st);
}

static enum st_code run_row(struct roofline_table *t, size_t row, struct job_memory *memory,
                            const struct settings *settings, struct status *st)
{
    struct roofline_row *r = &t->rows[row];
    AUTO(session_close) struct session session = {0};
    const struct session *of = workload_is(settings->render.scene) ? NULL : &session;
    if (of) {
        TRY(job_open_scene(memory, settings, st));
        TRY(session_open(&session, &memory->world, &settings->render, NULL, st));
    }
    TRY(simulate_either(&r->cells[0], of, settings, &t->targets[0].gpu, &r->profile, st));
    roofline_kernel_make(&r->kernel, &r->profile);
    for (size_t g = 0; g < t->gpus.n; g++) {
        const struct roofline_target *target = &t->targets[g];
        struct roofline_cell *cell = &r->cells[g];
        roofline_predict(&cell->prediction, &r->profile, &target->peaks);
        cell->cycles = cell->prediction.seconds * target->gpu.machine.core_MHz * 1e6;
        if (t->reference && g > 0)
            TRY(simulate_either(cell, of, settings, &target->gpu, NULL, st));
    }
    return ST_OK;
}

static enum st_code run_rows(struct roofline_table *t, const struct grid_points *points,
                             struct status *st)
{
    struct job_memory memory = {0};
    enum st_code code = ST_OK;
    for (size_t i = 0, row = 0; code == ST_OK && i < points->n; i++) {
        const struct settings *settings = &points->points[i].settings;
        if (row < t->scenes.n && labels_at(&t->scenes, settings->render.scene) == row)
            code = run_row(t, row++, &memory, settings, st);
    }
    job_forget(&memory);
    return code;
}

enum st_code roofline_run(struct roofline_table *out, const struct grid_points *points,
                          bool reference, struct status *st)
{
    *out = (struct roofline_table){.reference = reference};
    enum st_code code = create(out, points, st);
    if (code == ST_OK)
        code = measure_targets(out, &points->points[0].settings, st);
    if (code == ST_OK)
        code = run_rows(out, points, st);
    if (code != ST_OK)
        roofline_free(out);
    return code;
}

void roofline_free(struct roofline_table *t)
{
    labels_free(&t->gpus);
    labels_free(&t->scenes);
    MEM_FREE(t->targets, t->rows, t->cells);
    *t = (struct roofline_table){0};
}

double roofline_error(const struct roofline_cell *cell)
{
    return cell->simulated ? cell->cycles / (double)cell->simulated - 1 : (double)NAN;
}

double roofline_mean_error(const struct roofline_table *t)
{
    double sum = 0;
    size_t n = 0;
    for (size_t s = 0; s < t->scenes.n; s++)
        for (size_t g = 1; g < t->gpus.n; g++, n++)
            sum += fabs(roofline_error(&t->rows[s].cells[g]));
    return n ? sum / (double)n : (double)NAN;
}
