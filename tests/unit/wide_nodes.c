/* The bytes of acceleration structures of BVH_CWBVH8: what nodes say, where leaves lie, which
 * addresses they have; and the walks through them. */
#include "tests/rig/rays.h"
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "scenes/bvh/pack.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"
#include "tests/rig/gpus.h"

#include <stdio.h>
#include <string.h>

static struct rig_scene rig;

static struct device_image *image_of(const struct rig_scene *r)
{
    struct device_image *image;
    assert_ok(device_image_create(&image, &r->scene, &st));
    assert_ok(device_image_require(image, BVH_CWBVH8, &st));
    return image;
}

/* ---- bytes ---- */

struct seen {
    const uint8_t *structure;
    const struct bvh_header *header;
    uint8_t *found; /* per primitive */
    uint32_t nodes, leaves, triangles, deepest;
};

static const struct bvh_wide *node_at(const struct seen *s, uint32_t number)
{
    return (const void *)(s->structure + s->header->root_offset + 80 * (size_t)number);
}

static void check_triangle(struct seen *s, uint32_t number, const float lo[3], const float hi[3])
{
    const uint8_t *at = s->structure + s->header->leaves + 48 * (size_t)number;
    struct bvh_triangle leaf;
    memcpy(&leaf, at, sizeof leaf);
    const struct scene_mesh *mesh = &rig.meshes[0];
    uint32_t primitive = leaf.vertex[0].word;
    assert_true(primitive < mesh->n_triangles);
    assert_int_equal(s->found[primitive]++, 0);
    assert_int_equal(leaf.vertex[1].word, 0x40000000u);
    assert_int_equal(leaf.vertex[2].word, 0);
    s->triangles++;
    for (uint32_t i = 0; i < 3; i++) {
        const float *p = mesh->vertices[mesh->indices[3 * primitive + i]].position;
        assert_memory_equal(leaf.vertex[i].position, p, 12);
        for (int axis = 0; axis < 3; axis++)
            assert_true(lo[axis] <= p[axis] && p[axis] <= hi[axis]);
    }
}

static uint32_t bits_of(uint32_t x)
{
    uint32_t n = 0;
    for (; x; x >>= 1)
        n += x & 1;
    return n;
}

/* A node's internal children come next in the array of nodes, its leaves next in that of leaves,
 * before those of anything below. */
static void check_node(struct seen *s, uint32_t number, uint32_t level)
{
    struct bvh_wide node = *node_at(s, number);
    assert_int_equal(node.child_base, s->nodes);
    assert_int_equal(node.leaf_base, s->leaves);
    uint32_t child = node.child_base, leaf = node.leaf_base, n = 0;
    while (n < 8 && node.meta[n])
        n++;
    for (uint32_t i = 0; i < 8; i++)
        for (int axis = 0; i >= n && axis < 3; axis++) {
            assert_true(node.meta[i] == 0 && !(node.internal >> i & 1));
            assert_true(node.lower[axis][i] == 0x80 && node.upper[axis][i] == 0);
        }
    s->nodes += bits_of(node.internal);
    for (uint32_t i = 0; i < n; i++)
        s->leaves += node.internal >> i & 1 ? 0 : bits_of(node.meta[i] >> 5);
    s->deepest = level + 1 > s->deepest ? level + 1 : s->deepest;
    for (uint32_t i = 0; i < n; i++) {
        float lo[3], hi[3];
        for (int axis = 0; axis < 3; axis++) {
            lo[axis] = bvh_dequantize(node.origin[axis], node.exponent[axis], node.lower[axis][i]);
            hi[axis] = bvh_dequantize(node.origin[axis], node.exponent[axis], node.upper[axis][i]);
        }
        if (node.internal >> i & 1) {
            assert_int_equal(node.meta[i], 0x20 + 24 + i);
            check_node(s, child++, level + 1);
            continue;
        }
        uint32_t unary = node.meta[i] >> 5;
        assert_true(unary == 1 || unary == 3 || unary == 7);
        assert_int_equal(node.leaf_base + (node.meta[i] & 31), leaf);
        for (uint32_t k = 0; k < bits_of(unary); k++)
            check_triangle(s, leaf++, lo, hi);
    }
}

TEST(every_triangle_lies_once_in_leaves_inside_their_bounds)
{
    enum { N = 3000 };
    static uint8_t found[N];
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    rig_add_random_triangles(&rig, 0, N, 1, 1);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig);
    const struct device_buffer *blas = device_image_blas(image, BVH_CWBVH8);
    struct seen s = {.structure = blas->bytes, .header = (const void *)blas->bytes, .found = found};
    assert_int_equal(s.header->root_offset, 64);
    assert_int_equal(s.header->leaf_type, BVH_QUAD);
    s.nodes = 1;
    check_node(&s, 0, 1);
    assert_true(s.triangles == N && s.leaves == N);
    assert_true(s.nodes > N / 24 && s.nodes < N / 2);
    /* Leaves begin on the unit behind the last node; all are inside what is reserved. */
    assert_int_equal(s.header->leaves, (64 + 80 * s.nodes + 63) / 64 * 64);
    assert_true(s.header->leaves + 48 * N <= bvh_reserved_bytes(N, BVH_QUAD));
    /* The instance is one leaf at level 2, where its BLAS' root is. */
    assert_int_equal(image->wide->tree_depth, s.deepest + 1);
}

/* Two triangles that cover each other are one leaf, which Embree makes the root. */
TEST(a_tree_that_is_one_leaf_has_a_root_above_it)
{
    rig_scene_init(&rig, 1);
    rig_add_instance(&rig, rig_add_mesh(&rig), NULL);
    for (int i = 0; i < 2; i++)
        rig_add_triangle(&rig, 0, (float[]){0, 0, 0}, (float[]){1, 0, (float)i}, (float[]){0, 2, 1},
                         0);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig);
    const struct bvh_header *header = (const void *)device_image_blas(image, BVH_CWBVH8)->bytes;
    const struct bvh_wide *root = (const void *)((const uint8_t *)header + 64);
    assert_int_equal(root->internal, 0);
    assert_true(root->meta[0] == (3 << 5) && root->meta[1] == 0);
    const float hi[3] = {1, 2, 1};
    for (int axis = 0; axis < 3; axis++)
        assert_true(header->lo[axis] == 0 && header->hi[axis] == hi[axis]);
}

TEST(both_layouts_have_the_same_addresses)
{
    rig_scene_ref(&rig);
    struct device_image *image FREED_BY(device_image_free) = image_of(&rig);
    const struct device_buffer *tlas = device_image_tlas(image, BVH_CWBVH8);
    assert_int_equal(tlas->addr, image->buffers[DEVICE_TLAS].addr);
    assert_int_equal(device_image_blas(image, BVH_CWBVH8)->addr, image->buffers[DEVICE_BLAS].addr);
    assert_true(device_image_tlas(image, BVH_INTEL6) == &image->buffers[DEVICE_TLAS]);
    /* Instances: header, one node, leaves from 192 on, which name their BLAS. */
    const struct bvh_header *header = (const void *)tlas->bytes;
    assert_true(header->leaf_type == BVH_INSTANCE && header->leaves == 192);
    for (uint32_t i = 0; i < 2; i++) {
        struct bvh_instance leaf;
        memcpy(&leaf, tlas->bytes + 192 + 128 * i, sizeof leaf);
        assert_int_equal(tlas->addr + 192 + 128 * i + (uint64_t)leaf.blas,
                         image->blas_addr[leaf.id]);
    }
}

/* Of a binary tree, which has the most nodes; what is behind the TLAS is scratch memory for 68
 * bytes of each instance. */
TEST(structures_fit_where_the_others_lie)
{
    assert_int_equal(bvh_wide_bytes(1, BVH_INSTANCE), 512); /* 64 + 80, 192 + 128 */
    assert_int_equal(bvh_wide_bytes(12, BVH_QUAD), 1536);   /* 64 + 880, 960 + 576 */
    for (uint64_t n = 0; n < 5000; n++) {
        uint64_t scratch = device_round_up((24 + 68 * n + 127) / 128 * 128);
        assert_true(bvh_wide_bytes(n, BVH_QUAD) <= bvh_reserved_bytes(n, BVH_QUAD));
        assert_true(bvh_wide_bytes(n, BVH_INSTANCE) <=
                    bvh_reserved_bytes(n, BVH_INSTANCE) + scratch);
    }
    assert_true(bvh_wide_bytes(1, BVH_PROCEDURAL) <= bvh_reserved_bytes(1, BVH_PROCEDURAL));
}

TEST(a_layout_is_made_once_and_again_after_a_failure)
{
    struct device_image *image;
    rig_scene_ref(&rig);
    assert_ok(device_image_create(&image, &rig.scene, &st));
    assert_ok(device_image_require(image, BVH_INTEL6, &st));
    assert_false(image->wide->made);
    for (long n = 1; n < 6; n++) {
        mem_fail_from(n);
        assert_int_equal(device_image_require(image, BVH_CWBVH8, &st), ST_NOMEM);
        mem_fail_from(0);
        assert_false(image->wide->made || image->wide->blas.block || image->wide->tlas.block);
    }
    assert_ok(device_image_require(image, BVH_CWBVH8, &st));
    const uint8_t *bytes = image->wide->blas.bytes;
    assert_ok(device_image_require(image, BVH_CWBVH8, &st));
    assert_ptr_equal(image->wide->blas.bytes, bytes);
    device_image_free(image);
}

/* ---- records ---- */

/* Header, TLAS root, instance, header, BLAS root, one leaf of three triangles side by side, all of
 * which are tested: 48 bytes from one to the next. */
TEST_WITH(triangles_of_a_leaf_are_tested_in_turn, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    const float distance[] = {1, 2, 3};
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, distance, 3, NULL);
    rig_rays_open(f);
    assert_ok(device_image_require(f->image, BVH_CWBVH8, &st));
    f->options = (struct traversal_options){.nodes = BVH_CWBVH8, .order = TRAVERSAL_NEAREST_FIRST};
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    const struct trace_result *r = &f->result;
    assert_string_equal(rig_rays_trace(f, &ray), "HwLhwVVV");
    assert_true(r->hit && r->t == 1.0f && r->n_nodes == 4 && r->depth == 3);
    uint64_t tlas = f->image->buffers[DEVICE_TLAS].addr, blas = f->image->blas_addr[0];
    const record_t expected[] = {
        record_make(RECORD_HEADER, tlas),         record_make(RECORD_WIDE, tlas + 64),
        record_make(RECORD_INSTANCE, tlas + 192), record_make(RECORD_HEADER, blas),
        record_make(RECORD_WIDE, blas + 64),
    };
    assert_memory_equal(r->records, expected, sizeof expected);
    for (uint32_t i = 0; i < 3; i++) {
        assert_int_equal(record_addr(r->records[5 + i]), blas + 192 + 48 * i);
        assert_int_equal(record_bytes(r->records[5 + i]), 48);
    }
    assert_int_equal(record_bytes(r->records[1]), 80);
    /* The first hit is enough: the leaf's others are not looked at. */
    ray.flags |= RAY_TERMINATE_ON_FIRST_HIT;
    assert_string_equal(rig_rays_trace(f, &ray), "HwLhwV");
    /* Past them: three records without a hit. */
    ray = rig_ray(2.5f, 2.5f, 0, 0, 0, -1);
    assert_string_equal(rig_rays_trace(f, &ray), "HwLhwvvv");
    assert_false(r->hit);
    /* There are no descriptors, whatever the option says. */
    f->options.one_leaf_record = true;
    assert_string_equal(rig_rays_trace(f, &ray), "HwLhwvvv");
}

/* ---- configurations ---- */

TEST(leaves_without_descriptors_cannot_be_two_records)
{
    struct gpu_config gpu = rig_gpu("mobile_soc:rt.nodes=cwbvh8");
    assert_int_equal(gpu.rt.nodes, NODES_CWBVH8);
    assert_int_equal(gpu_config_load(&gpu, "mobile_soc_vulkansim:rt.nodes=cwbvh8", &st), ST_USAGE);
    assert_non_null(strstr(st.text, "rt.nodes: cwbvh8, whose leaves have no descriptors; "
                                    "rt.leaf_records must then be one"));
    assert_ok(
        gpu_config_load(&gpu, "mobile_soc_vulkansim:rt.leaf_records=one,rt.nodes=cwbvh8", &st));
}

TEST(what_knows_the_other_layout_alone_is_refused)
{
    static const char *const with[][2] = {
        {"rt.overlap=true", "rt.overlap: needs the leaves of rt.nodes = intel6"},
        {"rt.opacity_micromap=2", "rt.opacity_micromap: needs the triangles of rt.nodes = intel6"},
        {"rt.treelet_B=512", "rt.treelet_B: needs the nodes of rt.nodes = intel6"}};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        char text[128];
        snprintf(text, sizeof text, "mobile_soc:%s", with[i][0]);
        struct gpu_config gpu = rig_gpu(text);
        snprintf(text, sizeof text, "mobile_soc:%s,rt.nodes=cwbvh8", with[i][0]);
        assert_int_equal(gpu_config_load(&gpu, text, &st), ST_USAGE);
        if (!strstr(st.text, with[i][1]))
            fail_msg("%s", st.text);
    }
}

TEST(stacks_and_what_warps_share_go_with_it)
{
    static const char *const with[] = {
        "rt.stack_entries=4,rt.stack_overflow=shared,rt.stack_shared_entries=4",
        "rt.stack_entries=3,rt.stack_overflow=restart", "rt.coalesce_warps=true",
        "rt.reorder_warps=2"};
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        char text[128];
        snprintf(text, sizeof text, "mobile_soc:rt.nodes=cwbvh8,%s", with[i]);
        rig_gpu(text);
    }
}
