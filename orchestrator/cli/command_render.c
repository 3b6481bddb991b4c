#include "orchestrator/cli/command_trace.h"

static enum st_code render(const struct session *session, const struct gpu_config *gpu,
                           const struct settings *settings, struct image *picture,
                           struct traced *traced, struct status *st)
{
    const struct render_counts counts = {.totals = &traced->counts};
    return session_render(session, gpu, settings->output.quiet, picture, &counts, st);
}

enum st_code command_render(const struct command_context *c, struct status *st)
{
    return command_trace(c, render, ".png", st);
}
