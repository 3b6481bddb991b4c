/* Kernels over image planes: which pixels run, what is counted, that nothing depends on the order.
 */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "common/random.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/scenes.h"
#include "tests/rig/shader.h"

#include <stdlib.h>
#include <string.h>

#define CALL0(type, to, name) PTX_GET(type, to, name)
#define STORE_PIXEL                                                                                \
    "{ .param .b32 a; st.param.b32 [a], 2; .param .b32 b; st.param.b32 [b], %r20;\n"               \
    ".param .b32 c; st.param.b32 [c], %r21; .param .b32 d; st.param.f32 [d], %f20;\n"              \
    ".param .b32 e; st.param.f32 [e], %f21; .param .b32 f; st.param.f32 [f], %f22;\n"              \
    ".param .b32 g; st.param.f32 [g], 0f00000000; call.uni image_store, (a, b, c, d, e, f, g); "   \
    "}\n"
/* Filtered pixels leave; the others spend x iterations and store (x, y, 1). */
static const char small_shader[] = PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS CALL0(
    "b32", "%r1",
    "filter_shader") "setp.eq.s32 %p1, %r1, 0; @%p1 bra END;\n" CALL0("b32", "%r20",
                                                                      "rt_launch_id_x")
    CALL0(
        "b32", "%r21",
        "rt_launch_id_y") "mov.u32 %r2, 0;\n"
                          "L: setp.ge.u32 %p2, %r2, %r20; @%p2 bra M; add.s32 %r2, %r2, 1; bra L;\n"
                          "M: cvt.rn.f32.u32 %f20, %r20; cvt.rn.f32.u32 %f21, %r21; mov.f32 %f22, "
                          "0f3F800000;\n" STORE_PIXEL "END: ret; }\n";

struct plane {
    uint32_t width, height;
    float *picture;
    uint64_t *work;
    struct functional_counts counts;
};

static void plane_init(struct plane *p, uint32_t width, uint32_t height)
{
    size_t n = (size_t)width * height;
    *p = (struct plane){.width = width, .height = height};
    p->picture = calloc(3 * n, sizeof *p->picture);
    p->work = calloc(n, sizeof *p->work);
    assert_true(p->picture && p->work);
}

static void plane_free(struct plane *p)
{
    free(p->picture);
    free(p->work);
}

static struct rig_shader shader;

static void run_plane(struct plane *p, struct kernel_settings settings)
{
    rig_shader_init(&shader, p->width, p->height);
    settings.picture = p->picture;
    settings.work = p->work;
    rig_shader_load(&shader, small_shader, &settings);
    assert_ok(kernel_run(shader.kernel, &st));
    launch_kernel_counts(shader.kernel, &p->counts);
    rig_shader_free(&shader);
}

TEST(every_pixel_runs_once_whatever_the_width)
{
    static const uint32_t sizes[][2] = {{1, 1}, {31, 2}, {32, 1}, {33, 3}, {100, 7}, {5, 40}};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        struct plane p ENDED_BY(plane_free);
        plane_init(&p, sizes[s][0], sizes[s][1]);
        run_plane(&p, (struct kernel_settings){.lanes = 0});
        uint64_t threads = 0;
        for (uint32_t y = 0; y < p.height; y++)
            for (uint32_t x = 0; x < p.width; x++) {
                const float *pixel = p.picture + 3 * (y * p.width + x);
                assert_float_equal(pixel[0], x, 0);
                assert_float_equal(pixel[1], y, 0);
                assert_float_equal(pixel[2], 1, 0);
                /* 5 before the loop (a branch whose guard fails does not count), 3 an iteration, 2
                 * to leave it, 5 behind it. */
                assert_int_equal(p.work[y * p.width + x], 12 + 3 * x);
                threads += p.work[y * p.width + x];
            }
        assert_int_equal(p.counts.thread_instructions, threads);
    }
}

TEST(filtered_pixels_leave_after_four_instructions)
{
    struct plane p ENDED_BY(plane_free);
    uint8_t filter[33 * 3];
    plane_init(&p, 33, 3);
    for (uint32_t i = 0; i < sizeof filter; i++)
        filter[i] = i % 5 == 0 ? 3 : 0;
    run_plane(&p, (struct kernel_settings){.filter = filter});
    for (uint32_t i = 0; i < sizeof filter; i++) {
        assert_int_equal(p.work[i], filter[i] ? 12 + 3 * (i % 33) : 4);
        assert_float_equal(p.picture[3 * i + 2], filter[i] ? 1 : 0, 0);
    }
}

TEST(counts_do_not_depend_on_the_order_of_ctas)
{
    struct plane forward ENDED_BY(plane_free), shuffled ENDED_BY(plane_free);
    uint32_t ctas[4 * 7];
    plane_init(&forward, 100, 7);
    plane_init(&shuffled, 100, 7);
    for (uint32_t i = 0; i < 28; i++)
        ctas[i] = i;
    for (uint32_t i = 27; i > 0; i--) {
        uint32_t k = (uint32_t)random_below(5, RANDOM_TEST, i, i + 1), was = ctas[i];
        ctas[i] = ctas[k];
        ctas[k] = was;
    }
    run_plane(&forward, (struct kernel_settings){.lanes = 0});
    run_plane(&shuffled, (struct kernel_settings){.ctas = ctas, .n_ctas = 28});
    assert_memory_equal(&forward.counts, &shuffled.counts, sizeof forward.counts);
    assert_memory_equal(forward.work, shuffled.work, 700 * sizeof *forward.work);
    assert_memory_equal(forward.picture, shuffled.picture, 2100 * sizeof *forward.picture);
}

TEST(some_ctas_and_some_lanes_run_alone)
{
    struct plane p ENDED_BY(plane_free);
    static const uint32_t ctas[] = {3};
    plane_init(&p, 40, 2);
    run_plane(&p, (struct kernel_settings){.ctas = ctas, .n_ctas = 1, .lanes = 0x5});
    for (uint32_t i = 0; i < 80; i++)
        assert_int_equal(p.work[i] != 0, i == 40 + 32 || i == 40 + 34);
    plane_free(&p);
    /* Lanes that all lie beyond the plane: a warp without work. */
    plane_init(&p, 40, 2);
    run_plane(&p, (struct kernel_settings){.ctas = ctas, .n_ctas = 1, .lanes = 0x100});
    assert_int_equal(p.counts.warp_instructions, 0);
}

TEST(interleaved_warps_do_not_disturb_each_other)
{
    struct plane p, alone ENDED_BY(plane_free);
    struct warp *w[8];
    struct warp_step step;
    plane_init(&p, 64, 4);
    plane_init(&alone, 64, 4);
    run_plane(&alone, (struct kernel_settings){.lanes = 0});
    rig_shader_init(&shader, 64, 4);
    struct kernel_settings settings = {.picture = p.picture, .work = p.work};
    rig_shader_load(&shader, small_shader, &settings);
    for (uint32_t i = 0; i < 8; i++)
        assert_ok(shader.kernel->ops->start(shader.kernel, 7 - i, &w[i], &st));
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t i = 0; i < 8; i++)
            if (w[i]->next) {
                assert_ok(w[i]->ops->step(w[i], &step, &st));
                moved = true;
            }
    }
    for (uint32_t i = 0; i < 8; i++)
        w[i]->ops->end(w[i]);
    rig_shader_free(&shader);
    assert_memory_equal(p.work, alone.work, 256 * sizeof *p.work);
    assert_memory_equal(p.picture, alone.picture, 768 * sizeof *p.picture);
    plane_free(&p);
}

TEST(image_stores_go_to_tiles)
{
    struct warp_step step;
    rig_shader_init(&shader, 64, 20);
    rig_shader_load(&shader, small_shader, NULL);
    assert_ok(shader.kernel->ops->start(shader.kernel, 17 * 2 + 1, &shader.warp, &st));
    shader.context = (struct warp_context *)shader.warp;
    do {
        assert_ok(shader.warp->ops->step(shader.warp, &step, &st));
    } while (step.inst->op != OP_STORE);
    /* Row 17 is row 1 of the second row of tiles; x from 32 is tile 2 of 4. */
    uint64_t base = shader.launch->map.images[1];
    assert_int_equal(step.inst->access_B, 16);
    for (uint32_t i = 0; i < 32; i++)
        assert_true(step.addr[i] == base + 16 * (256 * (4 + 2 + i / 16) + 16 + i % 16) ||
                    !(step.executed >> i & 1));
    assert_int_equal(base % 256, 0);
    rig_shader_free(&shader);
}

/* One ray per lane straight down on a triangle, a masked one above it and a sphere above both. */
static const char trace_shader[] = PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS CALL0(
    "b32", "%r20", "rt_launch_id_x") "cvt.rn.f32.u32 %f1, %r20;\n"
                                     "{ .param .b32 a; st.param.b32 [a], 0; .param .b32 b; "
                                     "st.param.f32 [b], "
                                     "%f1;\n"
                                     ".param .b32 c; st.param.f32 [c], 0f41200000; .param .b32 d; "
                                     "st.param.f32 "
                                     "[d], 0f3F000000;\n"
                                     ".param .b32 e; st.param.f32 [e], 0f3A83126F; .param .b32 f; "
                                     "st.param.f32 "
                                     "[f], 0f00000000;\n"
                                     ".param .b32 g; st.param.f32 [g], 0fBF800000; .param .b32 h; "
                                     "st.param.f32 "
                                     "[h], 0f00000000;\n"
                                     ".param .b32 i; st.param.f32 [i], 0f461C4000; .param .b32 "
                                     "retval0;\n"
                                     "call.uni (retval0), trace_ray, (a, b, c, d, e, f, g, h, i); "
                                     "ld.param.b32 "
                                     "%r1, [retval0]; }\n"
                                     "mov.u32 %r2, 0;\n"
                                     "NEXT: { .param .b32 a; st.param.b32 [a], %r2; .param .b32 b; "
                                     "st.param.b32 "
                                     "[b], %r1;\n"
                                     ".param .b32 retval0; call.uni (retval0), intersection_exit, "
                                     "(a, b);"
                                     "ld.param.b32 %r3, [retval0]; }\nsetp.ne.s32 %p1, %r3, 0; "
                                     "@%p1 bra DONE;\n"
                                     "{ .param .b32 a; st.param.b32 [a], %r2; call.uni "
                                     "select_candidate, (a); }\n"
                                     "{ .param .b32 a; st.param.b32 [a], %r2; .param .b32 retval0; "
                                     "call.uni "
                                     "(retval0), "
                                     "get_shader_id, (a); ld.param.b32 %r4, [retval0]; }\n"
                                     "mov.f32 %f2, 0f40A00000; setp.eq.s32 %p2, %r4, 0; @%p2 bra "
                                     "REPORT;\n" /* a
                                                    sphere:
                                                    t =
                                                    5 */
    CALL0("b32", "%f2",
          "rt_candidate_t") "REPORT: { .param .b32 a; st.param.f32 [a], %f2; .param .b32 retval0; "
                            "call.uni (retval0), "
                            "report_ray_intersection, (a); ld.param.b32 %r5, [retval0]; }\n"
                            "add.s32 %r2, %r2, 1; bra NEXT;\nDONE:\n" CALL0("b64", "%rd20",
                                                                            "rt_payload")
                                CALL0("b64", "%rd21", "load_ray_world_origin") CALL0(
                                    "b64", "%rd22",
                                    "rt_hit_attributes") "{ .param .b32 a; st.param.b32 [a], %r1; "
                                                         ".param .b32 retval0; call.uni (retval0), "
                                                         "hit_geometry, (a); ld.param.b32 %r6, "
                                                         "[retval0]; }\n" CALL0(
                                                             "b32", "%r7",
                                                             "get_closest_hit_shader_id")
                                                             CALL0("b32", "%f3", "load_ray_t_max")
                                                                 CALL0("b32", "%r8",
                                                                       "load_ray_instance_custom_"
                                                                       "index")
                                                                     CALL0("b64", "%rd23",
                                                                           "load_ray_object_to_"
                                                                           "world") "ld.global.f32 "
                                                                                    "%f4, "
                                                                                    "[%rd21];\n"
                                                                                    "ld.global.f32 "
                                                                                    "%f5, [%rd22]; "
                                                                                    "ld.global.f32 "
                                                                                    "%f6, "
                                                                                    "[%rd23+52];\n"
                                                                                    "st.global.u32 "
                                                                                    "[%rd20], %r6; "
                                                                                    "st.global.u32 "
                                                                                    "[%rd20+4], "
                                                                                    "%r7; "
                                                                                    "st.global.f32 "
                                                                                    "[%rd20+8], "
                                                                                    "%f3;\n"
                                                                                    "st.global.u32 "
                                                                                    "[%rd20+12], "
                                                                                    "%r8; "
                                                                                    "st.global.f32 "
                                                                                    "[%rd20+16], "
                                                                                    "%f4; "
                                                                                    "st.global.f32 "
                                                                                    "[%rd20+20], "
                                                                                    "%f5;\n"
                                                                                    "st.global.f32 "
                                                                                    "[%rd20+24], "
                                                                                    "%f6; "
                                                                                    "st.global.u32 "
                                                                                    "[%rd20+28], "
                                                                                    "%r2;\n"
                                                                                    "call.uni "
                                                                                    "end_trace_ray,"
                                                                                    " (); ret; }\n";

struct traced {
    struct rig_scene scene;
    struct device_image *image;
};

static void make_trace_scene(struct traced *t)
{
    struct mat34 down = mat34_identity();
    rig_scene_init(&t->scene, 2);
    t->scene.materials[1].masked = true;
    rig_add_mesh(&t->scene);
    rig_add_triangle(&t->scene, 0, (float[]){-1, 0, 0}, (float[]){40, 0, 0}, (float[]){-1, 0, 40},
                     0);
    rig_add_mesh(&t->scene);
    rig_add_triangle(&t->scene, 1, (float[]){9.5f, 4, -9}, (float[]){40, 4, -9},
                     (float[]){9.5f, 4, 90}, 1);
    down.m[7] = -2; /* y */
    rig_add_instance(&t->scene, 0, &down);
    rig_add_instance(&t->scene, 1, NULL);
    rig_add_sphere(&t->scene, 20, 5, 0.5f, 1.25f, 0);
    assert_ok(device_image_create(&t->image, &t->scene.scene, &st));
}

TEST(traces_reach_triangles_masks_and_spheres)
{
    static struct traced t;
    struct warp_step step;
    struct ray_work rays[WARP_LANES] = {{0}};
    make_trace_scene(&t);
    rig_shader_init(&shader, 32, 1);
    shader.image = *t.image;
    rig_shader_load(&shader, trace_shader, NULL);
    assert_ok(shader.kernel->ops->start(shader.kernel, 0, &shader.warp, &st));
    shader.context = (struct warp_context *)shader.warp;
    while (shader.warp->next) {
        assert_ok(shader.warp->ops->step(shader.warp, &step, &st));
        if (step.inst->op == OP_TRACE_RAY)
            memcpy(rays, step.rays, sizeof rays);
    }
    const struct memory_map *map = &shader.launch->map;
    for (uint32_t i = 0; i < 32; i++) {
        bool sphere = i >= 19 && i <= 21, mask = i >= 10;
        assert_int_equal(rig_shader_payload(&shader, i, 0), 1);
        assert_int_equal(rig_shader_payload(&shader, i, 1), sphere);
        float real[3];
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t bits = rig_shader_payload(&shader, i, k == 0 ? 2 : k == 1 ? 4 : 6);
            memcpy(&real[k], &bits, 4);
        }
        assert_float_equal(real[0], sphere ? 5 : mask ? 6 : 12, 1e-5);
        assert_float_equal(real[1], i, 0);
        assert_float_equal(real[2], sphere || mask ? 0 : -2, 0);
        assert_int_equal(rig_shader_payload(&shader, i, 3), sphere ? 2 : mask ? 1 : 0);
        assert_int_equal(rig_shader_payload(&shader, i, 7), sphere + mask);
        /* Two stores per procedural leaf, none for a masked triangle. */
        assert_int_equal(rays[i].n_table_stores, sphere ? 2 : 0);
        assert_true(rays[i].n_records >= 5);
        assert_true(rays[i].result_addr == map->block[BLOCK_HIT_RESULT] + 256 * i);
        assert_int_equal(record_kind(rays[i].records[0]), RECORD_HEADER);
        if (sphere) {
            assert_true(rays[i].table_stores[0] == map->tables + 4 * i);
            assert_true(rays[i].table_stores[1] == map->tables + 128 + 8 * i);
        }
    }
    struct functional_counts counts;
    launch_kernel_counts(shader.kernel, &counts);
    assert_int_equal(counts.rays, 32);
    assert_true(counts.records > counts.node_visits && counts.node_visits >= 64);
    assert_in_range(counts.max_nodes_per_ray, 3, 12);
    rig_shader_free(&shader);
    device_image_free(t.image);
}

/* The number of a warp's block that lies at `addr`: pages of 32 are dealt to the warps in turn. */
static uint64_t fresh_block(const struct launch *l, uint32_t n_ctas, uint32_t cta, uint64_t addr)
{
    uint64_t block = (addr - l->map.end) / BLOCK_BYTES;
    assert_int_equal(block / 32 % n_ctas, cta);
    return block / 32 / n_ctas * 32 + block % 32;
}

/* Every load behind the last buffer is of the lane's latest trace; the lanes that trace get the
 * warp's next blocks in turn. True where there were any. */
static bool walk_records(struct kernel *k, uint32_t cta, const struct launch *l)
{
    struct warp *w;
    struct warp_step step;
    uint64_t latest[WARP_LANES] = {0}, n = 0;
    bool any = false;
    assert_ok(k->ops->start(k, cta, &w, &st));
    while (w->next) {
        assert_ok(w->ops->step(w, &step, &st));
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            if (!(step.executed >> lane & 1))
                continue;
            if (step.inst->op == OP_TRACE_RAY)
                latest[lane] = n++;
            if (step.inst->op != OP_LOAD || step.addr[lane] < l->map.end)
                continue;
            any = true;
            assert_int_equal(fresh_block(l, k->n_ctas, cta, step.addr[lane]), latest[lane]);
        }
    }
    w->ops->end(w);
    return any;
}

static const char own_words[] =
    PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS PTX_GET("b64", "%rd20", "rt_payload")
        PTX_GET("b32", "%r1", "rt_launch_id_x") "st.global.u32 [%rd20+4], %r1;\n"
                                                "ld.global.v2.u32 {%r2, %r3}, [%rd20];\n"
                                                "st.global.u32 [%rd20+64], %r3; ret; }\n";

/* A word of a warp's 32 threads is one line of 128 bytes, a pair of words two; 16 bytes of the next
 * warp's threads follow. Values stay where they were. */
TEST(interleaved_threads_have_their_words_side_by_side)
{
    static const struct {
        uint32_t at, bytes;
    } accesses[] = {{4, 4}, {0, 8}, {64, 4}};
    for (int interleaved = 0; interleaved < 2; interleaved++) {
        struct kernel_settings settings = {.traversal.interleaved = interleaved};
        struct warp_step step;
        struct warp *w;
        rig_shader_init(&shader, 64, 1);
        rig_shader_load(&shader, own_words, &settings);
        uint64_t block = shader.launch->map.block[BLOCK_PAYLOAD];
        assert_ok(shader.kernel->ops->start(shader.kernel, 1, &w, &st));
        for (size_t i = 0; w->next;) {
            assert_ok(w->ops->step(w, &step, &st));
            if (step.inst->op != OP_LOAD && step.inst->op != OP_STORE)
                continue;
            uint64_t at = accesses[i].at, bytes = accesses[i].bytes;
            uint64_t row =
                512 * (at / 16 * 2 + 1) + 32 * (at % 16); /* of the second of two warps */
            for (uint64_t lane = 0; lane < WARP_LANES; lane++)
                assert_int_equal(step.addr[lane], block + (interleaved ? row + bytes * lane
                                                                       : 256 * (32 + lane) + at));
            i++;
        }
        w->ops->end(w);
        assert_ok(rig_shader_run(&shader, 1, &st));
        for (uint32_t lane = 0; lane < WARP_LANES; lane++)
            assert_int_equal(rig_shader_payload(&shader, lane, 16), 32 + lane);
        rig_shader_free(&shader);
    }
}

TEST(fresh_traces_move_their_records_and_change_nothing_else)
{
    static struct rig_scene scene;
    struct device_image *image FREED_BY(device_image_free);
    struct launch *l FREED_BY(launch_free);
    struct frame frame = {.width = 64,
                          .height = 3,
                          .samples = 1,
                          .max_depth = 6,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 1,
                          .seed = 1};
    struct functional_counts counts[2];
    float pictures[2][64 * 3 * 3];
    rig_scene_ref(&scene);
    scene.scene.sky = true;
    scene.scene.camera = (struct scene_camera){.eye = {278, 278, 350},
                                               .look_at = {278, 278, 0},
                                               .up = {0, 1, 0},
                                               .vertical_fov_deg = 78,
                                               .focus_distance = 10};
    assert_ok(device_image_create(&image, &scene.scene, &st));
    assert_ok(launch_create(&l, image, &frame, &st));
    for (int fresh = 0; fresh < 2; fresh++) {
        struct kernel_settings settings = {.picture = pictures[fresh],
                                           .traversal.fresh_traces = fresh};
        struct kernel *k;
        assert_ok(launch_kernel(l, &settings, &k, &st));
        bool any = false;
        for (uint32_t cta = 0; cta < k->n_ctas; cta++)
            any |= walk_records(k, cta, l);
        assert_int_equal(any, fresh);
        launch_kernel_counts(k, &counts[fresh]);
        k->ops->free(k);
    }
    assert_memory_equal(&counts[0], &counts[1], sizeof counts[0]);
    assert_memory_equal(pictures[0], pictures[1], sizeof pictures[0]);
}

TEST(planes_without_pixels_are_refused)
{
    static const struct frame frames[] = {
        {.width = 0, .height = 4, .samples = 1, .max_depth = 1},
        {.width = 1 << 15, .height = 1 << 14, .samples = 1, .max_depth = 1},
        {.width = 4, .height = 4, .samples = 0, .max_depth = 1},
        {.width = 4, .height = 4, .samples = 1, .max_depth = 0},
        {.width = 4, .height = 4, .samples = 1, .max_depth = 1, .shader = SHADER_KINDS},
    };
    rig_shader_init(&shader, 1, 1);
    for (size_t i = 0; i < sizeof frames / sizeof *frames; i++) {
        struct launch *l;
        assert_int_equal(launch_create(&l, &shader.image, &frames[i], &st), ST_USAGE);
    }
}

TEST(ctas_outside_the_plane_are_refused)
{
    struct kernel *k;
    static const uint32_t ctas[] = {0, 6};
    struct kernel_settings settings = {.ctas = ctas, .n_ctas = 2};
    rig_shader_init(&shader, 64, 3);
    rig_shader_load(&shader, small_shader, NULL);
    assert_int_equal(launch_kernel(shader.launch, &settings, &k, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "CTA 6; expected less than 6"));
    rig_shader_free(&shader);
}

static enum st_code run_all(const struct device_image *image, const struct frame *frame,
                            struct status *st)
{
    struct launch *l;
    struct kernel *k;
    struct kernel_settings settings = {.lanes = 0};
    TRY(launch_create_from_text(&l, image, frame, "t.ptx", trace_shader, sizeof trace_shader - 1,
                                st));
    enum st_code code = launch_kernel(l, &settings, &k, st);
    if (code == ST_OK) {
        code = kernel_run(k, st);
        k->ops->free(k);
    }
    launch_free(l);
    return code;
}

TEST(running_out_of_memory_anywhere_is_reported)
{
    static struct traced t;
    struct frame frame = {.width = 32, .height = 1, .samples = 1, .max_depth = 1, .seed = 1};
    make_trace_scene(&t);
    assert_survives_without_memory(run_all(t.image, &frame, &st), 40, assert_true(st.text[0]));
    device_image_free(t.image);
}
