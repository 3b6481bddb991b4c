/* What is built for wider vectors gives the same bits as what is built for every processor: each
 * lane operation on arbitrary bits under arbitrary masks, and the whole way of rays. Where a
 * processor has no wider vectors the two are one. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "scenes/scene.h"
#include "sim/functional/exec/lane_mask.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

/* Rows: a destination and up to four operands. None is another's, as an operation that reads what
 * it writes depends on the order of its lanes. */
enum { ROW_BYTES = 8 * WARP_LANES, ROWS = 5, ROUNDS = 400, RAYS = 4000 };

static uint64_t draws;

static uint64_t draw(void)
{
    return random_u64(7, RANDOM_TEST, draws++);
}

/* Any bits, numbers of everyday size, zeros and the largest and smallest. */
static uint64_t draw_cell(bool wide, bool is_float, bool *nan)
{
    static const uint64_t special[] = {0, 1, UINT64_MAX, UINT64_C(0x8000000000000000),
                                       UINT64_C(0x7fffffffffffffff)};
    uint64_t bits = draw(), kind = draw() % 8;
    float f = (float)((double)(int64_t)bits * 0x1p-60);
    double d = (double)(int64_t)bits * 0x1p-58;
    if (kind == 0)
        bits = special[bits % 5] >> (wide ? 0 : 32);
    else if (kind < 5 && is_float)
        memcpy(&bits, wide ? (void *)&d : (void *)&f, wide ? sizeof d : sizeof f);
    else if (kind < 5)
        bits >>= bits & 63;
    if (!wide)
        bits = (uint32_t)bits;
    float narrow = 0;
    double full = 0;
    memcpy(&narrow, &bits, sizeof narrow);
    memcpy(&full, &bits, sizeof full);
    *nan |= wide ? isnan(full) : isnan(narrow);
    return bits;
}

static bool is_nan(uint64_t bits, bool wide)
{
    return wide ? (bits & INT64_MAX) > UINT64_C(0x7ff0000000000000)
                : (bits & INT32_MAX) > UINT64_C(0x7f800000);
}

static uint64_t cell(const uint8_t *row, uint32_t lane, bool wide)
{
    uint64_t bits = 0;
    memcpy(&bits, row + (wide ? 8 : 4) * (size_t)lane, wide ? 8 : 4);
    return bits;
}

static void fill(uint8_t *file, const struct op_info *info, bool *nan)
{
    for (uint32_t k = 0; k < ROWS; k++)
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            bool wide = info->cells[k] == CELL_8;
            char reads = k ? info->reads[k - 1] : 0;
            uint64_t bits = draw_cell(wide, reads == 'f' || reads == 'd', k ? nan : &(bool){0});
            if (info->cells[k] == CELL_PRED)
                bits = bits & 1 ? UINT32_MAX : 0;
            memcpy(file + k * ROW_BYTES + (wide ? 8 : 4) * (size_t)lane, &bits, wide ? 8 : 4);
        }
}

/* Which of two operands that are not numbers becomes the result is left to the compiler. */
static void check_operation(uint32_t op)
{
    static struct warp_context m;
    static uint8_t plain[ROWS * ROW_BYTES], best[ROWS * ROW_BYTES];
    const struct op_info *info = &op_info[op];
    const struct code c = {.op = (uint16_t)op,
                           .row = {0, ROW_BYTES, 2 * ROW_BYTES, 3 * ROW_BYTES, 4 * ROW_BYTES}};
    bool wide = info->cells[0] == CELL_8;
    for (int round = 0; round < ROUNDS; round++) {
        bool nan = false;
        fill(plain, info, &nan);
        memcpy(best, plain, sizeof best);
        m.mask = round % 3 ? (uint32_t)draw() : UINT32_MAX;
        lanes_to_row(m.mask, m.mask_row);
        assert_int_equal(lanes_of_row(m.mask_row), m.mask);
        m.registers = plain;
        vectors_plain()->lane_ops[op](&m, &c);
        m.registers = best;
        vectors_best()->lane_ops[op](&m, &c);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            uint64_t a = cell(plain, lane, wide), b = cell(best, lane, wide);
            if (a != b && !(nan && is_nan(a, wide) && is_nan(b, wide)))
                fail_msg("%s, round %d, lane %u: %llx and %llx", info->name, round, lane,
                         (unsigned long long)a, (unsigned long long)b);
        }
        assert_memory_equal(plain + ROW_BYTES, best + ROW_BYTES, (ROWS - 1) * ROW_BYTES);
    }
}

TEST(lane_operations_give_the_same_bits)
{
    for (uint32_t op = 0; op < CODE_FIRST_SPECIAL; op++)
        check_operation(op);
}

static float between(float lo, float hi)
{
    return lo + (hi - lo) * (float)((double)(draw() >> 11) * 0x1p-53);
}

/* One in eight runs along an axis, one in eight ends, the flags are arbitrary. */
static struct ray draw_ray(const struct scene *s)
{
    struct vec3 lo, hi;
    scene_bounds(s, &lo, &hi);
    struct ray ray = {.origin = {between(lo.x, hi.x), between(lo.y, hi.y), between(lo.z, hi.z)},
                      .direction = {between(-1, 1), between(-1, 1), between(-1, 1)},
                      .tmin = draw() % 2 ? 0.001f : 0.0f,
                      .tmax = draw() % 8 ? INFINITY : between(0, 10),
                      .flags = (uint32_t)draw() % 8};
    if (draw() % 8 == 0)
        ray.direction[draw() % 3] = ray.direction[draw() % 3] = 0.0f;
    return ray;
}

static const struct traversal_options ways[] = {
    {.order = TRAVERSAL_STACK},
    {.order = TRAVERSAL_NEAREST_FIRST},
    {.order = TRAVERSAL_STACK, .stack_entries = 2, .one_leaf_record = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 5},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 3, .restart = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .overlap = true},
    {.order = TRAVERSAL_STACK, .stack_entries = 3, .overlap = true},
    {.order = TRAVERSAL_STACK, .closest = TRAVERSAL_LAST},
    {.order = TRAVERSAL_NEAREST_FIRST, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_STACK, .stack_entries = 3, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 3, .restart = true, .nodes = BVH_CWBVH8},
};

static bool same(const struct trace_result *a, const struct trace_result *b)
{
    return a->hit == b->hit && memcmp(&a->t, &b->t, 3 * sizeof a->t) == 0 &&
           a->instance == b->instance && a->primitive == b->primitive &&
           a->n_records == b->n_records && a->n_candidates == b->n_candidates &&
           a->n_nodes == b->n_nodes && a->depth == b->depth &&
           memcmp(a->records, b->records, a->n_records * sizeof *a->records) == 0 &&
           (!a->n_candidates ||
            memcmp(a->candidates, b->candidates, a->n_candidates * sizeof *a->candidates) == 0);
}

TEST(rays_go_the_same_way)
{
    static const char *const names[] = {"atrium", "park", "rigging", "tree", "weekend"};
    struct trace_result plain ENDED_BY(trace_result_release) = {0},
                              best ENDED_BY(trace_result_release) = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(names[i], &scene, &image);
        assert_ok(device_image_require(image, BVH_CWBVH8, &st));
        for (uint32_t n = 0; n < RAYS; n++) {
            struct ray ray = draw_ray(scene);
            const struct traversal_options *way = &ways[n % (sizeof ways / sizeof *ways)];
            assert_ok(vectors_plain()->traverse(image, way, &ray, &plain, &st));
            assert_ok(vectors_best()->traverse(image, way, &ray, &best, &st));
            if (!same(&plain, &best))
                fail_msg("%s, ray %u: another way", names[i], n);
        }
    }
}
