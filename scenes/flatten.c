#include "scenes/flatten.h"

#include "common/memory.h"
#include "scenes/mesh_edit.h"

#include <string.h>

static bool is_placed(const struct scene_instance *i)
{
    const struct mat34 identity = mat34_identity();
    bool same = true;
    for (int k = 0; k < 12; k++)
        same = same && i->transform.m[k] == identity.m[k];
    return i->geometry == GEOMETRY_MESH && !same;
}

bool scene_is_flat(const struct scene *s)
{
    for (uint32_t i = 0; i < s->n_instances; i++)
        if (is_placed(&s->instances[i]))
            return false;
    return true;
}

static enum st_code copy_mesh(struct scene_mesh *to, const struct scene_mesh *from,
                              struct status *st)
{
    *to = *from;
    to->name = mem_strdup(from->name);
    to->vertices = mem_calloc(from->n_vertices, sizeof *to->vertices);
    to->indices = mem_calloc(3 * (size_t)from->n_triangles, sizeof *to->indices);
    if (!to->name || !to->vertices || !to->indices)
        return status_no_memory(st, from->name);
    memcpy(to->vertices, from->vertices, from->n_vertices * sizeof *to->vertices);
    memcpy(to->indices, from->indices, 3 * (size_t)from->n_triangles * sizeof *to->indices);
    return ST_OK;
}

/* Transforms an instance's mesh, or a copy of the mesh if other instances use it too. */
static enum st_code flatten_instance(struct scene *s, struct scene_instance *instance,
                                     uint32_t *users, struct status *st)
{
    if (users[instance->index] > 1) {
        users[instance->index]--;
        struct scene_mesh *copy = &s->meshes[s->n_meshes];
        memset(copy, 0, sizeof *copy);
        s->n_meshes++; /* scene_free also frees an incomplete copy */
        TRY(copy_mesh(copy, &s->meshes[instance->index], st));
        instance->index = s->n_meshes - 1;
    }
    struct transform t = transform_widen(&instance->transform);
    TRY(mesh_bake(&s->meshes[instance->index], &t, false, st));
    instance->transform = mat34_identity();
    return ST_OK;
}

static enum st_code flatten_all(struct scene *s, uint32_t *users, struct status *st)
{
    for (uint32_t i = 0; i < s->n_instances; i++)
        if (s->instances[i].geometry == GEOMETRY_MESH)
            users[s->instances[i].index]++;
    for (uint32_t i = 0; i < s->n_instances; i++)
        if (is_placed(&s->instances[i]))
            TRY(flatten_instance(s, &s->instances[i], users, st));
    return ST_OK;
}

enum st_code scene_flatten(struct scene *s, struct status *st)
{
    uint32_t placed = 0;
    for (uint32_t i = 0; i < s->n_instances; i++)
        placed += is_placed(&s->instances[i]);
    if (scene_triangles(s) > FLATTEN_MOST_TRIANGLES)
        return status_fail(st, ST_FAILED,
                           "%s: %llu triangles when every instance is a model of its own, as "
                           "LumiBench's shaders need it; expected at most %d",
                           s->name, (unsigned long long)scene_triangles(s), FLATTEN_MOST_TRIANGLES);
    TRY(mem_remake(&s->meshes, (size_t)s->n_meshes + placed, sizeof *s->meshes, s->name, st));
    MEM_AUTO uint32_t *users = NULL;
    TRY(mem_make(&users, (size_t)s->n_meshes + 1, sizeof *users, s->name, st));
    return flatten_all(s, users, st);
}
