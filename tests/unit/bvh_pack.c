/* The bytes of acceleration structures: quantisation, layout, sizes, and the tree of scene REF as
 * Vulkan-Sim has it in memory. */
#include "tests/rig/rig.h"

#include "tests/rig/scenes.h"

#include "common/random.h"
#include "scenes/bvh/device_image.h"
#include "scenes/bvh/pack.h"

#include <math.h>
#include <string.h>

static struct rig_scene rig;

static struct device_image *image_of(const struct rig_scene *r)
{
    struct device_image *image;
    assert_ok(device_image_create(&image, &r->scene, &st));
    return image;
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static double between(uint64_t index, double lo, double hi)
{
    return lo + (hi - lo) * random_unit(7, RANDOM_TEST, index);
}

/* ---- quantisation ---- */

static void check_quantized(const float *lo, const float *hi, unsigned n)
{
    float origin = 0;
    int8_t exponent = 0;
    uint8_t lower[BVH_WIDTH], upper[BVH_WIDTH];
    bvh_quantize(lo, hi, n, &origin, &exponent, lower, upper);
    for (unsigned i = 0; i < n; i++) {
        float l = bvh_dequantize(origin, exponent, lower[i]);
        float u = bvh_dequantize(origin, exponent, upper[i]);
        if (!(l <= lo[i] && u >= hi[i]))
            fail_msg("[%a, %a] is outside [%a, %a]", (double)lo[i], (double)hi[i], (double)l,
                     (double)u);
        double slack = 2 * ldexp(1, exponent - 8) + 1e-6 * fabs((double)lo[i] + (double)hi[i]);
        assert_true((double)lo[i] - (double)l <= slack && (double)u - (double)hi[i] <= slack);
    }
}

TEST(quantised_bounds_hold_random_boxes_tightly)
{
    for (uint64_t round = 0; round < 20000; round++) {
        float lo[BVH_WIDTH], hi[BVH_WIDTH];
        unsigned n = 1 + (unsigned)(round % BVH_WIDTH);
        double size = ldexp(1, (int)between(100 * round, -30, 30));
        double shift = round % 3 == 0 ? 0 : between(100 * round + 1, -1e4, 1e4);
        for (unsigned i = 0; i < n; i++) {
            lo[i] = (float)(shift + between(100 * round + 10 + i, -size, size));
            double extent = round % 5 == 0 ? 0 : between(100 * round + 20 + i, 0, size);
            hi[i] = (float)((double)lo[i] + extent);
        }
        check_quantized(lo, hi, n);
    }
}

TEST(a_difference_rounded_down_still_holds_the_box)
{
    const float lo[2] = {-1000, -500}, hi[2] = {-900, 1e-5f};
    check_quantized(lo, hi, 2);
    const float denormal_lo[1] = {0}, denormal_hi[1] = {0x1p-149f};
    check_quantized(denormal_lo, denormal_hi, 1);
    const float far_lo[2] = {-0x1p100f, 0}, far_hi[2] = {0, 0x1p100f};
    check_quantized(far_lo, far_hi, 2);
}

TEST(a_mantissa_above_255_of_256_takes_the_next_exponent)
{
    float origin;
    int8_t exponent;
    uint8_t lower, upper;
    const float zero = 0, just = 255, above = 255.5f;
    bvh_quantize(&zero, &just, 1, &origin, &exponent, &lower, &upper);
    assert_true(exponent == 8 && lower == 0 && upper == 255);
    bvh_quantize(&zero, &above, 1, &origin, &exponent, &lower, &upper);
    assert_true(exponent == 9 && lower == 0 && upper == 128);
    bvh_quantize(&just, &just, 1, &origin, &exponent, &lower, &upper);
    assert_true(exponent == 0 && lower == 0 && upper == 0 && origin == 255);
}

/* ---- sizes and layout ---- */

TEST(reserved_sizes_are_mesas)
{
    assert_int_equal(bvh_reserved_bytes(0, BVH_QUAD), 512);
    assert_int_equal(bvh_reserved_bytes(1, BVH_PROCEDURAL), 512);
    assert_int_equal(bvh_reserved_bytes(12, BVH_QUAD), 1792);
    assert_int_equal(bvh_reserved_bytes(487, BVH_INSTANCE), 93696);
}

struct seen {
    const uint8_t *low, *high; /* room for blocks of children, in order of allocation */
    uint8_t *found;            /* per primitive                                       */
    const struct rig_scene *rig;
    unsigned nodes;
};

static void check_triangle(struct seen *s, const uint8_t *at, const float lo[3], const float hi[3])
{
    struct bvh_quad leaf;
    memcpy(&leaf, at, sizeof leaf);
    const struct scene_mesh *mesh = &s->rig->meshes[0];
    assert_true(leaf.primitive < mesh->n_triangles);
    assert_int_equal(s->found[leaf.primitive]++, 0);
    assert_int_equal(leaf.descriptor.shader_mask, 0xff000000u);
    assert_int_equal(leaf.descriptor.geometry, 0x40000000u);
    assert_int_equal(leaf.misc, 1u << 22);
    for (int i = 0; i < 3; i++) {
        const float *p = mesh->vertices[mesh->indices[3 * leaf.primitive + (uint32_t)i]].position;
        assert_memory_equal(leaf.vertex[i], p, 12);
        for (int axis = 0; axis < 3; axis++)
            assert_true(lo[axis] <= p[axis] && p[axis] <= hi[axis]);
    }
    for (int axis = 0; axis < 3; axis++)
        assert_true(leaf.vertex[3][axis] == 0);
}

/* Children of a node must lie where the next free block is, before any grandchildren's. */
static void check_node(struct seen *s, const uint8_t *at)
{
    struct bvh_internal node;
    memcpy(&node, at, sizeof node);
    assert_int_equal(node.type, BVH_INTERNAL);
    assert_int_equal(node.ray_mask, 0xff);
    const uint8_t *child = at + (ptrdiff_t)node.child_offset * BVH_UNIT;
    assert_ptr_equal(child, s->low);
    s->nodes++;
    int n = 0;
    while (n < BVH_WIDTH && bvh_child_units(node.child[n]) == 1)
        n++;
    assert_true(n >= 2);
    for (int i = n; i < BVH_WIDTH; i++)
        for (int axis = 0; axis < 3; axis++) {
            assert_int_equal(node.child[i], 0);
            assert_int_equal(node.bounds[axis][0][i], 0x80);
            assert_int_equal(node.bounds[axis][1][i], 0);
        }
    s->low += n * BVH_UNIT;
    assert_true(s->low <= s->high);
    for (int i = 0; i < n; i++, child += BVH_UNIT) {
        float lo[3], hi[3];
        for (int axis = 0; axis < 3; axis++) {
            lo[axis] =
                bvh_dequantize(node.origin[axis], node.exponent[axis], node.bounds[axis][0][i]);
            hi[axis] =
                bvh_dequantize(node.origin[axis], node.exponent[axis], node.bounds[axis][1][i]);
        }
        if (bvh_child_type(node.child[i]) == BVH_INTERNAL) {
            check_node(s, child);
        } else {
            assert_int_equal(bvh_child_type(node.child[i]), BVH_QUAD);
            check_triangle(s, child, lo, hi);
        }
    }
}

TEST(every_triangle_lies_in_one_leaf_inside_its_bounds)
{
    enum { N = 3000 };
    static uint8_t found[N];
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_random_triangles(&rig, 0, N, 1, 1);
    struct device_image *image = image_of(&rig);
    const uint8_t *blas = image->buffers[DEVICE_BLAS].bytes;
    struct seen s = {blas + 128, blas + bvh_reserved_bytes(N, BVH_QUAD), found, &rig, 0};
    check_node(&s, blas + 64);
    for (int i = 0; i < N; i++)
        assert_int_equal(found[i], 1);
    assert_true(s.nodes >= N / 6 && s.nodes < N);
    device_image_free(image);
}

/* ---- scene REF ---- */

static void expect_child(const struct bvh_internal *node, int i, enum bvh_child_type type,
                         const uint8_t lower[3], const uint8_t upper[3])
{
    assert_int_equal(bvh_child_type(node->child[i]), type);
    for (int axis = 0; axis < 3; axis++) {
        assert_int_equal(node->bounds[axis][0][i], lower[axis]);
        assert_int_equal(node->bounds[axis][1][i], upper[axis]);
    }
}

static void expect_node(const struct bvh_internal *node, uint32_t x, uint32_t y, uint32_t z, int ex,
                        int ey, int ez)
{
    assert_true(node->origin[0] == float_of(x) && node->origin[1] == float_of(y) &&
                node->origin[2] == float_of(z));
    assert_int_equal(node->exponent[0], ex);
    assert_int_equal(node->exponent[1], ey);
    assert_int_equal(node->exponent[2], ez);
}

static const struct bvh_internal *node_at(const uint8_t *at)
{
    return (const void *)at;
}

TEST(the_tree_of_scene_ref_is_vulkan_sims)
{
    rig_scene_ref(&rig);
    struct device_image *image = image_of(&rig);
    const uint8_t *tlas = image->buffers[DEVICE_TLAS].bytes;
    const uint8_t *blas = image->buffers[DEVICE_BLAS].bytes;
    const struct bvh_internal *root = node_at(tlas + 64);
    expect_node(root, 0, 0, 0xC40AC000, 10, 10, 10);
    expect_child(root, 0, BVH_INSTANCE, (uint8_t[]){0, 0, 0}, (uint8_t[]){139, 139, 139});
    expect_child(root, 1, BVH_INSTANCE, (uint8_t[]){86, 21, 81}, (uint8_t[]){127, 62, 122});

    const struct bvh_header *box = (const void *)blas;
    assert_int_equal(box->root_offset, 64);
    assert_true(box->lo[2] == float_of(0xC40AC000) && box->hi[0] == float_of(0x440B0000) &&
                box->hi[1] == float_of(0x440B0000) && box->hi[2] == 1.0f);
    root = node_at(blas + 64);
    expect_node(root, 0, 0, 0xC40AC000, 10, 10, 10);
    static const struct {
        uint8_t lower[3], upper[3];
        uint32_t first_triangle;
    } panels[BVH_WIDTH] = {
        {{0, 0, 0}, {0, 139, 139}, 0}, {{0, 138, 0}, {139, 139, 139}, 8},
        {{0, 0, 0}, {139, 0, 139}, 6}, {{138, 0, 0}, {139, 139, 139}, 2},
        {{0, 0, 0}, {139, 139, 0}, 4}, {{53, 138, 56}, {86, 139, 83}, 10},
    };
    const uint8_t *children = blas + 64 + (ptrdiff_t)root->child_offset * BVH_UNIT;
    for (int i = 0; i < BVH_WIDTH; i++) {
        expect_child(root, i, BVH_INTERNAL, panels[i].lower, panels[i].upper);
        const struct bvh_internal *panel = node_at(children + (ptrdiff_t)i * BVH_UNIT);
        const struct bvh_quad *leaf =
            (const void *)((const uint8_t *)panel + (ptrdiff_t)panel->child_offset * BVH_UNIT);
        assert_int_equal(leaf[0].primitive, panels[i].first_triangle);
        assert_int_equal(leaf[1].primitive, panels[i].first_triangle + 1);
    }
    const struct bvh_internal *light = node_at(children + 5 * BVH_UNIT);
    expect_node(light, 0x43550000, 0x440A78F6, 0xC3A40000, 8, 0, 7);
    expect_child(light, 1, BVH_QUAD, (uint8_t[]){0, 0, 0}, (uint8_t[]){130, 0, 210});

    const struct bvh_internal *sphere = node_at(blas + bvh_reserved_bytes(12, BVH_QUAD) + 64);
    expect_node(sphere, 0x43AC8000, 0x42AA0000, 0xC3638000, 8, 8, 8);
    expect_child(sphere, 0, BVH_PROCEDURAL, (uint8_t[]){0, 0, 0}, (uint8_t[]){160, 160, 160});
    assert_int_equal(image->tree_depth, 4);
    device_image_free(image);
}

TEST(instance_leaves_hold_both_matrices_and_the_way_to_the_blas)
{
    /* a quarter turn about z, twice the size, moved by (5, 6, 7) */
    const struct mat34 move = {{0, -2, 0, 5, 2, 0, 0, 6, 0, 0, 2, 7}};
    rig_scene_init(&rig, 2);
    rig.materials[1].masked = true;
    rig_add_mesh(&rig);
    rig_add_triangle(&rig, 0, (float[]){1, 0, 0}, (float[]){0, 1, 0}, (float[]){0, 0, 1}, 1);
    rig_add_sphere(&rig, 0, 0, 0, 1, 0);
    rig_add_instance(&rig, 0, &move);
    struct device_image *image = image_of(&rig);
    const struct device_buffer *tlas = &image->buffers[DEVICE_TLAS];
    const struct bvh_internal *root = node_at(tlas->bytes + 64);
    uint64_t offset = 64 + (uint64_t)root->child_offset * BVH_UNIT;
    for (int i = 0; i < 2; i++, offset += 128) {
        struct bvh_instance leaf;
        memcpy(&leaf, tlas->bytes + offset, sizeof leaf);
        assert_int_equal(tlas->addr + offset + (uint64_t)leaf.blas, image->blas_addr[leaf.id]);
        assert_int_equal(leaf.start_flags & 0xffffffffffffu, image->blas_addr[leaf.id] + 64);
        assert_int_equal(leaf.start_flags >> 48, 1);
        assert_int_equal(leaf.shader_mask, 0xff000000u | leaf.id);
        assert_int_equal(leaf.index, leaf.id);
        assert_int_equal(leaf.record_flags, leaf.id == 0 ? 1 : 0); /* the sphere comes first */
        if (leaf.id == 0)
            continue;
        assert_memory_equal(leaf.object_to_world, ((float[]){0, 2, 0, -2, 0, 0, 0, 0, 2}), 36);
        assert_memory_equal(leaf.object_to_world_at, ((float[]){5, 6, 7}), 12);
        assert_memory_equal(leaf.world_to_object_at, ((float[]){-3, 2.5f, -3.5f}), 12);
        assert_true(leaf.world_to_object[1] == -0.5f && leaf.world_to_object[3] == 0.5f);
    }
    assert_true(image->any_masked);
    /* models are numbered by instances: the sphere's structure lies first */
    const uint8_t *sphere = image->buffers[DEVICE_BLAS].bytes, *mesh = sphere + 512;
    const struct bvh_procedural *procedural = (const void *)(sphere + 128);
    assert_int_equal(procedural->descriptor.geometry, 0x60000000u);
    assert_int_equal(procedural->count, 1);
    const struct bvh_quad *quad = (const void *)(mesh + 128);
    assert_int_equal(quad->descriptor.geometry, 0); /* not opaque */
    device_image_free(image);
}

TEST(a_mesh_without_triangles_has_a_root_without_children)
{
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_triangle(&rig, 1, (float[]){1, 0, 0}, (float[]){0, 1, 0}, (float[]){0, 0, 1}, 0);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig);
    const struct bvh_internal *root = node_at(image->buffers[DEVICE_BLAS].bytes + 64);
    for (int i = 0; i < BVH_WIDTH; i++)
        assert_int_equal(root->child[i], 0);
}

TEST(impossible_geometry_is_refused)
{
    struct device_image *image;
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_triangle(&rig, 0, (float[]){1, 0, 0}, (float[]){0, 1, 0}, (float[]){0, 0, 1e37f}, 0);
    assert_int_equal(device_image_create(&image, &rig.scene, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "mesh: primitive 0 spans 0 to 1e+37"));
    assert_null(image);
    rig.vertices[0][2].position[2] = 1;
    rig.instances[0].transform.m[0] = 0;
    assert_int_equal(device_image_create(&image, &rig.scene, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "transform of instance 0 is singular"));
}
