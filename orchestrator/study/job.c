#include "orchestrator/study/job.h"

#include "common/auto.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/settings/options.h"
#include "scenes/flatten.h"
#include "sim/config/load/load.h"

#include <string.h>

/* ---- scenes ---- */

static void close_scene(struct job_memory *m)
{
    trace_cache_free(&m->traces);
    if (m->scene)
        world_close(&m->world);
    m->scene = NULL;
}

static enum st_code open_flat(struct world *out, struct status *st)
{
    struct world deep = *out;
    enum st_code code = world_open(out, deep.scene->origin, true, st);
    cost_add(&out->setup, deep.setup);
    world_close(&deep);
    return code;
}

enum st_code job_open_scene(struct job_memory *m, const struct settings *settings,
                            struct status *st)
{
    const char *scene = settings->render.scene;
    const char *shaders = settings->render.shaders;
    bool flat = launch_is_flat(shaders);
    if (!scene)
        return world_none(st);
    if (m->scene && strcmp(m->scene, scene) == 0 && m->flat == flat)
        return ST_OK;
    close_scene(m);
    TRY(world_open(&m->world, scene, false, st));
    if (flat && !scene_is_flat(m->world.scene))
        TRY(open_flat(&m->world, st));
    m->scene = scene;
    m->flat = flat;
    return ST_OK;
}

void job_forget(struct job_memory *m)
{
    close_scene(m);
    profile_memory_release(&m->profile);
    trace_cache_free(&m->traces);
    *m = (struct job_memory){0};
}

/* ---- results ---- */

/* The arguments of job_run, passed on to its parts. */
struct run_of_job {
    struct job_memory *memory;
    const struct settings *settings;
    FILE *dump;
    job_visit visit;
    void *context;
};

static enum st_code simulate_job(const struct run_of_job *j, struct status *st)
{
    const struct settings reference = options_of_reference(j->settings);
    const struct render_settings *render = &reference.render;
    struct gpu_config gpu;
    AUTO(frame_profile_release) struct frame_profile profile = {0};
    AUTO(session_close) struct session session = {0};
    AUTO(result_free) struct result r = {0};
    if (render->heatmap)
        TRY(frame_profile_read(&profile, render, st));
    TRY(gpu_config_load(&gpu, render->gpu, st));
    TRY(session_open(&session, &j->memory->world, render, render->heatmap ? &profile.picture : NULL,
                     st));
    TRY(trace_cache_for(&j->memory->traces, &session, st));
    TRY(simulate_frame(&r, &reference, &session, &gpu, j->dump, st));
    return j->visit(j->context, NULL, &r, st);
}

enum st_code job_run(struct job_memory *m, enum key_kind kind, const struct settings *settings,
                     FILE *dump, job_visit visit, void *context, struct status *st)
{
    const struct run_of_job j = {m, settings, dump, visit, context};
    const struct pipeline_given given = {.world = &m->world,
                                         .memory = &m->profile,
                                         .traces = &m->traces,
                                         .profile = kind == KEY_PICTURES};
    AUTO(pipeline_close) struct pipeline p = {0};
    AUTO(result_free) struct result r = {0};
    TRY(job_open_scene(m, settings, st));
    if (kind == KEY_SIMULATE)
        return simulate_job(&j, st);
    TRY(pipeline_open(&p, settings, given, st));
    if (kind == KEY_PREDICT)
        TRY(predict_frame(&r, settings, &p, dump, st));
    return visit(context, &p, kind == KEY_PREDICT ? &r : NULL, st);
}
