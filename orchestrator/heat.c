#include "orchestrator/heat.h"

#include "orchestrator/traversal.h"

#include <string.h>

static void finish(struct heat *h, struct cost_time start)
{
    hash_bytes(h->picture.rgba, 4 * (size_t)h->picture.width * h->picture.height, h->hash);
    h->cost = cost_since(start);
}

enum st_code heat_profile(struct heat *out, const struct session *session,
                          const struct gpu_config *gpu, const struct settings *settings,
                          struct status *st)
{
    struct traversal_options traversal = traversal_of(gpu);
    struct cost_time start = cost_now();
    struct heatmap map;
    memset(out, 0, sizeof *out);
    TRY(heatmap_profile(&map, session->launch, &traversal, (enum heat_timer)settings->timer,
                        settings->quiet, &out->counts, st));
    enum st_code code = heatmap_paint(&map, &out->picture, st);
    heatmap_free(&map);
    if (code == ST_OK)
        finish(out, start);
    return code;
}

enum st_code heat_read(struct heat *out, const struct settings *settings, struct status *st)
{
    struct cost_time start = cost_now();
    memset(out, 0, sizeof *out);
    TRY(heatmap_read_picture(&out->picture, settings->heatmap, st));
    finish(out, start);
    return ST_OK;
}

void heat_release(struct heat *h)
{
    image_free(&h->picture);
    memset(h, 0, sizeof *h);
}
