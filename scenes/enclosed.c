/* Looks around from the middle of a scene. All rays have the same origin, so each triangle is
 * prepared once for all of them: a ray hits it if the three determinants of its direction and two
 * corners have the same sign. Adjacent triangles compute the determinant of their common edge
 * identically, so no ray passes between them. */
#include "scenes/enclosed.h"

#include "scenes/camera_path.h"
#include "scenes/transform.h"

#include <math.h>

enum { SPREAD = 128, AXES = 4, RAYS = SPREAD + AXES };

/* Least shares of a room. They are below 1 because windows and doors are open and furniture has
 * back sides. */
#define LEAST_HITS   0.9
#define LEAST_FRONTS 0.75

/* BACK: the camera's distance from the middle, as a part of the distance from there to the wall
 * behind it; FOV: its vertical field of view in degrees. */
#define BACK 0.8
#define FOV  60.0f

struct look { /* the rays, and the nearest surface that each has hit */
    double middle[3];
    double direction[RAYS][3];
    double distance[RAYS];
    bool front[RAYS];
};

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Sets the rays' directions: evenly distributed over the sphere, on a spiral of the golden angle,
 * and along the horizontal axes. */
static void start(struct look *l, const struct scene *s)
{
    static const double axes[AXES][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    const double golden = 2.399963229728653;
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    const double least[3] = {(double)lo.x, (double)lo.y, (double)lo.z};
    const double most[3] = {(double)hi.x, (double)hi.y, (double)hi.z};
    for (int k = 0; k < 3; k++)
        l->middle[k] = 0.5 * (least[k] + most[k]);
    for (int i = 0; i < SPREAD; i++) {
        const double y = 1 - (2 * i + 1.0) / SPREAD, ring = sqrt(1 - y * y);
        l->direction[i][0] = ring * cos(golden * i);
        l->direction[i][1] = y;
        l->direction[i][2] = ring * sin(golden * i);
    }
    for (int i = 0; i < AXES; i++)
        for (int k = 0; k < 3; k++)
            l->direction[SPREAD + i][k] = axes[i][k];
    for (int i = 0; i < RAYS; i++)
        l->distance[i] = INFINITY;
}

static void meet(struct look *l, int ray, double distance, bool front)
{
    if (!(distance > 0 && distance < l->distance[ray]))
        return;
    l->distance[ray] = distance;
    l->front[ray] = front;
}

/* Tests a triangle. `corner` is relative to the middle; `normal` may have any length. */
static void meet_triangle(struct look *l, double corner[3][3], const double normal[3])
{
    double edge[3][3], face[3];
    for (int k = 0; k < 3; k++)
        cross(corner[k], corner[(k + 1) % 3], edge[k]);
    for (int k = 0; k < 3; k++)
        face[k] = edge[0][k] + edge[1][k] + edge[2][k];
    const double along = dot(face, corner[0]);
    for (int i = 0; i < RAYS; i++) {
        const double *d = l->direction[i];
        const double a = dot(edge[0], d), b = dot(edge[1], d);
        if (a * b < 0)
            continue;
        const double c = dot(edge[2], d);
        if (a * c >= 0 && b * c >= 0)
            meet(l, i, along / dot(face, d), dot(normal, d) < 0);
    }
}

static void look_at_mesh(struct look *l, const struct scene_mesh *m, const struct mat34 *placed)
{
    const struct transform t = transform_widen(placed);
    double turn[9];
    transform_normals(&t, turn);
    for (size_t i = 0; i < m->n_triangles; i++) {
        double corner[3][3], sum[3] = {0, 0, 0}, normal[3];
        for (size_t c = 0; c < 3; c++) {
            const struct scene_vertex *v = &m->vertices[m->indices[3 * i + c]];
            for (int k = 0; k < 3; k++) {
                corner[c][k] =
                    t.m[4 * k] * (double)v->position[0] + t.m[4 * k + 1] * (double)v->position[1] +
                    t.m[4 * k + 2] * (double)v->position[2] + t.m[4 * k + 3] - l->middle[k];
                sum[k] += (double)v->normal[k];
            }
        }
        for (int k = 0; k < 3; k++)
            normal[k] = dot(turn + 3 * k, sum);
        meet_triangle(l, corner, normal);
    }
}

/* Tests a sphere; both of its sides count as front. */
static void look_at_sphere(struct look *l, const struct scene_sphere *s)
{
    double center[3];
    for (int k = 0; k < 3; k++)
        center[k] = (double)s->center[k] - l->middle[k];
    const double rest = dot(center, center) - (double)s->radius * (double)s->radius;
    for (int i = 0; i < RAYS; i++) {
        const double along = dot(center, l->direction[i]), square = along * along - rest;
        if (square < 0)
            continue;
        meet(l, i, along - sqrt(square), true);
        meet(l, i, along + sqrt(square), false);
    }
}

void scene_look_around(const struct scene *s, struct enclosure *out)
{
    struct look l = {.front = {false}};
    uint32_t hits = 0, fronts = 0;
    start(&l, s);
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *in = &s->instances[i];
        if (in->geometry == GEOMETRY_MESH)
            look_at_mesh(&l, &s->meshes[in->index], &in->transform);
        else
            look_at_sphere(&l, &s->spheres[in->index]);
    }
    for (int i = 0; i < SPREAD; i++) {
        hits += isfinite(l.distance[i]);
        fronts += isfinite(l.distance[i]) && l.front[i];
    }
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    const double half[2] = {0.5 * ((double)hi.x - (double)lo.x),
                            0.5 * ((double)hi.z - (double)lo.z)};
    out->hits = (double)hits / SPREAD;
    out->fronts = hits ? (double)fronts / hits : 0;
    for (int i = 0; i < AXES; i++)
        out->ahead[i] = fmin(l.distance[SPREAD + i], half[i / 2]);
}

bool scene_camera_inside(const struct scene *s, struct scene_camera *c)
{
    struct enclosure e;
    struct vec3 lo, hi;
    scene_look_around(s, &e);
    if (e.hits < LEAST_HITS || e.fronts < LEAST_FRONTS)
        return false;
    scene_bounds(s, &lo, &hi);
    const double middle[3] = {0.5 * ((double)lo.x + (double)hi.x),
                              0.5 * ((double)lo.y + (double)hi.y),
                              0.5 * ((double)lo.z + (double)hi.z)};
    const int way = e.ahead[2] + e.ahead[3] > e.ahead[0] + e.ahead[1] ? 2 : 0;
    const int axis = way, ahead = e.ahead[way] < e.ahead[way + 1] ? way + 1 : way;
    const double sign = ahead == way ? 1 : -1;
    *c = (struct scene_camera){.up = {0, 1, 0}, .vertical_fov_deg = FOV};
    for (int k = 0; k < 3; k++)
        c->eye[k] = c->look_at[k] = (float)middle[k];
    c->look_at[axis] = (float)(middle[axis] + sign * 0.5 * e.ahead[ahead]);
    c->eye[axis] = (float)(middle[axis] - sign * BACK * e.ahead[2 * way + 1 - ahead]);
    c->focus_distance = camera_distance(c);
    return true;
}
