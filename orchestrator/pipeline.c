#include "orchestrator/pipeline.h"

#include <string.h>

static enum st_code open_session(struct pipeline *p, const struct settings *settings,
                                 struct heat_memory *memory, struct status *st)
{
    const struct image *plane = settings->heatmap ? &p->heat.picture : NULL;
    TRY(session_open(&p->session, p->world, settings, plane, st));
    if (settings->heatmap)
        return ST_OK;
    return memory ? heat_profile_again(&p->heat, &p->session, &p->target.gpu, settings, memory, st)
                  : heat_profile(&p->heat, &p->session, &p->target.gpu, settings, st);
}

static enum st_code open_all(struct pipeline *p, const struct settings *settings,
                             const struct world *world, struct heat_memory *memory,
                             struct status *st)
{
    struct frame frame;
    TRY(target_load(&p->target, settings, st));
    if (settings->heatmap) {
        TRY(heat_read(&p->heat, settings, st));
        TRY(session_frame(&frame, settings, NULL, &p->heat.picture, st));
    }
    p->world = world;
    if (!world && settings->operand) {
        TRY(world_open(&p->owned, settings->operand, st));
        p->world = &p->owned;
    }
    if (p->world)
        TRY(open_session(p, settings, memory, st));
    else if (settings->frame)
        return status_fail(st, ST_USAGE,
                           "--frame is %u and there is no SCENE; a heatmap alone is one frame",
                           settings->frame);
    return prepare(&p->prepared, settings, &p->target, &p->heat, st);
}

enum st_code pipeline_open_again(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct heat_memory *memory,
                                 struct status *st)
{
    memset(out, 0, sizeof *out);
    enum st_code code = open_all(out, settings, world, memory, st);
    if (code != ST_OK)
        pipeline_close(out);
    return code;
}

enum st_code pipeline_open_world(struct pipeline *out, const struct settings *settings,
                                 const struct world *world, struct status *st)
{
    return pipeline_open_again(out, settings, world, NULL, st);
}

enum st_code pipeline_open(struct pipeline *out, const struct settings *settings, struct status *st)
{
    return pipeline_open_world(out, settings, NULL, st);
}

void pipeline_close(struct pipeline *p)
{
    prepare_release(&p->prepared);
    session_close(&p->session);
    world_close(&p->owned);
    heat_release(&p->heat);
}
