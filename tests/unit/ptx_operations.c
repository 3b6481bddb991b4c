/* Every opcode against the operands and results of tests/data/ptx_operations.py, on all lanes and
 * on some; what the others hold must stay. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/warp_context.h"
#include "sim/functional/frontend/ptx/opcodes.h"
#include "tests/rig/operations.h"
#include "tests/rig/shader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 400 };

static struct operations table;

static int read_rows(void **state)
{
    (void)state;
    return rig_operations_read(&table, "ptx_operations.py");
}

struct letter {
    char name;
    const char *stem, *move, *store;
};
static const struct letter letters[] = {
    {'h', "%rs", "mov.b16", "st.local.u16"}, {'r', "%r", "mov.b32", "st.local.u32"},
    {'d', "%rd", "mov.b64", "st.local.u64"}, {'f', "%f", "mov.b32", "st.local.b32"},
    {'g', "%fd", "mov.b64", "st.local.b64"}, {'p', "%p", "mov.pred", ""}};

static const struct letter *letter(char name)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letters[i].name == name)
            return &letters[i];
    fail_msg("letter %c", name);
    return NULL;
}

static void write_row(FILE *out, const struct operation *r, uint32_t slot)
{
    size_t n = strlen(r->letters);
    for (size_t i = 1; i < n; i++) {
        const struct letter *l = letter(r->letters[i]);
        fprintf(out, "%s %s%zu, 0x%" PRIx64 ";\n", l->move, l->stem, i, r->source[i - 1]);
    }
    fprintf(out, "%s ", r->opcode);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "%s%s%zu", i ? ", " : "", letter(r->letters[i])->stem, i);
    const struct letter *d = letter(*r->letters);
    if (d->name == 'p')
        fprintf(out, ";\nselp.u32 %%r0, 1, 0, %%p0;\nst.local.u32 [%%rd20+%u], %%r0;\n", 8 * slot);
    else
        fprintf(out, ";\n%s [%%rd20+%u], %s0;\n", d->store, 8 * slot, d->stem);
}

static bool as_wanted(const struct operation *r, uint64_t got)
{
    if (strcmp(r->result, "nan") != 0)
        return got == strtoull(r->result, NULL, 16);
    return *r->letters == 'f' ? isnan(math_f32((uint32_t)got)) : isnan(math_f64(got));
}

/* Registers begin as zero: those of lanes that never ran still are. */
static void assert_registers_untouched(const struct rig_shader *shader, uint32_t lanes)
{
    const struct program *p = shader->launch->program;
    for (uint32_t i = 0; i < p->n_code && lanes; i++) {
        const struct code *c = &p->code[i];
        const struct op_info *info = &op_info[c->op];
        if (c->op >= CODE_FIRST_SPECIAL)
            continue;
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            if (lanes >> lane & 1)
                continue;
            uint64_t held = info->cells[0] == CELL_8
                                ? context_u64(shader->context, c->row[0])[lane]
                                : context_u32(shader->context, c->row[0])[lane];
            if (held)
                fail_msg("%s has written into lane %u", info->name, lane);
        }
    }
}

static void run_chunk(uint32_t first, uint32_t n, uint32_t lanes)
{
    static struct rig_shader shader;
    char *text FREED_BY(free) = NULL;
    size_t text_n = 0;
    FILE *out = open_memstream(&text, &text_n);
    fputs(PTX_HEAD ".func raygen() {" PTX_REGISTERS, out);
    fprintf(out, ".local .align 8 .b8 d[%u];\nmov.u64 %%rd20, d;\n", 8 * CHUNK);
    for (uint32_t i = 0; i < n; i++)
        write_row(out, &table.rows[first + i], i);
    fprintf(out, "ret; }\n");
    fclose(out);
    rig_shader_init(&shader, 32, 1);
    struct kernel_settings settings = {.lanes = lanes};
    rig_shader_load(&shader, text, &settings);
    assert_ok(rig_shader_run(&shader, 0, &st));
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        for (uint32_t i = 0; i < n; i++) {
            uint64_t got;
            memcpy(&got, memory_block(shader.context, BLOCK_LOCAL, lane) + 8 * i, sizeof got);
            bool on = !lanes || lanes >> lane & 1;
            if (on ? !as_wanted(&table.rows[first + i], got) : got != 0)
                fail_msg("lane %u: %" PRIx64 " for %s", lane, got, table.rows[first + i].line);
        }
    assert_registers_untouched(&shader, lanes);
    rig_shader_free(&shader);
}

TEST(results_are_those_of_the_manual)
{
    assert_true(table.n > 5000);
    for (uint32_t i = 0; i < table.n; i += CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0);
}

TEST(lanes_that_are_off_keep_what_they_hold)
{
    for (uint32_t i = 0; i < table.n; i += CHUNK)
        run_chunk(i, table.n - i < CHUNK ? table.n - i : CHUNK, 0x80A5C30Fu);
}

TEST(every_opcode_has_a_row)
{
    for (size_t i = 0; i < n_ptx_opcodes; i++) {
        uint32_t k = 0;
        while (k < table.n && strcmp(table.rows[k].opcode, ptx_opcodes[i].text) != 0)
            k++;
        if (k == table.n && ptx_opcodes[i].op < CODE_FIRST_SPECIAL)
            fail_msg("%s is not in the table", ptx_opcodes[i].text);
    }
}

TEST_GROUP(read_rows, NULL)
