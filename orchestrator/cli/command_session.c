#include "orchestrator/cli/command_session.h"

#include "orchestrator/settings/options_json.h"
#include "sim/config/load/load.h"

enum st_code command_session_open(struct command_session *out, const struct command_context *c,
                                  struct status *st)
{
    const struct render_settings *render = &c->settings->render;
    TRY(gpu_config_load(&out->gpu, render->gpu, st));
    TRY(world_open_settings(&out->world, render, &out->gpu, st));
    command_warn_world(c, &out->world);
    enum st_code code = session_open(&out->session, &out->world, render, NULL, st);
    if (code != ST_OK)
        world_close(&out->world);
    else
        command_warn_launch(c, out->session.launch);
    return code;
}

void command_session_close(struct command_session *s)
{
    session_close(&s->session);
    world_close(&s->world);
}

void command_session_json(struct json_writer *w, json_t *document, const struct command_context *c,
                          const struct session *s, struct cost_time taken)
{
    json_t *settings = options_recorded(w, c->line->bit, c->settings);
    json_t *cost = json_writer_object(w);
    json_put_count(w, settings, "rays", s->frame.rays_per_hit); /* also where the option is "auto"
                                                                 */
    json_put(w, document, "settings", settings);
    json_put_real(w, cost, "wall_s", taken.wall_s);
    json_put_real(w, cost, "cpu_s", taken.cpu_s);
    json_put_real(w, cost, "setup_cpu_s", s->setup.cpu_s);
    json_put_count(w, cost, "peak_rss_bytes", cost_peak_rss_bytes());
    json_put(w, document, "cost", cost);
}
