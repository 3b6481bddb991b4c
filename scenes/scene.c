/* The scene as plain data: its end of life, counts, bounds and the checks of a whole scene. */
#include "scenes/scene.h"

#include "common/memory.h"

#include <math.h>

void scene_free(struct scene *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < s->n_textures; i++)
        image_free(&s->textures[i]);
    for (uint32_t i = 0; i < s->n_meshes; i++) {
        mem_free(s->meshes[i].name);
        mem_free(s->meshes[i].vertices);
        mem_free(s->meshes[i].indices);
    }
    mem_free(s->path.keys);
    mem_free(s->materials);
    mem_free(s->textures);
    mem_free(s->meshes);
    mem_free(s->spheres);
    mem_free(s->instances);
    mem_free(s->name);
    mem_free(s->origin);
    mem_free(s->notes);
    mem_free(s);
}

uint64_t scene_triangles(const struct scene *s)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < s->n_instances; i++)
        if (s->instances[i].geometry == GEOMETRY_MESH)
            n += s->meshes[s->instances[i].index].n_triangles;
    return n;
}

uint64_t scene_unique_triangles(const struct scene *s)
{
    uint64_t n = 0;
    for (uint32_t i = 0; i < s->n_meshes; i++)
        n += s->meshes[i].n_triangles;
    return n;
}

static void extend(struct vec3 *lo, struct vec3 *hi, struct vec3 p)
{
    *lo = vec3_make(fminf(lo->x, p.x), fminf(lo->y, p.y), fminf(lo->z, p.z));
    *hi = vec3_make(fmaxf(hi->x, p.x), fmaxf(hi->y, p.y), fmaxf(hi->z, p.z));
}

void scene_bounds(const struct scene *s, struct vec3 *lo, struct vec3 *hi)
{
    *lo = vec3_make(INFINITY, INFINITY, INFINITY);
    *hi = vec3_make(-INFINITY, -INFINITY, -INFINITY);
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *in = &s->instances[i];
        if (in->geometry == GEOMETRY_SPHERE) {
            const struct scene_sphere *ball = &s->spheres[in->index];
            struct vec3 c = vec3_make(ball->center[0], ball->center[1], ball->center[2]);
            struct vec3 r = vec3_make(ball->radius, ball->radius, ball->radius);
            extend(lo, hi, vec3_sub(c, r));
            extend(lo, hi, vec3_add(c, r));
            continue;
        }
        const struct scene_mesh *m = &s->meshes[in->index];
        for (int corner = 0; corner < 8; corner++) {
            struct vec3 p =
                vec3_make(corner & 1 ? m->hi.x : m->lo.x, corner & 2 ? m->hi.y : m->lo.y,
                          corner & 4 ? m->hi.z : m->lo.z);
            extend(lo, hi, mat34_point(&in->transform, p));
        }
    }
}

static bool finite3(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

/* The square of a distance has to be a 32-bit number other than 0. */
static enum st_code fail_distance(const struct scene_camera *c, struct status *st)
{
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double d = (double)c->look_at[i] - (double)c->eye[i];
        square += d * d;
    }
    if (square == 0)
        return status_fail(st, ST_FAILED,
                           "the camera looks at its own position; look_at must differ from eye");
    return status_fail(
        st, ST_FAILED,
        "the camera is %g away from what it looks at; 1e-18 to 1e18 are possible, so "
        "scale the scene",
        sqrt(square));
}

enum st_code scene_validate_camera(const struct scene_camera *c, struct status *st)
{
    if (!finite3(c->eye) || !finite3(c->look_at) || !finite3(c->up))
        return status_fail(st, ST_FAILED, "the camera has a number that is not finite");
    if (!(c->vertical_fov_deg > 0.0f && c->vertical_fov_deg < 180.0f))
        return status_fail(st, ST_FAILED,
                           "the camera's vertical field of view is %g degrees; it must be between "
                           "0 and 180",
                           (double)c->vertical_fov_deg);
    if (!(c->aperture >= 0.0f && isfinite(c->aperture)))
        return status_fail(st, ST_FAILED, "the camera's aperture is %g; it must be 0 or more",
                           (double)c->aperture);
    if (!(c->focus_distance > 0.0f && isfinite(c->focus_distance)))
        return status_fail(st, ST_FAILED, "the camera's focus distance is %g; it must be above 0",
                           (double)c->focus_distance);
    struct vec3 view = vec3_sub(vec3_make(c->look_at[0], c->look_at[1], c->look_at[2]),
                                vec3_make(c->eye[0], c->eye[1], c->eye[2]));
    if (!(vec3_length(view) > 0.0f) || !isfinite(vec3_length(view)))
        return fail_distance(c, st);
    struct vec3 up = vec3_make(c->up[0], c->up[1], c->up[2]);
    float across = vec3_length(vec3_cross(vec3_normalize(view), vec3_normalize(up)));
    if (!(across > 1e-4f))
        return status_fail(st, ST_FAILED,
                           "the camera's up is zero or along its view; it must point "
                           "across the view");
    return ST_OK;
}

enum st_code scene_validate(const struct scene *s, struct status *st)
{
    if (s->n_instances == 0)
        return status_fail(st, ST_FAILED, "the scene has no geometry; it needs a mesh or a sphere");
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    const float corners[6] = {lo.x, lo.y, lo.z, hi.x, hi.y, hi.z};
    if (!finite3(corners) || !finite3(corners + 3))
        return status_fail(st, ST_FAILED,
                           "the scene reaches to infinity; its coordinates must stay "
                           "below 3e38");
    if (!finite3(s->light_position) || !(s->light_radius >= 0 && isfinite(s->light_radius)))
        return status_fail(st, ST_FAILED,
                           "the light's position is not finite or its radius is "
                           "negative");
    return scene_validate_camera(&s->camera, st);
}
