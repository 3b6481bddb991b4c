/* Makes a scene. All its data pass the checks here, so that later stages see indices in range and
 * finite numbers, whatever a loader or a generator passes in. */
#include "scenes/builder.h"

#include "common/grow.h"
#include "common/memory.h"
#include "scenes/mesh_edit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum st_code builder_start(struct scene_builder *b, struct status *st)
{
    *b = (struct scene_builder){0};
    TRY(hash_start(&b->hash, st));
    b->scene = mem_calloc(1, sizeof *b->scene);
    if (!b->scene) {
        builder_abandon(b);
        return status_no_memory(st, "scene");
    }
    b->scene->camera = (struct scene_camera){
        .eye = {0, 0, 1}, .up = {0, 1, 0}, .vertical_fov_deg = 40.0f, .focus_distance = 1.0f};
    b->scene->sky = true;
    b->scene->unit = 1.0;
    return ST_OK;
}

void builder_abandon(struct scene_builder *b)
{
    char unused[HASH_TEXT];
    if (b->hash)
        hash_finish(b->hash, unused);
    scene_free(b->scene);
    *b = (struct scene_builder){0};
}

enum st_code builder_finish(struct scene_builder *b, struct scene **out, struct status *st)
{
    TRY(scene_validate(b->scene, st));
    hash_finish(b->hash, b->scene->hash);
    *out = b->scene;
    *b = (struct scene_builder){0};
    return ST_OK;
}

enum st_code builder_code_at(enum st_code code, const char *file, int line, struct status *st)
{
    if (code != ST_FAILED)
        return code;
    const struct status why = *st;
    return status_fail_at(st, code, file, line, "%s", why.text);
}

enum st_code builder_name(struct scene_builder *b, const char *path, struct status *st)
{
    struct scene *s = b->scene;
    const char *slash = strrchr(path, '/');
    s->origin = mem_strdup(path);
    s->name = mem_strdup(slash ? slash + 1 : path);
    if (!s->origin || !s->name)
        return status_no_memory(st, path);
    char *dot = strrchr(s->name, '.');
    if (dot && dot != s->name)
        *dot = 0;
    return ST_OK;
}

enum st_code builder_note(struct scene_builder *b, const char *line, struct status *st)
{
    char **notes = &b->scene->notes;
    size_t used = *notes ? strlen(*notes) + 1 : 0;
    char *more = mem_resize(*notes, used + strlen(line) + 1, 1);
    if (!more)
        return status_no_memory(st, "notes");
    if (used)
        more[used - 1] = '\n';
    memcpy(more + used, line, strlen(line) + 1);
    for (char *c = more + used; *c; c++) /* `more` may hold a file's name, or text from a file */
        *c = (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
    *notes = more;
    return ST_OK;
}

/* Grows scene->array, or executes `undo` and returns ST_NOMEM. */
#define GROW(b, array, undo)                                                                       \
    do {                                                                                           \
        struct scene *grow_s_ = (b)->scene;                                                        \
        if (!grow(&grow_s_->array, grow_s_->n_##array, &(b)->room_##array,                         \
                  sizeof *grow_s_->array)) {                                                       \
            undo;                                                                                  \
            return status_no_memory(st, "scene " #array);                                          \
        }                                                                                          \
    } while (0)

static bool all_finite(const float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

enum st_code builder_material(struct scene_builder *b, const struct scene_material *m,
                              uint32_t *index, struct status *st)
{
    struct scene *s = b->scene;
    if (!all_finite(m->color, 3) || m->color[0] < 0 || m->color[1] < 0 || m->color[2] < 0)
        return status_fail(st, ST_FAILED,
                           "a material's colour is (%g %g %g); finite numbers from 0 "
                           "are needed",
                           (double)m->color[0], (double)m->color[1], (double)m->color[2]);
    if (!(m->fuzz >= 0 && m->fuzz <= 1))
        return status_fail(st, ST_FAILED, "a material's fuzz is %g; it must be 0 to 1",
                           (double)m->fuzz);
    if (m->model == MATERIAL_DIELECTRIC && !(m->ior > 0 && isfinite(m->ior)))
        return status_fail(st, ST_FAILED, "a dielectric's ior is %g; it must be more than 0",
                           (double)m->ior);
    if (m->texture < -1 || (m->texture >= 0 && (uint32_t)m->texture >= s->n_textures))
        return status_fail(st, ST_FAILED, "a material's texture is number %ld of %lu",
                           (long)m->texture, (unsigned long)s->n_textures);
    if (m->masked && m->texture < 0)
        return status_fail(st, ST_FAILED,
                           "a masked material has no texture; the mask is the "
                           "texture's alpha");
    GROW(b, materials, (void)0);
    s->materials[s->n_materials] = *m;
    *index = s->n_materials++;
    return ST_OK;
}

/* Computes the vector along the triangle's normal whose length is twice the triangle's area. */
static void face_normal(const struct scene_vertex *v, const uint32_t tri[3], double n[3])
{
    double e[2][3];
    for (int k = 0; k < 3; k++) {
        e[0][k] = (double)v[tri[1]].position[k] - (double)v[tri[0]].position[k];
        e[1][k] = (double)v[tri[2]].position[k] - (double)v[tri[0]].position[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = e[0][(k + 1) % 3] * e[1][(k + 2) % 3] - e[0][(k + 2) % 3] * e[1][(k + 1) % 3];
}

/* Where a vertex has no normal, sets it to the direction of `n`, if `n` has one. */
static void set_normal(struct scene_vertex *v, const double n[3])
{
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (v->normal[0] != 0 || v->normal[1] != 0 || v->normal[2] != 0 || !(length > 0) ||
        !isfinite(length))
        return;
    for (int k = 0; k < 3; k++)
        v->normal[k] = (float)(n[k] / length);
}

/* Gives each vertex without a normal the sum of the area-weighted normals of its triangles, in
 * double so that no coordinate that fits a float overflows. */
static enum st_code smooth_normals(struct scene_vertex *v, uint32_t n, const uint32_t *indices,
                                   uint32_t n_triangles, struct status *st)
{
    static const double up[3] = {0, 1, 0};
    MEM_AUTO double(*sum)[3] = NULL;
    double face[3];
    TRY(mem_make(&sum, n, sizeof *sum, "normals", st));
    for (uint32_t t = 0; t < n_triangles; t++) {
        const uint32_t *tri = indices + 3 * (size_t)t;
        face_normal(v, tri, face);
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < 3; k++)
                sum[tri[c]][k] += face[k];
    }
    for (uint32_t i = 0; i < n; i++)
        set_normal(&v[i], sum[i]);
    /* The normals of triangles with opposite windings may cancel; then the normal of one of them is
     * used. */
    for (uint32_t t = 0; t < n_triangles; t++) {
        const uint32_t *tri = indices + 3 * (size_t)t;
        face_normal(v, tri, face);
        for (int c = 0; c < 3; c++)
            set_normal(&v[tri[c]], face);
    }
    for (uint32_t i = 0; i < n; i++)
        set_normal(&v[i], up);
    return ST_OK;
}

/* Scales every normal to length 1; returns whether one is zero. */
static bool unit_normals(struct scene_vertex *v, uint32_t n)
{
    bool missing = false;
    for (uint32_t i = 0; i < n; i++) {
        double x = (double)v[i].normal[0], y = (double)v[i].normal[1], z = (double)v[i].normal[2];
        double length = sqrt(x * x + y * y + z * z);
        missing |= length == 0;
        for (int k = 0; k < 3 && length > 0; k++)
            v[i].normal[k] = (float)((double)v[i].normal[k] / length);
    }
    return missing;
}

static enum st_code check_room(const struct scene_builder *b, const char *name, uint32_t n,
                               uint32_t n_triangles, struct status *st)
{
    uint64_t vertices = b->vertices + n, indices = b->indices + 3 * (uint64_t)n_triangles;
    if (vertices > SCENE_MOST_VERTICES || indices > SCENE_MOST_VERTICES)
        return status_fail(st, ST_FAILED,
                           "mesh '%s' brings the scene to %llu vertices and %llu "
                           "indices; at most %lu are possible",
                           name, (unsigned long long)vertices, (unsigned long long)indices,
                           (unsigned long)SCENE_MOST_VERTICES);
    return ST_OK;
}

static enum st_code check_mesh(const struct scene_builder *b, const char *name,
                               const struct scene_vertex *v, uint32_t n, const uint32_t *indices,
                               uint32_t n_triangles, struct status *st)
{
    if (n_triangles == 0 || n == 0)
        return status_fail(st, ST_FAILED, "mesh '%s' has no triangles", name);
    TRY(check_room(b, name, n, n_triangles, st));
    for (uint32_t i = 0; i < n; i++) {
        if (!all_finite(v[i].position, 3) || !all_finite(v[i].normal, 3) ||
            !all_finite(v[i].texcoord, 2))
            return status_fail(st, ST_FAILED,
                               "mesh '%s' has a NaN or infinite coordinate at vertex "
                               "%lu; all must be finite",
                               name, (unsigned long)i);
        if (v[i].material < 0 || (uint32_t)v[i].material >= b->scene->n_materials)
            return status_fail(st, ST_FAILED,
                               "mesh '%s' uses material %ld at vertex %lu; there are "
                               "%lu",
                               name, (long)v[i].material, (unsigned long)i,
                               (unsigned long)b->scene->n_materials);
    }
    for (uint64_t i = 0; i < 3 * (uint64_t)n_triangles; i++)
        if (indices[i] >= n)
            return status_fail(st, ST_FAILED,
                               "mesh '%s' uses vertex %lu in triangle %llu; there are "
                               "%lu",
                               name, (unsigned long)indices[i], (unsigned long long)(i / 3),
                               (unsigned long)n);
    return ST_OK;
}

static enum st_code add_mesh(struct scene_builder *b, const char *name, struct scene_vertex *v,
                             uint32_t n, uint32_t *indices, uint32_t n_triangles, uint32_t *index,
                             struct status *st)
{
    struct scene *s = b->scene;
    TRY(check_mesh(b, name, v, n, indices, n_triangles, st));
    if (unit_normals(v, n))
        TRY(smooth_normals(v, n, indices, n_triangles, st));
    char *copy;
    TRY(mem_copy_text(&copy, name, "mesh", st));
    GROW(b, meshes, mem_free(copy));
    s->meshes[s->n_meshes] = (struct scene_mesh){.name = copy,
                                                 .vertices = v,
                                                 .n_vertices = n,
                                                 .indices = indices,
                                                 .n_triangles = n_triangles};
    mesh_bound(&s->meshes[s->n_meshes]);
    b->vertices += n;
    b->indices += 3 * (uint64_t)n_triangles;
    *index = s->n_meshes++;
    return ST_OK;
}

enum st_code builder_mesh(struct scene_builder *b, const char *name, struct scene_vertex *vertices,
                          uint32_t n_vertices, uint32_t *indices, uint32_t n_triangles,
                          uint32_t *index, struct status *st)
{
    enum st_code code =
        add_mesh(b, name ? name : "", vertices, n_vertices, indices, n_triangles, index, st);
    if (code != ST_OK) {
        mem_free(vertices);
        mem_free(indices);
    }
    return code;
}

enum st_code builder_two_sided(struct scene_builder *b, uint32_t mesh, struct status *st)
{
    struct scene_mesh *m = &b->scene->meshes[mesh];
    uint32_t vertices = m->n_vertices, triangles = m->n_triangles;
    TRY(check_room(b, m->name, vertices, triangles, st));
    TRY(mesh_add_backs(m, b->scene->materials, st));
    b->vertices += m->n_vertices - vertices;
    b->indices += 3 * (uint64_t)(m->n_triangles - triangles);
    return ST_OK;
}

enum st_code builder_picture(struct scene_builder *b, const void *bytes, size_t n, const char *name,
                             struct image *picture, struct status *st)
{
    char line[1024];
    bool damaged;
    TRY(image_parse(picture, bytes, n, name, &damaged, st));
    if (!damaged)
        return ST_OK;
    snprintf(line, sizeof line, "%.900s: a damaged JPEG, of which parts are grey", name);
    enum st_code code = builder_note(b, line, st);
    if (code != ST_OK)
        image_free(picture);
    return code;
}

enum st_code builder_texture(struct scene_builder *b, struct image *picture, uint32_t *index,
                             struct status *st)
{
    struct scene *s = b->scene;
    GROW(b, textures, image_free(picture));
    s->textures[s->n_textures] = *picture;
    *picture = (struct image){0};
    *index = s->n_textures++;
    return ST_OK;
}

static enum st_code check_instances(const struct scene_builder *b, struct status *st)
{
    if (b->scene->n_instances >= SCENE_MOST_INSTANCES)
        return status_fail(st, ST_FAILED, "more than %lu instances; that many are possible",
                           (unsigned long)SCENE_MOST_INSTANCES);
    return ST_OK;
}

enum st_code builder_sphere(struct scene_builder *b, const struct scene_sphere *sphere,
                            struct status *st)
{
    struct scene *s = b->scene;
    if (!all_finite(sphere->center, 3) || !(sphere->radius > 0 && isfinite(sphere->radius)))
        return status_fail(st, ST_FAILED,
                           "a sphere at (%g %g %g) with radius %g; a finite centre and "
                           "a radius above 0 are needed",
                           (double)sphere->center[0], (double)sphere->center[1],
                           (double)sphere->center[2], (double)sphere->radius);
    for (int k = 0; k < 3; k++)
        TRY(scene_check_coordinate("a sphere",
                                   fabs((double)sphere->center[k]) + (double)sphere->radius,
                                   scene_most_coordinate(s), st));
    if (sphere->material < 0 || (uint32_t)sphere->material >= s->n_materials)
        return status_fail(st, ST_FAILED, "a sphere uses material %ld; there are %lu",
                           (long)sphere->material, (unsigned long)s->n_materials);
    TRY(check_instances(b, st));
    GROW(b, spheres, (void)0);
    GROW(b, instances, (void)0);
    s->instances[s->n_instances++] = (struct scene_instance){
        .geometry = GEOMETRY_SPHERE, .index = s->n_spheres, .transform = mat34_identity()};
    s->spheres[s->n_spheres++] = *sphere;
    return ST_OK;
}

enum st_code builder_instance(struct scene_builder *b, uint32_t mesh, const struct mat34 *transform,
                              struct status *st)
{
    struct scene *s = b->scene;
    struct mat34 inverse;
    if (mesh >= s->n_meshes)
        return status_fail(st, ST_FAILED, "an instance of mesh %lu; there are %lu",
                           (unsigned long)mesh, (unsigned long)s->n_meshes);
    if (!all_finite(transform->m, 12) || !mat34_inverse(transform, &inverse) ||
        !all_finite(inverse.m, 12))
        return status_fail(st, ST_FAILED,
                           "the transform of an instance of mesh '%s' cannot be "
                           "inverted; finite numbers and scales other than 0 are needed",
                           s->meshes[mesh].name);
    TRY(scene_check_placed(&s->meshes[mesh], transform, scene_most_coordinate(s), st));
    TRY(check_instances(b, st));
    GROW(b, instances, (void)0);
    s->instances[s->n_instances++] =
        (struct scene_instance){.geometry = GEOMETRY_MESH, .index = mesh, .transform = *transform};
    return ST_OK;
}
