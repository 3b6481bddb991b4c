/* What shaders learn of a ray: hits, attributes, candidates, matrices, any-hit, textures, images.
 */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/dumps.h"
#include "tests/rig/scenes.h"

#include <stdlib.h>
#include <string.h>

#define OUT ".reg .b64 %out;\nrt_alloc_mem %out, 256, 8192;\n"
#define IDS ".reg .u32 %x;\n.reg .u32 %y;\n.reg .u32 %z;\nload_ray_launch_id %x, %y, %z;\n"
/* From (ox, oy, 10) along -z, over [tmin, tmax], all bits of floats. */
#define TRACE(flags, miss, ox, oy, tmin, tmax)                                                     \
    ".reg .b64 %as;\n.reg .u32 %tf;\nload_vulkan_descriptor %as, 0, 0, 1000150000;\n"              \
    "trace_ray %as, " flags ", 255, 0, 0, " miss ", " ox ", " oy ", 0F41200000, " tmin             \
    ", 0, 0, 0Fbf800000, " tmax ", %tf;\n"
#define INTERSECTIONS                                                                              \
    ".reg .u32 %cnt;\n.reg .u32 %id;\n.reg .b64 %data;\n.reg .pred %go;\n"                         \
    "loop_i:\nintersection_exit.pred %go, %cnt, %tf;\n@%go bra exit_i;\n"                          \
    "get_intersection_shader_data_address %data, %cnt;\nget_intersection_shaderID %id, %cnt;\n"    \
    "call_intersection_shader %cnt;\nadd.u32 %cnt, %cnt, 1;\nbra loop_i;\nexit_i:\n"
#define ANYHITS                                                                                    \
    ".reg .u32 anyhit_counter_0;\n.reg .pred %on;\n"                                               \
    "loop_a:\nanyhit_exit.pred %on, anyhit_counter_0, %tf;\n@%on bra exit_a;\n"                    \
    "call_anyhit_shader anyhit_counter_0;\nadd.u32 anyhit_counter_0, anyhit_counter_0, 1;\n"       \
    "bra loop_a;\nexit_a:\n"
#define FINISH                                                                                     \
    ".reg .pred %hit;\nhit_geometry.pred %hit, %tf;\n@!%hit bra exit_c;\n"                         \
    "call_closest_hit_shader 2;\nexit_c:\n@%hit bra skip_m;\ncall_miss_shader ;\nskip_m:\n"        \
    "end_trace_ray ;\nret ;\n"
#define F0    "0F00000000"
#define FM3   "0Fc0400000" /* -3 */
#define F3    "0F40400000"
#define F1000 "0F447a0000"

/* Closest hit: custom index, primitive, t, attributes 0 to 2, direction and what follows it. */
static const char closest_hit[] = OUT
    ".reg .b64 %HitAttributes;\nrt_alloc_mem %HitAttributes, 8, 64;\n.reg .b64 %a;\n"
    ".reg .u32 %v;\n.reg .f32 %f;\n"
    "load_ray_instance_custom_index %v;\nst.global.u32 [%out], %v;\n"
    "load_primitive_id %v;\nst.global.u32 [%out + 4], %v;\n"
    "load_ray_t_max %f;\nst.global.f32 [%out + 8], %f;\n"
    "ld.global.f32 %f, [%HitAttributes];\nst.global.f32 [%out + 12], %f;\n"
    "ld.global.f32 %f, [%HitAttributes + 4];\nst.global.f32 [%out + 16], %f;\n"
    "ld.global.f32 %f, [%HitAttributes + 8];\nst.global.f32 [%out + 20], %f;\n"
    "load_ray_world_direction %a;\nld.global.f32 %f, [%a + 8];\nst.global.f32 [%out + 24], %f;\n"
    "ld.global.f32 %f, [%a + 12];\nst.global.f32 [%out + 28], %f;\n"
    "load_ray_world_origin %a;\nld.global.f32 %f, [%a + 12];\nst.global.f32 [%out + 32], %f;\n"
    "get_closest_hit_shaderID %v;\nst.global.u32 [%out + 36], %v;\nret ;\n";
static const char miss[] =
    OUT ".reg .u32 %v;\nmov.u32 %v, 0F0000beef;\nst.global.u32 [%out], %v;\nret ;\n";
/* Reports the t of word 40, keeps what it saw in words 44 on. */
static const char intersection[] =
    OUT ".reg .f32 %t;\n.reg .f32 %f;\n.reg .pred %ok;\n.reg .u32 %v;\n"
        "ld.global.f32 %t, [%out + 160];\nload_ray_t_max %f;\nst.global.f32 [%out + 176], %f;\n"
        "report_ray_intersection.pred %ok, %t, %f;\nselp.u32 %v, 1, 2, %ok;\n"
        "st.global.u32 [%out + 180], %v;\nload_ray_t_max %f;\nst.global.f32 [%out + 184], %f;\n"
        "load_ray_instance_custom_index %v;\nst.global.u32 [%out + 188], %v;\n"
        "load_primitive_id %v;\nst.global.u32 [%out + 192], %v;\n"
        "ld.global.u32 %v, [%out + 196];\nadd.u32 %v, %v, 1;\nst.global.u32 [%out + 196], %v;\n"
        "ret ;\n";

static struct rig_scene scene;
static struct rig_dumps dumps;
static const struct kernel_settings vulkan_sim = {.traversal = {.closest = TRAVERSAL_LAST}};

/* A triangle in the plane z = 0 over x + y < 0 of [-10, 10], spheres over (-3, -3) and (3, 3). */
static void make_scene(void)
{
    static const float a[3] = {-10, -10, 0}, b[3] = {10, -10, 0}, c[3] = {-10, 10, 0};
    rig_scene_init(&scene, 1);
    uint32_t mesh = rig_add_mesh(&scene);
    rig_add_triangle(&scene, mesh, a, b, c, 0);
    rig_add_instance(&scene, mesh, NULL);
    rig_add_sphere(&scene, -3, -3, 5, 1, 0);
    rig_add_sphere(&scene, 3, 3, 5, 1, 0);
}

static void run(const char *raygen)
{
    rig_dumps_init_scene(&dumps, 32, 1, &scene.scene);
    rig_dumps_add(&dumps, "RAYGEN", 0, raygen);
    rig_dumps_add(&dumps, "MISS", 1, miss);
    rig_dumps_add(&dumps, "CLOSEST_HIT", 2, closest_hit);
    rig_dumps_add(&dumps, "CLOSEST_HIT", 3, closest_hit);
    rig_dumps_add(&dumps, "INTERSECTION", 4, intersection);
    assert_ok(rig_dumps_load(&dumps, &vulkan_sim, &st));
    assert_ok(rig_shader_run(&dumps.shader, 0, &st));
}

static uint32_t word(uint32_t i)
{
    uint32_t first = rig_dumps_word(&dumps, "%out", 0, i);
    for (uint32_t lane = 1; lane < WARP_LANES; lane++)
        assert_int_equal(rig_dumps_word(&dumps, "%out", lane, i), first);
    return first;
}

static float number(uint32_t i)
{
    return math_f32(word(i));
}

TEST(a_triangle_leaves_its_numbers_and_barycentrics)
{
    make_scene();
    run(OUT TRACE("1", "0", "0Fc0a00000", F0, F0, F1000) FINISH); /* (-5, 0): no sphere */
    assert_int_equal(word(0), 0);
    assert_int_equal(word(1), 0);
    assert_float_equal(number(2), 10, 0);
    assert_float_equal(number(3), 0.25, 1e-6);
    assert_float_equal(number(4), 0.5, 1e-6);
    assert_float_equal(number(5), 1.0f - number(3) - number(4), 0);
    assert_float_equal(number(6), -1, 0); /* direction z, then origin x, then t min */
    assert_float_equal(number(7), -5, 0);
    assert_float_equal(number(8), 0, 0);
    assert_int_equal(word(9), 2);
    rig_dumps_free(&dumps);
}

TEST(what_is_at_t_max_is_no_hit)
{
    make_scene();
    run(OUT TRACE("1", "0", "0Fc0a00000", F0, F0, "0F41200000") FINISH); /* t max 10 */
    assert_int_equal(word(0), 0xbeef);
    rig_dumps_free(&dumps);
    run(OUT TRACE("1", "0", "0Fc0a00000", F0, F0, "0F41200001") FINISH);
    assert_int_equal(word(0), 0);
    rig_dumps_free(&dumps);
    run(OUT TRACE("1", "0", "0Fc0a00000", F0, "0F41200001", F1000) FINISH); /* t min above it */
    assert_int_equal(word(0), 0xbeef);
    rig_dumps_free(&dumps);
    /* the last operand in a register of 64 bits, of which every lane reads its own */
    run(OUT ".reg .b64 %wide;\nmov.b64 %wide, 0F41200001;\n" TRACE("1", "0", "0Fc0a00000", F0, F0,
                                                                   "%wide") FINISH);
    assert_int_equal(word(0), 0);
    for (uint32_t lane = 1; lane < 32; lane++)
        assert_int_equal(rig_dumps_word(&dumps, "%out", lane, 0), 0);
    rig_dumps_free(&dumps);
}

/* Reports t, for the sphere with a triangle behind it (at 10) or the one without. */
static void report(const char *t, bool triangle, const char *tmin, const char *tmax)
{
    char body[4096];
    snprintf(body, sizeof body,
             "%sst.global.f32 [%%out + 160], %s;\n.reg .b64 %%as;\n.reg .u32 %%tf;\n"
             "load_vulkan_descriptor %%as, 0, 0, 1000150000;\n"
             "trace_ray %%as, 1, 255, 0, 0, 0, %s, %s, 0F41200000, %s, 0, 0, 0Fbf800000, %s, "
             "%%tf;\n%s%s",
             OUT, t, triangle ? FM3 : F3, triangle ? FM3 : F3, tmin, tmax, INTERSECTIONS, FINISH);
    run(body);
}

TEST(a_report_counts_in_range_and_where_it_is_nearer)
{
    static const struct {
        const char *t, *tmin, *tmax;
        bool triangle, accepted;
    } cases[] = {
        {"0F40800000", F0, F1000, true, true},           /* 4: before the triangle */
        {"0F41200000", F0, F1000, true, false},          /* 10: not before it */
        {"0F41300000", F0, F1000, true, false},          /* 11: behind */
        {"0F41300000", F0, F1000, false, true},          /* 11, with nothing there */
        {"0F41300000", F0, "0F41300000", false, true},   /* at t max */
        {"0F41300001", F0, "0F41300000", false, false},  /* beyond */
        {"0F40800000", "0F40800000", F1000, true, true}, /* at t min */
        {"0F407fffff", "0F40800000", F1000, true, false},
        {"0F7fc00000", F0, F1000, true, false}, /* no number */
        {"0Fbf800000", F0, F1000, true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t sphere = cases[i].triangle ? 1 : 2;
        make_scene();
        report(cases[i].t, cases[i].triangle, cases[i].tmin, cases[i].tmax);
        float before =
            cases[i].triangle ? 10.0f : math_f32((uint32_t)strtoul(cases[i].tmax + 2, NULL, 16));
        float t = math_f32((uint32_t)strtoul(cases[i].t + 2, NULL, 16));
        assert_int_equal(word(49), 1);             /* one candidate */
        assert_float_equal(number(44), before, 0); /* t max before the report and behind it */
        assert_int_equal(word(45), cases[i].accepted ? 1 : 2);
        assert_float_equal(number(46), cases[i].accepted ? t : before, 0);
        assert_int_equal(word(47), sphere);
        assert_int_equal(word(48), 0);
        bool hit = cases[i].accepted || cases[i].triangle;
        assert_int_equal(word(0), !hit ? 0xbeef : cases[i].accepted ? sphere : 0);
        if (hit) {
            assert_int_equal(word(9), cases[i].accepted ? 3 : 2);
            assert_float_equal(number(2), cases[i].accepted ? t : 10.0f, 0);
        }
        rig_dumps_free(&dumps);
    }
}

/* An intersection shader may use the attributes as its own memory. */
TEST(attributes_are_one_block_whatever_their_name)
{
    make_scene();
    rig_dumps_init_scene(&dumps, 32, 1, &scene.scene);
    rig_dumps_add(&dumps, "RAYGEN", 0, OUT TRACE("1", "0", F3, F3, F0, F1000) INTERSECTIONS FINISH);
    rig_dumps_add(&dumps, "MISS", 1, miss);
    rig_dumps_add(&dumps, "CLOSEST_HIT", 2, closest_hit);
    rig_dumps_add(&dumps, "CLOSEST_HIT", 3, closest_hit);
    rig_dumps_add(&dumps, "INTERSECTION", 4,
                  ".reg .b64 %Sphere;\nrt_alloc_mem %Sphere, 16, 64;\n.reg .pred %p;\n"
                  "st.global.f32 [%Sphere + 4], 0F42280000;\n"
                  "report_ray_intersection.pred %p, 0F40000000, 0;\nret ;\n");
    for (int fresh = 0; fresh < 2; fresh++) {
        struct kernel_settings settings = {
            .traversal = {.closest = TRAVERSAL_LAST, .fresh_traces = fresh != 0}};
        assert_ok(rig_dumps_load(&dumps, &settings, &st));
        assert_ok(rig_shader_run(&dumps.shader, 0, &st));
        assert_float_equal(number(4), 42, 0);
        assert_float_equal(number(2), 2, 0);
    }
    rig_dumps_free(&dumps);
}

/* Entries of the table as loads see them: primitive, instance. */
TEST(the_intersection_table_can_be_read)
{
    make_scene();
    run(OUT TRACE(
        "1", "0", F3, F3, F0,
        F1000) ".reg .u32 %cnt;\n.reg .u32 %v;\n.reg .b64 %data;\n.reg .pred %go;\n"
               "run_intersection.pred %go, %cnt, %tf;\nselp.u32 %v, 1, 2, %go;\n"
               "st.global.u32 [%out + 8], %v;\n"
               "get_intersection_shader_data_address %data, %cnt;\nld.global.u32 %v, [%data];\n"
               "st.global.u32 [%out], %v;\nld.global.u32 %v, [%data + 4];\n"
               "st.global.u32 [%out + 4], %v;\nadd.u32 %cnt, %cnt, 1;\n"
               "run_intersection.pred %go, %cnt, %tf;\nselp.u32 %v, 1, 2, %go;\n"
               "st.global.u32 [%out + 12], %v;\n"
               "intersection_exit.pred %go, %cnt, %tf;\nselp.u32 %v, 1, 2, %go;\n"
               "st.global.u32 [%out + 16], %v;\nend_trace_ray ;\nret ;\n");
    assert_int_equal(word(0), 0);
    assert_int_equal(word(1), 2);
    assert_int_equal(word(2), 1);
    assert_int_equal(word(3), 2);
    assert_int_equal(word(4), 1);
    rig_dumps_free(&dumps);
}

/* Three parallel triangles; an any-hit shader ignores the primitives whose numbers are in
 * `ignored`.
 */
static void run_anyhit(const char *flags, uint32_t ignored)
{
    static const float z[3] = {0, 4, 2};
    struct status st;
    char body[1024];
    rig_scene_init(&scene, 1);
    uint32_t mesh = rig_add_mesh(&scene);
    for (int i = 0; i < 3; i++) {
        const float a[3] = {-10, -10, z[i]}, b[3] = {10, -10, z[i]}, c[3] = {-10, 10, z[i]};
        rig_add_triangle(&scene, mesh, a, b, c, 0);
    }
    rig_add_instance(&scene, mesh, NULL);
    rig_dumps_init_scene(&dumps, 32, 1, &scene.scene);
    snprintf(body, sizeof body,
             "%s.reg .u32 %%v;\n.reg .u32 %%m;\n.reg .pred %%p;\nload_primitive_id %%v;\n"
             "shr.u32 %%m, %u, %%v;\nand.b32 %%m, %%m, 1;\nsetp.eq.u32 %%p, %%m, 0;\n"
             ".reg .b64 %%h;\n.reg .f32 %%u;\nrt_alloc_mem %%h, 8, 64;\n"
             "ld.global.f32 %%u, [%%h + 4];\nst.global.f32 [%%out + 44], %%u;\n"
             "ld.global.u32 %%v, [%%out + 40];\nadd.u32 %%v, %%v, 1;\n"
             "st.global.u32 [%%out + 40], %%v;\n@%%p bra shader_exit;\n"
             "ignore_ray_intersection ;\nshader_exit:\nret ;\n",
             OUT, ignored);
    rig_dumps_add(&dumps, "ANY_HIT", 3, body);
    rig_dumps_add(&dumps, "MISS", 1, miss);
    rig_dumps_add(&dumps, "CLOSEST_HIT", 2, closest_hit);
    char raygen[4096];
    snprintf(raygen, sizeof raygen,
             "%s.reg .b64 %%as;\n.reg .u32 %%tf;\nload_vulkan_descriptor %%as, 0, 0, 1000150000;\n"
             "trace_ray %%as, %s, 255, 0, 0, 0, 0Fc0a00000, 0, 0F41200000, 0, 0, 0, "
             "0Fbf800000, 0F447a0000, %%tf;\n%s%s",
             OUT, flags, ANYHITS, FINISH);
    rig_dumps_add(&dumps, "RAYGEN", 0, raygen);
    assert_ok(rig_dumps_load(&dumps, &vulkan_sim, &st));
    assert_ok(rig_shader_run(&dumps.shader, 0, &st));
}

TEST(any_hit_shaders_see_every_triangle_and_the_nearest_left_wins)
{
    static const struct {
        const char *flags;
        uint32_t ignored, calls, hit;
    } cases[] = {
        {"0", 0, 3, 1}, {"0", 2, 3, 2}, {"0", 6, 3, 0}, {"0", 7, 3, 0xbeef}, {"1", 7, 0, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        run_anyhit(cases[i].flags, cases[i].ignored);
        assert_int_equal(word(10), cases[i].calls);
        assert_float_equal(number(11), cases[i].calls ? 0.5 : 0, 1e-6); /* of its candidate */
        if (cases[i].hit == 0xbeef) {
            assert_int_equal(word(0), 0xbeef);
        } else {
            static const float t[3] = {10, 6, 8};
            if (cases[i].calls) /* else the last one in the order of the walk */
                assert_int_equal(word(1), cases[i].hit);
            assert_float_equal(number(2), t[cases[i].hit], 0);
            assert_float_equal(number(3), 0.25, 1e-6);
            assert_float_equal(number(4), 0.5, 1e-6);
        }
        rig_dumps_free(&dumps);
    }
}

/* Moved by (1, 2, 3) and twice as large. */
TEST(matrices_are_those_of_the_instance)
{
    static const float a[3] = {-10, -10, 0}, b[3] = {10, -10, 0}, c[3] = {-10, 10, 0};
    static const float to_world[12] = {2, 0, 0, 0, 2, 0, 0, 0, 2, 1, 2, 3};
    static const float to_object[12] = {0.5f, 0, 0, 0, 0.5f, 0, 0, 0, 0.5f, -0.5f, -1, -1.5f};
    char body[8192];
    struct mat34 move = mat34_identity();
    for (int k = 0; k < 3; k++) {
        move.m[4 * k + k] = 2;
        move.m[4 * k + 3] = (float)(k + 1);
    }
    rig_scene_init(&scene, 1);
    uint32_t mesh = rig_add_mesh(&scene);
    rig_add_triangle(&scene, mesh, a, b, c, 0);
    rig_add_instance(&scene, mesh, &move);
    rig_dumps_init_scene(&dumps, 32, 1, &scene.scene);
    rig_dumps_add(&dumps, "MISS", 1, miss);
    rig_dumps_add(&dumps, "RAYGEN", 0, OUT TRACE("1", "0", "0Fc0a00000", F0, F0, F1000) FINISH);
    for (int three = 0; three < 2; three++) {
        size_t at = (size_t)snprintf(body, sizeof body,
                                     "%s.reg .b64 %%a;\n.reg .f32 %%f;\n.reg .f32 %%g;\n"
                                     ".reg .f32 %%h;\n",
                                     OUT);
        for (int m = 0; m < 2; m++)
            for (int column = 0; column < 4; column++) {
                const char *name = m ? "load_ray_world_to_object" : "load_ray_object_to_world";
                if (three)
                    at += (size_t)snprintf(body + at, sizeof body - at, "%s %%f, %%g, %%h, %d;\n",
                                           name, column);
                else
                    at += (size_t)snprintf(body + at, sizeof body - at,
                                           "%s %%a, %d;\nld.global.f32 %%f, [%%a];\n"
                                           "ld.global.f32 %%g, [%%a + 4];\n"
                                           "ld.global.f32 %%h, [%%a + 8];\n",
                                           name, column);
                for (int k = 0; k < 3; k++)
                    at += (size_t)snprintf(body + at, sizeof body - at,
                                           "st.global.f32 [%%out + %d], %%%c;\n",
                                           4 * (12 * m + 3 * column + k), "fgh"[k]);
            }
        snprintf(body + at, sizeof body - at, "ret ;\n");
        rig_dumps_add(&dumps, "CLOSEST_HIT", 2, body);
        assert_ok(rig_dumps_load(&dumps, &vulkan_sim, &st));
        assert_ok(rig_shader_run(&dumps.shader, 0, &st));
        for (uint32_t k = 0; k < 12; k++) {
            assert_float_equal(number(k), to_world[k], 1e-6);
            assert_float_equal(number(12 + k), to_object[k], 1e-6);
        }
    }
    rig_dumps_free(&dumps);
}

/* The oldest form: two registers say which shader is to run. */
TEST(the_oldest_trace_says_hit_and_miss)
{
    make_scene();
    run(IDS OUT
        ".reg .b64 %as;\n.reg .u32 %run;\n.reg .u32 %run_miss;\n.reg .f32 %ox;\n"
        ".reg .pred %p;\n.reg .u32 %zero;\nload_vulkan_descriptor %as, 0, 0, 1000150000;\n"
        "setp.lt.u32 %p, %x, 9;\nselp.f32 %ox, 0Fc0a00000, 0F40a00000, %p;\n"
        "trace_ray %as, 1, 255, 0, 0, 0, %ox, 0, 0F41200000, 0, 0, 0, 0Fbf800000, "
        "0F447a0000, %run, %run_miss;\n"
        "setp.eq.u32 %p, %run, %zero;\n@%p bra skip_c;\ncall_closest_hit_shader ;\nskip_c:\n"
        "setp.eq.u32 %p, %run_miss, %zero;\n@%p bra skip_m;\ncall_miss_shader ;\nskip_m:\n"
        "end_trace_ray ;\nst.global.u32 [%out + 100], %run;\n"
        "st.global.u32 [%out + 104], %run_miss;\nret ;\n");
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        assert_int_equal(rig_dumps_word(&dumps, "%out", lane, 25), lane < 9);
        assert_int_equal(rig_dumps_word(&dumps, "%out", lane, 26), lane >= 9);
        assert_int_equal(rig_dumps_word(&dumps, "%out", lane, 0), lane < 9 ? 0 : 0xbeef);
    }
    rig_dumps_free(&dumps);
}

/* Lanes that call different shaders with one instruction are no warp of Vulkan-Sim. */
TEST(one_call_enters_one_shader)
{
    make_scene();
    rig_dumps_init_scene(&dumps, 32, 1, &scene.scene);
    rig_dumps_add(&dumps, "RAYGEN", 0,
                  IDS ".reg .b64 %as;\n.reg .u32 %tf;\n.reg .u32 %m;\nand.b32 %m, %x, 1;\n"
                      "load_vulkan_descriptor %as, 0, 0, 1000150000;\n"
                      "trace_ray %as, 1, 255, 0, 0, %m, 0, 0, 0, 0, 0, 0, 0, 0, %tf;\n"
                      "call_miss_shader ;\nend_trace_ray ;\nret ;\n");
    rig_dumps_add(&dumps, "MISS", 1, "ret ;\n");
    rig_dumps_add(&dumps, "MISS", 2, "ret ;\n");
    assert_ok(rig_dumps_load(&dumps, &vulkan_sim, &st));
    assert_int_equal(rig_shader_run(&dumps.shader, 0, &st), ST_FAILED);
    rig_assert_ends(st.text, "pixels (0, 0) and (1, 0) call shaders 1 and 2 with one instruction; "
                             "expected one shader, as of Vulkan-Sim's warps");
    rig_dumps_free(&dumps);
}

/* 4 x 2 texels whose red is their number. */
TEST(a_texture_gives_its_nearest_texel_and_repeats)
{
    static uint8_t texels[4 * 8];
    static const struct {
        float u, v;
        uint32_t texel;
    } cases[] = {{0, 0, 0},    {0.25f, 0, 1}, {0.49f, 0.49f, 1}, {0.99f, 0.99f, 7}, {1, 1, 0},
                 {1.3f, 0, 1}, {-0.2f, 0, 3}, {0, -0.25f, 4},    {0, NAN, 0},       {2, 3, 0}};
    make_scene();
    for (uint32_t i = 0; i < 8; i++)
        texels[4 * i] = (uint8_t)(10 * i + 5);
    struct image texture = {.width = 4, .height = 2, .rgba = texels};
    scene.scene.textures = &texture;
    scene.scene.n_textures = 1;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char body[1024];
        snprintf(body, sizeof body,
                 "%s.reg .b64 %%s;\n.reg .f32 %%r;\n.reg .f32 %%g;\n.reg .f32 %%b;\n"
                 ".reg .f32 %%a;\nload_vulkan_descriptor %%s, 0, 8;\n"
                 "txl %%s, %%s, %%r, %%g, %%b, %%a, 0F%08x, 0F%08x, 0;\n"
                 "st.global.f32 [%%out], %%r;\nret ;\n",
                 OUT, math_bits_f32(cases[i].u), math_bits_f32(cases[i].v));
        run(body);
        assert_float_equal(number(0), (float)((10 * cases[i].texel + 5) / 255.0), 0);
        rig_dumps_free(&dumps);
    }
}

/* One element of 16 bytes a pixel, tile by tile; loads find the black of the frame's beginning. */
TEST(images_are_stored_and_read_black)
{
    struct warp *w;
    struct warp_step step;
    make_scene();
    rig_dumps_init_scene(&dumps, 32, 20, &scene.scene);
    rig_dumps_add(&dumps, "RAYGEN", 0,
                  IDS OUT
                  ".reg .b64 %i;\n.reg .f32 %r;\n.reg .f32 %g;\n.reg .f32 %b;\n"
                  ".reg .f32 %a;\nload_vulkan_descriptor %i, 0, 2;\n"
                  "mov.f32 %r, 0F3f800000;\n"
                  "image_deref_store %i, %x, %y, 0, 0, 0, %r, %r, 0, 0, 0, 1, 0, 0, 0, 160;\n"
                  "image_deref_load %i, %r, %g, %b, %a, %x, %y, 0, 0, 0, 0, 0, 160;\n"
                  "st.global.f32 [%out], %r;\nret ;\n");
    float picture[32 * 20 * 3] = {0};
    struct kernel_settings settings = {.picture = picture};
    assert_ok(rig_dumps_load(&dumps, &settings, &st));
    uint64_t base = dumps.shader.launch->map.images[1];
    assert_ok(dumps.shader.kernel->ops->start(dumps.shader.kernel, 18, &w, &st));
    uint32_t accesses = 0;
    while (w->next) {
        assert_ok(w->ops->step(w, &step, &st));
        if (step.inst->access_B != 16)
            continue;
        accesses++;
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) /* row 18: the second row of tiles */
            assert_int_equal(step.addr[lane],
                             base + 16 * (256 * (2 + lane / 16) + 16 * 2 + lane % 16));
    }
    assert_int_equal(accesses, 2);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        assert_float_equal(picture[3 * (18 * 32 + lane)], 1, 0);
        assert_float_equal(picture[3 * (18 * 32 + lane) + 2], 0, 0);
    }
    w->ops->end(w);
    rig_dumps_free(&dumps);
}
