/* The PTX front end: what it makes of the text, and what it says of wrong text. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/frontend/ptx/parse.h"

#include <stdlib.h>
#include <string.h>

FREES(program_free, struct program)

#define HEAD ".version 6.3\n.target sm_75\n.address_size 64\n"
#define REGS                                                                                       \
    ".reg .pred %p<4>; .reg .b16 %rs<4>; .reg .b32 %r<9>; .reg .f32 %f<9>; .reg .f64 %fd<4>; "     \
    ".reg .b64 %rd<9>;"
/* The body begins in line 5. */
#define RAYGEN(body) HEAD ".visible .func raygen() { " REGS "\n" body "\n}\n"

static struct program *parse(const char *text)
{
    struct program *p = NULL;
    assert_ok(ptx_parse(&p, text, strlen(text), "t.ptx", false, &st));
    return p;
}

static void refuse_at(const char *text, const char *message, int line)
{
    struct status st = {0};
    struct program *p = NULL;
    if (ptx_parse(&p, text, strlen(text), "t.ptx", false, &st) == ST_OK)
        fail_msg("line %d: accepted", line);
    if (p || st.code != ST_FAILED || !strstr(st.text, message) ||
        strncmp(st.text, "t.ptx:", 6) != 0)
        fail_msg("line %d: '%s' instead of '%s'", line, st.text, message);
}
#define refuse(text, message) refuse_at(text, message, __LINE__)

TEST(instructions_are_numbered_8_bytes_apart)
{
    struct program *p FREED_BY(program_free) =
        parse(RAYGEN("add.s32 %r1, %r2, 5;\n@!%p1 mul.rn.f32 %f1, %f2, %f3;\nret;"));
    assert_int_equal(p->n_code, 3);
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(p->insts[i].pc, 8 * i);
    assert_int_equal(p->insts[0].op, OP_INT_ADD);
    assert_int_equal(p->insts[0].n_dst, 1);
    assert_int_equal(p->insts[0].n_src, 1); /* constants are no registers */
    assert_int_equal(p->insts[1].op, OP_FP_MUL);
    assert_int_equal(p->insts[1].n_src, 3); /* two operands and the guard */
    assert_int_equal(p->insts[2].op, OP_BRANCH);
    assert_int_equal(p->code[1].line, 6);
    assert_true(p->code[1].guard_not);
}

TEST(instructions_are_counted_by_their_kind)
{
    static const enum inst_kind kinds[] = {KIND_ALU,    KIND_ALU,     KIND_ALU,    KIND_ALU,
                                           KIND_ALU,    KIND_SFU,     KIND_SFU,    KIND_MEMORY,
                                           KIND_MEMORY, KIND_CONTROL, KIND_CONTROL};
    struct program *p FREED_BY(program_free) = parse(
        RAYGEN("add.s32 %r1, %r2, %r3; mov.f32 %f1, %f2; fma.rn.f32 %f1, %f2, %f3, %f4;"
               "div.rn.f32 %f1, %f2, %f3; setp.eq.s32 %p1, %r1, %r2; sqrt.rn.f32 %f1, %f2;"
               "ex2.approx.f32 %f1, %f2; ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd1], %r1;"
               "@%p1 bra l; l: ret;"));
    assert_int_equal(p->n_code, sizeof kinds / sizeof *kinds);
    for (uint32_t i = 0; i < p->n_code; i++)
        assert_int_equal(p->insts[i].kind, kinds[i]);
}

/* The register file is read and written by the scoreboard's numbers. */
static void registers_are_collected_as_they_are_waited_for(const struct warp_inst *inst)
{
    assert_int_equal(inst->n_reads, inst->n_src);
    assert_int_equal(inst->n_writes, inst->n_dst);
    assert_memory_equal(inst->reads, inst->src, sizeof inst->src);
    assert_memory_equal(inst->writes, inst->dst, sizeof inst->dst);
}

TEST(a_call_of_an_intrinsic_is_one_instruction)
{
    struct program *p FREED_BY(program_free) = parse(
        HEAD ".extern .func (.param .b32 func_retval0) intersection_exit\n(\n"
             ".param .b32 intersection_exit_param_0,\n.param .b32 intersection_exit_param_1\n)\n;\n"
             ".visible .func raygen()\n{\n" REGS "\n{ // callseq 17, 0\n.reg .b32 temp_param_reg;\n"
             ".param .b32 param0;\nst.param.b32 [param0+0], %r1;\n.param .b32 param1;\n"
             "st.param.b32 [param1+0], %r2;\n.param .b32 retval0;\ncall.uni (retval0), \n"
             "intersection_exit, \n(\nparam0, \nparam1\n);\nld.param.b32 %r3, [retval0+0];\n}\n"
             "ret;\n}\n");
    assert_int_equal(p->n_code, 2);
    assert_int_equal(p->code[0].op, CODE_intersection_exit);
    assert_int_equal(p->insts[0].op, OP_ALU);
    assert_int_equal(p->insts[0].n_dst, 1);
    assert_int_equal(p->insts[0].n_src, 2);
    assert_int_equal(p->insts[0].kind, KIND_RT);
}

TEST(a_call_of_a_function_moves_its_parameters)
{
    struct program *p FREED_BY(program_free) = parse(
        HEAD ".visible .func (.param .b32 func_retval0) twice(.param .b32 twice_param_0)\n{\n" REGS
             "ld.param.f32 %f1, [twice_param_0]; add.f32 %f2, %f1, %f1;\n"
             "st.param.f32 [func_retval0+0], %f2; ret;\n}\n"
             ".visible .func raygen()\n{\n" REGS
             "{ .param .b32 param0; st.param.f32 [param0+0], %f1;"
             ".param .b32 retval0; call.uni (retval0), twice, (param0);\n"
             "ld.param.f32 %f2, [retval0+0]; }\nret;\n}\n");
    static const uint16_t ops[] = {CODE_MOV_32, CODE_ADD_F32, CODE_MOV_32, CODE_RETURN,
                                   CODE_MOV_32, CODE_CALL,    CODE_MOV_32, CODE_RETURN};
    assert_int_equal(p->n_code, 8);
    for (uint32_t i = 0; i < 8; i++)
        assert_int_equal(p->code[i].op, ops[i]);
    assert_int_equal(p->code[5].target, 0);
    assert_int_equal(p->entry, 4);
    assert_int_equal(p->code[4].row[0], p->code[0].row[1]); /* where the argument travels */
    assert_int_equal(p->insts[5].op, OP_BRANCH);
}

TEST(branches_know_where_their_sides_meet)
{
    /*                          0           1     2           3            4            */
    struct program *p FREED_BY(program_free) =
        parse(RAYGEN("@%p1 bra A;\n bra B;\nA: @%p2 bra C;\n bra B;\n"
                     "C: add.s32 %r1, %r1, 1; bra B;\nB: ret;"));
    assert_int_equal(p->code[0].reconvergence, 6);
    assert_int_equal(p->code[2].reconvergence, 6);
    program_free(p);
    /* A loop with a way out in its middle, and returns on both sides. */
    p = parse(RAYGEN("L: @%p1 bra X;\n add.s32 %r1, %r1, 1;\n bra L;\nX: @%p2 ret;\n ret;"));
    assert_int_equal(p->code[0].reconvergence, 3);
    assert_int_equal(p->code[3].reconvergence, PC_EXIT);
    program_free(p);
    /* A loop without end has its virtual exit. */
    p = parse(RAYGEN("@%p1 bra L; ret;\nL: bra L;"));
    assert_int_equal(p->code[0].reconvergence, PC_EXIT);
}

TEST(tables_have_values_and_addresses)
{
    struct program *p FREED_BY(program_free) = parse(
        HEAD ".global .align 4 .b8 a[6] = {1, 2, 255, -1};\n.const .align 8 .u64 b = 0x102;\n"
             ".const .f32 c[2] = {0f3F800000, 0fC0000000};\n.global .f64 d = 0d3FF0000000000000;\n"
             ".func raygen()\n{" REGS "mov.u64 %rd1, b; ld.const.f32 %f1, [c+4]; ret; }\n");
    static const uint8_t bytes[] = {1, 2, 255, 255, 0, 0, 0, 0,   2, 1, 0, 0, 0, 0, 0,   0,
                                    0, 0, 128, 63,  0, 0, 0, 192, 0, 0, 0, 0, 0, 0, 240, 63};
    assert_int_equal(p->data_bytes, sizeof bytes);
    assert_memory_equal(p->data, bytes, sizeof bytes);
    assert_int_equal(p->n_constants, 2);
    assert_true(p->constants[0].bits == PROGRAM_DATA_BASE + 8);
    assert_true(p->constants[1].bits == PROGRAM_DATA_BASE + 16);
    assert_int_equal(p->code[1].offset, 4);
}

TEST(local_memory_is_laid_out_per_program)
{
    struct program *p FREED_BY(program_free) =
        parse(HEAD ".func f() { .local .align 16 .b8 __local_depot0[20]; " REGS
                   "mov.u64 %rd1, __local_depot0; ret; }\n.func raygen() {\n"
                   ".local .align 8 .b8 __local_depot1[8];" REGS
                   "mov.u64 %rd1, __local_depot1; cvta.local.u64 %rd2, %rd1; ret; }\n");
    assert_int_equal(p->local_bytes, 32);
    assert_int_equal(p->code[0].offset, 0);
    assert_int_equal(p->code[2].op, CODE_LOCAL_BASE);
    assert_int_equal(p->code[2].offset, 24);
}

TEST(vectors_pairs_and_blocks)
{
    struct program *p FREED_BY(program_free) = parse(RAYGEN(
        "ld.global.v4.f32 {%f1, %f2, _, %f4}, [%rd1+16]; st.global.v2.u32 [%rd1], {%r1, %r2};"
        "mov.b64 %rd2, {%r1, %r2}; mov.b64 {%r3, _}, %rd2; mov.b32 {%rs1, %rs2}, %r1;"
        "{ .reg .b32 %r; .reg .b32 %r<2>; shl.b32 %r, %r1, 3; } { .reg .b32 %r; }"
        "mul.wide.u32 %rd3, %r4, 36; /* a comment\n over lines */ .pragma \"nounroll\";\n"
        ".loc 1 2 3\n ld.volatile.global.s8 %r5, [%rd3-1]; setp.eq.s32 %p1, %r1, -3; ret;"));
    assert_int_equal(p->insts[0].access_B, 16);
    assert_int_equal(p->insts[0].n_dst, 3);
    assert_int_equal(p->insts[1].access_B, 8);
    assert_int_equal(p->insts[1].n_src, 3);
    assert_int_equal(p->code[3].op, CODE_UNPACK_64);
    assert_int_equal(p->code[5].op, CODE_SHL_32);
    assert_int_equal(p->code[7].line, 8);
    assert_int_equal(p->code[7].offset, -1);
}

TEST(live_registers_are_those_in_use_at_once)
{
    /* %rd1 (2), %r1 and %r2 are live before the add; f needs one more over the call. */
    struct program *p FREED_BY(program_free) =
        parse(HEAD ".func f() { " REGS "mov.u32 %r1, 1; add.s32 %r2, %r1, %r1; ret; }\n"
                   ".func raygen() { " REGS "ld.global.u64 %rd1, [4096]; ld.global.u32 %r1, [%rd1];"
                   "ld.global.u32 %r2, [%rd1+4]; add.s32 %r3, %r1, %r2; call.uni f, ();\n"
                   "st.global.u32 [%rd1], %r3; ret; }\n");
    assert_int_equal(p->live_registers, 4);
}

TEST(every_shader_of_the_project_is_understood)
{
    static const char *const names[] = {"sim/shaders/path.ptx", "sim/shaders/shadow.ptx",
                                        "sim/shaders/ao.ptx"};
    for (size_t i = 0; i < 3; i++) {
        unsigned char *text FREED_BY(mem_free);
        size_t n;
        struct program *p FREED_BY(program_free);
        char *path FREED_BY(mem_free) = file_find_data(names[i]);
        assert_non_null(path);
        assert_ok(file_read(path, &text, &n, &st));
        assert_ok(ptx_parse(&p, (const char *)text, n, path, false, &st));
        assert_in_range(p->live_registers, 12, 64);
        for (uint32_t k = 0; k < p->n_code; k++) {
            registers_are_collected_as_they_are_waited_for(&p->insts[k]);
            uint32_t op = p->code[k].op;
            enum inst_kind kind = (enum inst_kind)p->insts[k].kind;
            if (op == CODE_rt_launch_id_x)
                assert_int_equal(kind, KIND_ALU);
            else if (op == CODE_trace_ray)
                assert_int_equal(kind, KIND_TRACE);
            else
                assert_int_equal(kind == KIND_RT, op > CODE_rt_launch_id_y);
        }
    }
}

TEST(wrong_text_is_refused_with_its_line)
{
    refuse("", "no function raygen is defined");
    refuse(HEAD ".func other() { ret; }\n", "no function raygen is defined");
    refuse(HEAD ".extern .func raygen();\n", "no function raygen is defined");
    refuse(RAYGEN("frob.s32 %r1, %r2;\nret;"), "t.ptx:5: instruction frob.s32 is not supported");
    refuse(RAYGEN("ret;\nadd.s24 %r1, %r2, %r3;"), "t.ptx:6: instruction add.s24");
    refuse(RAYGEN("ld.shared.u32 %r1, [%rd1];"), "t.ptx:5: instruction ld.shared.u32");
    refuse(RAYGEN("cvt.rn.u32.u16 %r1, %rs1;"), "t.ptx:5: instruction cvt.rn.u32.u16");
    refuse(RAYGEN("\nbra NOWHERE;"), "t.ptx:6: label NOWHERE is not defined");
    refuse(RAYGEN("A: ret;\nA: ret;"), "t.ptx:6: label A is defined twice, first in line 5");
    refuse(RAYGEN("add.s32 %r1, %r2, %r9;"), "t.ptx:5: register %r9 is not declared");
    refuse(RAYGEN("add.s32 %r1, %r2, %tid.x;"), "register %tid.x is not declared");
    refuse(RAYGEN("@%r1 ret;"), "t.ptx:5: guard %r1; expected a register of type .pred");
    refuse(RAYGEN("add.s32 %r1, %r2;"), "t.ptx:5: add.s32 with 2 operands; expected 3");
    refuse(RAYGEN("add.s32 %r1, %rd2, %r3;"), "t.ptx:5: operand of the wrong kind");
    refuse(RAYGEN("add.s64 %r1, %rd2, %rd3;"), "expected a register of 64 bits");
    refuse(RAYGEN("add.s32 5, %r2, %r3;"), "t.ptx:5: operand of the wrong kind");
    refuse(RAYGEN("add.f32 %f1, %f2, 1;"), "expected 0f and 8 hexadecimal digits");
    refuse(RAYGEN("add.s32 %r1, %r2, 0x123456789;"), "a number of more than 32 bits");
    refuse(RAYGEN("mov.u64 %rd1, nothing;"), "t.ptx:5: nothing is not defined");
    refuse(RAYGEN("ld.global.u32 %r1, [%r2];"), "address register %r2; expected one of 64 bits");
    refuse(RAYGEN("ld.global.u32 %r1, %rd2;"), "without an address in brackets");
    refuse(RAYGEN("ld.global.u64 %r1, [%rd2];"), "register of 32 bits; expected 64 or more");
    refuse(RAYGEN("ld.global.v2.u32 %r1, [%rd2];"), "expected 2 registers in braces");
    refuse(RAYGEN("ld.global.u32 %r1, [%rd2+0x20000000000];"), "an offset beyond 2^40");
    refuse(RAYGEN("ld.param.u32 %r1, [x];"), "x is not a parameter of this function");
    refuse(RAYGEN("st.param.b32 [func_retval0], %r1;"), "this function returns nothing");
    refuse(RAYGEN("call.uni nobody, ();"), "t.ptx:5: function nobody is neither defined");
    refuse(RAYGEN("@%p1 call.uni raygen, ();"), "t.ptx:5: a guarded call");
    refuse(RAYGEN("call.uni %rd1, ();"), "t.ptx:5: a call through a register");
    refuse(RAYGEN("call.uni end_trace_ray, (a);"), "argument a is not declared");
    refuse(RAYGEN("call.uni get_shader_id, ();"), "called with 0 arguments; expected 1");
    refuse(RAYGEN("{.param .b32 a; call.uni get_shader_id, (a);}"), "expected 32 bits stored");
    refuse(RAYGEN("call.uni raygen, ();"), "t.ptx:5: function raygen calls itself");
    refuse(RAYGEN(".reg .b32 %r<3>;"), "t.ptx:5: register %r is declared twice");
    refuse(RAYGEN(".reg .b33 %q;"), "expected a type");
    refuse(RAYGEN(".reg .b32 %q<2000000>;"), "2000000 is out of range");
    refuse(RAYGEN(".local .b8 big[100000];"), "too many bytes of local memory");
    refuse(RAYGEN("mov.u32 %r1, 12345678901234567890123;"), "is not a number");
    refuse(RAYGEN("mov.f32 %f1, 0f3F80;"), "0f3F80 is not a number");
    refuse(RAYGEN("/* open"), "t.ptx:5: a comment that is never closed");
    refuse(RAYGEN(".pragma \"x\";\n ret; \x01"), "t.ptx:6: character 0x01 does not belong");
    refuse(HEAD ".func raygen() {\n ret;\n", "t.ptx:6: the text ends here; expected '}'");
    refuse(HEAD ".func raygen() { add.s32", "the text ends here");
    refuse(HEAD ".func raygen() { ret; }\n.func raygen() { ret; }\n",
           "t.ptx:5: function raygen has two");
    refuse(HEAD ".extern .func raygen() { ret; }\n", "a body though it is extern");
    refuse(HEAD "\nnonsense\n", "t.ptx:5: found 'nonsense'; expected a directive");
    refuse(".address_size 32\n", "t.ptx:1: .address_size 32; expected 64");
    refuse(HEAD ".global .b8 t[2] = {1, 2, 3};\n", "t.ptx:4: more values than the table has room");
    refuse(HEAD ".global .b8 t[2] = {x};\n", "expected a number, or in a table of 64 bits a name");
    refuse(HEAD ".global .f32 t = 1;\n", "a value of the wrong kind");
    refuse(HEAD ".global .b8 t; .const .b8 t;\n", "table t is defined twice");
    refuse(HEAD ".extern .global .b8 t;\n", "table t is extern");
    refuse(HEAD ".global .b64 t[16777216];\n", "too many bytes of tables");
    refuse(HEAD ".global .align 3 .b8 t;\n", "alignment 3; expected a power of two");
    refuse(HEAD ".func f(.param .b32 a) { ret; }\n.func raygen() {\ncall.uni f, ();\n}\n",
           "t.ptx:6: f is called with 0 arguments; expected 1");
    refuse(HEAD ".func f() { call.uni g, (); }\n.func g() { call.uni f, (); }\n.func raygen() {}\n",
           "t.ptx:5: function f calls itself through g");
}

TEST(every_prefix_of_a_shader_is_refused_or_read)
{
    unsigned char *text FREED_BY(mem_free);
    size_t n;
    char *path FREED_BY(mem_free) = file_find_data("sim/shaders/shadow.ptx");
    assert_non_null(path);
    assert_ok(file_read(path, &text, &n, &st));
    for (size_t cut = 0; cut < n; cut += 97) {
        struct program *p = NULL;
        char *copy FREED_BY(mem_free) =
            mem_calloc(cut + 1, 1); /* exact size: reading beyond is seen by sanitizers */
        assert_non_null(copy);
        memcpy(copy, text, cut);
        if (ptx_parse(&p, copy, cut, "cut", false, &st) == ST_OK)
            program_free(p);
    }
}

TEST(running_out_of_memory_anywhere_is_reported)
{
    const char *text = HEAD
        ".global .b8 t[4] = {1};\n.func (.param .b32 func_retval0) f(.param .b32 f_param_0) {" REGS
        ".local .b8 d[4]; ld.param.u32 %r1, [f_param_0]; st.param.b32 [func_retval0], %r1; }\n"
        ".func raygen() { " REGS "A: @%p1 bra A; { .param .b32 param0; st.param.b32 [param0], 5;\n"
        ".param .b32 retval0; call.uni (retval0), f, (param0); ld.param.b32 %r2, [retval0]; }}";
    struct program *p = NULL;
    assert_survives_without_memory(ptx_parse(&p, text, strlen(text), "t.ptx", false, &st), 20,
                                   assert_null(p));
    program_free(p);
}
