/* Builds the structures in two levels, as LumiBench does: one bottom-level structure (BLAS) per
 * model, one top-level structure (TLAS) over the instances. The box of an instance is the quantised
 * root box of its BLAS after the transform. Its corners are computed in double precision and
 * rounded outwards, which changes nothing for the identity. */
#include "scenes/bvh/device_models.h"

#include "common/memory.h"
#include "scenes/bvh/pack.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define INSTANCE_CULL_DISABLE (UINT64_C(1) << 48)

struct triangles { /* the context of write_triangle */
    const struct scene *scene;
    const struct scene_mesh *mesh;
    bool masked;
};

static const struct scene_vertex *corner(const struct scene_mesh *mesh, uint32_t triangle, int i)
{
    return &mesh->vertices[mesh->indices[3 * (size_t)triangle + (size_t)i]];
}

static bool is_masked(struct triangles *t, uint32_t primitive)
{
    bool masked = t->scene->materials[corner(t->mesh, primitive, 0)->material].masked;
    t->masked |= masked;
    return masked;
}

static void write_triangle(void *context, uint32_t primitive, uint8_t *out, uint32_t level)
{
    (void)level;
    struct triangles *t = context;
    bool masked = is_masked(t, primitive);
    struct bvh_quad leaf = {
        .descriptor = {.shader_mask = BVH_RAY_MASK, .geometry = masked ? 0 : BVH_GEOMETRY_OPAQUE},
        .primitive = primitive,
        .misc = BVH_QUAD_LAST,
    };
    for (int i = 0; i < 3; i++)
        memcpy(leaf.vertex[i], corner(t->mesh, primitive, i)->position, sizeof leaf.vertex[i]);
    memcpy(out, &leaf, sizeof leaf);
}

/* Writes a triangle as a leaf of BVH_CWBVH8. */
static void write_wide_triangle(void *context, uint32_t primitive, uint8_t *out, uint32_t level)
{
    (void)level;
    struct triangles *t = context;
    bool masked = is_masked(t, primitive);
    struct bvh_triangle leaf = {0};
    for (int i = 0; i < 3; i++)
        memcpy(leaf.vertex[i].position, corner(t->mesh, primitive, i)->position,
               sizeof leaf.vertex[i].position);
    leaf.vertex[0].word = primitive;
    leaf.vertex[1].word = masked ? 0 : BVH_GEOMETRY_OPAQUE;
    memcpy(out, &leaf, sizeof leaf);
}

static void write_procedural(void *context, uint32_t primitive, uint8_t *out, uint32_t level)
{
    (void)context;
    (void)level;
    struct bvh_procedural leaf = {
        .descriptor = {.shader_mask = BVH_RAY_MASK,
                       .geometry = BVH_GEOMETRY_PROCEDURAL | BVH_GEOMETRY_OPAQUE},
        .count = 1,
        .primitive = {primitive},
    };
    memcpy(out, &leaf, sizeof leaf);
}

static struct bvh_box triangle_box(const struct scene_mesh *mesh, uint32_t triangle)
{
    struct bvh_box box;
    for (int axis = 0; axis < 3; axis++) {
        float lo = corner(mesh, triangle, 0)->position[axis], hi = lo;
        for (int i = 1; i < 3; i++) {
            float x = corner(mesh, triangle, i)->position[axis];
            lo = x < lo ? x : lo;
            hi = x > hi ? x : hi;
        }
        box.lo[axis] = lo;
        box.hi[axis] = hi;
    }
    return box;
}

static struct bvh_box sphere_box(const struct scene_sphere *sphere)
{
    struct bvh_box box;
    scene_sphere_box(sphere, box.lo, box.hi);
    return box;
}

/* Returns the limits of nodes and leaves. Only leaves of triangles have several primitives. */
static struct bvh_shape shape_of(enum bvh_nodes nodes, enum bvh_child_type type)
{
    if (nodes == BVH_INTEL6)
        return (struct bvh_shape){BVH_WIDTH, 1};
    return (struct bvh_shape){BVH_WIDE_WIDTH, type == BVH_QUAD ? BVH_WIDE_LEAF : 1};
}

static void pack(enum bvh_nodes nodes, const struct bvh_inner *root, uint64_t n,
                 const struct bvh_leaves *leaves, uint8_t *out, uint32_t *depth)
{
    if (nodes == BVH_INTEL6)
        bvh_pack(root, n, leaves, out, depth);
    else
        bvh_pack_wide(root, n, leaves, out, depth);
}

static enum st_code build_blas(const struct device_build *build, struct bvh_builder *builder,
                               struct device_model *model, struct status *st)
{
    const struct scene *s = build->image->scene;
    uint8_t *out = build->blas->bytes + model->blas;
    const struct bvh_inner *root;
    if (model->geometry == GEOMETRY_SPHERE) {
        struct bvh_box box = sphere_box(&s->spheres[model->index]);
        TRY(bvh_build(builder, &box, 1, shape_of(build->nodes, BVH_PROCEDURAL), "sphere", &root,
                      st));
        struct bvh_leaves leaves = {BVH_PROCEDURAL, write_procedural, NULL};
        pack(build->nodes, root, 1, &leaves, out, &model->depth);
        return ST_OK;
    }
    const struct scene_mesh *mesh = &s->meshes[model->index];
    MEM_AUTO struct bvh_box *boxes = NULL;
    TRY(mem_make(&boxes, mesh->n_triangles, sizeof *boxes, "triangle boxes", st));
    for (uint32_t i = 0; i < mesh->n_triangles; i++)
        boxes[i] = triangle_box(mesh, i);
    TRY(bvh_build(builder, boxes, mesh->n_triangles, shape_of(build->nodes, BVH_QUAD), mesh->name,
                  &root, st));
    struct triangles context = {.scene = s, .mesh = mesh};
    struct bvh_leaves leaves = {
        BVH_QUAD, build->nodes == BVH_INTEL6 ? write_triangle : write_wide_triangle, &context};
    pack(build->nodes, root, mesh->n_triangles, &leaves, out, &model->depth);
    model->masked = context.masked;
    return ST_OK;
}

static float round_down(double x)
{
    float f = (float)x;
    return (double)f > x ? nextafterf(f, -FLT_MAX) : f;
}

static float round_up(double x)
{
    return -round_down(-x);
}

static struct bvh_box instance_box(const struct device_build *build, uint32_t instance)
{
    const struct device_image *image = build->image;
    struct bvh_header header;
    memcpy(&header, build->blas->bytes + (image->blas_addr[instance] - build->blas->addr),
           sizeof header);
    const float *m = image->scene->instances[instance].transform.m;
    struct bvh_box box;
    for (int axis = 0; axis < 3; axis++) {
        double lo = INFINITY, hi = -INFINITY;
        for (int c = 0; c < 8; c++) {
            double x = (double)(c & 1 ? header.hi : header.lo)[0];
            double y = (double)(c & 2 ? header.hi : header.lo)[1];
            double z = (double)(c & 4 ? header.hi : header.lo)[2];
            const float *row = m + (size_t)(4 * axis);
            double p =
                (double)row[0] * x + (double)row[1] * y + (double)row[2] * z + (double)row[3];
            lo = p < lo ? p : lo;
            hi = p > hi ? p : hi;
        }
        box.lo[axis] = round_down(lo);
        box.hi[axis] = round_up(hi);
    }
    return box;
}

struct instances { /* the context of write_instance */
    struct device_build *build;
    const struct device_models *models;
};

static void write_instance(void *context, uint32_t primitive, uint8_t *out, uint32_t level)
{
    const struct instances *t = context;
    const struct device_image *image = t->build->image;
    const struct device_model *model = &t->models->models[t->models->of_instance[primitive]];
    const struct device_buffer *tlas = t->build->tlas;
    uint64_t leaf_addr = tlas->addr + (uint64_t)(out - tlas->bytes);
    uint64_t blas = image->blas_addr[primitive];
    const struct mat34 *o2w = &image->scene->instances[primitive].transform;
    struct mat34 w2o;
    mat34_inverse(o2w, &w2o);
    struct bvh_instance leaf = {
        .shader_mask = BVH_RAY_MASK | (primitive & ~BVH_RAY_MASK),
        .record_flags = model->geometry == GEOMETRY_SPHERE,
        .start_flags = (blas + sizeof(struct bvh_header)) | INSTANCE_CULL_DISABLE,
        .blas = (int64_t)(blas - leaf_addr),
        .id = primitive,
        .index = primitive,
    };
    for (int row = 0; row < 3; row++) { /* adding 0 turns the inverse's negative zeros into zeros */
        for (int column = 0; column < 3; column++) {
            leaf.world_to_object[3 * column + row] = w2o.m[4 * row + column] + 0.0f;
            leaf.object_to_world[3 * column + row] = o2w->m[4 * row + column];
        }
        leaf.world_to_object_at[row] = w2o.m[4 * row + 3] + 0.0f;
        leaf.object_to_world_at[row] = o2w->m[4 * row + 3];
    }
    memcpy(out, &leaf, sizeof leaf);
    uint32_t depth = level + model->depth - 1;
    if (depth > t->build->tree_depth)
        t->build->tree_depth = depth;
}

static enum st_code build_tlas(struct device_build *build, struct bvh_builder *builder,
                               const struct device_models *models, struct status *st)
{
    const uint32_t n = build->image->n_instances;
    MEM_AUTO struct bvh_box *boxes = NULL;
    TRY(mem_make(&boxes, n, sizeof *boxes, "instance boxes", st));
    for (uint32_t i = 0; i < n; i++)
        boxes[i] = instance_box(build, i);
    const struct bvh_inner *root;
    TRY(bvh_build(builder, boxes, n, shape_of(build->nodes, BVH_INSTANCE), "instances", &root, st));
    struct instances context = {build, models};
    struct bvh_leaves leaves = {BVH_INSTANCE, write_instance, &context};
    uint32_t depth;
    pack(build->nodes, root, n, &leaves, build->tlas->bytes, &depth);
    if (build->tree_depth < depth)
        build->tree_depth = depth;
    if (build->tree_depth > DEVICE_MOST_DEPTH)
        return status_fail(st, ST_FAILED,
                           "%s: the acceleration structure has %u levels; it may have %d",
                           build->image->scene->name, build->tree_depth, DEVICE_MOST_DEPTH);
    return ST_OK;
}

static enum st_code build_all(struct device_build *build, struct bvh_builder *builder,
                              struct device_models *models, struct status *st)
{
    for (uint32_t i = 0; i < models->n_models; i++) {
        TRY(build_blas(build, builder, &models->models[i], st));
        build->any_masked |= models->models[i].masked;
    }
    return build_tlas(build, builder, models, st);
}

enum st_code device_build_structures(struct device_build *build, struct device_models *models,
                                     struct status *st)
{
    struct bvh_builder *builder;
    TRY(bvh_builder_create(&builder, st));
    enum st_code code = build_all(build, builder, models, st);
    bvh_builder_free(builder);
    return code;
}
