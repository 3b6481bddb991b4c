/* Every instruction of dumps that is a function of its operands against the results of
 * tests/data/vsim_operations.py, on all lanes and on some; what the others hold must stay. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/frontend/vsim/opcodes.h"
#include "tests/rig/dumps.h"
#include "tests/rig/operations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 500 };

static struct operations table;

static int read_rows(void **state)
{
    (void)state;
    return rig_operations_read(&table, "vsim_operations.py");
}

/* Registers of one kind are called by its letter and their place: %d2. */
static void write_source(FILE *out, char letter, size_t place, uint64_t bits)
{
    if (letter == 'p')
        fprintf(out, "setp.ne.u32 %%p%zu, %" PRIu64 ", 0;\n", place, bits);
    else if (letter == 'd')
        fprintf(out, "mov.b64 %%d%zu, 0D%016" PRIx64 ";\n", place, bits);
    else
        fprintf(out, "mov.b32 %%%c%zu, 0F%08" PRIx64 ";\n", letter, place, bits);
}

static void write_row(FILE *out, const struct operation *r, uint32_t slot)
{
    size_t n = strlen(r->letters);
    for (size_t i = 1; i < n; i++)
        write_source(out, r->letters[i], i, r->source[i - 1]);
    fprintf(out, "%s ", r->opcode);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%%%c%zu", i ? ", " : "", r->letters[i], i);
    if (*r->letters == 'p')
        fprintf(out, ";\nselp.u32 %%r9, 1, 0, %%p0;\nst.global.u32 [%%out + %u], %%r9;\n",
                8 * slot);
    else
        fprintf(out, ";\nst.global.%s [%%out + %u], %%%c0;\n", *r->letters == 'd' ? "u64" : "u32",
                8 * slot, *r->letters);
}

static void write_chunk(FILE *out, uint32_t first, uint32_t n)
{
    static const char *const types[] = {"h .u16", "r .b32", "d .b64", "f .f32", "p .pred"};
    fprintf(out, ".reg .b64 %%out;\nrt_alloc_mem %%out, %d, 8192;\n", 8 * CHUNK);
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int i = 0; i < 10; i++)
            fprintf(out, ".reg %s %%%c%d;\n", types[t] + 2, *types[t], i);
    for (uint32_t i = 0; i < n; i++)
        write_row(out, &table.rows[first + i], i);
    fputs("ret ;\n", out);
}

static bool as_wanted(const struct operation *r, uint64_t got)
{
    if (strcmp(r->result, "nan") == 0)
        return isnan(math_f32((uint32_t)got));
    return got == strtoull(r->result, NULL, 16);
}

static void run_chunk(uint32_t first, uint32_t n, uint32_t lanes)
{
    static struct rig_dumps d;
    char *text FREED_BY(free) = NULL;
    size_t text_n = 0;
    FILE *out = open_memstream(&text, &text_n);
    write_chunk(out, first, n);
    fclose(out);
    rig_dumps_init(&d, 32, 1);
    rig_dumps_add(&d, "RAYGEN", 0, text);
    assert_ok(rig_dumps_load(&d, &(struct kernel_settings){.lanes = lanes}, &st));
    assert_ok(rig_shader_run(&d.shader, 0, &st));
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        for (uint32_t i = 0; i < n; i++) {
            uint64_t low = rig_dumps_word(&d, "%out", lane, 2 * i);
            uint64_t got = (uint64_t)rig_dumps_word(&d, "%out", lane, 2 * i + 1) << 32 | low;
            bool on = !lanes || lanes >> lane & 1;
            if (on ? !as_wanted(&table.rows[first + i], got) : got != 0)
                fail_msg("lane %u: %" PRIx64 " for %s", lane, got, table.rows[first + i].line);
        }
    rig_dumps_free(&d);
}

TEST(results_are_those_of_vulkan_sim)
{
    assert_true(table.n > 4000 && table.n < OPERATIONS_MOST);
    for (uint32_t i = 0; i < table.n; i += CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0);
}

TEST(lanes_that_are_off_keep_what_they_hold)
{
    for (uint32_t i = 0; i < table.n; i += 4 * CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0x80A5C30Fu);
}

TEST(every_opcode_has_a_row)
{
    for (size_t i = 0; i < n_vsim_opcodes; i++) {
        const struct vsim_opcode *o = &vsim_opcodes[i];
        uint32_t k = 0;
        while (k < table.n && strcmp(table.rows[k].opcode, o->text) != 0)
            k++;
        if (k == table.n && o->kind < KIND_MEMORY && o->op < CODE_FIRST_SPECIAL)
            fail_msg("%s is not in the table", o->text);
    }
}

TEST_GROUP(read_rows, NULL)
