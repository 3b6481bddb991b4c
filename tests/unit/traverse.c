/* Rays through small scenes: records, hits, candidates. Expected records and distances of scenes
 * REF, WKND and SHIP were read from Vulkan-Sim runs of LumiBench. */
#include "tests/rig/rig.h"

#include "tests/rig/rays.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/functional/traversal/box.h"
#include "sim/functional/traversal/traverse.h"
#include "sim/functional/traversal/vectors.h"

#include <math.h>
#include <string.h>

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* ---- against Vulkan-Sim ---- */

struct reference_ray {
    uint32_t origin[3], direction[3];
    struct {
        uint32_t t, primitive; /* t is 0: missed */
    } hit;
    const char *records; /* NULL: not known */
};

static void expect_reference(struct rig_rays *f, const struct reference_ray *want)
{
    f->options.closest = TRAVERSAL_LAST;
    struct ray ray = rig_ray(0, 0, 0, 0, 0, 0);
    for (int axis = 0; axis < 3; axis++) {
        ray.origin[axis] = float_of(want->origin[axis]);
        ray.direction[axis] = float_of(want->direction[axis]);
    }
    const char *records = rig_rays_trace(f, &ray);
    if (want->records)
        assert_string_equal(records, want->records);
    assert_int_equal(f->result.hit, want->hit.t != 0);
    if (want->hit.t == 0)
        return;
    assert_int_equal(bits_of(f->result.t), want->hit.t);
    assert_int_equal(f->result.primitive, want->hit.primitive);
}

/* The second ray's records are ours: it starts on the ceiling and leaves through the left wall,
 * whose two leaves have equal boxes and whose node is the root's first child, so that they come
 * together and first. */
TEST_WITH(rays_in_scene_ref_fetch_what_vulkan_sim_fetches, rig_rays_setup, rig_rays_teardown)
{
    static const struct reference_ray rays[] = {
        {{0x438B0000, 0x438B0000, 0x43AF0000},
         {0xBF06555A, 0x3F0653D8, 0xBF2B99AA},
         {0x4403F9D7, 9},
         "HiLhiidtdtidTdt"},
        {{0x3F7CE400, 0x440AC000, 0xC0771A80},
         {0xBE89846C, 0xBE8EF400, 0xBEBE9684},
         {0x406B637B, 1},
         "HiLhiidTdti"},
        {{0x33800000, 0x440A7E47, 0xC0A75CCF},
         {0x3EFFF496, 0xBF050956, 0xBF315DEB},
         {0x4446602C, 4},
         "HiLhiiidtdT"},
        {{0x438B0000, 0x438B0000, 0x43AF0000},
         {0x3CDCAA8D, 0xBCDCF291, 0xBF7FD060},
         {0x44626A1F, 4},
         "HiLhiidtdT"},
    };
    struct rig_rays *f = *state;
    rig_scene_ref(&f->scene);
    rig_rays_open(f);
    for (size_t i = 0; i < sizeof rays / sizeof *rays; i++)
        expect_reference(f, &rays[i]);
}

static uint32_t internal_nodes(const uint8_t *at)
{
    const struct bvh_internal *node = (const void *)at;
    const uint8_t *child = at + (ptrdiff_t)node->child_offset * BVH_UNIT;
    uint32_t n = 1;
    for (int i = 0; i < BVH_WIDTH; i++) {
        unsigned units = bvh_child_units(node->child[i]);
        if (units > 0 && bvh_child_type(node->child[i]) == BVH_INTERNAL)
            n += internal_nodes(child);
        child += (size_t)units * BVH_UNIT;
    }
    return n;
}

TEST_WITH(rays_in_scene_wknd_fetch_what_vulkan_sim_fetches, rig_rays_setup, rig_rays_teardown)
{
    static const struct reference_ray rays[] = {
        {{0x414FDC95, 0x40025FF8, 0x4040D0C2},
         {0xBF7F7B42, 0x3C845B40, 0xBD7C05A4},
         {0, 0},
         "Hiiii"},
        {{0x414FDE51, 0x400247F5, 0x4040C2B6},
         {0xBF7F8CB4, 0x3C8C9CA8, 0xBD6875A4},
         {0, 0},
         "Hiiii"},
        {{0x41501554, 0x3FFEEF57, 0x403EE95E},
         {0xBF7642B7, 0xBE1CE773, 0xBE679F16},
         {0, 0},
         "HiiLhidpiiLhidpLhidpLhidpLhidpi"},
        {{0x408446DA, 0x3F141C66, 0x3F659E68},
         {0xBF63FFC5, 0xBEC19F42, 0x3E814DD6},
         {0, 0},
         "HiiLhidpiLhidpiiiLhidp"},
    };
    static const uint32_t table_entries[] = {0, 0, 5, 3};
    struct rig_rays *f = *state;
    if (!rig_scene_wknd(&f->scene))
        rig_skip();
    rig_rays_open(f);
    assert_int_equal(internal_nodes(f->image->buffers[DEVICE_TLAS].bytes + 64), 180);
    for (size_t i = 0; i < sizeof rays / sizeof *rays; i++) {
        expect_reference(f, &rays[i]);
        assert_int_equal(f->result.n_candidates, table_entries[i]);
    }
}

TEST_WITH(rays_in_scene_ship_fetch_what_vulkan_sim_fetches, rig_rays_setup, rig_rays_teardown)
{
    static const struct reference_ray rays[] = {
        {{0x43BD0001, 0x438B0000, 0x43FA0000},
         {0xBF2A8548, 0x3EC29C50, 0xBF24499C},
         {0, 0},
         "HiLhii"},
        {{0x43BD0001, 0x438B0000, 0x43FA0000},
         {0xBEB6BA93, 0xBC7E95DB, 0xBF6F1BB2},
         {0x447AB95A, 1953},
         NULL},
    };
    struct rig_rays *f = *state;
    if (!rig_scene_ship(&f->scene))
        rig_skip();
    rig_rays_open(f);
    assert_int_equal(internal_nodes(f->image->buffers[DEVICE_BLAS].bytes + 64), 2231);
    for (size_t i = 0; i < sizeof rays / sizeof *rays; i++)
        expect_reference(f, &rays[i]);
}

/* ---- hand-made scenes ---- */

TEST_WITH(the_nearest_of_all_triangles_in_range_is_reported, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, (const float[]){7, 3, 5, 9, 4}, 5, NULL);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -2);
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 1.5f); /* in units of the direction */
    assert_int_equal(f->result.primitive, 1);
    assert_true(f->result.u == 0.25f && f->result.v == 0.25f);
    assert_true(rig_rays_count(f, RECORD_TRIANGLE_HIT) >= 1);
    assert_int_equal(f->result.n_nodes, rig_rays_count(f, RECORD_INTERNAL) +
                                            rig_rays_count(f, RECORD_INSTANCE) +
                                            rig_rays_count(f, RECORD_DESCRIPTOR));
    assert_int_equal(f->result.depth, 3); /* TLAS root 1, instance and BLAS root 2, triangles 3 */
    assert_int_equal(f->result.depth, f->image->tree_depth);
    ray.tmin = 1.6f;
    ray.tmax = 2.4f;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 2.0f);
    ray.tmin = 4.6f;
    ray.tmax = INFINITY;
    rig_rays_trace(f, &ray);
    assert_true(!f->result.hit && f->result.t == INFINITY);
    assert_int_equal(rig_rays_count(f, RECORD_TRIANGLE_HIT), 0);
}

/* Screens side by side in depth lie in leaves of one node: tested from the last to the first. */
TEST_WITH(of_the_last_triangle_tested_all_but_the_distance_is_reported, rig_rays_setup,
          rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, (const float[]){5, 3, 4}, 3, NULL);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    f->options.closest = TRAVERSAL_LAST;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidTdTdT");
    uint64_t last = record_addr(f->result.records[f->result.n_records - 1]);
    const struct bvh_quad *leaf = (const void *)device_image_at(f->image, last, sizeof *leaf);
    assert_true(f->result.hit && f->result.t == 3);
    assert_int_equal(f->result.primitive, leaf->primitive);
    assert_int_not_equal(leaf->primitive, 1);
    assert_true(f->result.u == 0.25f && f->result.v == 0.25f);
    ray.tmin = 3.5f; /* out of range is not tested as hit */
    ray.tmax = 4.5f;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 4);
    assert_int_equal(f->result.primitive, 2);
    ray.tmax = 4; /* in range, but no hit: only what is nearer than the end of the ray is one */
    rig_rays_trace(f, &ray);
    assert_true(!f->result.hit && f->result.t == 4 && f->result.u == 0);
}

TEST_WITH(terminate_ends_the_walk_at_the_first_triangle_in_range, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, (const float[]){7, 3, 5, 9, 4}, 5, NULL);
    rig_rays_screens(f, (const float[]){6, 2}, 2, NULL);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    ray.flags |= RAY_TERMINATE_ON_FIRST_HIT;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit);
    assert_int_equal(rig_rays_count(f, RECORD_TRIANGLE_HIT), 1);
    assert_int_equal(record_kind(f->result.records[f->result.n_records - 1]), RECORD_TRIANGLE_HIT);
}

TEST_WITH(masked_triangles_are_candidates_and_shorten_nothing, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 2);
    f->scene.materials[1].masked = true;
    rig_rays_screens(f, (const float[]){2, 3, 4}, 3, (const int32_t[]){1, 0, 1});
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    ray.flags = 0;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 3 && f->result.primitive == 1);
    bool near_seen = false;
    for (uint32_t i = 0; i < f->result.n_candidates; i++) {
        const struct trace_candidate *c = &f->result.candidates[i];
        assert_int_equal(c->kind, CANDIDATE_MASKED);
        assert_true(c->primitive == 0 ? c->t == 2 : c->t == 4);
        assert_true(c->u == 0.25f && c->v == 0.25f);
        near_seen |= c->primitive == 0;
    }
    assert_true(near_seen);
    ray.flags = RAY_TERMINATE_ON_FIRST_HIT; /* a masked triangle must not end the walk */
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.primitive == 1);
    ray.flags = RAY_OPAQUE;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 2);
    assert_int_equal(f->result.n_candidates, 0);
}

TEST_WITH(spheres_are_left_to_the_shader_in_the_order_of_the_walk, rig_rays_setup,
          rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_add_sphere(&f->scene, 0, 0, -20, 1, 0);
    rig_add_sphere(&f->scene, 0, 0, -10, 1, 0);
    rig_add_sphere(&f->scene, 50, 0, -10, 1, 0);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhidpLhidp");
    assert_false(f->result.hit);
    assert_true(f->result.t == ray.tmax);
    assert_int_equal(f->result.n_candidates, 2);
    assert_true(f->result.candidates[0].kind == CANDIDATE_PROCEDURAL);
    assert_int_equal(f->result.candidates[0].instance + f->result.candidates[1].instance, 1);
    assert_int_equal(f->result.candidates[0].primitive, 0);
}

TEST_WITH(instances_are_hit_where_their_transforms_put_them, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, (const float[]){1}, 1, NULL);
    const struct mat34 larger = {{2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, -10}}; /* screen at z -12 */
    const struct mat34 turned = {{0, 0, 1, 0, 0, 1, 0, 0, -1, 0, 0, 0}};  /* screen at x -1  */
    rig_add_instance(&f->scene, 0, &larger);
    rig_add_instance(&f->scene, 0, &turned);
    f->scene.instances[0].transform.m[7] = 100; /* out of the way */
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -0.5f);
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 24 && f->result.instance == 1);
    ray = rig_ray(0, 0, 0, -4, 0, 0);
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 0.25f && f->result.instance == 2);
}

TEST_WITH(unsound_rays_fetch_the_header_only, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_ref(&f->scene);
    rig_rays_open(f);
    struct ray rays[6];
    for (int i = 0; i < 6; i++)
        rays[i] = rig_ray(278, 278, 350, 0, 0, -1);
    rays[0].direction[2] = 0;
    rays[1].direction[0] = NAN;
    rays[2].origin[1] = NAN;
    rays[3].origin[1] = INFINITY;
    rays[4].tmax = NAN;
    rays[5].tmin = NAN;
    for (int i = 0; i < 6; i++) {
        assert_string_equal(rig_rays_trace(f, &rays[i]), "H");
        assert_false(f->result.hit);
        assert_int_equal(f->result.n_nodes, 0);
        assert_int_equal(f->result.depth, 1);
    }
    struct ray past = rig_ray(278, 278, 350, 0, 0, 1);
    assert_string_equal(rig_rays_trace(f, &past), "H"); /* the root's bounds are missed */
    struct ray tiny = rig_ray(278, 278, 350, 0, 0, -1e-30f);
    rig_rays_trace(f, &tiny); /* its length underflows: no instance can be entered */
    assert_false(f->result.hit);
}

TEST_WITH(running_out_of_memory_is_reported, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_ref(&f->scene);
    rig_rays_open(f);
    struct ray ray = rig_ray(278, 278, 350, 0.2f, -0.1f, -1);
    mem_fail_from(1);
    enum st_code code = traverse(f->image, &f->options, &ray, &f->result, &st);
    mem_fail_from(0);
    assert_int_equal(code, ST_NOMEM);
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit);
}

/* Rays of one result leave their records behind each other, with or without room for them; where
 * memory runs out those before stay. */
TEST_WITH(a_ray_leaves_the_records_before_its_own, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    rig_scene_ref(&f->scene);
    rig_rays_open(f);
    struct trace_result *r = &f->result;
    struct ray ray[2] = {rig_ray(278, 278, 350, 0.2f, -0.1f, -1), rig_ray(278, 278, 350, 1, 0, 0)};
    record_t alone[2][64];
    uint32_t n[2];
    for (int i = 0; i < 2; i++) {
        rig_rays_trace(f, &ray[i]);
        n[i] = r->n_records;
        assert_in_range(n[i], 1, 63);
        memcpy(alone[i], r->records, n[i] * sizeof **alone);
    }
    for (int i = 0; i < 40; i++, r->first += r->n_records)
        assert_ok(traverse(f->image, &f->options, &ray[i % 2], r, &st));
    for (mem_fail_from(1); r->first + 63 < r->room_records; r->first += n[0])
        assert_ok(traverse(f->image, &f->options, &ray[0], r, &st));
    r->first = r->room_records - 1;
    enum st_code code = traverse(f->image, &f->options, &ray[0], r, &st);
    mem_fail_from(0);
    assert_int_equal(code, ST_NOMEM);
    const record_t *at = r->records;
    for (int i = 0; i < 40; at += n[i++ % 2])
        assert_memory_equal(at, alone[i % 2], n[i % 2] * sizeof *at);
}

/* ---- vectors ---- */

union node {
    struct bvh_internal six;
    struct bvh_wide eight;
    uint8_t room[128];
};

static void draw_node(union node *node, const struct box_children *boxes, uint64_t round,
                      uint64_t *index)
{
    uint8_t *q = (uint8_t *)node + (boxes->lower - (const uint8_t *)node);
    for (unsigned axis = 0; axis < 3; axis++, q += boxes->axis) {
        float origin = (float)random_unit(1, RANDOM_TEST, (*index)++) * 20 - 10;
        int8_t exponent = (int8_t)random_below(1, RANDOM_TEST, (*index)++, 6);
        if (round % 64 == 0) /* so thin that the steps have no normal floats */
            exponent = (int8_t)(-128 + round / 64 % 16);
        memcpy((uint8_t *)node + ((const uint8_t *)&boxes->origin[axis] - (const uint8_t *)node),
               &origin, sizeof origin);
        ((int8_t *)node)[boxes->exponent + axis - (const int8_t *)node] = exponent;
        for (unsigned i = 0; i < boxes->width; i++) {
            uint64_t bits = random_u64(1, RANDOM_TEST, (*index)++);
            q[i] = (uint8_t)(bits & 127);
            q[i + boxes->upper] = (uint8_t)((bits & 127) + (bits >> 8 & 127));
        }
    }
}

static void check_boxes(bool wide)
{
    static union node node;
    const struct box_children boxes =
        wide ? box_children_of_wide(&node.eight) : box_children_of(&node.six);
    unsigned hits = 0;
    memset(&node, 0, sizeof node);
    for (uint64_t round = 0; round < 50000; round++) {
        uint64_t index = 64 * round;
        draw_node(&node, &boxes, round, &index);
        struct space_ray r = {.tmin = 0, .tmax = 100};
        for (int axis = 0; axis < 3; axis++) {
            r.origin[axis] = (float)random_unit(1, RANDOM_TEST, index++) * 40 - 20;
            float aim = boxes.origin[axis] + bvh_power_of_two(boxes.exponent[axis]) *
                                                 (float)random_unit(1, RANDOM_TEST, index++);
            r.direction[axis] = aim - r.origin[axis];
        }
        if (round % 7 == 0)
            r.direction[round % 3] = round % 2 ? -0.0f : 0.0f;
        space_ray_finish(&r);
        float closest = (float)random_unit(1, RANDOM_TEST, index++) * 2;
        float least = (float)random_unit(1, RANDOM_TEST, index++) * 2;
        float enter[BOX_PLACES], enter_plain[BOX_PLACES];
        unsigned plain = box_hit_children_plain(boxes, &r, closest, least, enter_plain);
        for (int best = 0; best < 2; best++) {
            const struct vectors *v = best ? vectors_best() : vectors_plain();
            assert_int_equal(v->box_test(&boxes, &r, closest, least, enter), plain);
            for (unsigned i = 0; i < boxes.width; i++)
                assert_true(enter[i] == enter_plain[i]);
        }
        hits += plain != 0;
    }
    assert_true(hits > 5000 && hits < 45000);
}

TEST(boxes_at_once_equal_one_after_the_other)
{
    check_boxes(false);
    check_boxes(true);
}
