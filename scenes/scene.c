/* The scene as plain data: freeing, counts, bounds and the checks of a whole scene. */
#include "scenes/scene.h"

#include "common/memory.h"

#include <math.h>
#include <stdio.h>

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
    mem_free(s->roles);
    mem_free(s->name);
    mem_free(s->origin);
    mem_free(s->notes);
    mem_free(s);
}

void scene_sphere_box(const struct scene_sphere *s, float lo[3], float hi[3])
{
    for (int axis = 0; axis < 3; axis++) {
        lo[axis] = s->boxed ? s->lo[axis] : s->center[axis] - s->radius;
        hi[axis] = s->boxed ? s->hi[axis] : s->center[axis] + s->radius;
    }
}

struct scene_role scene_role_of(const struct scene *s, uint32_t instance)
{
    return s->roles ? s->roles[instance]
                    : (struct scene_role){.instance = instance, .custom = instance, .mask = 0xff};
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

struct direction { /* in double, in which the square of a 32-bit float is never 0 or infinite */
    double x, y, z, length;
};

static struct direction from_to(const float from[3], const float to[3])
{
    struct direction d = {(double)to[0] - (double)from[0], (double)to[1] - (double)from[1],
                          (double)to[2] - (double)from[2], 0};
    d.length = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
    return d;
}

/* Returns the sine of the angle between two directions; 0 if one has length 0. */
static double sine_between(const struct direction *a, const struct direction *b)
{
    const double x = a->y * b->z - a->z * b->y, y = a->z * b->x - a->x * b->z,
                 z = a->x * b->y - a->y * b->x, lengths = a->length * b->length;
    return lengths > 0 ? sqrt(x * x + y * y + z * z) / lengths : 0;
}

enum st_code scene_validate_camera(const struct scene_camera *c, struct status *st)
{
    static const float origin[3] = {0, 0, 0};
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
    const struct direction view = from_to(c->eye, c->look_at), up = from_to(origin, c->up);
    if (view.length == 0)
        return status_fail(st, ST_FAILED,
                           "the camera looks at its own position; look_at must differ from eye");
    if (!(sine_between(&view, &up) > 1e-4))
        return status_fail(st, ST_FAILED,
                           "the camera's up is zero or along its view; it must point "
                           "across the view, such as 0,0,-1 of a view from above");
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

enum st_code scene_check_coordinate(const char *what, double coordinate, double most,
                                    struct status *st)
{
    if (coordinate <= most)
        return ST_OK;
    return status_fail(
        st, ST_FAILED,
        "%s reaches to %g; coordinates must be within -%g to %g, so that 32-bit numbers "
        "hold what is computed of them; scale the scene",
        what, coordinate, most, most);
}

enum st_code scene_check_placed(const struct scene_mesh *m, const struct mat34 *t, double most,
                                struct status *st)
{
    const double lo[3] = {(double)m->lo.x, (double)m->lo.y, (double)m->lo.z};
    const double hi[3] = {(double)m->hi.x, (double)m->hi.y, (double)m->hi.z};
    char what[128];
    snprintf(what, sizeof what, "mesh '%.100s'", m->name);
    for (int axis = 0; axis < 3; axis++) {
        const float *row = t->m + (size_t)(4 * axis);
        double least = (double)row[3], largest = (double)row[3];
        for (int k = 0; k < 3; k++) {
            double a = (double)row[k] * lo[k], b = (double)row[k] * hi[k];
            least += fmin(a, b);
            largest += fmax(a, b);
        }
        TRY(scene_check_coordinate(what, fmax(-lo[axis], hi[axis]), most, st));
        TRY(scene_check_coordinate(what, fmax(-least, largest), most, st));
    }
    return ST_OK;
}

double scene_most_coordinate(const struct scene *s)
{
    return s->unit_stated ? s->unit * SCENE_MOST_COORDINATE : SCENE_MOST_READ;
}
