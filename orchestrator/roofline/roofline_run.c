#include "orchestrator/roofline/roofline_run.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/roofline/peaks_cache.h"
#include "orchestrator/workload/model_run.h"

#include <math.h>

static enum st_code create(struct roofline_table *t, const struct grid_points *points,
                           struct status *st)
{
    TRY(pairs_make(&t->pairs, points, st));
    TRY(mem_make(&t->targets, t->pairs.gpus.n, sizeof *t->targets, "roofline", st));
    TRY(mem_make(&t->rows, t->pairs.scenes.n, sizeof *t->rows, "roofline", st));
    TRY(mem_make(&t->cells, t->pairs.scenes.n * t->pairs.gpus.n, sizeof *t->cells, "roofline", st));
    for (size_t s = 0; s < t->pairs.scenes.n; s++) {
        t->rows[s].scene = t->pairs.scenes.texts[s];
        t->rows[s].cells = t->cells + s * t->pairs.gpus.n;
    }
    return ST_OK;
}

static enum st_code measure_targets(struct roofline_table *t, const struct settings *settings,
                                    struct status *st)
{
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        struct roofline_target *target = &t->targets[g];
        target->name = t->pairs.gpus.texts[g];
        target->gpu = &t->pairs.configs[g];
        TRY(peaks_cache(&target->peaks, target->gpu, settings->run.cache, target->note, st));
    }
    return ST_OK;
}

static enum st_code simulate_roofline_run(struct roofline_cell *cell, const struct model_job *job,
                                          struct roofline_profile *profile, struct status *st)
{
    struct run run;
    TRY(model_run(job, MODEL_CYCLE, profile, &run, st));
    cell->simulated = run.counters.gpu.cycles;
    cell->cpu_s = run.cpu_s;
    return ST_OK;
}

static enum st_code run_row(struct roofline_table *t, size_t row, struct model_job job,
                            struct status *st)
{
    struct roofline_row *r = &t->rows[row];
    job.gpu = t->targets[0].gpu;
    TRY(simulate_roofline_run(&r->cells[0], &job, &r->profile, st));
    roofline_kernel_make(&r->kernel, &r->profile);
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        const struct roofline_target *target = &t->targets[g];
        struct roofline_cell *cell = &r->cells[g];
        roofline_predict(&cell->prediction, &r->profile, &target->peaks);
        cell->cycles = cell->prediction.seconds * target->gpu->machine.core_MHz * 1e6;
        job.gpu = target->gpu;
        if (t->reference && g > 0)
            TRY(simulate_roofline_run(cell, &job, NULL, st));
    }
    return ST_OK;
}

static enum st_code run_scene(void *context, size_t scene, const struct settings *settings,
                              const struct world *world, struct status *st)
{
    AUTO(session_close) struct session session = {0};
    struct model_job job = {.settings = settings, .isa = (enum isa)settings->render.isa};
    if (world) {
        TRY(session_open(&session, world, &settings->render, NULL, st));
        job.session = &session;
    }
    return run_row(context, scene, job, st);
}

enum st_code roofline_run(struct roofline_table *out, const struct grid_points *points,
                          bool reference, struct status *st)
{
    *out = (struct roofline_table){.reference = reference};
    enum st_code code = create(out, points, st);
    if (code == ST_OK)
        code = measure_targets(out, &points->points[0].settings, st);
    if (code == ST_OK)
        code = pairs_each_scene(&out->pairs, points, run_scene, out, st);
    if (code != ST_OK)
        roofline_free(out);
    return code;
}

void roofline_free(struct roofline_table *t)
{
    pairs_free(&t->pairs);
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
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 1; g < t->pairs.gpus.n; g++, n++)
            sum += fabs(roofline_error(&t->rows[s].cells[g]));
    return n ? sum / (double)n : (double)NAN;
}
