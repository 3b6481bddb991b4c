#include "scenes/mesh_edit.h"

#include "common/memory.h"

#include <math.h>

void mesh_bound(struct scene_mesh *m)
{
    m->lo = vec3_make(INFINITY, INFINITY, INFINITY);
    m->hi = vec3_make(-INFINITY, -INFINITY, -INFINITY);
    for (uint64_t i = 0; i < 3 * (uint64_t)m->n_triangles; i++) {
        const float *p = m->vertices[m->indices[i]].position;
        m->lo = vec3_make(fminf(m->lo.x, p[0]), fminf(m->lo.y, p[1]), fminf(m->lo.z, p[2]));
        m->hi = vec3_make(fmaxf(m->hi.x, p[0]), fmaxf(m->hi.y, p[1]), fmaxf(m->hi.z, p[2]));
    }
}

static void turn_corners(struct scene_mesh *m)
{
    for (uint64_t t = 0; t < m->n_triangles; t++) {
        uint32_t second = m->indices[3 * t + 1];
        m->indices[3 * t + 1] = m->indices[3 * t + 2];
        m->indices[3 * t + 2] = second;
    }
}

void mesh_flip(struct scene_mesh *m)
{
    turn_corners(m);
    for (uint32_t i = 0; i < m->n_vertices; i++)
        for (int k = 0; k < 3; k++)
            m->vertices[i].normal[k] = -m->vertices[i].normal[k];
}

static bool has_one_side(const struct scene_mesh *m, uint32_t triangle,
                         const struct scene_material *materials)
{
    enum material_model model =
        materials[m->vertices[m->indices[3 * (size_t)triangle]].material].model;
    return model == MATERIAL_LAMBERTIAN || model == MATERIAL_METALLIC;
}

/* Returns the distance of back sides from front sides: 2^-14 of the mesh's extent, but at least 16
 * steps between neighbouring floats, which are large far from the origin. */
static double gap_of(const struct scene_mesh *m)
{
    const double lo[3] = {(double)m->lo.x, (double)m->lo.y, (double)m->lo.z};
    const double hi[3] = {(double)m->hi.x, (double)m->hi.y, (double)m->hi.z};
    double extent = 0, largest = 0;
    for (int k = 0; k < 3; k++) {
        extent = fmax(extent, hi[k] - lo[k]);
        largest = fmax(largest, fmax(fabs(lo[k]), fabs(hi[k])));
    }
    return fmax(extent * 0x1p-14, largest * 0x1p-19);
}

static struct scene_vertex back_of(const struct scene_vertex *v, double gap)
{
    struct scene_vertex back = *v;
    const float *n = v->normal;
    double x = (double)n[0], y = (double)n[1], z = (double)n[2];
    double length = sqrt(x * x + y * y + z * z);
    for (int k = 0; k < 3; k++) {
        back.position[k] = (float)((double)v->position[k] - gap * (double)n[k] / length);
        back.normal[k] = -n[k];
    }
    return back;
}

enum st_code mesh_add_backs(struct scene_mesh *m, const struct scene_material *materials,
                            struct status *st)
{
    const uint32_t n = m->n_vertices, n_triangles = m->n_triangles;
    const double gap = gap_of(m);
    TRY(mem_remake(&m->vertices, 2 * (size_t)n, sizeof *m->vertices, m->name, st));
    TRY(mem_remake(&m->indices, 6 * (size_t)n_triangles, sizeof *m->indices, m->name, st));
    for (uint32_t i = 0; i < n; i++)
        m->vertices[m->n_vertices++] = back_of(&m->vertices[i], gap);
    for (uint32_t t = 0; t < n_triangles; t++) {
        if (!has_one_side(m, t, materials))
            continue;
        const uint32_t *front = m->indices + 3 * (size_t)t;
        uint32_t *back = m->indices + 3 * (size_t)m->n_triangles++;
        back[0] = n + front[0];
        back[1] = n + front[2];
        back[2] = n + front[1];
    }
    mesh_bound(m);
    return ST_OK;
}

static void move_position(const struct mat34 *t, float p[3])
{
    const float x = p[0], y = p[1], z = p[2];
    for (int i = 0; i < 3; i++) {
        const float *row = t->m + 4 * i;
        p[i] = (row[0] * x + row[1] * y) + (row[2] * z + row[3]);
    }
}

static void move_normal(const double turn[9], float n[3])
{
    double v[3], squares = 0;
    for (int i = 0; i < 3; i++) {
        v[i] = turn[3 * i] * (double)n[0] + turn[3 * i + 1] * (double)n[1] +
               turn[3 * i + 2] * (double)n[2];
        squares += v[i] * v[i];
    }
    for (int i = 0; i < 3; i++)
        n[i] = (float)(v[i] / sqrt(squares));
}

/* Computes glm's inverseTranspose of the linear part; n is row-major. */
static void inverse_transpose(const float *a, float n[9])
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const float *up = a + 4 * ((i + 1) % 3), *down = a + 4 * ((i + 2) % 3);
            int left = (k + 1) % 3, right = (k + 2) % 3;
            n[3 * i + k] = up[left] * down[right] - up[right] * down[left];
        }
    float determinant = (a[0] * n[0] + a[4] * n[3]) + a[8] * n[6];
    for (int i = 0; i < 9; i++)
        n[i] /= determinant;
}

static void move_normal_as_lumibench(const float turn[9], float n[3])
{
    const float x = n[0], y = n[1], z = n[2];
    for (int i = 0; i < 3; i++)
        n[i] = (turn[3 * i] * x + turn[3 * i + 1] * y) + turn[3 * i + 2] * z;
}

static bool finite3(const float v[3])
{
    return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]);
}

enum st_code mesh_bake(struct scene_mesh *m, const struct transform *t, bool as_lumibench,
                       struct status *st)
{
    const struct mat34 rounded = transform_round(t);
    double turn[9];
    float lumibench_turn[9];
    bool mirrors = transform_normals(t, turn);
    inverse_transpose(rounded.m, lumibench_turn);
    for (uint32_t i = 0; i < m->n_vertices; i++) {
        struct scene_vertex *v = &m->vertices[i];
        move_position(&rounded, v->position);
        if (as_lumibench)
            move_normal_as_lumibench(lumibench_turn, v->normal);
        else
            move_normal(turn, v->normal);
        if (!finite3(v->position) || !finite3(v->normal))
            return status_fail(
                st, ST_FAILED,
                "vertex %lu of mesh '%s' has no finite position or normal where "
                "the transform moves it; leave out 'baked' or give another transform",
                (unsigned long)i, m->name);
    }
    if (mirrors)
        turn_corners(m);
    mesh_bound(m);
    return ST_OK;
}
