/* The reader of AMD's assembly: sizes against what the compiler says of its own files, what timing
 * sees. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/frontend/rdna2/parse.h"
#include "sim/functional/frontend/rdna2/rdna2.h"
#include "tests/rig/assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sizes ---- */

/* Bytes of a function without pseudo instructions and without what aligns loops: instructions in
 * lines of `text` that begin with .p2align. */
static uint32_t bytes_of(const struct program *p, const char *text, const char *name)
{
    uint32_t bytes = 0, line = 1;
    const char *at = text;
    for (uint32_t f = 0; f < p->n_functions; f++)
        for (uint32_t i = p->functions[f].first;
             i < p->functions[f].end && strcmp(p->functions[f].name, name) == 0; i++) {
            for (; line < p->code[i].line; line++)
                at = strchr(at, '\n') + 1;
            bool pad = strncmp(at, "\t.p2align", 9) == 0;
            /* Waits within a statement of assembly were left out with it. */
            const char *next = strchr(at, '\n');
            bool statement = next && strncmp(next + 1, "\t;;#ASMEND", 10) == 0;
            if (!pad && !statement && p->rdna2->insts[i].opcode->op != RDNA2_INTRINSIC)
                bytes += p->insts[i].size_B;
        }
    return bytes;
}

static void check_size(const char *file, const char *function, uint32_t wanted)
{
    struct program *p;
    MEM_AUTO char *path = file_find_data(file);
    MEM_AUTO unsigned char *text = NULL;
    size_t n;
    assert_ok(file_read(path, &text, &n, &st));
    char *copy FREED_BY(mem_free) = mem_calloc(n + 1, 1);
    memcpy(copy, text, n);
    assert_ok(strstr(file, "kernels/") ? rdna2_parse_kernel(&p, copy, n, path, NULL, &st)
                                       : rdna2_parse(&p, copy, n, path, &st));
    uint32_t got = bytes_of(p, copy, function);
    if (got != wanted)
        fail_msg("%s, %s: %u bytes; the assembler makes %u of it", file, function, got, wanted);
    program_free(p);
}

TEST(sizes_are_the_assemblers)
{
    char file[128], function[128];
    unsigned bytes, n = 0;
    FILE *f = popen("python3 -B '" TEST_SOURCE_DIR "/tests/data/rdna2_sizes.py'", "r");
    assert_non_null(f);
    for (; fscanf(f, "%127s %127s %u", file, function, &bytes) == 3; n++)
        check_size(file, function, bytes);
    assert_int_equal(pclose(f), 0);
    if (!n)
        rig_skip_tool("a clang that knows the target");
    assert_true(n >= 34);
}

/* ---- what timing sees ---- */

static struct program *parse(const char *text)
{
    struct program *p = NULL;
    assert_ok(rdna2_parse_kernel(&p, text, strlen(text), "t.s", NULL, &st));
    return p;
}

static void assert_inst(const struct warp_inst *w, enum warp_op op, enum warp_counter counter,
                        uint8_t size, uint8_t n_dst, uint8_t n_src)
{
    assert_int_equal(w->op, op);
    assert_int_equal(w->counter, counter);
    assert_int_equal(w->size_B, size);
    assert_int_equal(w->n_dst, n_dst);
    assert_int_equal(w->n_src, n_src);
}

enum { SCALAR = 512 };

TEST(timing_sees_operations_registers_and_counters)
{
    struct program *p = parse(RDNA2_KERNEL("k", "v_add_f32_e32 v1, s2, v3\n"
                                                "v_fma_f32 v1, v2, v3, 0x40490fdb\n"
                                                "v_cmp_lt_f32_e32 vcc_lo, v1, v2\n"
                                                "s_and_saveexec_b32 s4, vcc_lo\n"
                                                "global_load_dwordx2 v[2:3], v[4:5], off offset:8\n"
                                                "s_load_dwordx4 s[4:7], s[2:3], 0x10\n"
                                                "ds_read2_b32 v[2:3], v4 offset1:1\n"
                                                "global_store_dword v[2:3], v4, off\n"
                                                "s_waitcnt vmcnt(3) lgkmcnt(0)\n"
                                                "s_waitcnt_vscnt null, 0x1\n"
                                                "s_mov_b32 s4, 0x12345678\n"
                                                "s_cmp_eq_u32 s4, 1\n"
                                                ".Lhere:\ns_cbranch_scc1 .Lhere"));
    const struct warp_inst *w = p->insts;
    assert_inst(&w[0], OP_FP_ADD, COUNTER_NONE, 4, 1, 3);
    assert_int_equal(w[0].dst[0], 2);
    assert_int_equal(w[0].src[0], SCALAR + 2);
    assert_int_equal(w[0].src[1], 4);
    assert_int_equal(w[0].src[2], SCALAR + RDNA2_EXEC);
    assert_int_equal(w[0].n_reads, 1); /* of the file of vector registers */
    assert_inst(&w[1], OP_FP_MAD, COUNTER_NONE, 12, 1, 3);
    assert_inst(&w[2], OP_ALU, COUNTER_NONE, 4, 1, 3);
    assert_int_equal(w[2].dst[0], SCALAR + RDNA2_VCC);
    assert_inst(&w[3], OP_SCALAR, COUNTER_NONE, 4, 3, 2); /* s4, EXEC, SCC of VCC and EXEC */
    assert_inst(&w[4], OP_LOAD, COUNTER_VM, 8, 0, 3);
    assert_int_equal(w[4].n_writes, 2);
    assert_int_equal(w[4].access_B, 8);
    assert_inst(&w[5], OP_SCALAR_LOAD, COUNTER_LGKM, 8, 0, 2);
    assert_int_equal(w[5].access_B, 16);
    assert_inst(&w[6], OP_LOAD_SHARED, COUNTER_LGKM, 8, 0, 2);
    assert_inst(&w[7], OP_STORE, COUNTER_VS, 8, 0, 4);
    assert_inst(&w[8], OP_WAIT, COUNTER_NONE, 4, 0, 0);
    assert_int_equal(w[8].until[COUNTER_VM], 3);
    assert_int_equal(w[8].until[COUNTER_LGKM], 0);
    assert_int_equal(w[8].until[COUNTER_VS], COUNTER_ANY);
    assert_int_equal(w[9].until[COUNTER_VS], 1);
    assert_int_equal(w[9].until[COUNTER_VM], COUNTER_ANY);
    assert_inst(&w[10], OP_SCALAR, COUNTER_NONE, 8, 1, 0);
    assert_inst(&w[11], OP_SCALAR, COUNTER_NONE, 4, 1, 1);
    assert_inst(&w[12], OP_BRANCH, COUNTER_NONE, 4, 0, 1);
    assert_int_equal(w[12].pc, 4 + 12 + 4 + 4 + 8 + 8 + 8 + 8 + 4 + 4 + 8 + 4);
    assert_int_equal(p->live_registers, 16);
    program_free(p);
}

TEST(pseudo_instructions_are_those_of_the_shaders)
{
    struct program *p;
    const char *text = RDNA2_SHADER("trace_ray v0, v1, v2, v3, v4, v5, v6, v7, v8, v9\n"
                                    "image_store 2, v1, v2, v3, v4, v5, v6\n"
                                    "rt_descriptor s[4:5], 3\n"
                                    "load_primitive_id v1");
    assert_ok(rdna2_parse(&p, text, strlen(text), "t.s", &st));
    assert_inst(&p->insts[0], OP_TRACE_RAY, COUNTER_VM, 16, 0, 10);
    assert_int_equal(p->insts[0].kind, KIND_TRACE);
    assert_inst(&p->insts[1], OP_STORE, COUNTER_VS, 8, 0, 7);
    assert_inst(&p->insts[2], OP_SCALAR, COUNTER_NONE, 8, 2, 0);
    assert_inst(&p->insts[3], OP_ALU, COUNTER_NONE, 8, 1, 1);
    program_free(p);
}

/* A constant takes a word of its own unless the encoding has a number for its bits, however it is
 * written (RDNA 2 ISA, "Instruction Operands"). */
TEST(constants_have_the_assemblers_sizes)
{
    static const struct {
        const char *text;
        uint8_t bytes;
    } sizes[] = {
        {"s_mov_b32 s0, 64", 4},
        {"s_mov_b32 s0, 65", 8},
        {"s_mov_b32 s0, -16", 4},
        {"s_mov_b32 s0, -17", 8},
        {"s_mov_b32 s0, 0xffffffff", 4},
        {"s_mov_b32 s0, 0x3f800000", 4},
        {"s_mov_b32 s0, 0xc0800000", 4},
        {"s_mov_b32 s0, 0x3e22f983", 4},
        {"s_mov_b32 s0, 0x80000000", 8},
        {"s_mov_b64 s[0:1], 0xffffffff", 8},
        {"s_mov_b64 s[0:1], -1", 4},
        {"v_mov_b32_e32 v0, 0.5", 4},
        {"v_mov_b32_e32 v0, -0.0", 8},
        {"v_mov_b32_e32 v0, 3.0", 8},
        {"v_add_f64 v[0:1], v[2:3], 2.0", 8},
        {"v_add_f64 v[0:1], v[2:3], 3.0", 12},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char text[1024];
        const char *whole = RDNA2_KERNEL("k", "@"), *at = strstr(whole, "\n@\n") + 1;
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, sizes[i].text, at + 1);
        struct program *p = parse(text);
        if (p->insts[0].size_B != sizes[i].bytes)
            fail_msg("%s: %u bytes; expected %u", sizes[i].text, p->insts[0].size_B,
                     sizes[i].bytes);
        program_free(p);
    }
}
