#include "orchestrator/cli/command.h"

#include "common/interrupt.h"
#include "orchestrator/predict/predict.h"
#include "orchestrator/result/timeline_json.h"
#include "sim/config/load/load.h"

static enum st_code with_world(const struct command_context *c, const struct gpu_config *gpu,
                               const struct world *world, struct status *st)
{
    struct session session;
    struct result r;
    TRY(session_open(&session, world, &c->settings->render, NULL, st));
    interrupt_hold(c->settings->output.trace !=
                   NULL); /* which is worth having of a part of the run */
    enum st_code code = simulate_frame(&r, c->settings, &session, gpu, c->err, st);
    interrupt_hold(false);
    interrupt_release();
    if (code == ST_OK) {
        code = command_print_result(c, &r, st);
        if (code == ST_OK)
            code = timeline_json_write(&r, st);
        result_free(&r);
    }
    session_close(&session);
    return code;
}

enum st_code command_simulate(const struct command_context *c, struct status *st)
{
    struct gpu_config gpu;
    struct world world;
    TRY(timeline_json_check(c->settings, c->out, st));
    interrupt_catch(COMMAND_INTERRUPTED);
    TRY(gpu_config_load(&gpu, c->settings->render.gpu, st));
    TRY(world_open_settings(&world, &c->settings->render, &gpu, st));
    command_warn_world(c, &world);
    enum st_code code = with_world(c, &gpu, &world, st);
    world_close(&world);
    return code;
}
