/* Walks that lose entries of their stack and begin again at the root. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "tests/rig/rays.h"

#include <math.h>
#include <string.h>

enum { SCREENS = 5, MOST_LEAVES = 65536, ENTRIES = 12, RAYS = 400 };

/* Five leaves under one node, all of which are visited, since no candidate ends a ray. */
TEST_WITH(what_is_lost_is_found_again_from_the_root, rig_rays_setup, rig_rays_teardown)
{
    static const float distances[SCREENS] = {7, 3, 5, 9, 4};
    static const char *const records[] = {"HiLhiTTTTT", "HiLhiTTiTTiT", "HiLhiTTTiTT",
                                          "HiLhiTTTTiT", "HiLhiTTTTT"};
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_rays_screens(f, distances, SCREENS, NULL);
    rig_rays_open(f);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    ray.flags = RAY_NOT_OPAQUE;
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    f->options.one_leaf_record = true;
    f->options.restart = true;
    for (uint32_t entries = 0; entries < sizeof records / sizeof *records; entries++) {
        f->options.stack_entries = entries;
        assert_string_equal(rig_rays_trace(f, &ray), records[entries]);
        assert_int_equal(f->result.n_nodes, strlen(records[entries]) - 2); /* but for headers */
        assert_int_equal(f->result.n_candidates, SCREENS);
        assert_int_equal(f->result.candidates[0].primitive, 1);
        assert_int_equal(f->result.candidates[4].primitive, 3);
    }
    /* The nearest is hit: the walk does not know that all it has lost lies behind. */
    ray.flags = RAY_OPAQUE;
    f->options.stack_entries = 1;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiTi");
    assert_int_equal(f->result.primitive, 1);
    /* It does where the first hit is enough. */
    ray.flags |= RAY_TERMINATE_ON_FIRST_HIT;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
}

struct leaves {
    record_t record[MOST_LEAVES];
    uint32_t n, roots[2]; /* visits of the TLAS's root, of BLASes' */
};

/* The leaves that were tested, and how often a walk was at a root: an internal node behind a
 * header, and the same node again. */
static void look(const struct rig_rays *f, struct leaves *out)
{
    record_t root[2] = {0, 0};
    uint32_t headers = 0;
    memset(out->roots, 0, sizeof out->roots);
    out->n = 0;
    for (uint32_t i = 0; i < f->result.n_records; i++) {
        record_t r = f->result.records[i];
        enum record_kind kind = record_kind(r);
        assert_true(kind != RECORD_SPILL && kind != RECORD_REFILL);
        if (kind == RECORD_TRIANGLE || kind == RECORD_TRIANGLE_HIT ||
            kind == RECORD_WIDE_TRIANGLE || kind == RECORD_WIDE_TRIANGLE_HIT) {
            assert_true(out->n < MOST_LEAVES);
            out->record[out->n++] = r;
        }
        if (i > 0 && record_kind(f->result.records[i - 1]) == RECORD_HEADER)
            root[headers++ > 0] = r;
        out->roots[0] += r == root[0];
        out->roots[1] += r == root[1];
    }
}

static struct ray draw_ray(uint64_t seed)
{
    struct ray ray = rig_ray(0, 0, 0, 0, 0, 0);
    for (uint64_t axis = 0; axis < 3; axis++) {
        ray.origin[axis] = 12 * (float)random_unit(9, RANDOM_TEST, 8 * seed + axis) - 4;
        ray.direction[axis] = (float)random_unit(9, RANDOM_TEST, 8 * seed + 3 + axis) - 0.5f;
    }
    if (seed % 3 == 0)
        ray.flags = RAY_NOT_OPAQUE;
    if (seed % 7 == 0)
        ray.flags |= RAY_TERMINATE_ON_FIRST_HIT;
    if (seed % 5 == 0)
        ray.tmax = 3;
    return ray;
}

static void check_same(const struct trace_result *a, const struct trace_result *b)
{
    assert_int_equal(a->hit, b->hit);
    assert_memory_equal(&a->t, &b->t, 3 * sizeof a->t);
    assert_int_equal(a->instance, b->instance);
    assert_int_equal(a->primitive, b->primitive);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->n_candidates, b->n_candidates);
    for (uint32_t i = 0; i < a->n_candidates; i++)
        assert_memory_equal(&a->candidates[i], &b->candidates[i], sizeof *a->candidates);
}

/* Of two levels deep enough that both lose entries, in either layout of nodes: the same leaves in
 * the same order as with a stack of any size, whatever the stack has room for. */
TEST_WITH(a_walk_that_restarts_tests_the_same_leaves, rig_rays_setup, rig_rays_teardown)
{
    static struct leaves whole, again;
    static struct rig_rays other;
    uint64_t nodes[ENTRIES + 1] = {0}, tops = 0, bottoms = 0;
    struct rig_rays *f = *state;
    rig_scene_init(&f->scene, 1);
    rig_add_mesh(&f->scene);
    rig_add_random_triangles(&f->scene, 0, 1200, 4, 31);
    for (uint32_t i = 0; i < 40; i++) {
        struct mat34 place = mat34_identity();
        place.m[0] = 1 + 0.1f * (float)(i % 5); /* rays' directions change their length */
        for (uint64_t axis = 0; axis < 3; axis++)
            place.m[4 * axis + 3] = 9 * (float)random_unit(7, RANDOM_TEST, 4 * i + axis) - 4;
        rig_add_instance(&f->scene, 0, &place);
    }
    rig_rays_open(f);
    assert_ok(device_image_require(f->image, BVH_CWBVH8, &st));
    other.image = f->image;
    for (uint64_t i = 0; i < RAYS; i++) {
        struct ray ray = draw_ray(i);
        f->options = other.options =
            (struct traversal_options){.order = TRAVERSAL_NEAREST_FIRST,
                                       .one_leaf_record = i % 2,
                                       .nodes = i % 4 < 2 ? BVH_INTEL6 : BVH_CWBVH8};
        rig_rays_trace(f, &ray);
        look(f, &whole);
        nodes[0] += f->result.n_nodes;
        other.options.restart = true;
        for (uint32_t entries = 1; entries <= ENTRIES; entries++) {
            other.options.stack_entries = entries;
            rig_rays_trace(&other, &ray);
            look(&other, &again);
            assert_int_equal(again.n, whole.n);
            assert_memory_equal(again.record, whole.record, whole.n * sizeof *whole.record);
            check_same(&f->result, &other.result);
            assert_true(other.result.n_nodes >= f->result.n_nodes);
            nodes[entries] += other.result.n_nodes;
            tops += again.roots[0] > 1;
            bottoms += again.roots[1] > whole.roots[1];
        }
    }
    assert_true(tops > RAYS && bottoms > RAYS);
    for (uint32_t entries = 2; entries <= ENTRIES; entries++)
        assert_true(nodes[entries] < nodes[entries - 1]);
    assert_true(nodes[ENTRIES] > nodes[0]);
    trace_result_release(&other.result);
}
