#include "orchestrator/cli/command_trace.h"

#include "orchestrator/predict/heat.h"

static enum st_code profile(const struct session *session, const struct gpu_config *gpu,
                            const struct settings *settings, struct image *picture,
                            struct traced *traced, struct status *st)
{
    struct heat heat;
    struct settings whole = *settings;
    if (settings->method.profile_pixels == 0) /* the picture is the result */
        whole.method.profile_pixels = OPTION_ALL;
    TRY(heat_profile(&heat, session, gpu, &whole, NULL, st));
    *picture = heat.picture;
    traced->counts = heat.counts;
    traced->profile = heat.profile;
    heatmap_free(&heat.map);
    return ST_OK;
}

enum st_code command_heatmap(const struct command_context *c, struct status *st)
{
    return command_trace(c, profile, "_heatmap.png", st);
}
