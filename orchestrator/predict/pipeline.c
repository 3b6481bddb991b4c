#include "orchestrator/predict/pipeline.h"

#include "common/interrupt.h"
#include "heatmap/sample.h"
#include "orchestrator/predict/trace_cache.h"
#include "sim/config/load/load.h"
#include "sim/timing/sm.h"

#include <math.h>
#include <string.h>

/* ---- the pixels ---- */

struct plan_settings pipeline_plan_settings(const struct settings *settings, uint32_t factor,
                                            double percent)
{
    const struct method_settings *method = &settings->method;
    return (struct plan_settings){
        .factor = factor,
        .division = (enum division)method->division,
        .distribution = (enum distribution)method->distribution,
        .block_width = method->block.width,
        .block_height = method->block.height,
        .percent = percent,
        .percent_min = method->percent_min,
        .percent_max = method->percent_max,
        .seed = settings->render.seed,
    };
}

static enum st_code choose_pixels(struct pipeline *p, const struct settings *settings,
                                  struct status *st)
{
    struct cost_time start = cost_now();
    const struct method_settings *method = &settings->method;
    struct plan_settings how =
        pipeline_plan_settings(settings, p->target.downscale.factor, method->percent);
    TRY(quantize(&p->quantized, &p->profile.picture, method->clusters, settings->render.seed, st));
    TRY(plan_create(&p->plan, &p->quantized, &how, st));
    p->choosing = cost_since(start);
    return ST_OK;
}

/* ---- all stages ---- */

static enum st_code load_target(struct target *out, const struct settings *settings,
                                struct status *st)
{
    TRY(gpu_config_load(&out->gpu, settings->render.gpu, st));
    TRY(downscale_choose(&out->downscale, out->gpu.machine.sms, out->gpu.machine.memory_partitions,
                         settings->method.factor, st));
    out->small = out->gpu;
    gpu_config_downscale(&out->small, out->downscale.factor);
    return ST_OK;
}

/* Opens a world where the caller gave none: that of the operand, or one made from the heatmap. */
static enum st_code open_world(struct pipeline *p, const struct render_settings *render,
                               struct status *st)
{
    p->world = &p->owned;
    return render->scene
               ? world_open(&p->owned, render->scene, false, st)
               : world_open_synthetic(&p->owned, render, &p->target.gpu, &p->profile.picture, st);
}

uint64_t pipeline_slots(const struct pipeline *p)
{
    const struct gpu_config *gpu = &p->target.gpu;
    return (uint64_t)gpu->machine.sms * sm_occupancy(gpu, launch_registers(p->session.launch));
}

/* Runs all of a frame whose CTAs are not pixels of one dispatch, if the user has not asked for
 * windows. */
static enum st_code without_windows(struct pipeline *p, const struct settings *settings,
                                    struct status *st)
{
    if (settings->method.sample == SAMPLE_WINDOWS)
        return status_fail(st, ST_USAGE,
                           "--sample windows of a pipeline with compute shaders or several "
                           "dispatches; expected all or groups");
    p->choice.sample = SAMPLE_ALL;
    p->choice.fills = 0;
    return ST_OK;
}

static enum st_code open_session(struct pipeline *p, const struct settings *settings,
                                 const struct pipeline_given *given, struct status *st)
{
    bool pictured = settings->render.heatmap;
    TRY(session_open(&p->session, p->world, &settings->render,
                     pictured ? &p->profile.picture : NULL, st));
    if (given->traces)
        TRY(trace_cache_for(given->traces, &p->session, st));
    if (given->hold)
        interrupt_hold(true);
    if (!given->plan_alone)
        p->choice = choose(settings, &p->target.gpu, pipeline_slots(p),
                           launch_shape(p->session.launch).n_ctas);
    if (!launch_is_plane(p->session.launch) && p->choice.sample == SAMPLE_WINDOWS)
        TRY(without_windows(p, settings, st));
    return pictured || !(given->profile || sample_kinds[p->choice.sample].profile)
               ? ST_OK
               : frame_profile_make(&p->profile, &p->session, &p->target.gpu, settings,
                                    given->memory, st);
}

static enum st_code open_all(struct pipeline *p, const struct settings *settings,
                             const struct pipeline_given *given, struct status *st)
{
    const struct render_settings *render = &settings->render;
    struct frame frame;
    if (!given->world && !render->scene && !render->heatmap)
        return world_none(st);
    TRY(load_target(&p->target, settings, st));
    p->choice = (struct choice){SAMPLE_GROUPS, models_simulating(settings->method.model), 0};
    if (render->heatmap) {
        TRY(frame_profile_read(&p->profile, render, st));
        TRY(session_frame(&frame, render, NULL, &p->profile.picture, st));
    }
    p->world = given->world;
    if (!p->world && (render->scene || !given->plan_alone))
        TRY(open_world(p, render, st));
    if (p->world)
        TRY(open_session(p, settings, given, st));
    else if (render->frame)
        return status_fail(st, ST_USAGE,
                           "--frame is %u and there is no SCENE; a heatmap alone is one frame",
                           render->frame);
    if (settings->method.pixels) {
        struct image size = p->profile.picture;
        if (p->world)
            size =
                (struct image){.width = p->session.frame.width, .height = p->session.frame.height};
        return plan_read(&p->plan, settings->method.pixels, size.width, size.height,
                         p->target.downscale.factor, st);
    }
    return sample_kinds[p->choice.sample].plan ? choose_pixels(p, settings, st) : ST_OK;
}

enum st_code pipeline_open(struct pipeline *out, const struct settings *settings,
                           struct pipeline_given given, struct status *st)
{
    memset(out, 0, sizeof *out);
    out->traces = given.traces;
    enum st_code code = open_all(out, settings, &given, st);
    if (code != ST_OK)
        pipeline_close(out);
    return code;
}

void pipeline_close(struct pipeline *p)
{
    plan_free(&p->plan);
    quantized_free(&p->quantized);
    session_close(&p->session);
    world_close(&p->owned);
    frame_profile_release(&p->profile);
}
