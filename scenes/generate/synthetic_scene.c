#include "scenes/generate/synthetic_scene.h"

#include "scenes/generate/mesh.h"

/* Least and largest distance of a corner from its cell's middle, in cells. They determine how close
 * neighbouring tetrahedra are. */
static const double least_radius = 0.45, most_radius = 0.75;

void synthetic_scene_size(uint32_t cells, uint32_t size[3])
{
    uint32_t side = 1;
    while ((uint64_t)side * side * side < cells)
        side++;
    size[0] = size[1] = side;
    size[2] = (cells + side * side - 1) / (side * side);
}

/* Returns a corner: it lies in one of the four directions of a regular tetrahedron, with a random
 * displacement. */
static struct dvec corner(uint64_t cell, int which)
{
    static const double towards[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    double shake[4];
    for (uint64_t i = 0; i < 4; i++)
        shake[i] = random_unit(1, RANDOM_SCENE, 16 * cell + 4 * (uint64_t)which + i);
    struct dvec v =
        dvec_make(towards[which][0] + shake[0] - 0.5, towards[which][1] + shake[1] - 0.5,
                  towards[which][2] + shake[2] - 0.5);
    return dvec_scale(dvec_unit(v), least_radius + (most_radius - least_radius) * shake[3]);
}

static void tetrahedron(struct maker *m, uint64_t cell, struct dvec middle)
{
    /* Counter-clockwise seen from outside, because of the order of the corners' directions. */
    static const int faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    uint32_t vertex[4];
    for (int i = 0; i < 4; i++) {
        struct dvec out = corner(cell, i);
        vertex[i] = maker_vertex(m, dvec_add(middle, out), out, 0.0, 0.0);
    }
    for (int f = 0; f < 4; f++)
        maker_triangle(m, vertex[faces[f][0]], vertex[faces[f][1]], vertex[faces[f][2]]);
}

static enum st_code build(struct scene_builder *b, const char *origin, uint32_t cells,
                          struct status *st)
{
    static const struct scene_material grey = {
        .color = {0.5f, 0.5f, 0.5f}, .texture = -1, .model = MATERIAL_LAMBERTIAN};
    uint32_t material, size[3];
    struct maker m;
    TRY(builder_name(b, origin, st));
    TRY(builder_material(b, &grey, &material, st));
    synthetic_scene_size(cells, size);
    maker_start(&m, material);
    for (uint32_t i = 0; i < cells; i++)
        tetrahedron(&m, i,
                    dvec_make(i % size[0] + 0.5, i / size[0] % size[1] + 0.5,
                              i / (size[0] * size[1]) + 0.5));
    hash_add(b->hash, &cells, sizeof cells);
    return maker_finish(&m, b, "tetrahedra", NULL, st);
}

enum st_code synthetic_scene_create(struct scene **out, const char *origin, uint32_t cells,
                                    struct status *st)
{
    struct scene_builder b;
    *out = NULL;
    if (cells < SYNTHETIC_LEAST_CELLS || cells > SYNTHETIC_MOST_CELLS)
        return status_fail(st, ST_FAILED, "a synthetic scene of %lu cells; %d to %d are possible",
                           (unsigned long)cells, SYNTHETIC_LEAST_CELLS, SYNTHETIC_MOST_CELLS);
    TRY(builder_start(&b, st));
    enum st_code code = build(&b, origin, cells, st);
    if (code == ST_OK)
        code = builder_finish(&b, out, st);
    builder_abandon(&b);
    return code;
}
