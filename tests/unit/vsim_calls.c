/* Branches, calls and their frames, rays within rays, binding tables. Rays without a direction miss
 * everything, so that no scene is needed. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/warp_context.h"
#include "tests/rig/dumps.h"

#include <string.h>

#define OUT ".reg .b64 %out;\nrt_alloc_mem %out, 64, 8192;\n"
#define IDS ".reg .u32 %x;\n.reg .u32 %y;\n.reg .u32 %z;\nload_ray_launch_id %x, %y, %z;\n"
/* A ray that misses, from t min `t` on; its registers must not clash with the caller's. */
#define RAY(t)                                                                                     \
    ".reg .b64 %as;\n.reg .u32 %tf;\nload_vulkan_descriptor %as, 0, 0, 1000150000;\n"              \
    "trace_ray %as, 1, 255, 0, 0, 0, 0, 0, 0, " t ", 0, 0, 0, 0F461c4000, %tf;\n"

/* ---- branches ---- */

struct seen {
    uint32_t code, active, executed;
};

/* Runs CTA 0 and compares every step. */
static void assert_steps(struct rig_dumps *d, const struct seen *wanted, size_t n)
{
    struct warp *w;
    struct warp_step step;
    assert_ok(rig_dumps_load(d, NULL, &st));
    assert_ok(d->shader.kernel->ops->start(d->shader.kernel, 0, &w, &st));
    for (size_t i = 0; w->next; i++) {
        assert_ok(w->ops->step(w, &step, &st));
        if (i >= n || step.inst->pc != 8 * wanted[i].code || step.active != wanted[i].active ||
            step.executed != wanted[i].executed)
            fail_msg("step %zu: instruction %u, active %08x, executed %08x", i, step.inst->pc / 8,
                     step.active, step.executed);
    }
    w->ops->end(w);
}

TEST(the_taken_side_goes_first_and_both_meet)
{
    static const uint32_t all = UINT32_MAX, low = 0xff, high = 0xffffff00u;
    static const struct seen steps[] = {{0, all, all}, {1, all, all},   {2, all, low},
                                        {5, low, low}, {3, high, high}, {4, high, high},
                                        {6, all, all}, {7, all, all}};
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0,
                  IDS ".reg .pred %p;\nsetp.lt.u32 %p, %x, 8;\n@%p bra else_0;\n"
                      "mov.u32 %y, 1;\nbra end_if_0;\nelse_0:\nmov.u32 %y, 2;\nend_if_0:\n"
                      "add.u32 %y, %y, 1;\nshader_exit:\nret ;\n");
    assert_steps(&d, steps, sizeof steps / sizeof *steps);
}

/* Lane x goes round x times: every round one lane leaves and waits for the others. */
TEST(lanes_leave_a_loop_one_by_one)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    struct seen steps[1 + 31 * 4 + 2 + 1] = {{0, UINT32_MAX, UINT32_MAX}};
    size_t n = 1;
    for (uint32_t round = 0; round < WARP_LANES; round++) {
        uint32_t in = UINT32_MAX << round, stay = in << 1, out = in & ~stay;
        steps[n++] = (struct seen){1, in, in};
        steps[n++] = (struct seen){2, in, round == 31 ? in : out};
        if (round == 31)
            break;
        steps[n++] = (struct seen){3, stay, stay};
        steps[n++] = (struct seen){4, stay, stay};
    }
    steps[n++] = (struct seen){5, UINT32_MAX, UINT32_MAX};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0,
                  IDS ".reg .u32 %i;\n.reg .pred %p;\n"
                      "loop_0:\nsetp.le.u32 %p, %x, %i;\n@%p bra loop_0_exit;\n"
                      "add.u32 %i, %i, 1;\nbra loop_0;\nloop_0_exit:\nret ;\n");
    assert_steps(&d, steps, n);
}

/* ---- frames ---- */

TEST(a_call_begins_with_zeros_and_leaves_the_callers_registers_alone)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "MISS", 1,
                  OUT ".reg .u32 %mine;\n.reg .u32 %sum;\n.reg .pred %never;\n"
                      "@%never bra shader_exit;\n"
                      "add.u32 %mine, %mine, 7;\nld.global.u32 %sum, [%out];\n"
                      "add.u32 %sum, %sum, %mine;\nst.global.u32 [%out], %sum;\n"
                      "shader_exit:\nret ;\n");
    rig_dumps_run(&d, IDS OUT ".reg .u32 %keep;\nadd.u32 %keep, %x, 100;\n" RAY(
                          "0") "call_miss_shader ;\ncall_miss_shader ;\nend_trace_ray ;\n"
                               "st.global.u32 [%out + 4], %keep;\nret ;\n");
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        assert_int_equal(rig_dumps_word(&d, "%out", lane, 0), 14);
        assert_int_equal(rig_dumps_word(&d, "%out", lane, 1), 100 + lane);
    }
}

/* Half of the lanes call; the callee branches; all meet again in the caller. */
TEST(a_part_of_the_lanes_calls_and_returns)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "MISS", 1,
                  OUT IDS ".reg .pred %q;\nsetp.lt.u32 %q, %x, 20;\n@%q bra shader_exit;\n"
                          "st.global.u32 [%out], 5;\nshader_exit:\nret ;\n");
    rig_dumps_run(
        &d, IDS OUT ".reg .pred %p;\n.reg .u32 %n;\n" RAY(
                "0") "setp.lt.u32 %p, %x, 16;\n@%p bra skip;\ncall_miss_shader ;\nskip:\n"
                     "ld.global.u32 %n, [%out];\nst.global.u32 [%out + 4], %n;\nend_trace_ray ;\n"
                     "ret ;\n");
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        assert_int_equal(rig_dumps_word(&d, "%out", lane, 1), lane < 20 ? 0 : 5);
}

/* The miss shader traces again until the fourth ray; each finds its own t min when it is back. */
TEST(rays_within_rays_have_records_of_their_own)
{
    for (int fresh = 0; fresh < 2; fresh++) {
        struct rig_dumps d ENDED_BY(rig_dumps_free);
        rig_dumps_init(&d, 32, 1);
        rig_dumps_add(&d, "MISS", 1,
                      OUT
                      ".reg .u32 %n;\n.reg .u32 %off;\n.reg .u64 %off64;\n.reg .b64 %slot;\n"
                      ".reg .b64 %rec;\n.reg .f32 %t;\n.reg .pred %p;\n"
                      "ld.global.u32 %n, [%out];\nadd.u32 %n, %n, 1;\nst.global.u32 [%out], %n;\n"
                      "setp.ge.u32 %p, %n, 4;\n@%p bra shader_exit;\n" RAY(
                          "%n") "call_miss_shader ;\nend_trace_ray ;\nshader_exit:\n"
                                "mul.wide.u32 %off64, %n, 4;\nadd.u64 %slot, %out, %off64;\n"
                                "load_ray_t_min %t;\nst.global.f32 [%slot], %t;\n"
                                "load_ray_world_origin %rec;\nld.global.f32 %t, [%rec + 12];\n"
                                "st.global.f32 [%slot + 16], %t;\nret ;\n");
        rig_dumps_add(&d, "RAYGEN", 0,
                      IDS OUT RAY("0F00000009") "call_miss_shader ;\nend_trace_ray ;\nret ;\n");
        struct kernel_settings settings = {.traversal = {.fresh_traces = fresh != 0}};
        assert_ok(rig_dumps_load(&d, &settings, &st));
        assert_ok(rig_shader_run(&d.shader, 0, &st));
        for (uint32_t lane = 0; lane < WARP_LANES; lane += 31) {
            static const uint32_t tmin[] = {9, 1, 2, 3};
            for (uint32_t n = 1; n <= 4; n++) {
                assert_int_equal(rig_dumps_word(&d, "%out", lane, n), tmin[n - 1]);
                assert_int_equal(rig_dumps_word(&d, "%out", lane, n + 4), tmin[n - 1]);
            }
        }
    }
}

static void fails_running(const char *raygen, const char *miss, const char *ending)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    struct status st = {0};
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, raygen);
    rig_dumps_add(&d, "MISS", 1, miss);
    assert_ok(rig_dumps_load(&d, NULL, &st));
    assert_int_equal(rig_shader_run(&d.shader, 0, &st), ST_FAILED);
    rig_assert_ends(st.text, ending);
}

TEST(recursion_without_end_is_stopped)
{
    fails_running(RAY("0") "call_miss_shader ;\nret ;\n", "call_miss_shader ;\nret ;\n",
                  "MISS_1.ptx:4: 64 calls within each other at pixel (0, 0); expected a recursion "
                  "that ends");
    fails_running(RAY("0") "call_miss_shader ;\nret ;\n",
                  RAY("0") "call_miss_shader ;\nend_trace_ray ;\nret ;\n",
                  "MISS_1.ptx:7: pixel (0, 0) traces a ray within 31 rays; expected a recursion "
                  "that ends");
    fails_running(".reg .pred %never;\n" RAY("0") "x:\n" RAY("0") "@!%never bra x;\nret ;\n",
                  "ret ;\n", "traces a ray within 31 rays; expected a recursion that ends");
}

TEST(a_miss_index_that_is_not_bound_is_said)
{
    fails_running(".reg .b64 %as;\n.reg .u32 %tf;\nload_vulkan_descriptor %as, 0, 0, 1000150000;\n"
                  "trace_ray %as, 1, 255, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, %tf;\n"
                  "call_miss_shader ;\nret ;\n",
                  "ret ;\n",
                  "RAYGEN_0.ptx:8: pixel (0, 0) calls a shader that no miss index names; expected "
                  "it in pipeline.cfg");
}

/* ---- threads ---- */

/* Blocks have 32 threads wherever the frame is as wide; those without a pixel see it themselves. */
TEST(threads_beyond_the_frame_run_and_leave)
{
    static const struct {
        uint32_t width, lanes[2];
    } cases[] = {{40, {32, 32}}, {32, {32, 0}}, {5, {5, 0}}, {33, {32, 32}}, {1, {1, 0}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct rig_dumps d ENDED_BY(rig_dumps_free);
        rig_dumps_init(&d, cases[i].width, 2);
        rig_dumps_add(&d, "RAYGEN", 0,
                      IDS OUT ".reg .u32 %w;\n.reg .u32 %h;\n.reg .u32 %deep;\n.reg .pred %p;\n"
                              "load_ray_launch_size %w, %h, %deep;\nsetp.ge.u32 %p, %x, %w;\n"
                              "@%p bra shader_exit;\nst.global.u32 [%out], %w;\n"
                              "st.global.u32 [%out + 4], %h;\nst.global.u32 [%out + 8], %deep;\n"
                              "st.global.u32 [%out + 12], %x;\nst.global.u32 [%out + 16], %y;\n"
                              "add.u32 %z, %z, 1;\nst.global.u32 [%out + 20], %z;\n"
                              "shader_exit:\nret ;\n");
        assert_ok(rig_dumps_load(&d, NULL, &st));
        uint32_t per_row = cases[i].lanes[1] ? 2 : 1;
        assert_int_equal(d.shader.kernel->n_ctas, 2 * per_row);
        for (uint32_t cta = 0; cta < 2 * per_row; cta++) {
            assert_ok(rig_shader_run(&d.shader, cta, &st));
            uint32_t lanes = (uint32_t)__builtin_popcount(d.shader.context->lanes);
            assert_int_equal(lanes, cases[i].lanes[cta % per_row]);
            for (uint32_t lane = 0; lane < lanes; lane++) {
                uint32_t x = cta % per_row * 32 + lane;
                const uint32_t wanted[] = {cases[i].width, 2, 1, x, cta / per_row, 1};
                for (uint32_t k = 0; k < 6; k++)
                    assert_int_equal(rig_dumps_word(&d, "%out", lane, k),
                                     x < cases[i].width ? wanted[k] : 0);
            }
        }
    }
}

/* ---- variables ---- */

TEST(variables_are_found_by_name_in_every_stage)
{
    struct rig_dumps d;
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "MISS", 1,
                  ".reg .b64 %Ray;\nrt_alloc_mem %Ray, 48, 32;\n.reg .b64 %Other;\n"
                  "rt_alloc_mem %Other, 4, 8192;\n.reg .u32 %v;\nld.global.u32 %v, [%Ray];\n"
                  "add.u32 %v, %v, 1;\nst.global.u32 [%Ray + 44], %v;\n"
                  "st.global.u32 [%Other], 9;\nret ;\n");
    rig_dumps_run(&d, IDS ".reg .b64 %Ray;\nrt_alloc_mem %Ray, 8, 8192;\n"
                          "st.global.u32 [%Ray], %x;\n" RAY(
                              "0") "call_miss_shader ;\nend_trace_ray ;\nret ;\n");
    const struct vsim_pipeline *p = d.shader.launch->dumps;
    assert_int_equal(p->n_variables, 2);
    assert_int_equal(p->variables[0].bytes, 48);
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        assert_int_equal(rig_dumps_word(&d, "%Ray", lane, 0), lane);
        assert_int_equal(rig_dumps_word(&d, "%Ray", lane, 11), lane + 1);
        assert_int_equal(rig_dumps_word(&d, "%Other", lane, 0), 9);
    }
    rig_dumps_free(&d);
}

/* The allocator deals blocks when an instruction that allocates issues: it is told which. */
TEST(what_allocates_says_the_blocks_of_its_lanes)
{
    struct rig_dumps d;
    struct warp *w;
    struct warp_step step;
    uint32_t n = 0;
    rig_dumps_init(&d, 32, 1);
    rig_dumps_run(&d, IDS ".reg .b64 %Ray;\nrt_alloc_mem %Ray, 8, 8192;\n.reg .b64 %At;\n"
                          "rt_alloc_mem %At, 8, 64;\nst.global.u32 [%Ray], %x;\n"
                          "st.global.u32 [%At], %x;\nret ;\n");
    struct kernel *k = d.shader.kernel;
    uint64_t blocks[2][WARP_LANES];
    assert_ok(k->ops->start(k, 0, &w, &st));
    while (w->next) {
        bool allocates = w->next->allocates, store = w->next->op == OP_STORE;
        assert_ok(w->ops->step(w, &step, &st));
        if (allocates)
            memcpy(blocks[n], step.addr, sizeof step.addr);
        else if (store)
            assert_memory_equal(step.addr, blocks[n - 2], sizeof step.addr);
        n += allocates || store;
        assert_false(allocates && (step.addr[1] - step.addr[0] != BLOCK_BYTES));
    }
    assert_int_equal(n, 4);
    w->ops->end(w);
    rig_dumps_free(&d);
}

/* 8192 was the hit attributes where 8 and 4096 are variables, and is a variable now. */
TEST(the_numbers_of_modes_tell_old_dumps_from_new)
{
    for (int old = 0; old < 2; old++) {
        struct rig_dumps d;
        char body[512];
        rig_dumps_init(&d, 32, 1);
        snprintf(body, sizeof body,
                 ".reg .b64 %%a;\n.reg .b64 %%b;\n.reg .b64 %%c;\nrt_alloc_mem %%a, 4, %d;\n"
                 "rt_alloc_mem %%b, 4, 8192;\nrt_alloc_mem %%c, 4, 64;\nret ;\n",
                 old ? 4096 : 32);
        rig_dumps_add(&d, "RAYGEN", 0, body);
        assert_ok(rig_dumps_load(&d, NULL, &st));
        const struct vsim_pipeline *p = d.shader.launch->dumps;
        assert_int_equal(p->old, old);
        assert_int_equal(p->n_variables, 2);
        assert_string_equal(p->variables[1].name, old ? "%c" : "%b");
        rig_dumps_free(&d);
    }
}

/* Forms that only the Intel driver's dumps have: cycles in 64 bits shown as a float, truth values
 * in memory, indices of 64 bits, interpolation. */
TEST(what_old_dumps_write_is_understood)
{
    struct rig_dumps d ENDED_BY(rig_dumps_free);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_run(
        &d, ".reg .b64 %out;\nrt_alloc_mem %out, 64, 8;\n" IDS
            ".reg  .u64 %ssa_21;\n.reg .f64 %ssa_11;\nmov.f64 %ssa_11, 0D0000000000000003;\n"
            ".reg .b64 %ssa_11_bits;\nmov.f64 %ssa_11_bits, 0D0000000000000003;\n"
            "mov.u64 %ssa_21, %ssa_11_bits;\n"
            ".reg .u32 %ssa_19_0;\n.reg .u32 %ssa_19_1;\nshader_clock %ssa_19_0, %ssa_19_1;\n"
            "add.u32 %ssa_19_0, %ssa_19_0, %x;\nmov.u32 %ssa_19_1, 2;\n"
            ".reg .u64 %temp_u64;\n.reg .u64 %ssa_20;\ncvt.u64.u32 %temp_u64, %ssa_19_1;\n"
            "shl.b64 %ssa_20, %temp_u64, %ssa_19_1;\ncvt.u64.u32 %temp_u64, %ssa_19_0;\n"
            "or.b64 %ssa_20, %ssa_20, %temp_u64;\n" /* 8 | x */
            ".reg .s64 %ssa_759;\nneg.s64 %ssa_759, %ssa_21;\n"
            ".reg .s64 %ssa_760;\nadd.s64 %ssa_760, %ssa_20, %ssa_759;\n"
            ".reg .f32 %ssa_765;\ncvt.rn.f32.u32 %ssa_765, %ssa_760;\n"
            "st.global.f32 [%out], %ssa_765;\n"
            ".reg .b32 %ssa_5;\nmov.b32 %ssa_5, 1; // vec1 1 ssa_5 = load_const (true)\n"
            "st.global.b32 [%out + 4], %ssa_5;\n.reg  .pred %ssa_172;\n.reg .u16 %ssa_172_u16;\n"
            ".reg .u16 %const1_u16;\nmov.u16 %const1_u16, 1;\n"
            "ld.global.u16 %ssa_172_u16, [%out + 4];\n"
            "and.b16 %ssa_172_u16, %ssa_172_u16, %const1_u16;\n"
            "setp.eq.u16 %ssa_172, %ssa_172_u16, %const1_u16;\n@!%ssa_172 bra else_4;\n"
            "st.global.u32 [%out + 8], 7;\nelse_4: \n"
            ".reg .s64 %ssa_28;\ncvt.s64.s32 %ssa_28, %x;\n.reg .u32 %index_32;\n"
            "cvt.u32.s64 %index_32, %ssa_28;\nst.global.u32 [%out + 12], %index_32;\n"
            ".reg .u32 %ssa_132;\ncvt.rni.u32.f32 %ssa_132, 0F40200000;\n" /* 2.5 */
            "st.global.u32 [%out + 16], %ssa_132;\n"
            "ld.global.u64 %ssa_21, [%out + 8];\nst.global.u64 [%out + 24], %ssa_21;\n"
            "\tshader_exit:\n\tret ;\n");
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        float shown = (float)((8 | lane) - 3);
        uint32_t bits;
        memcpy(&bits, &shown, sizeof bits);
        const uint32_t wanted[] = {bits, 1, 7, lane, 2, 0, 7, lane};
        for (uint32_t k = 0; k < 8; k++)
            assert_int_equal(rig_dumps_word(&d, "%out", lane, k), wanted[k]);
    }
}
