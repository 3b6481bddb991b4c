/* Opacity micromaps: the order of microtriangles, their states, and what a scene has of them. */
#include "scenes/bvh/micromap.h"
#include "tests/rig/rays.h"
#include "tests/rig/rig.h"

#include "common/memory.h"

#include <math.h>
#include <string.h>

/* ---- the curve ---- */

/* What the reference code of VK_EXT_opacity_micromap gives at level 2 for the lower and the upper
 * half of the parallelogram i (of u), k (of v). */
static const uint8_t lower[4][4] = {{0, 2, 8, 10}, {3, 5, 11}, {14, 12}, {15}};
static const uint8_t upper[3][3] = {{1, 7, 9}, {4, 6}, {13}};

TEST(microtriangles_are_numbered_as_in_the_specification)
{
    for (uint32_t k = 0; k < 4; k++)
        for (uint32_t i = 0; i + k < 4; i++) {
            float u = (float)i / 4, v = (float)k / 4;
            assert_int_equal(microtriangle_at(u + 0.05f, v + 0.05f, 2), lower[k][i]);
            assert_int_equal(microtriangle_at(u + 0.05f, v + 0.05f, 1), lower[k][i] / 4);
            if (i + k < 3)
                assert_int_equal(microtriangle_at(u + 0.2f, v + 0.2f, 2), upper[k][i]);
        }
}

TEST(points_on_edges_and_outside_have_a_microtriangle)
{
    assert_int_equal(microtriangle_at(0, 0, 12), 0);
    assert_int_equal(microtriangle_at(1, 0, 2), 10);
    assert_int_equal(microtriangle_at(0, 1, 2), 15);
    assert_int_equal(microtriangle_at(0.5f, 0.5f, 2),
                     12); /* at the end of the second row's lower */
    assert_int_equal(microtriangle_at(0.125f, 0.125f, 2), 1); /* an edge belongs to the upper */
    assert_int_equal(microtriangle_at(-0.5f, -3, 2), 0);
    assert_int_equal(microtriangle_at(7, -1, 2), 10);
    assert_int_equal(microtriangle_at(-1, 7, 2), 15);
    assert_int_equal(microtriangle_at(0.3f, 0.3f, 0), 0);
}

/* Every part of the recursion has the number of the point in its middle. */
static uint32_t check_parts(const struct microtriangle *t, uint32_t level, uint32_t deepest,
                            uint32_t next)
{
    float parts = (float)(1u << deepest), u = 0, v = 0;
    if (level > 0) {
        for (unsigned n = 0; n < 4; n++) {
            const struct microtriangle part = microtriangle_part(t, n);
            next = check_parts(&part, level - 1, deepest, next);
        }
        return next;
    }
    for (int i = 0; i < 3; i++) {
        u += (float)t->corner[i].u / (3 * parts);
        v += (float)t->corner[i].v / (3 * parts);
    }
    assert_int_equal(microtriangle_at(u, v, deepest), next);
    return next + 1;
}

TEST(the_parts_of_a_triangle_follow_each_other_on_the_curve)
{
    for (uint32_t level = 0; level <= 6; level++) {
        const struct microtriangle whole = {{{0, 0}, {1u << level, 0}, {0, 1u << level}}};
        assert_int_equal(check_parts(&whole, level, level, 0), 1u << 2 * level);
    }
}

/* ---- states ---- */

enum { SIDE = 8 };
static uint8_t texels[SIDE * SIDE * 4];
static struct image texture = {SIDE, SIDE, texels};

static void paint(uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1, uint8_t alpha)
{
    for (uint32_t y = y0; y < y1; y++)
        for (uint32_t x = x0; x < x1; x++)
            image_at(&texture, x, y)[3] = alpha;
}

static const uint8_t *bake(const float c[3][2], uint32_t level, int *all)
{
    static uint8_t states[1 << 10];
    struct micromap_mask mask ENDED_BY(micromap_mask_release);
    assert_true(micromap_bytes(level) <= sizeof states);
    assert_ok(micromap_mask_create(&mask, &texture, &st));
    *all = micromap_bake(&mask, c, level, states);
    return states;
}

static int state_at(const uint8_t *states, float u, float v, uint32_t level)
{
    uint32_t i = microtriangle_at(u, v, level);
    return states[i / 4] >> 2 * (i % 4) & 3;
}

static const float corner[3][2] = {{0.05f, 0.05f}, {0.95f, 0.05f}, {0.05f, 0.95f}};

TEST(a_microtriangle_is_what_all_its_texels_are)
{
    int all;
    paint(0, 0, SIDE, SIDE, 127); /* just not one half */
    paint(0, 0, 4, SIDE, 128);
    const uint8_t *states = bake(corner, 3, &all);
    assert_int_equal(all, -1);
    /* s = 0.05 + 0.9 u: opaque up to s = 1/2, u = 1/2, where column 4 of the micromap begins, whose
     * edge the margin takes in. */
    assert_int_equal(state_at(states, 0.01f, 0.01f, 3), MICROMAP_OPAQUE);
    assert_int_equal(state_at(states, 0.36f, 0.26f, 3), MICROMAP_OPAQUE);
    assert_int_equal(state_at(states, 0.49f, 0.01f, 3), MICROMAP_UNKNOWN);
    assert_int_equal(state_at(states, 0.51f, 0.01f, 3), MICROMAP_UNKNOWN);
    assert_int_equal(state_at(states, 0.99f, 0.001f, 3), MICROMAP_TRANSPARENT);
    /* Uniform ones say so. */
    paint(0, 0, SIDE, SIDE, 255);
    (void)bake(corner, 3, &all);
    assert_int_equal(all, MICROMAP_OPAQUE);
    paint(0, 0, SIDE, SIDE, 0);
    (void)bake(corner, 3, &all);
    assert_int_equal(all, MICROMAP_TRANSPARENT);
    for (uint32_t i = 0; i < SIDE; i++)
        paint(i, 0, i + 1, SIDE, i % 2 ? 255 : 0);
    (void)bake(corner, 1, &all);
    assert_int_equal(all, MICROMAP_UNKNOWN);
}

/* A hit may lie MICROMAP_MARGIN beyond the edge u = 0: there, s is 0.4 x 2^-16 = 6.1e-6 less. */
TEST(hits_beyond_an_edge_are_taken_in)
{
    int all;
    paint(0, 0, 4, SIDE, 0);
    paint(4, 0, SIDE, SIDE, 255);
    const float near[3][2] = {{0.500005f, 0}, {0.9f, 0}, {0.500005f, 1}};
    const float apart[3][2] = {{0.5003f, 0}, {0.9f, 0}, {0.5003f, 1}};
    assert_int_equal(state_at(bake(near, 3, &all), 0.001f, 0.3f, 3), MICROMAP_UNKNOWN);
    assert_int_equal(state_at(bake(near, 3, &all), 0.2f, 0.3f, 3), MICROMAP_OPAQUE);
    assert_int_equal(state_at(bake(apart, 3, &all), 0.001f, 0.3f, 3), MICROMAP_OPAQUE);
}

TEST(coordinates_go_round_the_texture)
{
    int all;
    paint(0, 0, SIDE, SIDE, 0);
    paint(2, 3, 6, 5, 255);
    for (int turn = -3; turn <= 3; turn++) {
        const float dx = (float)turn, dy = (float)(2 * turn);
        const float inside[3][2] = {
            {0.3f + dx, 0.4f + dy}, {0.7f + dx, 0.4f + dy}, {0.3f + dx, 0.6f + dy}};
        const float beside[3][2] = {
            {0.8f + dx, 0.4f + dy}, {1.2f + dx, 0.4f + dy}, {0.8f + dx, 0.6f + dy}};
        (void)bake(inside, 2, &all);
        assert_int_equal(all, MICROMAP_OPAQUE);
        (void)bake(beside, 2, &all); /* over the seam of columns 7 and 0 */
        assert_int_equal(all, MICROMAP_TRANSPARENT);
    }
    const float round[3][2] = {{-2, 0.4f}, {2, 0.4f}, {-2, 0.45f}}; /* along the row, four times */
    (void)bake(round, 1, &all);
    assert_int_equal(all, MICROMAP_UNKNOWN);
}

TEST(what_no_arithmetic_can_say_is_unknown)
{
    int all;
    paint(0, 0, SIDE, SIDE, 255);
    const float bad[][3][2] = {
        {{0, 0}, {NAN, 0}, {0, 1}}, {{0, 0}, {INFINITY, 0}, {0, 1}}, {{0, 0}, {1e6f, 0}, {0, 1}}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        (void)bake(bad[i], 2, &all);
        assert_int_equal(all, MICROMAP_UNKNOWN);
    }
    const float point[3][2] = {{0.5f, 0.5f}, {0.5f, 0.5f}, {0.5f, 0.5f}};
    (void)bake(point, 2, &all);
    assert_int_equal(all, MICROMAP_OPAQUE);
}

/* ---- scenes ---- */

/* Screens of a masked material at the distances, as large as in rig_rays_screens, each with its own
 * texture coordinates. */
static void add_screen(struct rig_rays *f, uint32_t mesh, float distance, const float at[3][2])
{
    float z = -distance;
    rig_add_triangle(&f->scene, mesh, (float[]){-1, -1, z}, (float[]){3, -1, z},
                     (float[]){-1, 3, z}, 1);
    struct scene_mesh *m = &f->scene.meshes[mesh];
    for (uint32_t i = 0; i < 3; i++)
        memcpy(m->vertices[m->n_vertices - 3 + i].texcoord, at[i], sizeof at[i]);
}

static void masked_scene(struct rig_rays *f)
{
    rig_scene_init(&f->scene, 2);
    f->scene.materials[1].masked = true;
    f->scene.materials[1].texture = 0;
    f->scene.scene.textures = &texture;
    f->scene.scene.n_textures = 1;
    rig_add_instance(&f->scene, rig_add_mesh(&f->scene), NULL);
    paint(0, 0, SIDE, SIDE, 0);
    paint(0, 0, 4, SIDE, 255);
}

/* The ray along -z meets a screen at u = v = 1/4. Texture coordinates that make it opaque there,
 * transparent, unknown; wholly opaque, wholly transparent. */
enum { OPAQUE, CLEAR, EDGE, WHOLE, NOTHING, SCREENS };
static const float screens[SCREENS][3][2] = {
    [OPAQUE] = {{0.1f, 0}, {0.9f, 0}, {0.1f, 1}}, /* s = 0.3: column 2 of 4 opaque ones */
    [CLEAR] = {{0.9f, 0}, {0.1f, 0}, {0.9f, 1}},  /* s = 0.7 */
    [EDGE] = {{0.3f, 0}, {1.1f, 0}, {0.3f, 1}},   /* s = 0.5 */
    [WHOLE] = {{0.1f, 0}, {0.4f, 0}, {0.1f, 1}},  /* columns 0 to 3 */
    [NOTHING] = {{0.6f, 0}, {0.9f, 0}, {0.6f, 1}},
};

static void prepare(struct rig_rays *f, uint32_t level)
{
    rig_rays_open(f);
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    f->options.one_leaf_record = true;
    f->options.micromap_level = level;
    assert_ok(micromaps_prepare(f->image, level, &st));
}

TEST_WITH(a_hit_is_what_its_microtriangle_is, rig_rays_setup, rig_rays_teardown)
{
    static const struct {
        const char *records;
        bool hit;
        uint32_t candidates;
    } expected[SCREENS] = {
        [OPAQUE] = {"HiLhitM", true, 0},  [CLEAR] = {"HiLhitm", false, 0},
        [EDGE] = {"HiLhitM", false, 1},   [WHOLE] = {"HiLhiT", true, 0},
        [NOTHING] = {"HiLhit", false, 0},
    };
    struct rig_rays *f = *state;
    for (int i = 0; i < SCREENS; i++) {
        struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
        masked_scene(f);
        add_screen(f, 0, 2, screens[i]);
        prepare(f, 4);
        ray.flags = 0;
        assert_string_equal(rig_rays_trace(f, &ray), expected[i].records);
        assert_int_equal(f->result.hit, expected[i].hit);
        assert_int_equal(f->result.n_candidates, expected[i].candidates);
        if (f->result.hit)
            assert_true(f->result.t == 2 && f->result.u == 0.25f && f->result.v == 0.25f);
        /* Flags come before micromaps: all opaque, all asked. */
        ray.flags = RAY_OPAQUE;
        assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
        assert_true(f->result.hit && f->result.n_candidates == 0);
        ray.flags = RAY_NOT_OPAQUE;
        assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
        assert_true(!f->result.hit && f->result.n_candidates == 1);
        /* Without them everything is a candidate, with the record of a hit. */
        f->options.micromap_level = 0;
        ray.flags = 0;
        assert_string_equal(rig_rays_trace(f, &ray), "HiLhiT");
        assert_true(!f->result.hit && f->result.n_candidates == 1);
        device_image_free(f->image);
        f->image = NULL;
    }
}

TEST_WITH(an_opaque_microtriangle_shortens_the_ray_or_ends_it, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    masked_scene(f);
    add_screen(f, 0, 4, screens[OPAQUE]);
    add_screen(f, 0, 3, screens[CLEAR]);
    add_screen(f, 0, 5, screens[OPAQUE]);
    add_screen(f, 0, 2, screens[EDGE]);
    prepare(f, 4);
    struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
    ray.flags = 0;
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhitMtmtM"); /* what is at 5 is left out */
    assert_true(f->result.hit && f->result.t == 4 && f->result.primitive == 0);
    assert_int_equal(f->result.n_candidates, 1);
    assert_int_equal(f->result.candidates[0].primitive, 3);
    /* One behind the hit so far does not ask its micromap. */
    f->options.order = TRAVERSAL_STACK;
    rig_rays_trace(f, &ray);
    assert_true(f->result.hit && f->result.t == 4);
    assert_int_equal(f->result.n_records, 5 + 4 + rig_rays_count(f, RECORD_MICROMAP) +
                                              rig_rays_count(f, RECORD_MICROMAP_HIT));
    ray.flags = RAY_TERMINATE_ON_FIRST_HIT;
    f->options.order = TRAVERSAL_NEAREST_FIRST;
    add_screen(f, 0, 1, screens[OPAQUE]);
    device_image_free(f->image);
    prepare(f, 4);
    assert_string_equal(rig_rays_trace(f, &ray), "HiLhitM");
    assert_true(f->result.hit && f->result.t == 1);
}

TEST_WITH(the_sector_that_holds_the_state_is_fetched, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    for (uint32_t level = 3; level <= 7; level++) {
        masked_scene(f);
        add_screen(f, 0, 2, screens[OPAQUE]);
        add_screen(f, 0, 1, screens[CLEAR]);
        add_screen(f, 0, 50, screens[OPAQUE]);
        prepare(f, level);
        struct ray ray = rig_ray(0, 0, 0, 0, 0, -1);
        ray.flags = 0;
        rig_rays_trace(f, &ray);
        const struct micromaps *m = micromaps_of(f->image, level);
        /* Of three triangles the two that are alike share one. */
        assert_int_equal(m->n_triangles, 3);
        assert_int_equal(m->size, 2 * micromap_bytes(level));
        uint32_t seen = 0;
        for (uint32_t i = 1; i < f->result.n_records; i++) {
            record_t r = f->result.records[i];
            if (record_kind(r) != RECORD_MICROMAP && record_kind(r) != RECORD_MICROMAP_HIT)
                continue;
            uint64_t leaf =
                record_addr(f->result.records[i - 1]) - f->image->buffers[DEVICE_BLAS].addr;
            uint64_t byte = m->of_leaf[leaf / BVH_UNIT] + microtriangle_at(0.25f, 0.25f, level) / 4;
            assert_int_equal(record_addr(r), (MICROMAP_BASE + byte) / 32 * 32);
            assert_int_equal(record_bytes(r), 32);
            seen++;
        }
        assert_int_equal(seen, 2);
        device_image_free(f->image);
        f->image = NULL;
    }
}

TEST_WITH(hits_out_of_the_triangle_are_left_to_the_shader, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    masked_scene(f);
    add_screen(f, 0, 2, screens[OPAQUE]);
    prepare(f, 4);
    const struct micromaps *m = micromaps_of(f->image, 4);
    uint64_t leaf = 0;
    while (m->of_leaf[leaf] != 0 ||
           f->image->buffers[DEVICE_BLAS].bytes[BVH_UNIT * leaf + 3] != 0xff)
        leaf++;
    leaf *= BVH_UNIT;
    assert_int_equal(micromap_find(m, leaf, 0.25f, 0.25f).state, MICROMAP_OPAQUE);
    assert_int_equal(micromap_find(m, leaf, -0x1p-17f, 0.25f).state, MICROMAP_OPAQUE);
    assert_int_equal(micromap_find(m, leaf, -0x1p-15f, 0.25f).state, MICROMAP_UNKNOWN);
    assert_int_equal(micromap_find(m, leaf, 0.25f, -0x1p-15f).state, MICROMAP_UNKNOWN);
    assert_int_equal(micromap_find(m, leaf, 0.9f, 0.1f + 0x1p-15f).state, MICROMAP_UNKNOWN);
    assert_int_equal(micromap_find(m, leaf, 0.25f, -0x1p-15f).sector, MICROMAP_BASE);
}

TEST_WITH(uniform_triangles_have_none_and_are_counted, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    masked_scene(f);
    for (int i = 0; i < SCREENS; i++) {
        add_screen(f, 0, (float)(2 + i), screens[i]);
        add_screen(f, 0, (float)(12 + i), screens[i]);
    }
    rig_add_triangle(&f->scene, 0, (float[]){-1, -1, -9}, (float[]){3, -1, -9},
                     (float[]){-1, 3, -9}, 0); /* opaque: none of it */
    rig_add_instance(&f->scene, 0, NULL);      /* a mesh counts once */
    prepare(f, 4);
    const struct micromaps *m = micromaps_of(f->image, 4);
    assert_int_equal(m->n_triangles, 2 * SCREENS);
    assert_int_equal(m->n_special[MICROMAP_OPAQUE], 2);
    assert_int_equal(m->n_special[MICROMAP_TRANSPARENT], 2);
    assert_int_equal(m->n_special[MICROMAP_UNKNOWN], 0);
    assert_int_equal(m->size, 3 * micromap_bytes(4));
}

TEST_WITH(micromaps_that_need_more_memory_than_there_is_are_refused, rig_rays_setup,
          rig_rays_teardown)
{
    struct rig_rays *f = *state;
    masked_scene(f);
    enum { TOO_MANY = MICROMAP_MOST / (4 << 20) + 1 }; /* of level 12: 4 MB each */
    for (int i = 0; i < TOO_MANY; i++) {
        float at[3][2];
        memcpy(at, screens[OPAQUE], sizeof at);
        at[1][0] += (float)i / 4096; /* none is like another */
        add_screen(f, 0, (float)(2 + i), (const float(*)[2])at);
    }
    rig_rays_open(f);
    assert_int_equal(micromaps_prepare(f->image, 12, &st), ST_FAILED);
    assert_string_equal(st.text, "rig: 193 opacity micromaps of level 12 need more than 768 MB; "
                                 "expected a lower rt.opacity_micromap");
    assert_ok(micromaps_prepare(f->image, 6, &st));
}

TEST_WITH(every_allocation_for_them_may_fail, rig_rays_setup, rig_rays_teardown)
{
    struct rig_rays *f = *state;
    masked_scene(f);
    for (int i = 0; i < SCREENS; i++)
        add_screen(f, 0, (float)(2 + i), screens[i]);
    rig_rays_open(f);
    assert_survives_without_memory(micromaps_prepare(f->image, 5, &st), 7, assert_true(st.text[0]));
}
