#include "orchestrator/study/job.h"

#include "orchestrator/predict/predict.h"
#include "scenes/flatten.h"
#include "sim/config/load/load.h"

#include <string.h>

/* ---- scenes ---- */

static void close_scene(struct job_memory *m)
{
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
    bool flat = settings->render.shaders != NULL;
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
    heat_memory_release(&m->heat);
    *m = (struct job_memory){0};
}

/* ---- results ---- */

/* What a job is run with. */
struct run_of_job {
    struct job_memory *memory;
    const struct settings *settings;
    FILE *dump;
    job_visit visit;
    void *context;
};

static enum st_code simulate(const struct run_of_job *j, const struct image *plane,
                             struct status *st)
{
    struct gpu_config gpu;
    struct session session;
    struct result r;
    TRY(gpu_config_load(&gpu, j->settings->render.gpu, st));
    TRY(session_open(&session, &j->memory->world, &j->settings->render, plane, st));
    enum st_code code = simulate_frame(&r, j->settings, &session, &gpu, j->dump, st);
    if (code == ST_OK) {
        code = j->visit(j->context, NULL, &r, st);
        result_free(&r);
    }
    session_close(&session);
    return code;
}

static enum st_code simulate_plane(const struct run_of_job *j, struct status *st)
{
    struct heat heat = {0};
    if (!j->settings->render.heatmap)
        return simulate(j, NULL, st);
    TRY(heat_read(&heat, &j->settings->render, st));
    enum st_code code = simulate(j, &heat.picture, st);
    heat_release(&heat);
    return code;
}

static enum st_code predict(const struct run_of_job *j, const struct pipeline *p, struct status *st)
{
    struct result r;
    TRY(predict_frame(&r, j->settings, p, j->dump, st));
    enum st_code code = j->visit(j->context, p, &r, st);
    result_free(&r);
    return code;
}

enum st_code job_run(struct job_memory *m, enum key_kind kind, const struct settings *settings,
                     FILE *dump, job_visit visit, void *context, struct status *st)
{
    const struct run_of_job j = {m, settings, dump, visit, context};
    struct pipeline p;
    TRY(job_open_scene(m, settings, st));
    if (kind == KEY_SIMULATE)
        return simulate_plane(&j, st);
    TRY(pipeline_open(&p, settings, (struct pipeline_given){.world = &m->world, .memory = &m->heat},
                      st));
    enum st_code code = kind == KEY_PREDICT ? predict(&j, &p, st) : visit(context, &p, NULL, st);
    pipeline_close(&p);
    return code;
}
