#include "orchestrator/cli/command_trace.h"

#include "orchestrator/predict/frame_profile.h"

static enum st_code profile(const struct session *session, const struct gpu_config *gpu,
                            const struct settings *settings, struct image *picture,
                            struct traced *traced, struct status *st)
{
    struct frame_profile made;
    struct settings whole = *settings;
    if (settings->method.profile_pixels == 0) /* the picture is the result, so all pixels are
                                                 profiled */
        whole.method.profile_pixels = OPTION_ALL;
    TRY(frame_profile_make(&made, session, gpu, &whole, NULL, st));
    *picture = made.picture;
    traced->counts = made.counts;
    traced->profile = made.facts;
    heatmap_free(&made.map);
    return ST_OK;
}

enum st_code command_heatmap(const struct command_context *c, struct status *st)
{
    return command_trace(c, profile, "_heatmap.png", st);
}
