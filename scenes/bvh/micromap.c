#include "scenes/bvh/micromap.h"

#include "common/grow.h"
#include "common/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct micromap_cache {
    pthread_mutex_t mutex; /* held while micromaps are made */
    struct micromaps *_Atomic of[MICROMAP_MOST_LEVEL + 1];
};

/* A masked triangle: its texture may have holes. Its number is its index in the walk's order. */
struct masked {
    uint32_t leaf; /* its leaf's offset in DEVICE_BLAS, in units of BVH_UNIT */
    uint32_t number;
    uint32_t texture;
    float coordinates[3][2];
};

struct making {
    const struct device_image *image;
    struct micromaps *maps;
    struct masked *triangles;
    uint32_t n, room;
    uint32_t *like; /* for each triangle, the first one with the same texture and coordinates */
    struct micromap_mask *masks; /* one per texture; only those that are used are set */
};

static void micromaps_free(struct micromaps *m)
{
    if (m)
        MEM_FREE(m->bytes, m->of_leaf, m);
}

/* ---- the list of triangles ---- */

static enum st_code list_triangle(struct making *m, const struct scene_mesh *mesh,
                                  const struct bvh_quad *leaf, uint64_t offset, struct status *st)
{
    if (leaf->descriptor.geometry & BVH_GEOMETRY_OPAQUE)
        return ST_OK;
    if (!grow(&m->triangles, m->n, &m->room, sizeof *m->triangles))
        return status_no_memory(st, "opacity micromaps");
    struct masked *t = &m->triangles[m->n];
    *t = (struct masked){.leaf = (uint32_t)(offset / BVH_UNIT), .number = m->n++};
    const uint32_t *index = mesh->indices + 3 * (size_t)leaf->primitive;
    for (int i = 0; i < 3; i++)
        memcpy(t->coordinates[i], mesh->vertices[index[i]].texcoord, sizeof t->coordinates[i]);
    t->texture = (uint32_t)m->image->scene->materials[mesh->vertices[index[0]].material].texture;
    return ST_OK;
}

/* Lists the triangles below a node of a mesh's structure, in the order of its children in
 * memory. */
static enum st_code list_node(struct making *m, const struct scene_mesh *mesh, uint64_t offset,
                              struct status *st)
{
    const uint8_t *blas = m->image->buffers[DEVICE_BLAS].bytes;
    struct bvh_internal node;
    memcpy(&node, blas + offset, sizeof node);
    uint64_t child = offset + (uint64_t)((int64_t)node.child_offset * BVH_UNIT);
    for (int i = 0; i < BVH_WIDTH; i++) {
        struct bvh_quad leaf;
        if (bvh_child_units(node.child[i]) == 0)
            continue;
        if (bvh_child_type(node.child[i]) == BVH_INTERNAL) {
            TRY(list_node(m, mesh, child, st));
        } else {
            memcpy(&leaf, blas + child, sizeof leaf);
            TRY(list_triangle(m, mesh, &leaf, child, st));
        }
        child += (uint64_t)bvh_child_units(node.child[i]) * BVH_UNIT;
    }
    return ST_OK;
}

static enum st_code list_all(struct making *m, struct status *st)
{
    const struct scene *s = m->image->scene;
    MEM_AUTO bool *listed = NULL;
    TRY(mem_make(&listed, s->n_meshes, sizeof *listed, "opacity micromaps", st));
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *instance = &s->instances[i];
        if (instance->geometry != GEOMETRY_MESH || listed[instance->index])
            continue;
        listed[instance->index] = true;
        uint64_t header = m->image->blas_addr[i] - m->image->buffers[DEVICE_BLAS].addr;
        TRY(list_node(m, &s->meshes[instance->index], header + sizeof(struct bvh_header), st));
    }
    return ST_OK;
}

/* ---- equal triangles ---- */

static int order_of(const struct masked *a, const struct masked *b)
{
    if (a->texture != b->texture)
        return a->texture < b->texture ? -1 : 1;
    for (int i = 0; i < 6; i++) {
        float x = a->coordinates[i / 2][i % 2], y = b->coordinates[i / 2][i % 2];
        if (x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

static int by_likeness(const void *a, const void *b)
{
    const struct masked *const *x = a, *const *y = b;
    int order = order_of(*x, *y);
    return order ? order : ((*x)->number > (*y)->number) - ((*x)->number < (*y)->number);
}

static enum st_code find_alike(struct making *m, struct status *st)
{
    MEM_AUTO const struct masked **sorted = NULL;
    TRY(mem_make(&sorted, m->n, sizeof *sorted, "opacity micromaps", st));
    TRY(mem_make(&m->like, m->n, sizeof *m->like, "opacity micromaps", st));
    for (uint32_t i = 0; i < m->n; i++)
        sorted[i] = &m->triangles[i];
    qsort(sorted, m->n, sizeof *sorted, by_likeness);
    for (uint32_t i = 0, first = 0; i < m->n; i++) {
        if (order_of(sorted[first], sorted[i]) != 0)
            first = i;
        m->like[sorted[i]->number] = sorted[first]->number;
    }
    return ST_OK;
}

/* ---- baking ---- */

static enum st_code bake(struct making *m, const struct masked *t, uint32_t level, uint8_t *out,
                         int *state, struct status *st)
{
    struct micromap_mask *mask = &m->masks[t->texture];
    if (!mask->passed)
        TRY(micromap_mask_create(mask, &m->image->scene->textures[t->texture], st));
    *state = micromap_bake(mask, t->coordinates, level, out);
    return ST_OK;
}

/* Handles triangles that are opaque or transparent everywhere, looking at the first of each group
 * of equal ones: sets the state of their leaves. Allocates the micromaps of the others. */
static enum st_code find_uniform(struct making *m, struct status *st)
{
    struct micromaps *maps = m->maps;
    uint64_t others = 0, bytes = micromap_bytes(maps->level);
    for (uint32_t i = 0; i < m->n; i++) {
        const struct masked *t = &m->triangles[i];
        uint8_t quarters;
        int state;
        if (m->like[i] != i)
            continue;
        TRY(bake(m, t, 1, &quarters, &state, st));
        bool uniform = state == MICROMAP_OPAQUE || state == MICROMAP_TRANSPARENT;
        maps->of_leaf[t->leaf] = uniform ? MICROMAP_SPECIAL | (uint32_t)state : 0;
        others += !uniform;
    }
    if (others > MICROMAP_MOST / bytes)
        return status_fail(st, ST_FAILED,
                           "%s: %llu opacity micromaps of level %u need more than %llu MB; "
                           "expected a lower rt.opacity_micromap",
                           m->image->scene->name, (unsigned long long)others, maps->level,
                           (unsigned long long)(MICROMAP_MOST >> 20));
    return mem_make(&maps->bytes, others * bytes, 1, "opacity micromaps", st);
}

static enum st_code make_map(struct making *m, const struct masked *t, struct status *st)
{
    struct micromaps *maps = m->maps;
    uint32_t *says = &maps->of_leaf[t->leaf];
    int state;
    if (*says >= MICROMAP_SPECIAL)
        return ST_OK;
    TRY(bake(m, t, maps->level, maps->bytes + maps->size, &state, st));
    *says = state < 0 ? (uint32_t)maps->size : MICROMAP_SPECIAL | (uint32_t)state;
    maps->size += state < 0 ? micromap_bytes(maps->level) : 0;
    return ST_OK;
}

static enum st_code make_all(struct making *m, struct status *st)
{
    struct micromaps *maps = m->maps;
    TRY(list_all(m, st));
    TRY(find_alike(m, st));
    TRY(mem_make(&m->masks, m->image->scene->n_textures, sizeof *m->masks, "opacity micromaps",
                 st));
    TRY(mem_make(&maps->of_leaf, m->image->buffers[DEVICE_BLAS].size / BVH_UNIT,
                 sizeof *maps->of_leaf, "opacity micromaps", st));
    TRY(find_uniform(m, st));
    maps->n_triangles = m->n;
    for (uint32_t i = 0; i < m->n; i++) {
        const struct masked *t = &m->triangles[i];
        if (m->like[i] == i)
            TRY(make_map(m, t, st));
        else
            maps->of_leaf[t->leaf] = maps->of_leaf[m->triangles[m->like[i]].leaf];
        if (maps->of_leaf[t->leaf] >= MICROMAP_SPECIAL)
            maps->n_special[maps->of_leaf[t->leaf] - MICROMAP_SPECIAL]++;
    }
    return ST_OK;
}

static enum st_code make(struct micromaps **out, const struct device_image *image, uint32_t level,
                         struct status *st)
{
    struct making m = {.image = image};
    TRY(mem_make(&m.maps, 1, sizeof *m.maps, "opacity micromaps", st));
    m.maps->level = level;
    enum st_code code = make_all(&m, st);
    for (uint32_t i = 0; m.masks && i < image->scene->n_textures; i++)
        micromap_mask_release(&m.masks[i]);
    MEM_FREE(m.triangles, m.like, m.masks);
    if (code != ST_OK) {
        micromaps_free(m.maps);
        return code;
    }
    *out = m.maps;
    return ST_OK;
}

/* ---- the micromaps of an image ---- */

enum st_code micromap_cache_create(struct micromap_cache **out, struct status *st)
{
    TRY(mem_make(out, 1, sizeof **out, "opacity micromaps", st));
    pthread_mutex_init(&(*out)->mutex, NULL);
    return ST_OK;
}

void micromap_cache_free(struct micromap_cache *cache)
{
    if (!cache)
        return;
    for (uint32_t level = 0; level <= MICROMAP_MOST_LEVEL; level++)
        micromaps_free(cache->of[level]);
    pthread_mutex_destroy(&cache->mutex);
    mem_free(cache);
}

enum st_code micromaps_prepare(const struct device_image *image, uint32_t level, struct status *st)
{
    struct micromap_cache *cache = image->micromaps;
    struct micromaps *made = NULL;
    enum st_code code = ST_OK;
    if (level == 0 || level > MICROMAP_MOST_LEVEL)
        BUG("opacity micromaps of level %u", level);
    pthread_mutex_lock(&cache->mutex);
    if (!atomic_load(&cache->of[level])) {
        code = make(&made, image, level, st);
        atomic_store(&cache->of[level], made);
    }
    pthread_mutex_unlock(&cache->mutex);
    return code;
}

const struct micromaps *micromaps_of(const struct device_image *image, uint32_t level)
{
    const struct micromaps *m =
        atomic_load_explicit(&image->micromaps->of[level], memory_order_acquire);
    if (!m)
        BUG("opacity micromaps of level %u have not been prepared", level);
    return m;
}
