/* PTX as NVIDIA's assembler rewrites it: the results stay, bit by bit, and the numbers of
 * instructions are those of a GPU. */
#include "tests/rig/rig.h"

#include "sim/functional/frontend/ptx/parse.h"
#include "sim/functional/program/program.h"
#include "sim/workload/workload_kernel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

FREES(program_free, struct program)

#define KERNEL(body)                                                                               \
    ".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 k_0, .param "    \
    ".u32 "                                                                                        \
    "k_1) {\n.reg .pred %p<9>; .reg .b32 %r<19>; .reg .f32 %f<9>; .reg .b64 %rd<19>;\n" body       \
    "\nret;\n}\n"

/* The operations of a kernel, by name, without those that read parameters and special registers,
 * and without the two moves that it begins with. */
static void operations(const char *body, char *out, size_t size)
{
    struct program *p FREED_BY(program_free) = NULL;
    assert_ok(ptx_parse_kernel(&p, body, strlen(body), "t.ptx", NULL, true, &st));
    size_t n = 0;
    uint32_t moves = 0;
    *out = 0;
    for (uint32_t i = 0; i < p->n_code; i++) {
        const struct code *c = &p->code[i];
        uint32_t op = c->op == CODE_MODIFIED ? c->target : c->op;
        if (op == CODE_ENTRY_PARAM || op == CODE_SPECIAL_REGISTER ||
            (!n && op == CODE_MOV_32 && moves++ < 2))
            continue;
        n += (size_t)snprintf(out + n, size - n, "%s%s%s", n ? " " : "",
                              c->guard == ROW_NONE ? "" : "@", op_info[op].name);
        assert_true(n < size);
    }
}

TEST(what_is_made_of_ptx)
{
    static const struct {
        const char *ptx, *made;
    } cases[] = {
        /* a product and a sum, an offset, and a constant that is stored */
        {KERNEL("ld.param.u64 %rd1, [k_0];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
                "add.s64 %rd3, %rd1, %rd2;\nadd.s64 %rd4, %rd3, 64;\nmov.u32 %r2, 7;\n"
                "st.global.u32 [%rd4], %r2;"),
         "MOV_32 MAD_WIDE_U32 STORE RETURN"},
        /* a branch over a store becomes its guard, the logic of two tests one test */
        {KERNEL("ld.param.u64 %rd1, [k_0];\nld.param.u32 %r5, [k_1];\nmov.u32 %r1, %tid.x;\n"
                "setp.lt.u32 %p1, %r1, %r5;\nsetp.ne.u32 %p2, %r1, 3;\nand.pred %p3, %p1, %p2;\n"
                "@!%p3 bra L1;\nbra.uni L2;\nL2:\nst.global.u32 [%rd1], %r1;\nL1:"),
         "SETP_LT_U32 SETP_NE_32 @STORE RETURN"},
        /* a loop counts in place, and has one branch */
        {KERNEL("ld.param.u64 %rd1, [k_0];\nld.param.u32 %r5, [k_1];\nmov.u32 %r1, 0;\n"
                "L1:\nadd.s32 %r2, %r1, 1;\nsetp.lt.u32 %p1, %r1, %r5;\nmov.u32 %r1, %r2;\n"
                "@%p1 bra L1;\nbra.uni L2;\nL2:\nst.global.u32 [%rd1], %r1;"),
         "MOV_32 SETP_LT_U32 ADD_32 @BRANCH STORE RETURN"},
        /* sums of 64 bits take two, those of addresses in shared memory one */
        {KERNEL(".shared .b8 s[64];\nld.param.u64 %rd1, [k_0];\nld.param.u64 %rd2, [k_0];\n"
                "add.s64 %rd3, %rd1, %rd2;\nmov.u64 %rd4, s;\nmov.u32 %r1, %tid.x;\n"
                "cvt.u64.u32 %rd5, %r1;\nadd.s64 %rd6, %rd4, %rd5;\nst.shared.u32 [%rd6], %r1;\n"
                "st.global.u32 [%rd3], %r1;"),
         "ADD_64 EXT_Z32_R4_64 ADD_64 ADD_64 STORE STORE_SHARED RETURN"},
        /* a subnormal operand is scaled */
        {KERNEL(
             "ld.param.u64 %rd1, [k_0];\nld.global.f32 %f1, [%rd1];\nrsqrt.approx.f32 %f2, %f1;\n"
             "st.global.f32 [%rd1], %f2;"),
         "LOAD TESTP_SUBNORMAL_F32 @MUL_F32 RSQRT_F32 @MUL_F32 STORE RETURN"},
        /* loads come first, but never in front of a store to the same memory */
        {KERNEL("ld.param.u64 %rd1, [k_0];\nld.global.u32 %r1, [%rd1];\nadd.s32 %r2, %r1, 1;\n"
                "ld.global.u32 %r3, [%rd1+4];\nadd.s32 %r4, %r3, %r2;\n"
                "st.global.u32 [%rd1], %r4;\nld.global.u32 %r5, [%rd1];\n"
                "st.global.u32 [%rd1+8], %r5;"),
         "LOAD LOAD ADD_32 ADD_32 STORE LOAD STORE RETURN"},
        /* an atomic stays behind its branch, and a load whose result is read where lanes meet */
        {KERNEL("ld.param.u64 %rd1, [k_0];\nmov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 3;\n"
                "@%p1 bra L1;\nred.global.add.u32 [%rd1], %r1;\nL1:\nmov.u32 %r2, 0;\n"
                "setp.gt.u32 %p2, %r1, 8;\n@%p2 bra L2;\nld.global.u32 %r2, [%rd1];\nL2:\n"
                "st.global.u32 [%rd1+4], %r2;"),
         "SETP_GT_U32 MOV_32 @BRANCH REDUCE MOV_32 MOV_32 SETP_GT_U32 MOV_32 @BRANCH LOAD MOV_32 "
         "STORE RETURN"},
        /* words of shared memory beside each other are one load if the address is known to be a
         * multiple, here of 8; none goes in front of a store */
        {KERNEL(".shared .align 4 .b8 s[1024];\nld.param.u64 %rd1, [k_0];\nmov.u32 %r1, %tid.x;\n"
                "mul.wide.u32 %rd2, %r1, 8;\nmov.u64 %rd3, s;\nadd.s64 %rd4, %rd3, %rd2;\n"
                "ld.shared.u32 %r2, [%rd4];\nld.shared.u32 %r3, [%rd4+4];\n"
                "ld.shared.u32 %r4, [%rd4+12];\nst.shared.u32 [%rd4+256], %r4;\n"
                "ld.shared.u32 %r5, [%rd4+8];\n"
                "st.global.v4.u32 [%rd1], {%r2, %r3, %r4, %r5};"),
         "MAD_WIDE_U32 LOAD_SHARED LOAD_SHARED STORE_SHARED LOAD_SHARED STORE RETURN"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char made[512];
        operations(cases[i].ptx, made, sizeof made);
        if (strcmp(made, cases[i].made) != 0)
            fail_msg("case %zu: '%s' instead of '%s'", i, made, cases[i].made);
    }
}

/* Warp instructions of all launches; checks the results. */
static uint64_t run_kernel(const struct workload_kernel *k, enum isa isa, uint32_t size)
{
    struct status st;
    struct workload w ENDED_BY(workload_close);
    uint64_t n = 0;
    assert_ok(workload_open(&w, k, isa, size, 1, &st));
    for (bool more = true; more;) {
        struct compute_launch launch;
        struct functional_counts counts;
        struct kernel *kernel;
        assert_ok(workload_next(&w, &launch, &more, &st));
        if (!more)
            break;
        assert_ok(compute_kernel(&kernel, w.program, &w.memory, &launch, &st));
        assert_ok(compute_run(kernel, &st));
        compute_kernel_counts(kernel, &counts);
        n += counts.warp_instructions;
        kernel->ops->free(kernel);
    }
    if (workload_check(&w, &st) != ST_OK)
        fail_msg("%s of size %u: %s", k->name, size, st.text);
    return n;
}

/* Runs 32 threads, whose results are 4096 bytes. */
static void run_text(const char *text, enum isa isa, uint8_t out[4096])
{
    struct compute_program *program = NULL;
    struct compute_memory memory = {0};
    const struct compute_buffer *buffer;
    struct kernel *kernel;
    uint8_t params[8];
    assert_ok(compute_memory_add(&memory, 4096, &buffer, &st));
    memcpy(params, &buffer->addr, sizeof params);
    assert_ok(compute_program_create(&program, isa, "t.ptx", text, strlen(text), "k", &st));
    struct compute_launch launch = {
        .grid = {1, 1, 1}, .block = {32, 1, 1}, .params = params, .param_bytes = sizeof params};
    assert_ok(compute_kernel(&kernel, program, &memory, &launch, &st));
    assert_ok(compute_run(kernel, &st));
    memcpy(out, buffer->host, 4096);
    kernel->ops->free(kernel);
    compute_program_free(program);
    compute_memory_release(&memory);
}

#define OUT(before, body)                                                                          \
    ".version 7.5\n.target sm_75\n.address_size 64\n" before                                       \
    ".visible .entry k(.param .u64 out) {\n.reg .b32 %r<40>; .reg .b64 %rd<20>; .reg .pred "       \
    "%p<20>; .reg .f32 %f<20>;\nmov.u32 %r1, %tid.x;\nld.param.u64 %rd1, [out];\n"                 \
    "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" body "\nret;\n}\n"
#define CALL_F(result, argument)                                                                   \
    "{\n.param .b32 p0;\n.param .b32 q0;\nst.param.b32 [p0], " argument                            \
    ";\ncall.uni (q0), f, (p0);\nld.param.b32 " result ", [q0];\n}\n"

TEST(results_stay_in_programs_that_are_hard_to_rewrite)
{
    static const char *const texts[] = {
        /* a call overwrites the registers of its parameters and result */
        OUT(".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %r<9>; ld.param.b32 %r1, [a]; "
            "mul.lo.s32 %r2, %r1, 3; add.s32 %r3, %r2, 7; st.param.b32 [r], %r3; ret; }\n",
            CALL_F("%r2", "%r1") "add.s32 %r4, %r1, 100;\n" CALL_F(
                "%r3", "%r4") "sub.s32 %r5, %r3, %r2;\nst.global.u32 [%rd3], %r5;"),
        /* a predicate that guards by its opposite is read as data too */
        OUT("", "mov.u32 %r2, 1; mov.u32 %r3, 0;\nsetp.gt.u32 %p1, %r1, 15;\n@%p1 bra S;\n"
                "setp.lt.u32 %p2, %r1, 8;\n@%p2 bra T;\nadd.s32 %r2, %r2, 10;\nT:\n"
                "selp.u32 %r3, 100, 200, %p2;\nS:\nst.global.u32 [%rd3], %r3;\n"
                "st.global.u32 [%rd3+512], %r2;"),
        /* a loop begins with rsqrt, whose operand others read */
        OUT("", "cvt.rn.f32.u32 %f1, %r1; add.f32 %f1, %f1, 0f3f800000; mov.f32 %f4, 0f00000000; "
                "mov.u32 %r3, 0;\nL:\nrsqrt.approx.f32 %f3, %f1; add.f32 %f4, %f4, %f3; "
                "add.f32 %f1, %f1, %f3; add.s32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, 3;\n"
                "@%p1 bra L;\nst.global.f32 [%rd3], %f4;"),
        /* a subnormal that stays as it is in a loop */
        OUT("", "add.u32 %r2, %r1, 5; mov.b32 %f1, %r2; mov.f32 %f2, 0f00000000; mov.u32 %r3, 0;\n"
                "L:\nadd.s32 %r3, %r3, 1; rsqrt.approx.f32 %f3, %f1; add.f32 %f2, %f2, %f3;\n"
                "setp.lt.u32 %p1, %r3, 3;\n@%p1 bra L;\nst.global.f32 [%rd3], %f2;"),
        /* a parameter that guarded stores alone read, under three guards in one register */
        OUT("", "ld.param.u64 %rd9, [out]; mov.u32 %r2, 0;\nL:\n"
                "setp.lt.u32 %p1, %r1, 8;\n@%p1 st.global.u32 [%rd9], %r1;\n"
                "@!%p1 st.global.u32 [%rd9+128], %r1;\nsetp.lt.u32 %p1, %r1, 20;\n"
                "@%p1 st.global.u32 [%rd9+256], %r2;\nsetp.gt.u32 %p2, %r1, 9;\n@%p2 bra S;\n"
                "st.global.u32 [%rd9+384], 5;\nst.global.u32 [%rd9+388], %r2;\nS:\n"
                "add.s32 %r2, %r2, 1; setp.lt.u32 %p3, %r2, 3;\n@%p3 bra L;\n"
                "st.global.u32 [%rd3+1024], %r2;"),
        /* a parameter whose place moves on before the guarded store of it */
        OUT("", "mov.u64 %rd5, out; ld.param.u32 %r4, [%rd5]; add.u64 %rd5, %rd5, 4;\n"
                "setp.lt.u32 %p1, %r1, 8;\n@%p1 st.global.u32 [%rd3], %r4;\n"
                "ld.param.u32 %r5, [%rd5]; st.global.u32 [%rd3+512], %r5;"),
        /* a constant of 64 bits that goes into an atomic */
        OUT("", "mul.wide.u32 %rd4, %r1, 8; add.s64 %rd5, %rd1, %rd4;\n"
                "atom.global.cas.b64 %rd6, [%rd5], 0, 9;\nst.global.u64 [%rd5+1024], %rd6;"),
        /* words of shared memory beside each other, written and read in turn */
        OUT(".shared .align 16 .b8 s[2048];\n",
            "mul.wide.u32 %rd4, %r1, 16; mov.u64 %rd5, s; add.s64 %rd6, %rd5, %rd4;\n"
            "add.u32 %r2, %r1, 1; st.shared.u32 [%rd6], %r1; st.shared.u32 [%rd6+4], %r2;\n"
            "st.shared.u32 [%rd6+8], 7; st.shared.u32 [%rd6+12], 9;\n"
            "ld.shared.u32 %r3, [%rd6+4]; ld.shared.u32 %r4, [%rd6]; ld.shared.u32 %r4, [%rd6+8];\n"
            "st.shared.u32 [%rd6+12], %r3; ld.shared.u32 %r5, [%rd6+12]; ld.shared.u32 %r6, "
            "[%rd6];\n"
            "ld.shared.u32 %r7, [%rd6+4]; ld.shared.u32 %r8, [%rd6+8]; ld.shared.u32 %r9, "
            "[%rd6+12];\n"
            "add.s32 %r3, %r3, %r4; add.s32 %r3, %r3, %r5; sub.s32 %r3, %r3, %r6;\n"
            "mad.lo.s32 %r3, %r7, 5, %r3; mad.lo.s32 %r3, %r8, 11, %r3; mad.lo.s32 %r3, %r9, 13, "
            "%r3;\n"
            "st.global.u32 [%rd3], %r3;"),
        /* two copies of a value, one of which another block reads as often as this one did */
        OUT("", "mov.u32 %r9, 0; mov.u32 %r4, 0; bar.sync 0;\nL:\nadd.s32 %r2, %r1, %r9; "
                "mov.u32 %r3, %r2; mov.u32 %r4, %r2;\nst.global.u32 [%rd3+3000], %r2;\n"
                "setp.gt.u32 %p1, %r1, 100;\n@%p1 bra X;\nbar.sync 0;\n"
                "st.global.u32 [%rd3+256], %r3; st.global.u32 [%rd3+512], %r3; "
                "st.global.u32 [%rd3+768], %r3;\nX:\nbar.sync 0; st.global.u32 [%rd3], %r4;\n"
                "add.s32 %r9, %r9, 1; setp.lt.u32 %p2, %r9, 3;\n@%p2 bra L;"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t ptx[4096], ptxas[4096];
        run_text(texts[i], ISA_PTX, ptx);
        run_text(texts[i], ISA_PTXAS, ptxas);
        if (memcmp(ptx, ptxas, sizeof ptx) != 0)
            fail_msg("program %zu has other results", i);
    }
}

TEST(results_stay_as_they_are)
{
    static const uint32_t sizes[] = {5, 33, 257, 600};
    for (size_t i = 0; i < n_workload_kernels; i++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            if (sizes[s] <= 257 || strcmp(workload_kernels[i].unit, "rows and columns") != 0)
                run_kernel(&workload_kernels[i], ISA_PTXAS, sizes[s]);
}

/* Warp instructions of an H100 at these sizes (tests/reference/h100.csv). Of gather's loop, ten
 * instructions there, two are missing: copies of an address. */
TEST(a_gpu_issues_as_many_instructions)
{
    static const struct {
        const char *kernel;
        uint32_t size;
        double issued, percent;
    } rows[] = {
        {"saxpy", 262144, 155648, 1}, {"triad", 524288, 102400, 1},
        {"hotspot", 256, 405504, 3},  {"reduce", 262144, 265221, 2},
        {"matmul", 128, 282624, 3},   {"histogram", 262144, 629401, 2},
        {"bfs", 16384, 726122, 7},    {"kmeans", 8192, 362752, 1},
        {"nbody", 1024, 760032, 5},   {"gather", 32768, 207512, 17},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double n = (double)run_kernel(workload_find(rows[i].kernel), ISA_PTXAS, rows[i].size);
        if (fabs(n / rows[i].issued - 1) > rows[i].percent / 100)
            fail_msg("%s: %.0f instructions, a GPU %.0f", rows[i].kernel, n, rows[i].issued);
    }
}
