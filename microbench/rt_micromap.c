/* Single rays that meet a masked triangle whose opacity micromap lies in the L1D from the first
 * trace on. */
#include "microbench/bench.h"
#include "microbench/pipeline.h"
#include "microbench/trace.h"
#include "scenes/builder.h"
#include "sim/timing/memory/memory_path.h"

#include "common/memory.h"

#include <stdio.h>
#include <string.h>

enum { LEVEL = 4, SIDE = 8, FEW = 4, MORE = 20 };

/* Two triangles of edge 2 beside each other in the plane z = 0, about x = 0 and x = 4. Over the
 * first the left half of the texture, which is opaque, ends at x = 0; over the second there is
 * nothing but that half. */
static const float corners[6][2] = {{-1, -1}, {1, -1}, {0, 1}, {3, -1}, {5, -1}, {4, 1}};
static const float coordinates[6][2] = {{0, 0},       {1, 0},       {0.5f, 1},
                                        {0.1f, 0.1f}, {0.4f, 0.1f}, {0.1f, 0.4f}};

struct row {
    const char *name;
    const char *x; /* where the ray, parallel to the z axis, passes the plane; y = 0 */
    enum record_kind triangle, micromap; /* the micromap's: RECORD_KINDS where there is none */
};
static const struct row rows[] = {
    {"transparent", "0f3E800000", RECORD_TRIANGLE, RECORD_MICROMAP},
    {"opaque", "0fBE800000", RECORD_TRIANGLE, RECORD_MICROMAP_HIT},
    {"unknown", "0f00000000", RECORD_TRIANGLE, RECORD_MICROMAP_HIT},
    {"uniform", "0f40800000", RECORD_TRIANGLE_HIT, RECORD_KINDS},
};

static void traces(FILE *t, const struct bench *b, const void *what, uint32_t n)
{
    const struct row *row = what;
    (void)b;
    shader_lane(t, "%r0");
    fprintf(t, "setp.ne.s32 %%p0, %%r0, 0;\n@%%p0 exit;\n");
    for (uint32_t i = 0; i < n; i++)
        trace_add_masked(t, row->x, "0f00000000");
}

static enum st_code add_texture(struct scene_builder *b, uint32_t *texture, struct status *st)
{
    struct image picture;
    TRY(image_create(&picture, SIDE, SIDE, st));
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE / 2; x++)
            image_at(&picture, x, y)[3] = 255;
    return builder_texture(b, &picture, texture, st);
}

static enum st_code add_triangles(struct scene_builder *b, struct status *st)
{
    struct scene_material leaf = {.color = {0.5f, 0.5f, 0.5f}, .masked = true};
    struct mat34 identity = mat34_identity();
    uint32_t texture, material, mesh, n = sizeof corners / sizeof *corners;
    TRY(add_texture(b, &texture, st));
    leaf.texture = (int32_t)texture;
    TRY(builder_material(b, &leaf, &material, st));
    struct scene_vertex *vertices = mem_calloc(n, sizeof *vertices);
    uint32_t *indices = mem_calloc(n, sizeof *indices);
    if (!vertices || !indices) {
        MEM_FREE(vertices, indices);
        return status_no_memory(st, "scene");
    }
    for (uint32_t i = 0; i < n; i++) {
        memcpy(vertices[i].position, corners[i], sizeof corners[i]);
        memcpy(vertices[i].texcoord, coordinates[i], sizeof coordinates[i]);
        vertices[i].normal[2] = 1;
        vertices[i].material = (int32_t)material;
        indices[i] = i;
    }
    TRY(builder_mesh(b, "mesh", vertices, n, indices, n / 3, &mesh, st));
    return builder_instance(b, mesh, &identity, st);
}

static enum st_code make_scene(struct scene **out, struct status *st)
{
    struct scene_builder b;
    TRY(builder_start(&b, st));
    enum st_code code = add_triangles(&b, st);
    if (code == ST_OK)
        code = builder_finish(&b, out, st);
    builder_abandon(&b);
    return code;
}

static double latency_of(const struct gpu_config *gpu, const struct row *row)
{
    const struct rt_config *rt = &gpu->rt;
    const enum record_kind to_leaf[] = {RECORD_HEADER, RECORD_INTERNAL, RECORD_INSTANCE,
                                        RECORD_HEADER, RECORD_INTERNAL, row->triangle};
    double latency = 0;
    for (size_t i = 0; i < sizeof to_leaf / sizeof *to_leaf; i++)
        latency += trace_record_cycles(rt, record_make(to_leaf[i], 0));
    if (rt->leaf_records == LEAF_RECORDS_TWO)
        latency += trace_record_cycles(rt, record_make(RECORD_DESCRIPTOR, 0));
    if (row->micromap != RECORD_KINDS)
        latency += trace_record_cycles(rt, record_make(row->micromap, 0));
    return latency;
}

static enum st_code measure(struct bench *b, const struct row *row, struct status *st)
{
    struct gpu_counters n;
    char name[32];
    bool stored = row->micromap != RECORD_MICROMAP;
    /* A result goes to an L2 slice and back, as in rt.c. */
    double latency = latency_of(b->gpu, row) + (stored ? memory_path_l2_mean(b->gpu) - 2 : 0);
    TRY(bench_growth(b, traces, row, FEW, MORE, 1, NULL, &n, st));
    snprintf(name, sizeof name, "%s_latency", row->name);
    return bench_report(b, name, (double)n.rt.warp_latency / (MORE - FEW), latency,
                        stored ? 0.02 : 0, st);
}

/* On a copy of the GPU that has micromaps and, as they need it, takes the nearest triangle. */
enum st_code bench_rt_micromap(struct bench *b, struct status *st)
{
    struct gpu_config gpu = *b->gpu;
    struct bench other = *b;
    gpu.rt.opacity_micromap = LEVEL;
    gpu.rt.closest = CLOSEST_NEAREST;
    gpu.rt.nodes = NODES_INTEL6;
    other.gpu = other.lab.gpu = &gpu;
    other.lab.traversal.micromap_level = LEVEL;
    other.lab.traversal.closest = TRAVERSAL_NEAREST;
    other.lab.traversal.nodes = BVH_INTEL6;
    other.lab.scene = NULL;
    other.lab.image = NULL;
    TRY(make_scene(&other.lab.scene, st));
    enum st_code code = device_image_create(&other.lab.image, other.lab.scene, st);
    for (size_t i = 0; code == ST_OK && i < sizeof rows / sizeof *rows; i++)
        code = measure(&other, &rows[i], st);
    lab_close(&other.lab);
    return code;
}
