#include "orchestrator/pipeline.h"

#include <string.h>

static enum st_code open_session(struct pipeline *p, const struct settings *settings,
                                 struct status *st)
{
    const struct image *plane = settings->heatmap ? &p->heat.picture : NULL;
    TRY(world_open(&p->world, settings->operand, st));
    TRY(session_open(&p->session, &p->world, settings, plane, st));
    return settings->heatmap ? ST_OK : heat_profile(&p->heat, &p->session, settings, st);
}

static enum st_code open_all(struct pipeline *p, const struct settings *settings, struct status *st)
{
    struct frame frame;
    TRY(target_load(&p->target, settings, st));
    if (settings->heatmap) {
        TRY(heat_read(&p->heat, settings, st));
        TRY(session_frame(&frame, settings, NULL, &p->heat.picture, st));
    }
    if (settings->operand)
        TRY(open_session(p, settings, st));
    return prepare(&p->prepared, settings, &p->target, &p->heat, st);
}

enum st_code pipeline_open(struct pipeline *out, const struct settings *settings, struct status *st)
{
    memset(out, 0, sizeof *out);
    enum st_code code = open_all(out, settings, st);
    if (code != ST_OK)
        pipeline_close(out);
    return code;
}

void pipeline_close(struct pipeline *p)
{
    prepare_release(&p->prepared);
    session_close(&p->session);
    world_close(&p->world);
    heat_release(&p->heat);
}
