/* A ray hits in a structure of compressed wide nodes what it hits in the other one. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/functional/traversal/traverse.h"
#include "tests/rig/scenes.h"

#include <math.h>

enum { RAYS = 20000 };

static float between(uint64_t *n, float lo, float hi)
{
    return lo + (hi - lo) * (float)random_unit(5, RANDOM_TEST, (*n)++);
}

/* From anywhere in the scene and a little around it; one in eight parallel to a plane of axes, half
 * of them to an axis. */
static struct ray draw_ray(const struct scene *s, uint64_t *n)
{
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    struct ray ray = {
        .origin = {between(n, lo.x, hi.x), between(n, lo.y, hi.y), between(n, lo.z - 1, hi.z + 1)},
        .direction = {between(n, -1, 1), between(n, -1, 1), between(n, -1, 1)},
        .tmin = 0.001f,
        .tmax = INFINITY};
    uint64_t along = random_below(5, RANDOM_TEST, (*n)++, 48);
    if (along < 6)
        ray.direction[along % 3] = 0.0f;
    if (along < 3)
        ray.direction[(along + 1) % 3] = 0.0f;
    return ray;
}

struct found {
    uint32_t hits, last_bits; /* of distances: which differ there */
    uint32_t ties;            /* hits of different triangles that lie at one place */
};

/* Distances may differ by what a triangle's box is entered at (traverse.h). */
static void compare(const char *scene, uint32_t ray, const struct trace_result *a,
                    const struct trace_result *b, struct found *found)
{
    bool same = a->hit == b->hit && a->n_candidates == b->n_candidates;
    bool tie = a->hit && (a->instance != b->instance || a->primitive != b->primitive);
    if (same && a->hit)
        same = fabsf(a->t - b->t) <= (tie ? 1e-6f : 1e-5f) * a->t;
    if (!same)
        fail_msg("%s, ray %u: hits %d t %.9g instance %u triangle %u, then %d t %.9g instance %u "
                 "triangle %u",
                 scene, ray, a->hit, (double)a->t, a->instance, a->primitive, b->hit, (double)b->t,
                 b->instance, b->primitive);
    found->hits += a->hit;
    found->last_bits += a->hit && a->t != b->t;
    found->ties += tie;
}

static bool equal(const struct trace_result *a, const struct trace_result *b)
{
    return a->hit == b->hit && a->t == b->t && a->u == b->u && a->v == b->v &&
           a->instance == b->instance && a->primitive == b->primitive;
}

TEST(hits_are_those_of_the_other_layout)
{
    static const char *const names[] = {"atrium", "bath", "blob",    "cornell", "flight",
                                        "lonely", "park", "rigging", "tree",    "weekend"};
    static const struct traversal_options six = {.order = TRAVERSAL_NEAREST_FIRST};
    static const struct traversal_options eight[] = {
        {.order = TRAVERSAL_NEAREST_FIRST, .nodes = BVH_CWBVH8},
        {.order = TRAVERSAL_STACK, .nodes = BVH_CWBVH8},
        {.order = TRAVERSAL_NEAREST_FIRST, .nodes = BVH_CWBVH8, .stack_entries = 3},
        {.order = TRAVERSAL_NEAREST_FIRST,
         .nodes = BVH_CWBVH8,
         .stack_entries = 1,
         .restart = true}};
    struct trace_result a ENDED_BY(trace_result_release) = {0},
                          b ENDED_BY(trace_result_release) = {0},
                          c ENDED_BY(trace_result_release) = {0};
    struct found all = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        struct found found = {0};
        uint64_t n = 0;
        rig_load_image(names[i], &scene, &image);
        assert_ok(device_image_require(image, BVH_CWBVH8, &st));
        for (uint32_t k = 0; k < RAYS; k++) {
            struct ray ray = draw_ray(scene, &n);
            assert_ok(traverse(image, &six, &ray, &a, &st));
            assert_ok(traverse(image, &eight[0], &ray, &b, &st));
            compare(names[i], k, &a, &b, &found);
            for (int way = 1; way < 4; way++) {
                assert_ok(traverse(image, &eight[way], &ray, &c, &st));
                if (!equal(&b, &c))
                    fail_msg("%s, ray %u: another hit in another order", names[i], k);
            }
        }
        all.hits += found.hits;
        all.last_bits += found.last_bits;
        all.ties += found.ties;
        print_message("%s: %u hits, %u other last bits, %u other triangles at one place\n",
                      names[i], found.hits, found.last_bits, found.ties);
    }
    assert_true(all.hits > RAYS && all.last_bits < all.hits / 20 && all.ties < all.hits / 1000);
}
