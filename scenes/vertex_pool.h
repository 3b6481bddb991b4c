/* vertex_pool.h -- collects the vertices and triangles of a mesh, and merges vertices that are
 * equal bit by bit. It merges only vertices of the same section, which is a part of the mesh. */
#pragma once

#include "scenes/builder.h"

struct vertex_pool {
    struct scene_vertex *vertices;
    uint32_t *indices;
    uint32_t n_vertices, n_indices;
    uint32_t *slots; /* hash table of the section: the vertex's number + 1; 0: free */
    uint64_t room;   /* size of `slots`, a power of two */
};

/* Starts a pool with room for that many vertices (before merging) and triangles. ST_FAILED for more
 * than SCENE_MOST_VERTICES vertices or indices. */
enum st_code vertex_pool_reserve(struct vertex_pool *p, uint64_t vertices, uint64_t triangles,
                                 struct status *st);
/* Starts a section of at most `most` vertices. */
enum st_code vertex_pool_section(struct vertex_pool *p, uint32_t most, struct status *st);
/* Adds a vertex and returns its number: that of an equal one in the section, if there is one. */
uint32_t vertex_pool_add(struct vertex_pool *p, const struct scene_vertex *v);
void vertex_pool_triangle(struct vertex_pool *p, uint32_t a, uint32_t b, uint32_t c);
/* Adds everything to the builder as one mesh; the pool is then empty. */
enum st_code vertex_pool_finish(struct vertex_pool *p, struct scene_builder *b, const char *name,
                                uint32_t *index, struct status *st);
void vertex_pool_free(struct vertex_pool *p);
