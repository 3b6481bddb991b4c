#include "scenes/vertex_pool.h"

#include "common/memory.h"

#include <string.h>

enum st_code vertex_pool_reserve(struct vertex_pool *p, uint64_t vertices, uint64_t triangles,
                                 struct status *st)
{
    *p = (struct vertex_pool){0};
    if (vertices > SCENE_MOST_VERTICES || 3 * triangles > SCENE_MOST_VERTICES)
        return status_fail(st, ST_FAILED,
                           "%llu vertices and %llu triangles; at most %lu vertices and indices are "
                           "possible",
                           (unsigned long long)vertices, (unsigned long long)triangles,
                           (unsigned long)SCENE_MOST_VERTICES);
    p->vertices = mem_calloc(vertices, sizeof *p->vertices);
    p->indices = mem_calloc(3 * triangles, sizeof *p->indices);
    if (!p->vertices || !p->indices) {
        vertex_pool_free(p);
        return status_no_memory(st, "mesh");
    }
    return ST_OK;
}

enum st_code vertex_pool_section(struct vertex_pool *p, uint32_t most, struct status *st)
{
    mem_free(p->slots);
    for (p->room = 16; p->room < 2 * (uint64_t)most;)
        p->room *= 2;
    p->slots = mem_calloc(p->room, sizeof *p->slots);
    return p->slots ? ST_OK : status_no_memory(st, "mesh");
}

static uint64_t vertex_hash(const struct scene_vertex *v)
{
    uint32_t words[sizeof *v / 4];
    uint64_t h = 0;
    memcpy(words, v, sizeof *v);
    for (size_t i = 0; i < sizeof *v / 4; i++) {
        h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    return h;
}

/* Compares bits, so -0 and 0 make two vertices. */
uint32_t vertex_pool_add(struct vertex_pool *p, const struct scene_vertex *v)
{
    uint64_t at = vertex_hash(v) & (p->room - 1);
    /* NOLINTNEXTLINE(bugprone-suspicious-memory-comparison) */
    while (p->slots[at] && memcmp(&p->vertices[p->slots[at] - 1], v, sizeof *v) != 0)
        at = (at + 1) & (p->room - 1);
    if (!p->slots[at]) {
        p->vertices[p->n_vertices++] = *v;
        p->slots[at] = p->n_vertices;
    }
    return p->slots[at] - 1;
}

void vertex_pool_triangle(struct vertex_pool *p, uint32_t a, uint32_t b, uint32_t c)
{
    p->indices[p->n_indices++] = a;
    p->indices[p->n_indices++] = b;
    p->indices[p->n_indices++] = c;
}

enum st_code vertex_pool_finish(struct vertex_pool *p, struct scene_builder *b, const char *name,
                                uint32_t *index, struct status *st)
{
    struct scene_vertex *less = mem_resize(p->vertices, p->n_vertices, sizeof *less);
    if (less)
        p->vertices = less;
    enum st_code code =
        builder_mesh(b, name, p->vertices, p->n_vertices, p->indices, p->n_indices / 3, index, st);
    p->vertices = NULL;
    p->indices = NULL;
    vertex_pool_free(p);
    return code;
}

void vertex_pool_free(struct vertex_pool *p)
{
    mem_free(p->vertices);
    mem_free(p->indices);
    mem_free(p->slots);
    *p = (struct vertex_pool){0};
}
