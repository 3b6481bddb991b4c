#include "orchestrator/study/pairs.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/workload/workload_open.h"
#include "sim/config/load/load.h"

static enum st_code make(struct pairs *p, const struct grid_points *points, struct status *st)
{
    size_t at;
    for (size_t i = 0; i < points->n; i++) {
        const struct render_settings *render = &points->points[i].settings.render;
        if (!labels_add(&p->scenes, render->scene, &at) || !labels_add(&p->gpus, render->gpu, &at))
            return status_no_memory(st, "points");
    }
    TRY(mem_make(&p->configs, p->gpus.n, sizeof *p->configs, "GPUs", st));
    for (size_t g = 0; g < p->gpus.n; g++)
        TRY(gpu_config_load(&p->configs[g], p->gpus.texts[g], st));
    return ST_OK;
}

enum st_code pairs_make(struct pairs *out, const struct grid_points *points, struct status *st)
{
    *out = (struct pairs){0};
    TRY_ELSE(make(out, points, st), pairs_free(out));
    return ST_OK;
}

void pairs_free(struct pairs *p)
{
    labels_free(&p->scenes);
    labels_free(&p->gpus);
    mem_free(p->configs);
    *p = (struct pairs){0};
}

static enum st_code visit_scene(struct job_memory *memory, const struct settings *settings,
                                size_t scene, pairs_visit visit, void *context, struct status *st)
{
    if (workload_is(settings->render.scene))
        return visit(context, scene, settings, NULL, st);
    TRY(job_open_scene(memory, settings, st));
    return visit(context, scene, settings, &memory->world, st);
}

enum st_code pairs_each_scene(const struct pairs *p, const struct grid_points *points,
                              pairs_visit visit, void *context, struct status *st)
{
    struct job_memory memory = {0};
    enum st_code code = ST_OK;
    for (size_t i = 0, scene = 0; code == ST_OK && i < points->n && scene < p->scenes.n; i++) {
        const struct settings *settings = &points->points[i].settings;
        if (labels_at(&p->scenes, settings->render.scene) == scene)
            code = visit_scene(&memory, settings, scene++, visit, context, st);
    }
    job_forget(&memory);
    return code;
}
