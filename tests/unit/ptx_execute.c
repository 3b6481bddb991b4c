/* Control flow, memory and the step interface of the executor. */
#include "tests/rig/rig.h"

#include "common/random.h"
#include "sim/functional/exec/warp_context.h"
#include "tests/rig/shader.h"

#include <stdlib.h>
#include <string.h>

/* A raygen that begins with %r20 = lane (x of the pixel) and %rd20 = payload. */
#define BODY(text)                                                                                 \
    PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS PTX_GET("b32", "%r20", "rt_launch_id_x")    \
        PTX_GET("b64", "%rd20", "rt_payload") text "\nret;\n}\n"

static struct rig_shader shader;

static void run(const char *text, const struct kernel_settings *settings)
{
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader, text, settings);
    assert_ok(rig_shader_run(&shader, 0, &st));
}

static uint32_t word(uint32_t lane, uint32_t i)
{
    return rig_shader_payload(&shader, lane, i);
}

TEST(two_sides_meet_again)
{
    run(BODY("setp.lt.u32 %p1, %r20, 10; mov.u32 %r1, 1;\n"
             "@%p1 bra LOW; add.s32 %r1, %r1, 100; bra BOTH;\nLOW: add.s32 %r1, %r1, 200;\n"
             "BOTH: add.s32 %r1, %r1, %r20; st.global.u32 [%rd20], %r1;"),
        NULL);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word(i, 0), 1 + i + (i < 10 ? 200 : 100));
    rig_shader_free(&shader);
}

/* The instructions of a divergent branch, as timing sees them. */
TEST(the_taken_side_runs_first)
{
    static const struct {
        uint32_t pc, active, executed;
    } wanted[] = {
        {0, ~0u, ~0u},          {8, ~0u, ~0u},         {16, ~0u, 0x3ff}, {32, 0x3ff, 0x3ff},
        {24, ~0x3ffu, ~0x3ffu}, {40, ~0u, 0xfffffc00}, {48, ~0u, ~0u},
    };
    struct warp_step step;
    rig_shader_init(&shader, 32, 1);
    /* clang-format off */
    rig_shader_load(&shader,
        PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS
        PTX_GET("b32", "%r20", "rt_launch_id_x")                        /*  0 */
        "setp.lt.u32 %p1, %r20, 10;\n"                                  /*  8 */
        "@%p1 bra LOW; bra.uni BOTH;\nLOW: add.s32 %r1, %r1, 200;\n"    /* 16, 24, 32 */
        "BOTH: @!%p1 add.s32 %r1, %r1, 1; ret; }",                      /* 40, 48 */
        NULL);
    /* clang-format on */
    assert_ok(shader.kernel->ops->start(shader.kernel, 0, &shader.warp, &st));
    shader.context = (struct warp_context *)shader.warp;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_non_null(shader.warp->next);
        assert_int_equal(shader.warp->next->pc, wanted[i].pc);
        assert_int_equal(shader.warp->active, wanted[i].active);
        assert_ok(shader.warp->ops->step(shader.warp, &step, &st));
        assert_int_equal(step.active, wanted[i].active);
        assert_int_equal(step.executed, wanted[i].executed);
    }
    assert_null(shader.warp->next);
    struct functional_counts counts;
    launch_kernel_counts(shader.kernel, &counts);
    assert_int_equal(counts.warp_instructions, 7);
    assert_int_equal(counts.thread_instructions, 32 + 32 + 10 + 10 + 22 + 22 + 32);
    rig_shader_free(&shader);
}

/* A constant and a predicate are in no register of the file. */
TEST(values_of_registers_are_counted_where_they_are_read_and_written)
{
    struct value_counts values = {0};
    const struct kernel_settings counting = {.values = &values};
    struct warp_step step;
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader,
                    BODY("mov.u32 %r1, 5; add.s32 %r2, %r1, %r20; setp.lt.u32 %p1, %r1, 9;\n"
                         "@%p1 st.global.u32 [%rd20], %r2;"),
                    &counting);
    assert_ok(shader.kernel->ops->start(shader.kernel, 0, &shader.warp, &st));
    shader.context = (struct warp_context *)shader.warp;
    while (shader.warp->next)
        assert_ok(shader.warp->ops->step(shader.warp, &step, &st));
    /* The x; the payload's address, of which the high half is one; mov; add; setp; st. */
    assert_int_equal(values.lanes, 32 * (1 + 2 + 1 + 3 + 1 + 3));
    assert_int_equal(values.unique, 32 + (32 + 1) + 1 + (1 + 32 + 32) + 1 + (32 + 1 + 32));
    rig_shader_free(&shader);
}

TEST(nested_loops_with_different_trip_counts)
{
    run(BODY("mov.u32 %r1, 0; mov.u32 %r2, 0;\n"
             "OUTER: setp.ge.u32 %p1, %r1, %r20; @%p1 bra DONE; mov.u32 %r3, 0;\n"
             "INNER: setp.gt.u32 %p2, %r3, %r1; @%p2 bra NEXT; add.s32 %r2, %r2, 1;\n"
             "add.s32 %r3, %r3, 1; bra INNER;\n"
             "NEXT: add.s32 %r1, %r1, 1; bra OUTER;\nDONE: st.global.u32 [%rd20+4], %r2;"),
        NULL);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word(i, 1), i * (i + 1) / 2);
    rig_shader_free(&shader);
}

TEST(lanes_may_end_early)
{
    run(BODY("and.b32 %r1, %r20, 3; setp.eq.s32 %p1, %r1, 1; setp.eq.s32 %p2, %r1, 2;\n"
             "st.global.u32 [%rd20], 1;\n@%p1 ret;\nst.global.u32 [%rd20], 2;\n"
             "@%p2 bra OUT; st.global.u32 [%rd20], 3; bra END;\nOUT: exit;\n"
             "END: st.global.u32 [%rd20+4], 9;"),
        NULL);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(word(i, 0), i % 4 == 1 ? 1 : i % 4 == 2 ? 2 : 3);
        assert_int_equal(word(i, 1), i % 4 == 1 || i % 4 == 2 ? 0 : 9);
    }
    rig_shader_free(&shader);
}

TEST(calls_inside_divergent_code_return_to_their_lanes)
{
    run(PTX_HEAD
        ".visible .func (.param .b32 func_retval0) half(.param .b32 half_param_0) {" PTX_REGISTERS
        "ld.param.u32 %r1, [half_param_0]; setp.lt.u32 %p1, %r1, 16; @%p1 bra SMALL;\n"
        "shr.u32 %r2, %r1, 1; st.param.b32 [func_retval0+0], %r2; ret;\n"
        "SMALL: st.param.b32 [func_retval0+0], 7; ret; }\n"
        ".visible .func (.param .b32 func_retval0) odd(.param .b32 odd_param_0) {" PTX_REGISTERS
        "ld.param.u32 %r1, [odd_param_0]; { .param .b32 param0; st.param.b32 [param0+0], %r1;\n"
        ".param .b32 retval0; call.uni (retval0), half, (param0); ld.param.b32 %r2, [retval0+0]; "
        "}\n"
        "add.s32 %r3, %r2, 1000; st.param.b32 [func_retval0+0], %r3; ret; }\n"
        ".visible .func raygen() {" PTX_REGISTERS PTX_GET("b32", "%r20", "rt_launch_id_x")
            PTX_GET("b64", "%rd20", "rt_payload") "and.b32 %r1, %r20, 1; setp.eq.s32 %p1, %r1, 1;\n"
                                                  "mov.u32 %r5, 5; @!%p1 bra SKIP;\n{ .param .b32 "
                                                  "param0; st.param.b32 [param0+0], %r20;\n"
                                                  ".param .b32 retval0; call.uni (retval0), odd, "
                                                  "(param0); ld.param.b32 %r5, [retval0+0]; }\n"
                                                  "SKIP: st.global.u32 [%rd20], %r5; ret; }\n",
        NULL);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word(i, 0), i % 2 == 0 ? 5 : 1000 + (i < 16 ? 7 : i / 2));
    rig_shader_free(&shader);
}

TEST(exits_inside_calls_end_the_threads)
{
    run(PTX_HEAD ".visible .func leave() {" PTX_REGISTERS PTX_GET(
            "b32", "%r1",
            "rt_launch_id_x") "setp.lt.u32 %p1, %r1, 8; @%p1 exit; ret; }\n"
                              ".visible .func raygen() {" PTX_REGISTERS PTX_GET("b32", "%r20",
                                                                                "rt_launch_id_x")
                                  PTX_GET(
                                      "b64", "%rd20",
                                      "rt_payload") "setp.lt.u32 %p1, %r20, 8; setp.lt.u32 %p2, "
                                                    "%r20, 12;\n"
                                                    "@%p2 bra CALL; bra AFTER;\nCALL: call.uni "
                                                    "leave, ();\nAFTER: st.global.u32 [%rd20], 1;\n"
                                                    "ret; }\n",
        NULL);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word(i, 0), i >= 8);
    rig_shader_free(&shader);
}

TEST(local_memory_belongs_to_the_thread)
{
    run(BODY(".local .align 8 .b8 pad[300]; .local .align 4 .b8 depot[16]; .reg .b64 %SP, %SPL;\n"
             "mov.u64 %SPL, depot; cvta.local.u64 %SP, %SPL; st.local.u32 [%SPL+4], %r20;\n"
             "mov.u32 %r5, 77; st.local.v2.u32 [%SPL+8], {%r20, %r5}; ld.u32 %r1, [%SP+4];"
             "ld.local.u8 %rs1, [%SP+12]; cvt.u32.u16 %r2, %rs1; st.global.u32 [%rd20], %r1;\n"
             "st.global.u32 [%rd20+4], %r2; st.global.u64 [%rd20+8], %SPL;"),
        NULL);
    for (uint32_t i = 0; i < 32; i++) {
        assert_int_equal(word(i, 0), i);
        assert_int_equal(word(i, 1), 77);
        assert_int_equal(word(i, 2) - word(0, 2), 512 * i);
    }
    rig_shader_free(&shader);
}

TEST(loads_extend_and_stores_truncate)
{
    run(PTX_HEAD
        ".const .align 8 .b8 t[8] = {128, 255, 3, 4, 254, 255, 255, 255};\n"
        ".visible .func raygen() {" PTX_REGISTERS PTX_GET(
            "b64", "%rd20",
            "rt_payload") "ld.const.s8 %r1, [t]; ld.const.u8 %r2, [t]; ld.const.s16 %r3, [t+0];"
                          "ld.const.s32 %rd1, [t+4]; ld.const.u32 %rd2, [t+4]; ld.const.s8 %rs1, "
                          "[t];\n"
                          "mov.u64 %rd3, t; ld.global.nc.u64 %rd4, [%rd3]; cvt.u32.u16 %r4, %rs1;"
                          "st.global.u32 [%rd20], %r1; st.global.u32 [%rd20+4], %r2; st.global.u32 "
                          "[%rd20+8], %r3;"
                          "st.global.u64 [%rd20+16], %rd1; st.global.u64 [%rd20+24], %rd2;"
                          "st.global.u64 [%rd20+32], %rd4; st.global.u8 [%rd20+40], %r3; "
                          "st.global.u32 [%rd20+44], %r4;"
                          "st.global.v2.f32 [%rd20+48], {%r1, %r2}; ret; }",
        NULL);
    static const uint32_t wanted[] = {0xffffff80, 0x80,       0xffffff80, 0,          0xfffffffe,
                                      0xffffffff, 0xfffffffe, 0,          0x0403ff80, 0xfffffffe,
                                      0x80,       0xff80,     0xffffff80, 0x80};
    for (uint32_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        assert_int_equal(word(31, i), wanted[i]);
    rig_shader_free(&shader);
}

static void refuse(const char *text, const char *message)
{
    struct status st = {0};
    struct kernel_settings settings = {.step_budget = 10000};
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader, text, &settings);
    assert_int_equal(rig_shader_run(&shader, 0, &st), ST_FAILED);
    if (strncmp(st.text, "t.ptx:5: ", 9) != 0 || !strstr(st.text, message))
        fail_msg("'%s' instead of '%s'", st.text, message);
    rig_shader_free(&shader);
}

TEST(programs_that_go_astray_are_stopped)
{
#define LINE5(text) PTX_HEAD ".visible .func raygen() {" PTX_REGISTERS text "\n}\n"
    refuse(LINE5("ld.global.u32 %r1, [64];"),
           "pixel (0, 0) reads 4 bytes at address 0x40, which is outside every buffer");
    refuse(LINE5("mov.u64 %rd1, 0xC0000000; st.global.u32 [%rd1], %r1;"),
           "pixel (0, 0) writes 4 bytes at address 0xc0000000, which is read-only");
    refuse(LINE5("mov.u64 %rd1, 0xC0000001; ld.global.u32 %r1, [%rd1];"), "which is not aligned");
    refuse(LINE5("mov.u64 %rd1, 0xC0000008; ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];"),
           "reads 16 bytes at address 0xc0000008, which is not aligned");
    refuse(LINE5("L: bra L;"), "has executed 10000 instructions; expected a program that ends");
    refuse(LINE5("trap;"), "pixel (0, 0) executes trap");
    refuse(LINE5("{.param .b32 a; st.param.b32 [a], 2; .param .b64 retval0; call.uni (retval0), "
                 "rt_descriptor, (a); ld.param.b64 %rd1, [retval0]; }"),
           "asks for descriptor 2; expected 3 to 9");
    refuse(LINE5("{.param .b32 a; st.param.b32 [a], 10; .param .b64 retval0; call.uni (retval0), "
                 "rt_descriptor, (a); ld.param.b64 %rd1, [retval0]; }"),
           "asks for descriptor 10; expected 3 to 9");
    refuse(LINE5("{.param .b32 a; st.param.b32 [a], 0; call.uni select_candidate, (a); }"),
           "selects candidate 0 of 0");
}

/* Descriptor 10 is what the kernel was given: read as it is, written to no effect. */
TEST(storage_is_read_and_never_changed)
{
    static const uint8_t bytes[512] = {[256] = 7, [260] = 9};
    static const struct launch_storage storage = {bytes, sizeof bytes};
    const struct kernel_settings settings = {.storage = &storage};
#define STORAGE                                                                                    \
    "{.param .b32 a; st.param.b32 [a], 10; .param .b64 retval0; call.uni (retval0), "              \
    "rt_descriptor, (a); ld.param.b64 %rd1, [retval0]; }"
    run(BODY(STORAGE "ld.global.u32 %r1, [%rd1+256]; st.global.u32 [%rd20], %r1;\n"
                     "st.global.v4.u32 [%rd1+256], {%r20, %r20, %r20, %r20};\n"
                     "ld.global.v2.u32 {%r2, %r3}, [%rd1+256]; st.global.u32 [%rd20+4], %r2;\n"
                     "st.global.u32 [%rd20+8], %r3; st.global.u64 [%rd20+16], %rd1;"),
        &settings);
    uint64_t at;
    for (uint32_t i = 0; i < 32; i++) {
        memcpy(&at, memory_block(shader.context, BLOCK_PAYLOAD, i) + 16, sizeof at);
        assert_int_equal(at, LAUNCH_STORAGE_BASE);
        assert_int_equal(word(i, 0), 7);
        assert_int_equal(word(i, 1), 7);
        assert_int_equal(word(i, 2), 9);
    }
    rig_shader_free(&shader);
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader, BODY(STORAGE "st.global.u32 [%rd1+512], %r1;"), &settings);
    assert_int_equal(rig_shader_run(&shader, 0, &st), ST_FAILED);
    assert_non_null(strstr(st.text, "0x10000200, which is outside every buffer"));
    rig_shader_free(&shader);
    const struct launch_storage huge = {bytes, LAUNCH_STORAGE_MOST + 1};
    struct kernel *kernel;
    rig_shader_init(&shader, 32, 1);
    rig_shader_load(&shader, BODY(""), NULL);
    assert_int_equal(
        launch_kernel(shader.launch, &(struct kernel_settings){.storage = &huge}, &kernel, &st),
        ST_USAGE);
    rig_shader_free(&shader);
}

/* One more block of a random flow graph: every block spends fuel, so that it ends. */
static void write_block(FILE *out, uint64_t seed, uint32_t f, uint32_t b, uint32_t n)
{
    uint64_t base = (f * 64 + b) * 8;
#define DRAW(k, bound) (unsigned)random_below(seed, RANDOM_TEST, base + (k), bound)
    fprintf(out, "F%uB%u: mad.lo.s32 %%r1, %%r1, 1664525, %u; add.s32 %%r2, %%r2, -1;\n", f, b,
            DRAW(0, 1u << 30));
    fprintf(out, "setp.lt.s32 %%p1, %%r2, 0; @%%p1 bra F%uEND;\n", f);
    if (f > 0 && DRAW(1, 3) == 0)
        fprintf(out,
                "{ .param .b32 a; st.param.b32 [a], %%r1; .param .b32 retval0;\n"
                "call.uni (retval0), f%u, (a); ld.param.b32 %%r1, [retval0]; }\n",
                DRAW(2, f));
    fprintf(out, "bfe.u32 %%r3, %%r1, %u, 1; setp.eq.s32 %%p2, %%r3, 0;\n", 8 + DRAW(3, 16));
    if (DRAW(4, 8) == 0)
        fprintf(out, "@%%p2 bra F%uEND;\n", f);
    else if (DRAW(4, 8) == 1 && f < 3)
        fprintf(out, "st.param.b32 [func_retval0], %%r1; @%%p2 ret;\n");
    else
        fprintf(out, "@%s%%p2 bra F%uB%u;\n", DRAW(5, 2) ? "!" : "", f, DRAW(6, n));
    if (DRAW(7, 4) == 0)
        fprintf(out, "bra F%uB%u;\n", f, DRAW(2, n));
#undef DRAW
}

/* Functions f0, f1, f2, which may call those before, and raygen. */
static char *random_program(uint64_t seed)
{
    char *text = NULL;
    size_t n_text = 0;
    FILE *out = open_memstream(&text, &n_text);
    fputs(PTX_HEAD, out);
    for (uint32_t f = 0; f < 4; f++) {
        uint32_t n = 2 + (uint32_t)random_below(seed, RANDOM_TEST, 100000 + f, 12);
        if (f < 3)
            fprintf(out, ".func (.param .b32 func_retval0) f%u(.param .b32 f%u_param_0) {", f, f);
        else
            fputs(".func raygen() {", out);
        fputs(PTX_REGISTERS, out);
        if (f < 3)
            fprintf(out, "ld.param.u32 %%r1, [f%u_param_0]; mov.u32 %%r2, 6;\n", f);
        else
            fputs(PTX_GET("b32", "%r1", "rt_launch_id_x") "mov.u32 %r2, 40;\n", out);
        for (uint32_t b = 0; b < n; b++)
            write_block(out, seed, f, b, n);
        fprintf(out, "F%uEND:\n", f);
        fputs(f < 3 ? "xor.b32 %r1, %r1, %r2; st.param.b32 [func_retval0], %r1; ret; }\n"
                    : PTX_GET("b64", "%rd20", "rt_payload") "st.global.u32 [%rd20], %r1; ret; }\n",
              out);
    }
    fclose(out);
    return text;
}

TEST(a_warp_does_what_its_lanes_do_alone)
{
    for (uint64_t seed = 1; seed <= 60; seed++) {
        char *text FREED_BY(free) = random_program(seed);
        uint32_t together[32], different = 0;
        run(text, NULL);
        for (uint32_t i = 0; i < 32; i++)
            together[i] = word(i, 0);
        assert_int_equal(shader.context->stack.depth, 0);
        rig_shader_free(&shader);
        for (uint32_t i = 0; i < 32; i += 3) {
            struct kernel_settings settings = {.lanes = 1u << i};
            run(text, &settings);
            if (word(i, 0) != together[i])
                fail_msg("seed %llu lane %u: %08x in the warp, %08x alone",
                         (unsigned long long)seed, i, together[i], word(i, 0));
            different += together[i] != together[0];
            rig_shader_free(&shader);
        }
        assert_true(different > 0);
    }
}
