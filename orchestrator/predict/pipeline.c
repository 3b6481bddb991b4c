#include "orchestrator/predict/pipeline.h"

#include <string.h>

static enum st_code open_session(struct pipeline *p, const struct settings *settings,
                                 struct heat_memory *memory, struct status *st)
{
    const struct image *plane = settings->render.heatmap ? &p->heat.picture : NULL;
    TRY(session_open(&p->session, p->world, &settings->render, plane, st));
    if (settings->render.heatmap)
        return ST_OK;
    return memory ? heat_profile_again(&p->heat, &p->session, &p->target.gpu, settings, memory, st)
                  : heat_profile(&p->heat, &p->session, &p->target.gpu, settings, st);
}

/* The world where the caller has none: the operand's, or one made from the heatmap. */
static enum st_code open_world(struct pipeline *p, const struct settings *settings,
                               struct status *st)
{
    p->world = &p->owned;
    return settings->render.scene ? world_open(&p->owned, settings->render.scene, st)
                                  : world_open_synthetic(&p->owned, &settings->render,
                                                         &p->target.gpu, &p->heat.picture, st);
}

/* What the caller has, and wants. */
struct opening {
    const struct world *world;  /* NULL: none */
    struct heat_memory *memory; /* NULL: none */
    bool runs;                  /* without operand, work is made from the heatmap */
};

static enum st_code open_all(struct pipeline *p, const struct settings *settings,
                             const struct opening *how, struct status *st)
{
    struct frame frame;
    if (!how->world && !settings->render.scene && !settings->render.heatmap)
        return world_none(st);
    TRY(target_load(&p->target, settings->render.gpu, settings->method.factor, st));
    if (settings->render.heatmap) {
        TRY(heat_read(&p->heat, &settings->render, st));
        TRY(session_frame(&frame, &settings->render, NULL, &p->heat.picture, st));
    }
    p->world = how->world;
    if (!how->world && (how->runs || settings->render.scene))
        TRY(open_world(p, settings, st));
    if (p->world)
        TRY(open_session(p, settings, how->memory, st));
    else if (settings->render.frame)
        return status_fail(st, ST_USAGE,
                           "--frame is %u and there is no SCENE; a heatmap alone is one frame",
                           settings->render.frame);
    return prepare(&p->prepared, &settings->method, settings->render.seed, &p->target, &p->heat,
                   st);
}

static enum st_code open_or_close(struct pipeline *out, const struct settings *settings,
                                  struct opening how, struct status *st)
{
    memset(out, 0, sizeof *out);
    enum st_code code = open_all(out, settings, &how, st);
    if (code != ST_OK)
        pipeline_close(out);
    return code;
}

enum st_code pipeline_open_again(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct heat_memory *memory,
                                 struct status *st)
{
    return open_or_close(out, settings, (struct opening){world, memory, true}, st);
}

enum st_code pipeline_open_world(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct status *st)
{
    return open_or_close(out, settings, (struct opening){world, NULL, true}, st);
}

enum st_code pipeline_open(struct pipeline *out, const struct settings *settings, struct status *st)
{
    return open_or_close(out, settings, (struct opening){NULL, NULL, true}, st);
}

enum st_code pipeline_open_plan(struct pipeline *out, const struct settings *settings,
                                struct status *st)
{
    return open_or_close(out, settings, (struct opening){NULL, NULL, false}, st);
}

void pipeline_close(struct pipeline *p)
{
    prepare_release(&p->prepared);
    session_close(&p->session);
    world_close(&p->owned);
    heat_release(&p->heat);
}
