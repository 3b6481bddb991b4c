#include "scenes/unit.h"

#include "common/memory.h"
#include "scenes/camera_path.h"
#include "scenes/mesh_edit.h"

#include <math.h>
#include <stdlib.h>

/* FITTED: the size of the scene in units of ray tracing. WIDEST: the size is at least the reach of
 * all parts divided by this, so that rays from outside reach across the scene. */
#define FITTED 16.0
#define WIDEST 64.0

enum { MOST_SAMPLES = 4096, POINTS = 3 * MOST_SAMPLES };

struct points {
    float at[3][POINTS];
    size_t n;
};

/* ---- the size ---- */

static void add_point(struct points *p, struct vec3 at)
{
    p->at[0][p->n] = at.x;
    p->at[1][p->n] = at.y;
    p->at[2][p->n] = at.z;
    p->n++;
}

static void add_sphere(struct points *p, const struct scene_sphere *s)
{
    const struct vec3 c = vec3_make(s->center[0], s->center[1], s->center[2]);
    const struct vec3 r = vec3_make(s->radius, s->radius, s->radius);
    add_point(p, vec3_sub(c, r));
    add_point(p, vec3_add(c, r));
}

static void add_triangle(struct points *p, const struct scene *s, const struct scene_instance *in,
                         uint64_t triangle)
{
    const struct scene_mesh *m = &s->meshes[in->index];
    for (size_t corner = 0; corner < 3; corner++) {
        const float *v = m->vertices[m->indices[3 * triangle + corner]].position;
        add_point(p, mat34_point(&in->transform, vec3_make(v[0], v[1], v[2])));
    }
}

static uint64_t primitives_of(const struct scene *s, const struct scene_instance *in)
{
    return in->geometry == GEOMETRY_MESH ? s->meshes[in->index].n_triangles : 1;
}

/* Takes the corners of MOST_SAMPLES primitives, or of all if there are fewer, evenly spread over
 * the instances. */
static void sample(struct points *p, const struct scene *s)
{
    const uint64_t all = scene_triangles(s) + s->n_spheres;
    const uint64_t samples = all < MOST_SAMPLES ? all : MOST_SAMPLES;
    uint64_t before = 0, taken = 0;
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *in = &s->instances[i];
        const uint64_t n = primitives_of(s, in);
        for (; taken < samples && taken * all / samples < before + n; taken++)
            if (in->geometry == GEOMETRY_MESH)
                add_triangle(p, s, in, taken * all / samples - before);
            else
                add_sphere(p, &s->spheres[in->index]);
        before += n;
    }
}

static int by_value(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Returns the longest side of the box around the middle half of the points. */
static double spread(struct points *p)
{
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
        qsort(p->at[axis], p->n, sizeof p->at[axis][0], by_value);
        const double low = (double)p->at[axis][p->n / 4], high = (double)p->at[axis][3 * p->n / 4];
        most = fmax(most, high - low);
    }
    return most;
}

static void reach_to(const float eye[3], double lo[3], double hi[3])
{
    for (int k = 0; k < 3; k++) {
        lo[k] = fmin(lo[k], (double)eye[k]);
        hi[k] = fmax(hi[k], (double)eye[k]);
    }
}

/* Returns the longest side of the box around all geometry and every camera of the path. */
static double reach(const struct scene *s)
{
    struct vec3 least, most;
    scene_bounds(s, &least, &most);
    double lo[3] = {(double)least.x, (double)least.y, (double)least.z};
    double hi[3] = {(double)most.x, (double)most.y, (double)most.z};
    reach_to(s->camera.eye, lo, hi);
    for (uint32_t i = 0; i < s->path.n_keys; i++)
        reach_to(s->path.keys[i].camera.eye, lo, hi);
    return fmax(fmax(hi[0] - lo[0], hi[1] - lo[1]), hi[2] - lo[2]);
}

enum st_code scene_unit_of(const struct scene *s, double *unit, struct status *st)
{
    MEM_AUTO struct points *points = NULL;
    TRY(mem_make(&points, 1, sizeof *points, s->name, st));
    sample(points, s);
    const double size = fmax(spread(points), reach(s) / WIDEST);
    *unit = size > 0 && isfinite(size) ? size / FITTED : 1.0;
    return ST_OK;
}

/* ---- scaling to the unit ---- */

static void divide(float *lengths, size_t n, double by)
{
    for (size_t i = 0; i < n; i++)
        lengths[i] = (float)((double)lengths[i] / by);
}

void scene_fit_camera(const struct scene *s, struct scene_camera *c)
{
    divide(c->eye, 3, s->unit);
    divide(c->look_at, 3, s->unit);
    divide(&c->aperture, 1, s->unit);
    divide(&c->focus_distance, 1, s->unit);
}

/* Returns the power of two with which the transform's largest number is multiplied to be at least 1
 * and below 2. */
static double scale_of(const struct mat34 *t)
{
    float most = 0;
    int exponent;
    for (int i = 0; i < 12; i++)
        if (i % 4 != 3)
            most = fmaxf(most, fabsf(t->m[i]));
    frexpf(most, &exponent);
    return ldexp(1.0, exponent - 1);
}

static void fit_mesh(struct scene_mesh *m, double unit, double scale)
{
    for (uint32_t i = 0; i < m->n_vertices; i++)
        divide(m->vertices[i].position, 3, unit / scale);
    mesh_bound(m);
}

static void fit_transform(struct mat34 *t, double unit, double scale)
{
    for (size_t row = 0; row < 3; row++) {
        divide(t->m + 4 * row, 3, scale);
        divide(t->m + 4 * row + 3, 1, unit);
    }
}

static enum st_code fit_meshes(struct scene *s, struct status *st)
{
    MEM_AUTO double *scales = NULL; /* for each mesh; 0: no instance was seen yet */
    TRY(mem_make(&scales, (size_t)s->n_meshes + 1, sizeof *scales, s->name, st));
    for (uint32_t i = 0; i < s->n_instances; i++) {
        struct scene_instance *in = &s->instances[i];
        if (in->geometry != GEOMETRY_MESH)
            continue;
        if (scales[in->index] == 0)
            scales[in->index] = s->unit_stated ? 1.0 : scale_of(&in->transform);
        fit_transform(&in->transform, s->unit, scales[in->index]);
    }
    for (uint32_t i = 0; i < s->n_meshes; i++)
        fit_mesh(&s->meshes[i], s->unit, scales[i] > 0 ? scales[i] : 1.0);
    return ST_OK;
}

/* Checks for errors that are possible only after the change of unit. */
static enum st_code check_unit(const struct scene *s, struct status *st)
{
    const double most = SCENE_MOST_COORDINATE;
    const struct scene_camera *c = &s->camera;
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *in = &s->instances[i];
        struct mat34 inverse;
        if (in->geometry != GEOMETRY_MESH)
            continue;
        TRY(scene_check_placed(&s->meshes[in->index], &in->transform, most, st));
        if (!mat34_inverse(&in->transform, &inverse))
            return status_fail(st, ST_FAILED,
                               "an instance of mesh '%s' is too small beside the scene, or beside "
                               "the mesh's first; its transform cannot be inverted",
                               s->meshes[in->index].name);
    }
    for (int k = 0; k < 3; k++) {
        TRY(scene_check_coordinate("the light", fabs((double)s->light_position[k]), most, st));
        TRY(scene_check_coordinate("the camera", fabs((double)c->eye[k]), most, st));
        TRY(scene_check_coordinate("what the camera looks at", fabs((double)c->look_at[k]), most,
                                   st));
    }
    const struct vec3 view = vec3_sub(vec3_make(c->look_at[0], c->look_at[1], c->look_at[2]),
                                      vec3_make(c->eye[0], c->eye[1], c->eye[2]));
    if (!(vec3_length(view) > 0.0f))
        return status_fail(
            st, ST_FAILED,
            "the camera is %g from what it looks at and the scene %g times as large; "
            "look_at must be farther away",
            (double)camera_distance(c) * s->unit, FITTED / (double)camera_distance(c));
    return ST_OK;
}

enum st_code scene_fit(struct scene *s, struct status *st)
{
    if (s->unit != 1.0 || !s->unit_stated)
        TRY(fit_meshes(s, st));
    for (uint32_t i = 0; i < s->n_spheres; i++) {
        divide(s->spheres[i].center, 3, s->unit);
        divide(&s->spheres[i].radius, 1, s->unit);
    }
    scene_fit_camera(s, &s->camera);
    for (uint32_t i = 0; i < s->path.n_keys; i++)
        scene_fit_camera(s, &s->path.keys[i].camera);
    divide(s->light_position, 3, s->unit);
    divide(&s->light_radius, 1, s->unit);
    const enum st_code code = check_unit(s, st);
    const struct status why = *st;
    return code == ST_OK ? ST_OK : status_fail_at(st, code, s->origin, 0, "%s", why.text);
}
