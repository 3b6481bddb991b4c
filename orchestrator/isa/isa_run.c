#include "orchestrator/isa/isa_run.h"

#include "common/auto.h"
#include "common/interrupt.h"
#include "common/memory.h"
#include "common/progress.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/side_by_side.h"
#include "orchestrator/study/job.h"
#include "orchestrator/workload/workload_run.h"
#include "sim/config/load/load.h"
#include "sim/functional/program/program.h"

static size_t index_of(const struct isa_table *t, size_t scene, size_t gpu, enum isa isa)
{
    return (scene * t->gpus.n + gpu) * ISAS + (size_t)isa;
}

const struct isa_cell *isa_cell(const struct isa_table *t, size_t scene, size_t gpu, enum isa isa)
{
    return &t->cells[index_of(t, scene, gpu, isa)];
}

/* What is run of a point. */
struct point {
    const struct settings *settings;
    const struct world *world;            /* of a scene */
    const struct workload_kernel *kernel; /* NULL: a scene */
    const struct gpu_config *gpu;
    enum isa isa;
    struct isa_sites *sites; /* by instruction set */
};

static enum st_code interrupted(struct status *st)
{
    return interrupt_signal() ? status_fail(st, ST_FAILED, "interrupted; there is no result")
                              : ST_OK;
}

/* --- what each instruction meets --- */

static enum st_code begin_sites(struct isa_cell *cell, const struct point *p,
                                const struct program *program, struct status *st)
{
    TRY(isa_sites_create(&p->sites[p->isa], program, st));
    cell->values.sites = p->sites[p->isa].of;
    return ST_OK;
}

static void end_sites(struct isa_cell *cell, const struct point *p, const struct program *program)
{
    struct isa_sites *sites = &p->sites[p->isa];
    isa_sites_sort(sites, program);
    cell->varying = isa_sites_varying(sites);
    cell->values.sites = NULL;
}

/* --- a scene --- */

static enum st_code profile_frame(struct isa_cell *cell, const struct frame_job *job,
                                  const struct gpu_config *gpu,
                                  struct instruction_profiler *profiler, struct status *st)
{
    const struct frame_where all = {.values = &cell->values};
    struct kernel *kernel;
    TRY(frame_launch(job, gpu, &all, &kernel, st));
    enum st_code code = instruction_profiler_run(profiler, kernel, st);
    kernel->ops->free(kernel);
    return code;
}

static enum st_code run_session(struct isa_cell *cell, const struct point *p,
                                const struct session *session, struct status *st)
{
    const struct frame_where all = {0};
    const struct program *program = launch_program(session->launch);
    struct instruction_profiler *profiler;
    struct run run = {0};
    struct frame_job job = {
        .settings = p->settings, .session = session, .threads = side_by_side_threads(1)};
    cell->static_B = program_bytes(program);
    cell->registers = launch_registers(session->launch);
    TRY(begin_sites(cell, p, program, st));
    TRY(instruction_profiler_create(&profiler, program_vector_registers(program), st));
    enum st_code code = profile_frame(cell, &job, p->gpu, profiler, st);
    end_sites(cell, p, program);
    cell->profile = *instruction_profiler_sums(profiler);
    instruction_profiler_free(profiler);
    TRY(code);
    job.progress = progress_start(isa_names[p->isa], "warp", frame_ctas(&session->frame),
                                  p->settings->output.quiet);
    code = run_frame(&job, p->gpu, &all, MODEL_CYCLE, &run, st);
    progress_end(job.progress);
    cell->counters = run.counters;
    return code;
}

static enum st_code run_scene(struct isa_cell *cell, const struct point *p, struct status *st)
{
    AUTO(session_close) struct session session = {0};
    struct render_settings render = p->settings->render;
    render.isa = p->isa;
    TRY(session_open(&session, p->world, &render, NULL, st));
    return run_session(cell, p, &session, st);
}

/* --- a kernel --- */

static enum st_code profile_launch(struct isa_cell *cell, struct workload *w,
                                   struct compute_launch *launch,
                                   struct instruction_profiler *profiler, struct status *st)
{
    struct kernel *kernel;
    launch->values = &cell->values;
    TRY(compute_kernel(&kernel, w->program, &w->memory, launch, st));
    enum st_code code = instruction_profiler_run(profiler, kernel, st);
    cell->registers = kernel->registers;
    kernel->ops->free(kernel);
    return code;
}

static enum st_code profile_launches(struct isa_cell *cell, struct workload *w,
                                     struct instruction_profiler *profiler, struct status *st)
{
    struct compute_launch launch;
    bool more = true;
    for (;;) {
        TRY(workload_next(w, &launch, &more, st));
        if (!more)
            return workload_check(w, st);
        TRY(profile_launch(cell, w, &launch, profiler, st));
    }
}

static enum st_code profile_kernel(struct isa_cell *cell, const struct point *p, struct status *st)
{
    const struct render_settings *render = &p->settings->render;
    AUTO(workload_close) struct workload w = {0};
    struct instruction_profiler *profiler;
    TRY(workload_open(&w, p->kernel, p->isa, render->size, render->seed, st));
    const struct program *program = compute_program_of(w.program);
    cell->static_B = program_bytes(program);
    TRY(begin_sites(cell, p, program, st));
    TRY(instruction_profiler_create(&profiler, program_vector_registers(program), st));
    enum st_code code = profile_launches(cell, &w, profiler, st);
    end_sites(cell, p, program);
    cell->profile = *instruction_profiler_sums(profiler);
    instruction_profiler_free(profiler);
    return code;
}

static enum st_code run_kernel(struct isa_cell *cell, const struct point *p, struct status *st)
{
    const struct render_settings *render = &p->settings->render;
    const struct workload_job job = {.gpu = p->gpu,
                                     .model = MODEL_CYCLE,
                                     .threads = side_by_side_threads(1),
                                     .quiet = p->settings->output.quiet};
    AUTO(workload_close) struct workload w = {0};
    struct workload_run run;
    TRY(profile_kernel(cell, p, st));
    TRY(workload_open(&w, p->kernel, p->isa, render->size, render->seed, st));
    TRY(workload_run(&run, &job, &w, st));
    cell->counters = run.counters;
    enum st_code code = run.finished ? workload_check(&w, st) : ST_OK;
    workload_run_free(&run);
    return code;
}

/* --- all --- */

static enum st_code run_sets(struct isa_table *t, size_t scene, size_t gpu, struct point p,
                             struct status *st)
{
    for (int isa = 0; isa < ISAS; isa++) {
        struct isa_cell *cell = &t->cells[index_of(t, scene, gpu, (enum isa)isa)];
        p.isa = (enum isa)isa;
        TRY(p.kernel ? run_kernel(cell, &p, st) : run_scene(cell, &p, st));
        TRY(interrupted(st));
    }
    for (int isa = 0; isa < ISAS; isa++)
        t->cells[index_of(t, scene, gpu, (enum isa)isa)].shared =
            isa_sites_shared(&p.sites[isa], &p.sites[isa == ISA_PTX ? ISA_RDNA2 : ISA_PTX]);
    return ST_OK;
}

static enum st_code run_point(struct isa_table *t, size_t scene, size_t gpu, struct point p,
                              struct status *st)
{
    struct isa_sites sites[ISAS] = {{0}};
    p.sites = sites;
    enum st_code code = run_sets(t, scene, gpu, p, st);
    for (int isa = 0; isa < ISAS; isa++)
        isa_sites_release(&sites[isa]);
    return code;
}

static enum st_code run_points(struct isa_table *t, const struct grid_points *points,
                               struct job_memory *memory, struct status *st)
{
    for (size_t i = 0; i < points->n; i++) {
        const struct settings *settings = &points->points[i].settings;
        const struct render_settings *render = &settings->render;
        struct gpu_config gpu;
        struct point p = {
            .settings = settings, .kernel = workload_find(render->scene), .gpu = &gpu};
        TRY(gpu_config_load(&gpu, render->gpu, st));
        if (!p.kernel) {
            TRY(job_open_scene(memory, settings, st));
            p.world = &memory->world;
        }
        TRY(run_point(t, labels_at(&t->scenes, render->scene), labels_at(&t->gpus, render->gpu), p,
                      st));
    }
    return ST_OK;
}

static enum st_code create(struct isa_table *t, const struct grid_points *points, struct status *st)
{
    size_t at;
    for (size_t i = 0; i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        if (!labels_add(&t->scenes, render->scene, &at) || !labels_add(&t->gpus, render->gpu, &at))
            return status_no_memory(st, "instruction sets");
    }
    return mem_make(&t->cells, t->scenes.n * t->gpus.n * ISAS, sizeof *t->cells, "instruction sets",
                    st);
}

enum st_code isa_run(struct isa_table *out, const struct grid_points *points, struct status *st)
{
    struct job_memory memory = {0};
    *out = (struct isa_table){0};
    enum st_code code = create(out, points, st);
    if (code == ST_OK)
        code = run_points(out, points, &memory, st);
    job_forget(&memory);
    if (code != ST_OK)
        isa_free(out);
    return code;
}

void isa_free(struct isa_table *t)
{
    labels_free(&t->scenes);
    labels_free(&t->gpus);
    mem_free(t->cells);
    *t = (struct isa_table){0};
}
