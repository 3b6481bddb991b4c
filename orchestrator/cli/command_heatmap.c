#include "orchestrator/cli/command_trace.h"

#include "orchestrator/predict/heat.h"

static enum st_code profile(const struct session *session, const struct gpu_config *gpu,
                            const struct settings *settings, struct image *picture,
                            struct functional_counts *counts, struct status *st)
{
    struct heat heat;
    TRY(heat_profile(&heat, session, gpu, settings, NULL, st));
    *picture = heat.picture;
    *counts = heat.counts;
    heatmap_free(&heat.map);
    return ST_OK;
}

enum st_code command_heatmap(const struct command_context *c, struct status *st)
{
    return command_trace(c, profile, "_heatmap.png", st);
}
