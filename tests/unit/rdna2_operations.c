/* Every instruction of machine code that computes something against the operands and results of
 * tests/data/rdna2_operations.py, on all lanes and on some; what the others hold must stay. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/rdna2_context.h"
#include "tests/rig/assembly.h"
#include "tests/rig/machine_code.h"
#include "tests/rig/operations.h"
#include "tests/rig/shader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 400, SLOT_WORDS = 2 };

static struct operations table;

static int read_rows(void **state)
{
    (void)state;
    return rig_operations_read(&table, "rdna2_operations.py");
}

static const struct rdna2_opcode *opcode_of(const struct operation *r)
{
    const struct rdna2_opcode *o = rdna2_opcode_find(r->opcode, strlen(r->opcode), false);
    if (!o)
        fail_msg("%s is no opcode", r->opcode);
    return o;
}

static bool is_wide(char letter)
{
    return letter == 'd' || letter == 'g';
}

/* Vector sources are in v[2:3], v[4:5], v[6:7], the result in v[0:1]; masks in s4 (written) and
 * vcc (read). Scalar ones: s[8:9], s[10:11] and s[12:13]. */
static void write_sources(FILE *out, const struct operation *r, bool scalar)
{
    for (uint32_t i = 0; r->letters[i + 1]; i++) {
        uint32_t low = (uint32_t)r->source[i], high = (uint32_t)(r->source[i] >> 32);
        if (r->letters[i + 1] == 'b')
            fprintf(out, "s_mov_b32 vcc_lo, %s\n", low ? "-1" : "0");
        else if (r->letters[i + 1] == 'c')
            fprintf(out, "s_cmp_%s_u32 0, 0\n", low ? "eq" : "lg");
        else if (scalar)
            fprintf(out, "s_mov_b32 s%u, 0x%x\ns_mov_b32 s%u, 0x%x\n", 8 + 2 * i, low, 9 + 2 * i,
                    high);
        else
            fprintf(out, "v_mov_b32_e32 v%u, 0x%x\nv_mov_b32_e32 v%u, 0x%x\n", 2 + 2 * i, low,
                    3 + 2 * i, high);
    }
}

static void write_register(FILE *out, char file, uint32_t first, uint32_t words)
{
    if (words == 1)
        fprintf(out, "%c%u", file, first);
    else
        fprintf(out, "%c[%u:%u]", file, first, first + words - 1);
}

static void write_operation(FILE *out, const struct operation *r, const struct rdna2_opcode *o)
{
    uint32_t source = 0;
    bool several = o->form == FORM_VOP1 || o->form == FORM_VOP2 || o->form == FORM_VOPC;
    fprintf(out, "%s%s ", o->name, several ? "_e64" : "");
    for (const char *s = o->operands, *comma = ""; *s; s += 2) {
        uint32_t words = (uint32_t)(s[1] - '0');
        if (*s == 'Q' || *s == 'V')
            continue;
        fputs(comma, out);
        comma = ", ";
        if (*s == 'D' || *s == 'E')
            write_register(out, 'v', 0, words);
        else if (*s == 'S' || *s == 'R')
            write_register(out, 's', 12, words);
        else if (*s == 'M')
            fputs("s4", out);
        else if (*s == 'm')
            fputs("vcc_lo", out);
        else if (*s == 's')
            write_register(out, 's', 8 + 2 * source++, words);
        else if (*s == 'k' || *s == 'j')
            fprintf(out, "0x%" PRIx64, r->source[*s == 'k' ? strlen(r->letters) - 2 : source]);
        else
            write_register(out, 'v', 2 + 2 * source, words);
        source += strchr("afdvj", *s) != NULL;
    }
    fputc('\n', out);
}

/* What scalar instructions need that change EXEC, whose second source stands for it. */
static void write_exec(FILE *out, const struct operation *r, const struct rdna2_opcode *o)
{
    fprintf(out, "s_mov_b32 s5, exec_lo\ns_mov_b32 exec_lo, s10\n");
    write_operation(out, r, o);
    fprintf(out, "s_mov_b32 s13, exec_lo\ns_mov_b32 exec_lo, s5\n");
}

static void write_scalar(FILE *out, const struct operation *r, const struct rdna2_opcode *o)
{
    write_sources(out, r, true);
    bool constant = strchr(o->operands, 'k') != NULL;
    fprintf(out, "s_mov_b32 s12, %s\ns_mov_b32 s13, 0\n", o->operands[0] == 'R' ? "s10" : "0");
    if (constant && o->operands[0] == 's') { /* s_cmpk: the constant is the second source */
        fprintf(out, "%s s8, 0x%" PRIx64 "\n", o->name, r->source[1]);
    } else if (constant) {
        fprintf(out, "%s s12, 0x%" PRIx64 "\n", o->name, r->source[0]);
    } else if (strstr(o->action, "exec =")) {
        write_exec(out, r, o);
    } else {
        write_operation(out, r, o);
    }
    if (*r->letters == 'c')
        fputs("s_cselect_b32 s12, 1, 0\n", out);
    fprintf(out, "v_mov_b32_e32 v0, s12\nv_mov_b32_e32 v1, s13\n");
}

static void write_vector(FILE *out, const struct operation *r, const struct rdna2_opcode *o)
{
    write_sources(out, r, false);
    if (o->operands[0] == 'E') /* the last source is what the destination holds */
        fprintf(out, "v_mov_b32_e32 v0, v6\n");
    bool exec = o->operands[0] == 'Q';
    if (exec)
        fputs("s_mov_b32 s5, exec_lo\n", out);
    write_operation(out, r, o);
    if (exec)
        fputs("s_mov_b32 s4, exec_lo\ns_mov_b32 exec_lo, s5\n", out);
    if (*r->letters == 'p')
        fputs("v_cndmask_b32_e64 v0, 0, 1, s4\n", out);
}

static void write_row(FILE *out, const struct operation *r, uint32_t slot)
{
    const struct rdna2_opcode *o = opcode_of(r);
    if (o->op >= RDNA2_FIRST_SCALAR)
        write_scalar(out, r, o);
    else
        write_vector(out, r, o);
    for (uint32_t w = 0; w < (is_wide(*r->letters) ? 2u : 1u); w++)
        fprintf(out, "buffer_store_dword v%u, off, s[0:3], 0 offset:%u\n", w,
                4 * (SLOT_WORDS * slot + w));
}

static bool as_wanted(const struct operation *r, uint64_t got)
{
    if (strcmp(r->result, "nan") != 0)
        return got == strtoull(r->result, NULL, 16);
    return *r->letters == 'f' ? isnan(math_f32((uint32_t)got)) : isnan(math_f64(got));
}

/* Scratch memory has a word of all lanes, then the next. */
static uint32_t scratch_word(const struct rig_shader *shader, uint32_t word, uint32_t lane)
{
    uint32_t value;
    memcpy(&value, memory_block(shader->context, BLOCK_LOCAL, 0) + 4 * (WARP_LANES * word + lane),
           sizeof value);
    return value;
}

static void check(const struct rig_shader *shader, uint32_t first, uint32_t n, uint32_t lanes)
{
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        bool on = !lanes || lanes >> lane & 1;
        for (uint32_t i = 0; i < n; i++) {
            const struct operation *r = &table.rows[first + i];
            uint64_t got = scratch_word(shader, SLOT_WORDS * i, lane) |
                           (uint64_t)scratch_word(shader, SLOT_WORDS * i + 1, lane) << 32;
            if (on ? !as_wanted(r, got) : got != 0)
                fail_msg("lane %u: %" PRIx64 " for %s", lane, got, r->line);
        }
        for (uint32_t v = 1; v < 8 && !on; v++) /* v0 holds the thread's place */
            if (context_u32(shader->context, v * RDNA2_ROW)[lane])
                fail_msg("lane %u, which is off, has a value in v%u", lane, v);
    }
}

static void run_chunk(uint32_t first, uint32_t n, uint32_t lanes)
{
    static struct rig_shader shader;
    char *text FREED_BY(free) = NULL;
    size_t text_n = 0;
    FILE *out = open_memstream(&text, &text_n);
    const char *whole = RDNA2_SHADER("@"), *at = strstr(whole, "\n@\n") + 1;
    fwrite(whole, 1, (size_t)(at - whole), out);
    for (uint32_t i = 0; i < n; i++)
        write_row(out, &table.rows[first + i], i);
    fputs(at + 1, out);
    fclose(out);
    rig_shader_init(&shader, 32, 1);
    shader.frame.isa = ISA_RDNA2;
    struct kernel_settings settings = {.lanes = lanes};
    rig_shader_load(&shader, text, &settings);
    assert_ok(rig_shader_run(&shader, 0, &st));
    check(&shader, first, n, lanes);
    rig_shader_free(&shader);
}

TEST(results_are_those_of_the_manual)
{
    assert_true(table.n > 8000);
    for (uint32_t i = 0; i < table.n; i += CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0);
}

TEST(lanes_that_are_off_keep_what_they_hold)
{
    for (uint32_t i = 0; i < table.n; i += CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0x80A5C30Fu);
}

TEST(every_instruction_has_a_row)
{
    for (uint32_t i = 0; i < table.n; i++)
        rig_machine_code_mark(opcode_of(&table.rows[i]));
    rig_machine_code_all_marked(PART_ARITHMETIC);
}

TEST_GROUP(read_rows, NULL)
