/* Compute kernels without timing: what they compute, what timing sees of them, and what is said of
 * bad ones. */
#include "tests/rig/rig.h"

#include "sim/functional/compute/compute.h"
#include "sim/functional/program/program.h"

#include <stdlib.h>
#include <string.h>

#define HEAD ".version 6.4\n.target sm_75\n.address_size 64\n"
#define REGS                                                                                       \
    ".reg .pred %p<4>; .reg .b32 %r<12>; .reg .f32 %f<9>; .reg .f64 %fd<4>; .reg .b64 %rd<12>;"
/* A kernel of one buffer; %rd1: its address, %rd2: the thread's word in it, %r1: the thread in its
 * CTA, %r4: in the grid. The body begins in line 13. */
#define KERNEL(body)                                                                               \
    HEAD ".visible .entry k(.param .u64 k_0) {\n" REGS "\nld.param.u64 %rd1, [k_0];\n"             \
         "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %ntid.x;\n"                    \
         "mad.lo.s32 %r4, %r2, %r3, %r1;\nmul.wide.u32 %rd3, %r4, 4;\nadd.s64 %rd2, %rd1, "        \
         "%rd3;\n\n" body "\nret;\n}\n"

struct rig {
    struct compute_program *program;
    struct compute_memory memory;
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[8];
};

static enum st_code rig_start(struct rig *r, const char *text, uint32_t grid, uint32_t block,
                              uint64_t bytes, struct status *st)
{
    *r = (struct rig){.program = NULL};
    TRY(compute_memory_add(&r->memory, bytes, &r->buffer, st));
    memcpy(r->params, &r->buffer->addr, 8);
    TRY(compute_program_create(&r->program, ISA_PTX, "t.ptx", text, strlen(text), NULL, st));
    struct compute_launch launch = {.grid = {grid, 1, 1},
                                    .block = {block, 1, 1},
                                    .params = r->params,
                                    .param_bytes = sizeof r->params,
                                    .step_budget = 100000};
    return compute_kernel(&r->kernel, r->program, &r->memory, &launch, st);
}

static void rig_end(struct rig *r)
{
    if (r->kernel)
        r->kernel->ops->free(r->kernel);
    compute_program_free(r->program);
    compute_memory_release(&r->memory);
}

static void rig_run(struct rig *r, const char *text, uint32_t grid, uint32_t block, uint64_t bytes)
{
    assert_ok(rig_start(r, text, grid, block, bytes, &st));
    assert_ok(compute_run(r->kernel, &st));
}

static uint32_t word(const struct rig *r, uint32_t i)
{
    uint32_t w;
    memcpy(&w, r->buffer->host + 4 * (size_t)i, 4);
    return w;
}

static void refuse_at(const char *text, uint32_t grid, uint32_t block, const char *message,
                      int line)
{
    struct rig r ENDED_BY(rig_end);
    struct status st = {0};
    enum st_code code = rig_start(&r, text, grid, block, 4096, &st);
    if (code == ST_OK)
        code = compute_run(r.kernel, &st);
    if (code == ST_OK)
        fail_msg("line %d: accepted", line);
    if (strcmp(st.text, message) != 0)
        fail_msg("line %d: '%s' instead of '%s'", line, st.text, message);
}
#define refuse(text, grid, block, message) refuse_at(text, grid, block, message, __LINE__)

TEST(threads_know_their_places)
{
    struct rig r ENDED_BY(rig_end);
    /* 3 CTAs of 40 threads: two warps each, of which the second has 8 lanes. */
    rig_run(&r,
            KERNEL("mov.u32 %r5, %nctaid.x; mov.u32 %r6, %laneid; mov.u32 %r7, %warpid;\n"
                   "mad.lo.s32 %r8, %r2, 100, %r6; mad.lo.s32 %r8, %r7, 1000, %r8;\n"
                   "mad.lo.s32 %r8, %r5, 10000, %r8; st.global.u32 [%rd2], %r8;"),
            3, 40, 480);
    for (uint32_t i = 0; i < 120; i++)
        assert_int_equal(word(&r, i), 30000 + 1000 * (i % 40 / 32) + 100 * (i / 40) + i % 40 % 32);
}

TEST(blocks_and_grids_have_three_axes)
{
    struct rig r ENDED_BY(rig_end) = {.program = NULL};
    const char *text = KERNEL(
        "mov.u32 %r5, %tid.y; mov.u32 %r6, %tid.z; mov.u32 %r7, %ctaid.y; mov.u32 %r8, %ctaid.z;\n"
        "mad.lo.s32 %r9, %r6, 4, %r1; mad.lo.s32 %r9, %r5, 2, %r9;\n"    /* 2 x 2 x 2 threads */
        "mad.lo.s32 %r10, %r7, 1, %r2; mad.lo.s32 %r10, %r8, 3, %r10;\n" /* 1 x 3 x 2 CTAs */
        "mad.lo.s32 %r9, %r10, 8, %r9; mul.wide.u32 %rd4, %r9, 4; add.s64 %rd5, %rd1, %rd4;\n"
        "st.global.u32 [%rd5], %r9;");
    assert_ok(compute_memory_add(&r.memory, 48 * 4, &r.buffer, &st));
    memcpy(r.params, &r.buffer->addr, 8);
    assert_ok(compute_program_create(&r.program, ISA_PTX, "t.ptx", text, strlen(text), "k", &st));
    struct compute_launch launch = {
        .grid = {1, 3, 2}, .block = {2, 2, 2}, .params = r.params, .param_bytes = 8};
    assert_ok(compute_kernel(&r.kernel, r.program, &r.memory, &launch, &st));
    assert_int_equal(r.kernel->n_ctas, 6);
    assert_ok(compute_run(r.kernel, &st));
    for (uint32_t i = 0; i < 48; i++)
        assert_int_equal(word(&r, i), i);
}

TEST(warps_exchange_through_shared_memory_at_a_barrier)
{
    struct rig r ENDED_BY(rig_end);
    /* Thread t leaves t in the CTA's word t and reads that of thread 63 - t, of the other warp. */
    rig_run(&r,
            KERNEL(".shared .align 4 .b8 tile[256];\nmov.u64 %rd4, tile; mul.wide.u32 %rd5, %r1, 4;"
                   "add.s64 %rd6, %rd4, %rd5; st.shared.u32 [%rd6], %r4; bar.sync 0;\n"
                   "sub.s32 %r5, 63, %r1; mul.wide.u32 %rd7, %r5, 4; add.s64 %rd8, %rd4, %rd7;"
                   "ld.shared.u32 %r6, [%rd8]; st.global.u32 [%rd2], %r6;"),
            2, 64, 512);
    assert_int_equal(r.kernel->cta_warps, 2);
    assert_int_equal(r.kernel->shared_B, 256);
    for (uint32_t i = 0; i < 128; i++)
        assert_int_equal(word(&r, i), i / 64 * 64 + 63 - i % 64);
}

TEST(atomics_take_effect_lane_by_lane)
{
    static const struct {
        const char *code;
        uint32_t first, after; /* the word before and behind it */
    } of[] = {
        {"atom.global.add.u32 %r6, [%rd1], %r5;", 10, 10 + 31 * 16},
        {"atom.add.u32 %r6, [%rd1], %r5;", 10, 10 + 31 * 16},
        {"red.relaxed.gpu.global.add.u32 [%rd1], %r5;", 10, 10 + 31 * 16},
        {"atom.global.min.u32 %r6, [%rd1], %r5;", 10, 0},
        {"atom.global.max.u32 %r6, [%rd1], %r5;", 10, 31},
        {"atom.global.min.s32 %r6, [%rd1], %r5;", 0xfffffff0, 0xfffffff0},
        {"atom.global.max.s32 %r6, [%rd1], %r5;", 0xfffffff0, 31},
        {"atom.global.or.b32 %r6, [%rd1], %r5;", 64, 64 + 31},
        {"atom.global.and.b32 %r6, [%rd1], 12;", 10, 8},
        {"atom.global.xor.b32 %r6, [%rd1], 1;", 10, 10},
        {"atom.global.exch.b32 %r6, [%rd1], %r5;", 10, 31},
        /* Lane 10 finds 10 and makes it 99. */
        {"atom.global.cas.b32 %r6, [%rd1], %r5, 99;", 10, 99},
        {"atom.global.add.f32 %f1, [%rd1], 0f3F800000;", 0x3f800000, 0x42040000}, /* 1 + 32 */
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char text[2048];
        struct rig r ENDED_BY(rig_end);
        snprintf(text, sizeof text, "%s", KERNEL("mov.u32 %r5, %laneid;\n@@@;"));
        char *at = strstr(text, "@@@;"), rest[64];
        snprintf(rest, sizeof rest, "%s", at + 4);
        snprintf(at, sizeof text - (size_t)(at - text), "%s%s", of[i].code, rest);
        assert_ok(rig_start(&r, text, 1, 32, 64, &st));
        memcpy(r.buffer->host, &of[i].first, 4);
        assert_ok(compute_run(r.kernel, &st));
        if (word(&r, 0) != of[i].after)
            fail_msg("%s: %u instead of %u", of[i].code, word(&r, 0), of[i].after);
    }
}

TEST(atomics_return_what_was_there)
{
    struct rig r ENDED_BY(rig_end);
    /* Every lane adds 1 to a shared word and keeps what it found: its own number. */
    rig_run(&r,
            KERNEL(".shared .align 8 .b8 n[8]; mov.u64 %rd4, n;\n"
                   "atom.shared.add.u32 %r5, [%rd4], 1; atom.shared.add.f64 %fd1, [n], "
                   "0d3FF0000000000000; st.global.u32 [%rd2], %r5;"),
            1, 32, 128);
    for (uint32_t i = 0; i < 32; i++)
        assert_int_equal(word(&r, i) & 31, i);
}

TEST(a_ctas_shared_memory_begins_as_zeros)
{
    struct rig r ENDED_BY(rig_end);
    rig_run(&r,
            KERNEL(".shared .align 4 .u32 n;\nred.shared.add.u32 [n], 1; bar.sync 0;"
                   "ld.shared.u32 %r5, [n]; st.global.u32 [%rd2], %r5;"),
            4, 64, 1024);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(word(&r, i), 64);
}

TEST(a_function_of_c_is_a_kernel)
{
    struct rig r ENDED_BY(rig_end);
    rig_run(&r,
            HEAD ".func helper(.param .b64 h_0) { .reg .b64 %rd<3>; .reg .b32 %r<2>;\n"
                 "ld.param.u64 %rd1, [h_0]; mov.u32 %r1, 7; st.u32 [%rd1], %r1; ret; }\n"
                 ".visible .func k(.param .b64 k_0) { .reg .b64 %rd<3>;\n"
                 "ld.param.u64 %rd1, [k_0];\n{ .param .b64 a; st.param.b64 [a+0], %rd1;\n"
                 "call.uni helper, (a); }\nret; }\n",
            1, 1, 64);
    assert_int_equal(word(&r, 0), 7);
}

TEST(parameters_keep_their_places)
{
    struct compute_program *p;
    const char *text = HEAD ".entry k(.param .u64 a, .param .u32 b, .param .f32 c, .param .align 8 "
                            ".b8 d[12], .param .u64 .ptr .global .align 4 e) .maxntid 256, 1, 1 "
                            "{ ret; }";
    assert_ok(compute_program_create(&p, ISA_PTX, "t.ptx", text, strlen(text), NULL, &st));
    const struct program *program = compute_program_of(p);
    static const struct program_param wanted[] = {
        {0, 8, 'u'}, {8, 4, 'u'}, {12, 4, 'f'}, {16, 12, 'a'}, {32, 8, 'u'}};
    assert_int_equal(program->n_params, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(program->params[i].offset, wanted[i].offset);
        assert_int_equal(program->params[i].bytes, wanted[i].bytes);
        assert_int_equal(program->params[i].kind, wanted[i].kind);
    }
    assert_int_equal(program->param_bytes, 40);
    compute_program_free(p);
}

/* A kernel of loops, divergence, gathers and atomics. */
static const char *const busy =
    KERNEL(".shared .align 4 .b8 tile[256];\nmov.u32 %r5, 0;\n"
           "again: mul.wide.u32 %rd5, %r1, 4; mov.u64 %rd4, tile; add.s64 %rd6, %rd4, %rd5;\n"
           "st.shared.u32 [%rd6], %r5; bar.sync 0; and.b32 %r6, %r1, 1; setp.eq.s32 %p1, %r6, 0;\n"
           "@%p1 bra even; mul.lo.s32 %r7, %r4, %r4; and.b32 %r7, %r7, 63; mul.wide.u32 %rd7, "
           "%r7, 4; add.s64 %rd8, %rd1, %rd7; red.global.add.u32 [%rd8], 1;\n"
           "even: @!%p1 ld.shared.u32 %r8, [tile+4]; add.s32 %r5, %r5, 1; setp.lt.u32 %p2, %r5, "
           "5;\n@%p2 bra again;");

/* Steps all warps in an order of its own. */
static void step_all(struct kernel *k, uint64_t *steps, uint64_t *lanes, uint64_t *sum)
{
    struct warp *warps[KERNEL_CTA_WARPS];
    struct warp_step step;
    for (uint32_t cta = 0; cta < k->n_ctas; cta++) {
        assert_ok(k->ops->start(k, cta, warps, &st));
        for (uint32_t i = kernel_cta_warps(k); i-- > 0;) {
            while (warps[i]->next) {
                const struct warp_inst *next = warps[i]->next;
                uint32_t active = warps[i]->active;
                assert_ok(warps[i]->ops->step(warps[i], &step, &st));
                assert_ptr_equal(step.inst, next);
                assert_int_equal(step.active, active);
                assert_int_equal(step.executed & ~step.active, 0);
                ++*steps;
                *lanes += warp_count_lanes(step.executed);
                for (uint32_t on = step.executed; warp_op_addresses(next->op) && on; on &= on - 1)
                    *sum += step.addr[__builtin_ctz(on)] * (*steps % 7 + 1);
            }
            warps[i]->ops->end(warps[i]);
        }
    }
}

TEST(what_is_recorded_is_what_was_executed)
{
    struct rig r ENDED_BY(rig_end), plain ENDED_BY(rig_end);
    struct functional_counts counts, expected;
    uint64_t steps = 0, lanes = 0, sum = 0, again_steps = 0, again_lanes = 0, again_sum = 0;
    rig_run(&plain, busy, 5, 64, 4096);
    compute_kernel_counts(plain.kernel, &expected);
    assert_ok(rig_start(&r, busy, 5, 64, 4096, &st));
    step_all(r.kernel, &steps, &lanes, &sum);
    compute_kernel_counts(r.kernel, &counts);
    assert_memory_equal(&counts, &expected, sizeof counts);
    assert_int_equal(steps, counts.warp_instructions);
    assert_int_equal(lanes, counts.thread_instructions);
    assert_memory_equal(r.buffer->host, plain.buffer->host, 4096);
    rig_end(&r);
    assert_ok(rig_start(&r, busy, 5, 64, 4096, &st));
    step_all(r.kernel, &again_steps, &again_lanes, &again_sum);
    assert_int_equal(sum, again_sum);
}

TEST(timing_sees_the_classes_of_kernels)
{
    struct rig r ENDED_BY(rig_end);
    assert_ok(rig_start(&r,
                        KERNEL(".shared .align 4 .u32 n;\nld.shared.u32 %r5, [n]; st.shared.u32 "
                               "[n], %r5; atom.shared.add.u32 %r5, [n], 1;\natom.global.add.u32 "
                               "%r5, [%rd1], 1; red.global.add.u32 [%rd1], 1; barrier.sync 0;"),
                        1, 32, 64, &st));
    static const enum warp_op ops[] = {OP_LOAD_SHARED, OP_STORE_SHARED, OP_ATOMIC_SHARED,
                                       OP_ATOMIC,      OP_REDUCE,       OP_BARRIER};
    const struct program *p = compute_program_of(r.program);
    for (uint32_t i = 0; i < 6; i++) {
        const struct warp_inst *inst = &p->insts[p->n_code - 7 + i];
        assert_int_equal(inst->op, ops[i]);
        assert_int_equal(inst->access_B, i < 5 ? 4 : 0);
        assert_int_equal(inst->kind, i < 5 ? KIND_MEMORY : KIND_CONTROL);
    }
}

TEST(bad_kernels_are_refused_in_a_line)
{
    refuse(HEAD, 1, 1, "t.ptx: no kernel is defined; expected an .entry or a visible function");
    refuse(HEAD ".entry a() { ret; }\n.entry b() { ret; }", 1, 1,
           "t.ptx:5: b is a second kernel beside a; name the one to run (--entry)");
    refuse(KERNEL("mul.hop %r1, %r2;"), 1, 1,
           "t.ptx:13: instruction mul.hop is not supported; docs/reference/ptx.md lists those that "
           "are");
    refuse(KERNEL("ld.global.u32 %r5, [%rd1+4096];"), 1, 32,
           "t.ptx:13: thread (0, 0, 0) of CTA (0, 0, 0) reads 4 bytes at address 0x10001000, which "
           "is outside every buffer: 0 bytes behind the end of buffer 1 of 4096 bytes; expected an "
           "aligned address inside a buffer");
    refuse(KERNEL("st.global.u32 [%rd2+4032], %r1;"), 1, 32,
           "t.ptx:13: thread (16, 0, 0) of CTA (0, 0, 0) writes 4 bytes at address 0x10001000, "
           "which is outside every buffer: 0 bytes behind the end of buffer 1 of 4096 bytes; "
           "expected an aligned address inside a buffer");
    refuse(KERNEL("ld.global.u32 %r5, [%rd1+-8];"), 1, 32,
           "t.ptx:13: thread (0, 0, 0) of CTA (0, 0, 0) reads 4 bytes at address 0xffffff8, which "
           "is outside every buffer: 8 bytes before buffer 1 of 4096 bytes; expected an aligned "
           "address inside a buffer");
    refuse(KERNEL("atom.global.add.u32 %r5, [%rd1+2], 1;"), 1, 32,
           "t.ptx:13: thread (0, 0, 0) of CTA (0, 0, 0) writes 4 bytes at address 0x10000002, "
           "which is not aligned; expected an aligned address inside a buffer");
    refuse(KERNEL(".shared .b8 s[16]; st.shared.u32 [s+16], %r1;"), 1, 32,
           "t.ptx:13: thread (0, 0, 0) of CTA (0, 0, 0) writes 4 bytes at offset 16 of shared "
           "memory, which has 16; expected an aligned place inside it");
    refuse(KERNEL("again: bra again;"), 1, 32,
           "t.ptx:13: the warp of thread (0, 0, 0) of CTA (0, 0, 0) has executed 100000 "
           "instructions; expected a program that ends");
    refuse(KERNEL("setp.lt.u32 %p1, %r1, 7; @%p1 bra b;\nbar.sync 0; bra out;\nb: bar.sync "
                  "0;\nout:"),
           1, 32,
           "t.ptx:15: 7 of the 32 threads of a warp reach this barrier, thread (7, 0, 0) of CTA "
           "(0, 0, 0) does not; expected all to reach it together");
    refuse(KERNEL("bar.sync %r1;"), 1, 32,
           "t.ptx:13: bar.sync of a number of threads or of a barrier in a register; expected 0 to "
           "15 alone, for all threads of the CTA");
    refuse(KERNEL("atom.global.add.s8 %r5, [%rd1], 1;"), 1, 32,
           "t.ptx:13: instruction atom.global.add.s8 is not supported; docs/reference/ptx.md lists "
           "those that are");
    refuse(
        KERNEL("red.global.exch.b32 [%rd1], 1;"), 1, 32,
        "t.ptx:13: instruction red.global.exch.b32 is not supported; docs/reference/ptx.md lists "
        "those that are");
    refuse(KERNEL("atom.global.add.u32 %r5, [%rd1], 1, 2;"), 1, 32,
           "t.ptx:13: atom.global.add.u32 with 4 operands; expected 3");
    refuse(KERNEL(".shared .b8 s[300000];"), 1, 32,
           "t.ptx:13: too many bytes of shared memory; at most 232448 are allowed");
    refuse(KERNEL("ld.param.u64 %rd4, [k_0+8];"), 1, 32,
           "t.ptx:13: ld.param reads beyond the 8 bytes of k_0");
    refuse(KERNEL("trap;"), 2, 32, "t.ptx:13: thread (0, 0, 0) of CTA (0, 0, 0) executes trap");
    refuse(KERNEL("ret;"), 1, 1025, "a block of 1025 x 1 x 1 threads; expected 1 to 1024 in all");
    refuse(KERNEL("ret;"), 0, 32,
           "a grid of 0 x 1 x 1 CTAs of 32 threads; expected 1 to 2^32 threads");
    refuse(HEAD ".entry k(.param .u32 k_0) { ret; }", 1, 1,
           "t.ptx: 8 bytes of parameters; expected 4");
}

/* What a model leaves out is still done. */
TEST(the_rest_is_run_without_timing)
{
    struct rig r ENDED_BY(rig_end), all ENDED_BY(rig_end);
    struct warp *warps[KERNEL_CTA_WARPS];
    rig_run(&all, busy, 5, 64, 4096);
    assert_ok(rig_start(&r, busy, 5, 64, 4096, &st));
    for (uint32_t cta = 0; cta < 2; cta++) {
        assert_ok(r.kernel->ops->start(r.kernel, cta, warps, &st));
        for (uint32_t i = 0; i < kernel_cta_warps(r.kernel); i++)
            warps[i]->ops->end(warps[i]);
    }
    assert_ok(compute_run(r.kernel, &st));
    assert_memory_equal(r.buffer->host, all.buffer->host, 4096);
}

TEST(memory_has_limits)
{
    struct compute_memory m ENDED_BY(compute_memory_release) = {.n = 0};
    const struct compute_buffer *b, *first = NULL;
    assert_int_equal(compute_memory_add(&m, 0, &b, &st), ST_USAGE);
    assert_int_equal(compute_memory_add(&m, UINT64_C(1) << 31, &b, &st), ST_USAGE);
    for (int i = 0; i < COMPUTE_BUFFERS; i++) {
        assert_ok(compute_memory_add(&m, 100, &b, &st));
        first = first ? first : b;
        assert_int_equal(b->addr, COMPUTE_MEMORY_BASE + 512 * (uint64_t)i);
    }
    assert_int_equal(compute_memory_add(&m, 1, &b, &st), ST_USAGE);
    assert_string_equal(st.text, "too many buffers; at most 16 are allowed");
}
