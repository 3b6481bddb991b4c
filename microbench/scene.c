#include "microbench/scene.h"

#include "common/memory.h"
#include "scenes/builder.h"

#include <string.h>

/* Columns stand in rows of 32, so far apart that the 8 bits per axis of a node's child boxes tell
 * them apart in any node. Pairs are closer to each other than a triangle is wide, so the builder
 * separates columns before it cuts them; they are farther apart than the two triangles of a pair,
 * so it cuts a column between pairs before it separates left from right. */
enum { PER_ROW = 32, APART = 4096, BELOW = 1 };

/* Computes the position of corner i of the scene. */
static void place_corner(float position[3], uint32_t i, uint32_t pairs)
{
    static const float pair_of[6][2] = {{-1, -1},     {-0.125f, -1}, {-1, 1},
                                        {0.125f, -1}, {1, -1},       {0.125f, 1}};
    uint32_t column = i / 6 / pairs, pair = i / 6 % pairs;
    position[0] = (float)(column % PER_ROW * APART) + pair_of[i % 6][0];
    position[1] = (float)(column / PER_ROW * APART) + pair_of[i % 6][1];
    position[2] = -(float)(pair * BELOW);
}

static enum st_code add_mesh(struct scene_builder *b, uint32_t columns, uint32_t pairs,
                             struct status *st)
{
    static const float triangle[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
    struct scene_material grey = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    struct mat34 identity = mat34_identity();
    uint32_t material, mesh, n = columns ? 6 * columns * pairs : 3;
    TRY(builder_material(b, &grey, &material, st));
    struct scene_vertex *vertices = mem_calloc(n, sizeof *vertices);
    uint32_t *indices = mem_calloc(n, sizeof *indices);
    if (!vertices || !indices) {
        mem_free(vertices);
        mem_free(indices);
        return status_no_memory(st, "scene");
    }
    for (uint32_t i = 0; i < n; i++) {
        if (columns)
            place_corner(vertices[i].position, i, pairs);
        else
            memcpy(vertices[i].position, triangle[i], sizeof triangle[i]);
        vertices[i].normal[2] = 1;
        indices[i] = i;
    }
    TRY(builder_mesh(b, "mesh", vertices, n, indices, n / 3, &mesh, st));
    return builder_instance(b, mesh, &identity, st);
}

enum st_code bench_scene(struct scene **out, uint32_t columns, uint32_t pairs, struct status *st)
{
    struct scene_builder b;
    TRY(builder_start(&b, st));
    enum st_code code = add_mesh(&b, columns, pairs, st);
    if (code == ST_OK)
        code = builder_finish(&b, out, st);
    builder_abandon(&b);
    return code;
}
