/* PTX as nvcc writes it of CUDA: shared addresses of 32 bits and sizes that come with the launch,
 * what lanes tell each other, functions called by name and by address, and what is left out or
 * refused.
 */
#include "tests/rig/rig.h"

#include "sim/functional/compute/compute.h"
#include "sim/functional/program/program.h"

#include <stdlib.h>
#include <string.h>

#define HEAD ".version 7.0\n.target sm_75\n.address_size 64\n"
#define REGS                                                                                       \
    ".reg .pred %p<9>; .reg .b16 %rs<5>; .reg .b32 %r<20>; .reg .f32 %f<9>; .reg .b64 %rd<20>;\n"
/* %rd2: the address of the thread's word, %r1: the thread in its CTA. */
#define BEGIN                                                                                      \
    "ld.param.u64 %rd1, [k_0]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, "          \
    "%ntid.x;\n"                                                                                   \
    "mad.lo.s32 %r4, %r2, %r3, %r1; mul.wide.u32 %rd3, %r4, 4; add.s64 %rd2, %rd1, %rd3;\n"
#define ENTRY(body)  ".visible .entry k(.param .u64 k_0)\n{\n" REGS BEGIN body "\nret;\n}\n"
#define KERNEL(body) HEAD ENTRY(body)

struct rig {
    struct compute_program *program;
    struct compute_memory memory;
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[8];
};

static enum st_code start(struct rig *r, const char *text, uint32_t block, uint32_t shared,
                          struct status *st)
{
    *r = (struct rig){.program = NULL};
    TRY(compute_memory_add(&r->memory, 4096, &r->buffer, st));
    memcpy(r->params, &r->buffer->addr, 8);
    TRY(compute_program_create(&r->program, ISA_PTX, "t.ptx", text, strlen(text), NULL, st));
    struct compute_launch launch = {.grid = {1, 1, 1},
                                    .block = {block, 1, 1},
                                    .params = r->params,
                                    .param_bytes = sizeof r->params,
                                    .shared_bytes = shared,
                                    .step_budget = 100000};
    TRY(compute_kernel(&r->kernel, r->program, &r->memory, &launch, st));
    return compute_run(r->kernel, st);
}

static void end(struct rig *r)
{
    if (r->kernel)
        r->kernel->ops->free(r->kernel);
    compute_program_free(r->program);
    compute_memory_release(&r->memory);
}

static uint32_t word(const struct rig *r, uint32_t i)
{
    uint32_t w;
    memcpy(&w, r->buffer->host + 4 * (size_t)i, 4);
    return w;
}

/* Word i of the buffer must be `expected` of thread i. */
static void computes_at(const char *text, uint32_t block, uint32_t shared,
                        uint32_t (*expected)(uint32_t), int line)
{
    struct rig r ENDED_BY(end);
    struct status st = {0};
    if (start(&r, text, block, shared, &st) != ST_OK)
        fail_msg("line %d: %s", line, st.text);
    for (uint32_t i = 0; i < block; i++)
        if (word(&r, i) != expected(i))
            fail_msg("line %d: thread %u has %u instead of %u", line, i, word(&r, i), expected(i));
}
#define computes(text, block, shared, expected) computes_at(text, block, shared, expected, __LINE__)

static void refuse_at(const char *text, uint32_t block, const char *message, int line)
{
    struct rig r ENDED_BY(end);
    struct status st = {0};
    if (start(&r, text, block, 0, &st) == ST_OK)
        fail_msg("line %d: accepted", line);
    if (!strstr(st.text, message))
        fail_msg("line %d: '%s' instead of '%s'", line, st.text, message);
}
#define refuse(text, block, message) refuse_at(text, block, message, __LINE__)

static uint32_t reversed(uint32_t i)
{
    return 63 - i;
}

#define TURN(name)                                                                                 \
    "mov.u32 %r5, " name                                                                           \
    "; shl.b32 %r6, %r1, 2; add.s32 %r7, %r5, %r6; st.shared.u32 [%r7], %r1;\n"                    \
    "bar.sync 0; sub.s32 %r8, 252, %r6; add.s32 %r9, %r5, %r8; ld.shared.u32 %r10, [%r9];\n"       \
    "st.global.u32 [%rd2], %r10;"

TEST(shared_variables_have_addresses_of_32_bits)
{
    computes(KERNEL(".shared .align 4 .b8 tile[256];\n" TURN("tile")), 64, 0, reversed);
    computes(KERNEL(".shared .align 4 .b8 a[4]; .shared .align 4 .b8 tile[256];\n"
                    "st.shared.u32 [a], 7;" TURN("tile")),
             64, 0, reversed);
    /* Atomics too, and the address without a word for its space. */
    computes(KERNEL(".shared .align 4 .b8 tile[256];\nmov.u32 %r5, tile; shl.b32 %r6, %r1, 2;"
                    "add.s32 %r7, %r5, %r6; atom.shared.add.u32 %r8, [%r7], 63; bar.sync 0;"
                    "cvt.u64.u32 %rd4, %r7; cvta.shared.u64 %rd5, %rd4; ld.u32 %r9, [%rd5];"
                    "sub.s32 %r9, %r9, %r1; st.u32 [%rd5], %r9; isspacep.shared %p1, %rd5;"
                    "isspacep.shared %p2, %rd2; xor.pred %p3, %p1, %p2;"
                    "atom.add.u32 %r10, [%rd5], 0; selp.b32 %r10, %r10, 99, %p3;"
                    "st.global.u32 [%rd2], %r10;"),
             64, 0, reversed);
}

TEST(the_launch_says_how_much_shared_memory_there_is)
{
    const char *text = HEAD ".extern .shared .align 16 .b8 room[];\n" ENTRY(TURN("room"));
    struct rig r ENDED_BY(end);
    computes(text, 64, 256, reversed);
    refuse(text, 64,
           "writes 4 bytes at offset 0 of shared memory whose size the launch says, which has 0; "
           "expected an aligned place inside it (--shared BYTES)");
    assert_ok(start(&r, text, 64, 260, &st));
    assert_int_equal(r.kernel->shared_B, 260);
    assert_true(compute_program_of(r.program)->dynamic_shared);
    end(&r);
    assert_int_equal(start(&r, text, 64, 232449, &st), ST_USAGE);
}

static uint32_t used(uint32_t i)
{
    return i;
}

TEST(what_other_kernels_need_does_not_matter)
{
    struct rig r;
    /* Their instructions, functions and shared memory, and text that is none of PTX. */
    const char *text =
        HEAD ".shared .align 4 .b8 theirs[4000]; .global .texref picture;\n"
             ".func odd() { frob.b32; }\n"
             ".func bad() { call.uni odd, (); tex.2d.v4.f32.f32 {a}, [picture, {b}]; ~ \"}\" }\n"
             ".visible .func also() { st.shared.u32 [theirs], 0; call.uni bad, (); }\n" ENTRY(
                 "st.global.u32 [%rd2], %r1;");
    computes(text, 32, 0, used);
    assert_ok(start(&r, text, 32, 0, &st));
    assert_int_equal(r.kernel->shared_B, 0);
    end(&r);
    refuse(HEAD ".global .texref picture;\n" ENTRY("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, "
                                                   "[picture, {%r1, %r2}];"),
           32, "t.ptx:10: instruction tex.2d.v4.f32.f32: textures are not modelled");
    refuse(HEAD ".global .texref picture;\n" ENTRY("mov.u64 %rd4, picture;"), 32,
           "t.ptx:10: picture is a texture, a surface or defined elsewhere; none of them is there");
    refuse(HEAD ".extern .func (.param .b32 r) malloc(.param .b64 n);\n" ENTRY(
               "{ .param .b64 n; st.param.b64 [n], 8; .param .b32 r; call.uni (r), malloc, (n); }"),
           32, "t.ptx:10: function malloc is neither defined nor one that");
    refuse(KERNEL("mov.u32 %r5, %smid;"), 32, "register %smid is not declared, nor a special");
}

TEST(printing_is_left_out_and_assertions_end_the_run)
{
    const char *text = HEAD
        ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);\n"
        ".extern .func __assertfail(.param .b64 a, .param .b64 b);\n"
        ".global .align 1 .b8 text[4] = {104, 105, 10, 0};\n" ENTRY(
            "mov.u64 %rd4, text; mov.u32 %r5, 5;\n"
            "{ .param .b64 a; st.param.b64 [a+0], %rd4; .param .b64 b; st.param.b64 [b+0], 0;\n"
            ".param .b32 r; call.uni (r), vprintf, (a, b); ld.param.b32 %r5, [r+0]; }\n"
            "add.s32 %r6, %r5, %r1; st.global.u32 [%rd2], %r6;\n"
            "setp.gt.u32 %p1, %r1, 100; @!%p1 bra fine;\n"
            "{ .param .b64 a; st.param.b64 [a], %rd4; .param .b64 b; st.param.b64 [b], 0;\n"
            "call.uni __assertfail, (a, b); }\nfine:");
    struct rig r;
    computes(text, 32, 0, used);
    assert_ok(start(&r, text, 32, 0, &st));
    assert_int_equal(compute_program_of(r.program)->skipped_calls, 1);
    assert_int_equal(compute_program_of(r.program)->skipped_line, 14);
    end(&r);
    refuse(text, 128, "t.ptx:18: thread (101, 0, 0) of CTA (0, 0, 0) executes trap");
}

/* ---- lanes ---- */

static uint32_t sum_of_warp(uint32_t i)
{
    return i % 32 == 0 ? (i == 0 ? 496 : 1520) : 0;
}
static uint32_t down_in_eights(uint32_t i)
{
    uint32_t lane = i % 32;
    return i - lane + (lane % 8 + 3 <= 7 ? lane + 3 : lane) + (lane % 8 + 3 <= 7 ? 1000 : 0);
}
static uint32_t up(uint32_t i)
{
    uint32_t lane = i % 32;
    return i - lane + (lane >= 5 ? lane - 5 : lane) + (lane >= 5 ? 1000 : 0);
}
static uint32_t from_three(uint32_t i)
{
    return i - i % 32 + i % 32 / 16 * 16 + 3 + 1000;
}
static uint32_t crossed(uint32_t i)
{
    return (i ^ 9) + 1000;
}

#define SHUFFLE(what)                                                                              \
    KERNEL("shfl.sync." what ", -1; selp.u32 %r7, 1000, 0, %p1; add.s32 %r6, %r6, %r7;"            \
           "st.global.u32 [%rd2], %r6;")

TEST(lanes_read_from_each_other)
{
    computes(SHUFFLE("down.b32 %r6|%p1, %r1, 3, 6175"), 64, 0, down_in_eights); /* 0x181f */
    computes(SHUFFLE("up.b32 %r6|%p1, %r1, 5, 0"), 64, 0, up);
    computes(SHUFFLE("idx.b32 %r6|%p1, %r1, 3, 4127"), 64, 0, from_three); /* 0x101f */
    computes(SHUFFLE("bfly.b32 %r6|%p1, %r1, 9, 31"), 64, 0, crossed);
    computes(KERNEL("mov.u32 %r5, 16; mov.u32 %r6, %r1;\nagain:\n"
                    "shfl.sync.down.b32 %r7, %r6, %r5, 31, 0xffffffff; add.s32 %r6, %r6, %r7;"
                    "shr.u32 %r5, %r5, 1; setp.ne.s32 %p1, %r5, 0; @%p1 bra again;\n"
                    "mov.u32 %r8, %laneid; setp.eq.s32 %p2, %r8, 0; selp.b32 %r6, %r6, 0, %p2;"
                    "st.global.u32 [%rd2], %r6;"),
             64, 0, sum_of_warp);
}

static uint32_t ballot(uint32_t i)
{
    return 0xfffffff8u + 3 + (i == 0) - (i == 0);
}
static uint32_t matches(uint32_t i)
{
    return 0x11111111u << i % 4;
}
static uint32_t masks(uint32_t i)
{
    uint32_t eq = 1u << i, lt = eq - 1, le = lt | eq;
    return eq ^ (lt + le) ^ (~le * 3) ^ (~lt * 5);
}
static uint32_t votes(uint32_t i)
{
    (void)i;
    return 2 + 8 + 16 + 64;
}
static uint32_t reduced(uint32_t i)
{
    (void)i;
    return 496 + 31 + 0 + 0x80000000u;
}

TEST(lanes_vote_match_and_add_up)
{
    computes(KERNEL("setp.gt.u32 %p1, %r1, 2; vote.sync.ballot.b32 %r5, %p1, -1;"
                    "add.s32 %r5, %r5, 3; st.global.u32 [%rd2], %r5;"),
             32, 0, ballot);
    computes(KERNEL("and.b32 %r5, %r1, 3; match.any.sync.b32 %r6, %r5, -1;"
                    "st.global.u32 [%rd2], %r6;"),
             32, 0, matches);
    computes(KERNEL("mov.u32 %r5, %lanemask_eq; mov.u32 %r6, %lanemask_lt; mov.u32 %r7, "
                    "%lanemask_le; mov.u32 %r8, %lanemask_gt; mov.u32 %r9, %lanemask_ge;\n"
                    "add.s32 %r6, %r6, %r7; mul.lo.s32 %r8, %r8, 3; mul.lo.s32 %r9, %r9, 5;"
                    "xor.b32 %r5, %r5, %r6; xor.b32 %r5, %r5, %r8; xor.b32 %r5, %r5, %r9;"
                    "st.global.u32 [%rd2], %r5;"),
             32, 0, masks);
    /* One lane differs: not all, any, not uniform; of its opposite the same; all of what all have.
     */
    computes(KERNEL("setp.eq.u32 %p1, %r1, 7; mov.u32 %r5, 0; setp.lt.u32 %p6, %r1, 99;\n"
                    "vote.sync.all.pred %p2, %p1, -1; @%p2 add.s32 %r5, %r5, 1;\n"
                    "vote.sync.any.pred %p3, %p1, -1; @%p3 add.s32 %r5, %r5, 2;\n"
                    "vote.sync.uni.pred %p4, %p1, -1; @%p4 add.s32 %r5, %r5, 4;\n"
                    "vote.sync.any.pred %p5, !%p1, -1; @%p5 add.s32 %r5, %r5, 8;\n"
                    "vote.sync.all.pred %p2, %p6, -1; @%p2 add.s32 %r5, %r5, 16;\n"
                    "match.all.sync.b32 %r6|%p3, %r1, -1; @%p3 add.s32 %r5, %r5, 32;\n"
                    "match.all.sync.b32 %r6|%p4, %r3, -1; @%p4 add.s32 %r5, %r5, 64;\n"
                    "st.global.u32 [%rd2], %r5;"),
             32, 0, votes);
    computes(KERNEL("redux.sync.add.s32 %r5, %r1, -1; redux.sync.max.u32 %r6, %r1, -1;\n"
                    "redux.sync.min.s32 %r7, %r1, -1; setp.eq.u32 %p1, %r1, 5;\n"
                    "selp.b32 %r8, 0x80000000, 0, %p1; redux.sync.or.b32 %r8, %r8, -1;\n"
                    "add.s32 %r5, %r5, %r6; add.s32 %r5, %r5, %r7; add.s32 %r5, %r5, %r8;"
                    "st.global.u32 [%rd2], %r5;"),
             32, 0, reduced);
}

static uint32_t even_ballot(uint32_t i)
{
    return i & 1 ? 7 : 0x55555555u;
}

TEST(lanes_that_have_diverged_are_no_part_of_it)
{
    computes(KERNEL("and.b32 %r5, %r1, 1; setp.eq.s32 %p1, %r5, 1; mov.u32 %r6, 7; @%p1 bra out;\n"
                    "activemask.b32 %r7; vote.sync.ballot.b32 %r6, 1, %r7;\n"
                    "out: bar.warp.sync -1; st.global.u32 [%rd2], %r6;"),
             32, 0, even_ballot);
    refuse(
        KERNEL("setp.lt.u32 %p1, %r1, 8; @%p1 bra here; vote.sync.ballot.b32 %r6, 1, -1; bra out;\n"
               "here: vote.sync.ballot.b32 %r6, 1, -1;\nout: st.global.u32 [%rd2], %r6;"),
        32,
        "t.ptx:10: thread (0, 0, 0) of CTA (0, 0, 0) names thread (8, 0, 0) of CTA (0, 0, 0) in "
        "the member mask 0xffffffff, which is at another instruction; threads that have "
        "diverged are not waited for");
}

/* ---- barriers ---- */

static uint32_t but_the_first(uint32_t i)
{
    return i < 40 ? 0 : 60;
}
static uint32_t counted(uint32_t i)
{
    (void)i;
    return 10 + 100;
}

TEST(threads_that_have_ended_hold_no_barrier_up)
{
    /* A warp that ends, lanes that leave first, and lanes that wait where all meet. */
    computes(KERNEL("setp.lt.u32 %p1, %r1, 40; @%p1 bra out;\n.shared .align 4 .u32 n;\n"
                    "atom.shared.add.u32 %r5, [n], 1; bar.sync 0; bar.sync 3;\n"
                    "ld.shared.u32 %r5, [n]; st.global.u32 [%rd2], %r5;\nout:"),
             100, 0, but_the_first);
    computes(KERNEL("setp.ge.u32 %p1, %r1, 40; @%p1 bra on; exit;\n.shared .align 4 .u32 n;\n"
                    "on: atom.shared.add.u32 %r5, [n], 1; barrier.sync 0;\n"
                    "ld.shared.u32 %r5, [n]; st.global.u32 [%rd2], %r5;"),
             100, 0, but_the_first);
    computes(KERNEL("setp.lt.u32 %p1, %r1, 10; bar.red.popc.u32 %r5, 0, %p1;\n"
                    "bar.red.or.pred %p2, 0, %p1; bar.red.and.pred %p3, 0, %p1;\n"
                    "@%p2 add.s32 %r5, %r5, 100; @%p3 add.s32 %r5, %r5, 1000;"
                    "st.global.u32 [%rd2], %r5;"),
             96, 0, counted);
    refuse(
        KERNEL("setp.lt.u32 %p1, %r1, 32; @%p1 bra b; bar.sync 1; bra out;\nb: bar.sync 2;\nout:"),
        64, "this barrier and another of its group at that of line 10");
    refuse(KERNEL("bar.sync 0, 32;"), 64, "of a number of threads or of a barrier in a register");
    refuse(KERNEL("bar.arrive 1, 64;"), 64, "a part of the CTA's warps wait at are not modelled");
}

/* ---- functions ---- */

static uint32_t square_or_double(uint32_t i)
{
    return i % 3 == 0 ? i * i : i % 3 == 1 ? 2 * i : i + 7;
}

#define DEVICE(name, code)                                                                         \
    ".func (.param .b32 func_retval0) " name "(.param .b32 " name "_0)\n{ .reg .b32 %r<4>; "       \
    "ld.param.u32 %r1, [" name "_0]; " code " st.param.b32 [func_retval0], %r2; ret; }\n"
#define FUNCTIONS                                                                                  \
    DEVICE("square", "mul.lo.s32 %r2, %r1, %r1;")                                                  \
    DEVICE("twice", "shl.b32 %r2, %r1, 1;")                                                        \
    DEVICE("seven", "{ .param .b32 a; st.param.b32 [a], %r1; .param .b32 r; call.uni (r), add7, "  \
                    "(a); ld.param.b32 %r2, [r]; }")
#define CALL_POINTER                                                                               \
    "{ .param .b32 param0; st.param.b32 [param0], %r1; .param .b32 retval0;\n"                     \
    "prototype_0 : .callprototype (.param .b32 _) _ (.param .b32 _);\n"                            \
    "call (retval0), %rd4, (param0), prototype_0; ld.param.b32 %r6, [retval0]; }\n"                \
    "st.global.u32 [%rd2], %r6;"

TEST(functions_are_called_through_addresses)
{
    /* Lanes of one call go to three functions, by moves and by a table of addresses. */
    computes(
        HEAD DEVICE("add7", "add.s32 %r2, %r1, 7;") FUNCTIONS ENTRY(
            "rem.u32 %r5, %r1, 3; mov.u64 %rd4, square; mov.u64 %rd5, twice; mov.u64 %rd6, "
            "seven;\nsetp.eq.s32 %p1, %r5, 1; selp.b64 %rd4, %rd5, %rd4, %p1; setp.eq.s32 %p2, "
            "%r5, 2; selp.b64 %rd4, %rd6, %rd4, %p2;\n" CALL_POINTER),
        64, 0, square_or_double);
    computes(HEAD DEVICE("add7", "add.s32 %r2, %r1, 7;") FUNCTIONS
             ".global .align 8 .u64 table[3] = {square, generic(twice), seven};\n" ENTRY(
                 "rem.u32 %r5, %r1, 3; mov.u64 %rd5, table; mul.wide.u32 %rd6, %r5, 8; "
                 "add.s64 %rd5, %rd5, %rd6; ld.global.u64 %rd4, [%rd5];\n" CALL_POINTER),
             64, 0, square_or_double);
    refuse(HEAD ENTRY("mov.u64 %rd4, 5;" CALL_POINTER), 32,
           "calls address 0x5; expected that of a function");
    refuse(HEAD ".func other(.param .b64 a) { ret; }\n" ENTRY("mov.u64 %rd4, other;" CALL_POINTER),
           32, "calls function other with other parameters than it has");
    refuse(KERNEL("call %rd4, ();"), 32, "expected one of 64 bits and a .callprototype");
}

static uint32_t jumped(uint32_t i)
{
    static const uint32_t to[] = {10, 20, 20, 40};
    return to[i & 3];
}
static uint32_t all_alike(uint32_t i)
{
    return 31 + i;
}
static uint32_t combined(uint32_t i)
{
    return (i < 10 && i != 3 ? 1u : 0u) + (i >= 10 && i != 3 ? 2u : 0u) + (i < 5 ? 4u : 8u);
}
static uint32_t copied(uint32_t i)
{
    return i + 1;
}
static uint32_t counted_round(uint32_t i)
{
    return i % 6;
}

TEST(instructions_that_are_several)
{
    computes(KERNEL("and.b32 %r5, %r1, 3; mov.u32 %r6, 0;\n"
                    "$L_brx_0: .branchtargets $A, $B, $B, $C;\nbrx.idx %r5, $L_brx_0;\n"
                    "$A: mov.u32 %r6, 10; bra $D; $B: mov.u32 %r6, 20; bra $D;\n"
                    "$C: mov.u32 %r6, 40;\n$D: st.global.u32 [%rd2], %r6;"),
             32, 0, jumped);
    /* Sums, differences and products of two words, with carries, are those of 64 bits. */
    computes(
        KERNEL("cvt.u64.u32 %rd4, %r1; mul.lo.s64 %rd4, %rd4, 0x0123456789abcdef; mov.b64 {%r5, "
               "%r6}, %rd4;\nmov.u64 %rd5, 0xfedcba98f6543210; mov.b64 {%r7, %r8}, %rd5;\n"
               "add.cc.u32 %r9, %r5, %r7; addc.cc.u32 %r10, %r6, %r8; addc.u32 %r11, 0, 0;\n"
               "mov.b64 %rd6, {%r9, %r10}; add.s64 %rd7, %rd4, %rd5; setp.eq.s64 %p1, %rd6, %rd7;\n"
               "setp.lt.u64 %p2, %rd7, %rd4; selp.u32 %r12, 1, 0, %p2; setp.eq.s32 %p2, %r11, "
               "%r12;\nsub.cc.u32 %r9, %r5, %r7; subc.u32 %r10, %r6, %r8; mov.b64 %rd6, {%r9, "
               "%r10};\nsub.s64 %rd7, %rd4, %rd5; setp.eq.s64 %p3, %rd6, %rd7;\n"
               "mul.lo.s32 %r9, %r5, %r7; mul.hi.u32 %r10, %r5, %r7; mad.lo.cc.u32 %r10, %r6, %r7, "
               "%r10; madc.hi.u32 %r11, %r6, %r7, 0;\nmul.hi.u64 %rd8, %rd4, 0xf6543210; mov.b64 "
               "{%r13, %r14}, %rd8; setp.eq.s32 %p4, %r11, %r13;\nmad.lo.cc.u64 %rd9, %rd4, %rd5, "
               "%rd4; madc.hi.u64 %rd10, %rd4, %rd5, 0; mul.lo.s64 %rd11, %rd4, %rd5;\n"
               "mul.hi.u64 %rd12, %rd4, %rd5; add.s64 %rd13, %rd11, %rd4; setp.lt.u64 %p5, %rd13, "
               "%rd4; @%p5 add.s64 %rd12, %rd12, 1; setp.eq.s64 %p5, %rd12, %rd10;\n"
               "selp.u32 %r15, 1, 0, %p1; @%p2 add.s32 %r15, %r15, 2; @%p3 add.s32 %r15, %r15, 4;"
               "@%p4 add.s32 %r15, %r15, 8; @%p5 add.s32 %r15, %r15, 16; add.s32 %r15, %r15, %r1;"
               "st.global.u32 [%rd2], %r15;"),
        32, 0, all_alike);
    computes(KERNEL("setp.ne.s32 %p1, %r1, 3; mov.u32 %r5, 0;\n"
                    "setp.lo.and.u32 %p2|%p3, %r1, 10, %p1; @%p2 add.s32 %r5, %r5, 1;\n"
                    "@%p3 add.s32 %r5, %r5, 2; setp.lt.u32 %p4|%p5, %r1, 5;\n"
                    "@%p4 add.s32 %r5, %r5, 4; @%p5 add.s32 %r5, %r5, 8;\n"
                    "setp.hs.xor.u32 %p6, %r1, 99, !%p1; setp.eq.s32 %p7, %r1, 3;\n"
                    "xor.pred %p6, %p6, %p7; @%p6 add.s32 %r5, %r5, 100; st.global.u32 [%rd2], "
                    "%r5;"),
             32, 0, combined);
    computes(
        KERNEL(".shared .align 16 .b8 tile[512];\nadd.s32 %r5, %r1, 1; st.global.u32 [%rd2], %r5;"
               "shr.u32 %r6, %r1, 2; shl.b32 %r6, %r6, 4; mov.u32 %r7, tile; add.s32 %r8, %r7, "
               "%r6;\ncvt.u64.u32 %rd4, %r6; add.s64 %rd5, %rd1, %rd4; bar.sync 0;\n"
               "cp.async.ca.shared.global [%r8], [%rd5], 16; cp.async.commit_group; "
               "cp.async.wait_group 0; membar.gl; fence.acq_rel.gpu; bar.sync 0;\n"
               "shl.b32 %r9, %r1, 2; add.s32 %r9, %r7, %r9; ld.shared.u32 %r10, [%r9];"
               "st.volatile.global.u32 [%rd2], 0; st.global.wt.u32 [%rd2], %r10;"),
        64, 0, copied);
    computes(KERNEL("mul.wide.u32 %rd4, %r1, 0; atom.global.inc.u32 %r5, [%rd1+2048], 5;"
                    "st.global.u32 [%rd2], %r5;"),
             32, 0, counted_round);
}

static uint32_t of_struct(uint32_t i)
{
    return i & 1;
}

TEST(parameters_have_addresses_and_debuggers_sections)
{
    computes(HEAD
             "\t.file\t1 \"x.cu\"\n.section .debug_info { .b8 1, 2 .b32 .debug_abbrev }\n"
             ".visible .entry k(.param .align 8 .b8 k_0[8])\n.maxntid 64, 1, 1\n{\n" REGS
             "mov.b64 %rd4, k_0; .loc 1 3 5\n"
             "ld.param.u64 %rd1, [%rd4]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd3, %r1, 4;\n"
             "and.b32 %r5, %r1, 1; setp.eq.s32 %p1, %r5, 1; mov.b64 %rd5, 0;\n"
             "@%p1 ld.param.u64 %rd5, [k_0]; add.s64 %rd2, %rd1, %rd3;\n"
             "setp.eq.s64 %p2, %rd5, %rd1; selp.u32 %r6, 1, 0, %p2; st.global.u32 [%rd2], %r6;\n"
             "mov.b64 {%rs1, %rs2, %rs3, %rs4}, %rd1; mov.b64 %rd6, {%rs1, %rs2, %rs3, %rs4};\n"
             "setp.ne.s64 %p3, %rd6, %rd1; @%p3 trap; ret; }\n",
             32, 0, of_struct);
    refuse(KERNEL("mov.b64 %rd4, k_0; ld.param.u64 %rd5, [%rd4+8];"), 32,
           "reads 8 bytes at offset 8 of the parameters, which have 8 bytes");
}

TEST_GROUP(NULL, NULL)
