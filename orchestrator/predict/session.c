#include "orchestrator/predict/session.h"

#include "common/memory.h"
#include "orchestrator/predict/camera.h"
#include "orchestrator/predict/frame_profile.h"
#include "scenes/camera_path.h"
#include "scenes/flatten.h"
#include "scenes/unit.h"

#include <string.h>

enum { DEFAULT_SIDE = 512 };

enum st_code world_open(struct world *out, const char *operand, bool flat, struct status *st)
{
    struct cost_time start = cost_now();
    memset(out, 0, sizeof *out);
    TRY(scene_load(&out->scene, operand, st));
    enum st_code code = scene_fit(out->scene, st);
    if (code == ST_OK && flat)
        code = scene_flatten(out->scene, st);
    if (code == ST_OK)
        code = device_image_create(&out->image, out->scene, st);
    if (code != ST_OK) {
        world_close(out);
        return code;
    }
    out->setup = cost_since(start);
    return ST_OK;
}

enum st_code world_open_synthetic(struct world *out, const struct render_settings *render,
                                  const struct gpu_config *gpu, const struct image *picture,
                                  struct status *st)
{
    struct cost_time start = cost_now();
    memset(out, 0, sizeof *out);
    TRY(synthetic_create(&out->synthetic, &out->scene, &out->image, render, gpu, picture, st));
    out->setup = cost_since(start);
    return ST_OK;
}

enum st_code world_none(struct status *st)
{
    return status_fail(st, ST_USAGE, "no SCENE and no --heatmap; one of them is needed");
}

enum st_code world_open_settings(struct world *out, const struct render_settings *render,
                                 const struct gpu_config *gpu, struct status *st)
{
    struct cost_time start = cost_now();
    struct frame_profile profile;
    if (render->scene && render->heatmap)
        return status_fail(st, ST_USAGE,
                           "'%s' and --heatmap '%s' both say what runs, and no pixel is chosen by "
                           "temperature; give one of them",
                           render->scene, render->heatmap);
    if (render->scene)
        return world_open(out, render->scene, false, st);
    if (!render->heatmap)
        return world_none(st);
    TRY(frame_profile_read(&profile, render, st));
    enum st_code code = world_open_synthetic(out, render, gpu, &profile.picture, st);
    if (code == ST_OK)
        snprintf(out->note, sizeof out->note, "%s", profile.note);
    out->setup = cost_since(start);
    frame_profile_release(&profile);
    return code;
}

void world_close(struct world *w)
{
    synthetic_free(w->synthetic);
    device_image_free(w->image);
    scene_free(w->scene);
    memset(w, 0, sizeof *w);
}

static uint32_t side(uint32_t asked, uint32_t of_plane, uint32_t of_scene)
{
    if (of_plane)
        return of_plane;
    if (asked)
        return asked;
    return of_scene ? of_scene : DEFAULT_SIDE;
}

static enum st_code check_number(uint32_t number, const struct scene *scene, struct status *st)
{
    uint32_t last = scene_last_frame(scene);
    if (number > last && last == 0)
        return status_fail(st, ST_USAGE,
                           "--frame is %u and '%s' has no camera path; it must be 0, or the scene "
                           "needs a path",
                           number, scene->name);
    if (number > last)
        return status_fail(st, ST_USAGE,
                           "--frame is %u; the camera path of '%s' has frames 0 to %u", number,
                           scene->name, last);
    return ST_OK;
}

enum st_code session_frame(struct frame *out, const struct render_settings *render,
                           const struct scene *scene, const struct image *plane, struct status *st)
{
    static const uint32_t rays_of_shader[SHADER_ANY_SCENE] = {1, 2, 4};
    enum { RAYS_OF_DUMPS = 16 }; /* rays per hit of LumiBench's shaders without --shadowrays */
    if (plane && ((render->width && render->width != plane->width) ||
                  (render->height && render->height != plane->height)))
        return status_fail(st, ST_USAGE,
                           "%s: the heatmap is %ux%u pixels and --width, --height say otherwise; "
                           "leave them out or give these",
                           render->heatmap, plane->width, plane->height);
    out->width = side(render->width, plane ? plane->width : 0, scene ? scene->width : 0);
    out->height = side(render->height, plane ? plane->height : 0, scene ? scene->height : 0);
    if ((uint64_t)out->width * out->height > IMAGE_MOST_PIXELS)
        return status_fail(st, ST_USAGE,
                           "the image plane is %ux%u pixels; there must be at most %u", out->width,
                           out->height, IMAGE_MOST_PIXELS);
    if (scene)
        TRY(check_number(render->frame, scene, st));
    out->number = render->frame;
    out->samples = render->samples;
    out->max_depth = render->max_depth;
    out->shader = (enum shader_kind)render->shader;
    out->shaders = render->shaders;
    out->isa = (enum isa)render->isa;
    if (out->isa != ISA_PTX && out->shaders)
        return status_fail(
            st, ST_USAGE,
            "--isa is %s and --shaders has an instruction set of its own; expected one "
            "of the two",
            isa_names[out->isa]);
    out->rays_per_hit =
        render->rays_per_hit ? render->rays_per_hit
        : render->shaders && !launch_is_pipeline(render->shaders) && out->shader == SHADER_PATH
            ? RAYS_OF_DUMPS
            : rays_of_shader[render->shader];
    out->seed = render->seed;
    out->camera = (struct scene_camera){0}; /* the scene's, until session_open sets another */
    return ST_OK;
}

/* Opens the scene a second time, without transforms. Its file is read again because other sessions
 * share the world. */
static enum st_code flatten(struct session *s, const struct world *world, struct status *st)
{
    TRY(mem_make(&s->flat, 1, sizeof *s->flat, world->scene->name, st));
    TRY(world_open(s->flat, world->scene->origin, true, st));
    s->world = s->flat;
    return ST_OK;
}

static enum st_code open_session(struct session *out, const struct render_settings *render,
                                 const struct image *plane, struct status *st)
{
    const struct synthetic *synthetic = out->world->synthetic;
    TRY(session_frame(&out->frame, render, out->world->scene, synthetic ? &synthetic->plane : plane,
                      st));
    if (synthetic && out->frame.isa != ISA_PTX)
        return status_fail(st, ST_USAGE,
                           "--isa is %s and there is no scene; the work that stands for a picture "
                           "is planned in PTX",
                           isa_names[out->frame.isa]);
    if (synthetic)
        synthetic_frame(&out->frame);
    else if (camera_is_given(render))
        TRY(camera_given(out->world->scene, render, &out->frame.camera, st));
    if (launch_is_flat(out->frame.shaders) && !scene_is_flat(out->world->scene))
        TRY(flatten(out, out->world, st));
    TRY(launch_create(&out->launch, out->world->image, &out->frame, st));
    if (synthetic)
        launch_set_storage(out->launch, &synthetic->storage);
    return ST_OK;
}

enum st_code session_open(struct session *out, const struct world *world,
                          const struct render_settings *render, const struct image *plane,
                          struct status *st)
{
    struct cost_time start = cost_now();
    *out = (struct session){.world = world};
    enum st_code code = open_session(out, render, plane, st);
    if (code != ST_OK) {
        session_close(out);
        return code;
    }
    out->setup = cost_since(start);
    cost_add(&out->setup, world->setup);
    return ST_OK;
}

void session_close(struct session *s)
{
    if (s->launch)
        launch_free(s->launch);
    if (s->flat)
        world_close(s->flat);
    mem_free(s->flat);
    memset(s, 0, sizeof *s);
}

uint64_t session_pixels(const struct session *s)
{
    return (uint64_t)s->frame.width * s->frame.height;
}
