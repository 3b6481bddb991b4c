#include "orchestrator/predict/camera.h"

#include "scenes/camera_path.h"
#include "scenes/unit.h"

#include <math.h>

bool camera_is_given(const struct render_settings *render)
{
    return render->eye.given || render->look_at.given || render->up.given || render->fov > 0;
}

static void take_point(const struct option_point *point, double unit, float to[3])
{
    for (int k = 0; k < 3 && point->given; k++)
        to[k] = (float)(point->at[k] / unit);
}

/* Refuses a camera so far from the scene that its rays, which end at SCENE_FARTHEST, cannot hit. */
static enum st_code check_reach(const struct scene *s, const struct scene_camera *c,
                                struct status *st)
{
    struct vec3 lo, hi;
    double square = 0;
    scene_bounds(s, &lo, &hi);
    const double least[3] = {(double)lo.x, (double)lo.y, (double)lo.z};
    const double most[3] = {(double)hi.x, (double)hi.y, (double)hi.z};
    for (int k = 0; k < 3; k++) {
        const double at = (double)c->eye[k];
        const double away = fmax(fmax(least[k] - at, at - most[k]), 0);
        square += away * away;
    }
    if (sqrt(square) < (double)SCENE_FARTHEST)
        return ST_OK;
    return status_fail(st, ST_USAGE,
                       "the camera is %g away from the scene, of which rays reach %g; move --eye "
                       "nearer",
                       sqrt(square) * s->unit, (double)SCENE_FARTHEST * s->unit);
}

enum st_code camera_given(const struct scene *scene, const struct render_settings *render,
                          struct scene_camera *out, struct status *st)
{
    struct status why = {0};
    struct scene_camera c = scene_camera_at(scene, render->frame);
    const bool follows = c.focus_distance == camera_distance(&c);
    take_point(&render->eye, scene->unit, c.eye);
    take_point(&render->look_at, scene->unit, c.look_at);
    take_point(&render->up, 1, c.up);
    if (render->fov > 0)
        c.vertical_fov_deg = (float)render->fov;
    if (follows)
        c.focus_distance = camera_distance(&c);
    if (scene_validate_camera(&c, &why) != ST_OK)
        return status_fail(st, ST_USAGE, "--eye, --look-at, --up and --fov: %s", why.text);
    TRY(check_reach(scene, &c, st));
    *out = c;
    return ST_OK;
}
