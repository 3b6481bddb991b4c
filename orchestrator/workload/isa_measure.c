#include "orchestrator/workload/isa_measure.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/workload/model_run.h"
#include "sim/functional/program/program.h"
#include "sim/workload/workload.h"

/* The scene or kernel that is measured, with its inputs. */
struct point {
    const struct settings *settings;
    const struct world *world;            /* NULL: a kernel */
    const struct workload_kernel *kernel; /* NULL: a scene */
    const struct gpu_config *gpu;
    enum isa isa;
    struct isa_sites *sites; /* one per instruction set */
};

/* Simulates the scene or kernel by the cycle model and adds its time to the cell. */
static enum st_code simulate_isa_run(struct isa_cell *cell, const struct point *p,
                                     const struct session *session, struct status *st)
{
    const struct model_job job = {
        .settings = p->settings, .session = session, .isa = p->isa, .gpu = p->gpu};
    struct run run;
    TRY(model_run(&job, MODEL_CYCLE, NULL, &run, st));
    cell->counters = run.counters;
    cell->cpu_s = run.cpu_s;
    return ST_OK;
}

/* --- sites --- */

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
    const struct program *program = launch_program(session->launch);
    const struct frame_job job = {.settings = p->settings, .session = session};
    struct instruction_profiler *profiler;
    cell->static_B = program_bytes(program);
    cell->registers = launch_registers(session->launch);
    TRY(begin_sites(cell, p, program, st));
    TRY(instruction_profiler_create(&profiler, program_vector_registers(program), st));
    enum st_code code = profile_frame(cell, &job, p->gpu, profiler, st);
    end_sites(cell, p, program);
    cell->profile = *instruction_profiler_sums(profiler);
    instruction_profiler_free(profiler);
    TRY(code);
    return simulate_isa_run(cell, p, session, st);
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
    TRY(profile_kernel(cell, p, st));
    return simulate_isa_run(cell, p, NULL, st);
}

/* --- scene or kernel --- */

static enum st_code measure_sets(struct isa_cell out[ISAS_COMPARED], struct point p,
                                 struct status *st)
{
    for (int isa = 0; isa < ISAS_COMPARED; isa++) {
        out[isa] = (struct isa_cell){.registers = 0};
        p.isa = (enum isa)isa;
        TRY(p.kernel ? run_kernel(&out[isa], &p, st) : run_scene(&out[isa], &p, st));
    }
    for (int isa = 0; isa < ISAS_COMPARED; isa++)
        out[isa].shared =
            isa_sites_shared(&p.sites[isa], &p.sites[isa == ISA_PTX ? ISA_RDNA2 : ISA_PTX]);
    return ST_OK;
}

enum st_code isa_measure(struct isa_cell out[ISAS_COMPARED], const struct settings *settings,
                         const struct world *world, const struct gpu_config *gpu, struct status *st)
{
    struct isa_sites sites[ISAS_COMPARED] = {{0}};
    const struct point p = {.settings = settings,
                            .world = world,
                            .kernel = world ? NULL : workload_find(settings->render.scene),
                            .gpu = gpu,
                            .sites = sites};
    enum st_code code = measure_sets(out, p, st);
    for (int isa = 0; isa < ISAS_COMPARED; isa++)
        isa_sites_release(&sites[isa]);
    return code;
}
