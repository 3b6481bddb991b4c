/* Every instruction of machine code that has addresses against what tests/data/rdna2_accesses.py
 * says that it finds and leaves behind, with all lanes on, with some and with none. */
#include "tests/rig/rig.h"

#include "sim/functional/warp.h"
#include "tests/rig/machine_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LANE_WORDS = 16, BYTES = 4 * LANE_WORDS * WARP_LANES };

/* v[2:3]: the lane's 64 bytes; the rest as the script has it. Data are read, results set. */
#define BEGIN                                                                                      \
    "\t.text\n\t.type k,@function\nk:\n"                                                           \
    "s_load_dwordx2 s[8:9], s[4:5], 0x0\nv_lshlrev_b32_e32 v7, 6, v0\n"                            \
    "v_add_nc_u32_e32 v6, 16, v7\nv_mov_b32_e32 v1, v6\ns_waitcnt lgkmcnt(0)\n"                    \
    "s_add_u32 s10, s8, 0x400\ns_addc_u32 s11, s9, 0\n"                                            \
    "v_mov_b32_e32 v3, s9\nv_add_co_u32 v2, vcc_lo, s8, v7\n"                                      \
    "v_add_co_ci_u32_e32 v3, vcc_lo, 0, v3, vcc_lo\nv_mov_b32_e32 v5, v3\n"                        \
    "v_add_co_u32 v4, vcc_lo, 16, v2\nv_add_co_ci_u32_e32 v5, vcc_lo, 0, v5, vcc_lo\n"             \
    "global_load_dwordx4 v[12:15], v[2:3], off offset:48\n"                                        \
    "v_mov_b32_e32 v8, 0x5e000000\nv_mov_b32_e32 v9, 0x5e000001\n"                                 \
    "v_mov_b32_e32 v10, 0x5e000002\nv_mov_b32_e32 v11, 0x5e000003\n"                               \
    "s_movk_i32 s12, 0x100\n"
#define END                                                                                        \
    "global_store_dwordx4 v[2:3], v[8:11], off offset:48\n\ts_endpgm\n"                            \
    "\t.section .rodata,#alloc\n\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 32\n"                   \
    ".amdhsa_next_free_sgpr 48\n.amdhsa_private_segment_fixed_size 48\n"                           \
    ".amdhsa_group_segment_fixed_size 4096\n.amdhsa_user_sgpr_private_segment_buffer 1\n"          \
    ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_kernarg_size 8\n\t.end_amdhsa_kernel\n"
#define LOAD_LANE                                                                                  \
    "global_load_dwordx4 v[16:19], v[2:3], off\n"                                                  \
    "global_load_dwordx4 v[20:23], v[2:3], off offset:16\n"                                        \
    "global_load_dwordx4 v[24:27], v[2:3], off offset:32\n"
#define STORE_LANE                                                                                 \
    "global_store_dwordx4 v[2:3], v[16:19], off\n"                                                 \
    "global_store_dwordx4 v[2:3], v[20:23], off offset:16\n"                                       \
    "global_store_dwordx4 v[2:3], v[24:27], off offset:32\n"

static void write_shared(FILE *out, bool before)
{
    fputs(before ? LOAD_LANE "ds_write_b128 v7, v[16:19]\nds_write_b128 v7, v[20:23] offset:16\n"
                             "ds_write_b128 v7, v[24:27] offset:2048\n"
                 : "ds_read_b128 v[16:19], v7\nds_read_b128 v[20:23], v7 offset:16\n"
                   "ds_read_b128 v[24:27], v7 offset:2048\n" STORE_LANE,
          out);
}

/* v3 serves as an offset meanwhile; it comes back from v5, which has the same word. */
static void write_scratch(FILE *out, bool before)
{
    if (before)
        fputs(LOAD_LANE "v_mov_b32_e32 v3, 16\n", out);
    for (uint32_t i = 0; i < 12; i++)
        fprintf(out, "buffer_%s_dword v%u, off, s[0:3], 0 offset:%u\n", before ? "store" : "load",
                16 + i, 4 * i);
    if (!before)
        fputs("v_mov_b32_e32 v3, v5\n" STORE_LANE, out);
}

static void write_scalars(FILE *out, bool before)
{
    for (uint32_t i = 0; i < 16 && before; i++)
        fprintf(out, "s_mov_b32 s%u, 0x%x\n", 16 + i, 0x5e000000u + i);
    for (uint32_t i = 0; i < 16 && !before; i++)
        fprintf(out, "v_mov_b32_e32 v%u, s%u\n", i < 4 ? 8 + i : 12 + i, 16 + i);
    if (!before)
        fputs(STORE_LANE, out);
}

/* What comes before and behind the instruction. */
static void write_around(FILE *out, char space, bool before)
{
    if (space == 's')
        write_shared(out, before);
    else if (space == 'p')
        write_scratch(out, before);
    else if (space == 'c')
        write_scalars(out, before);
}

struct row {
    char opcode[32], space, text[96], line[160];
    uint32_t exec;
    uint8_t before[BYTES], after[BYTES];
};

static void write_program(FILE *out, const struct row *r)
{
    fputs(BEGIN, out);
    write_around(out, r->space, true);
    fprintf(out,
            "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_mov_b32 exec_lo, 0x%x\n%s\n"
            "s_waitcnt vmcnt(0) lgkmcnt(0)\ns_mov_b32 exec_lo, -1\n",
            r->exec, r->text);
    write_around(out, r->space, false);
    fputs(END, out);
}

static bool read_row(FILE *f, struct row *r)
{
    int from = 0;
    if (!fgets(r->line, sizeof r->line, f))
        return false;
    r->line[strcspn(r->line, "\n")] = 0;
    assert_int_equal(sscanf(r->line, "%31s %c %x %n", r->opcode, &r->space, &r->exec, &from), 3);
    snprintf(r->text, sizeof r->text, "%s", r->line + from);
    assert_int_equal(fread(r->before, 1, BYTES, f), BYTES);
    assert_int_equal(fread(r->after, 1, BYTES, f), BYTES);
    return true;
}

static float real(const uint8_t *at)
{
    float f;
    memcpy(&f, at, sizeof f);
    return f;
}

static void compare(const struct row *r, const uint8_t *got)
{
    bool reals = strstr(r->opcode, "f32") != NULL; /* a NaN is as good as another */
    for (uint32_t at = 0; at < BYTES; at += 4)
        if (memcmp(got + at, r->after + at, 4) != 0 &&
            !(reals && isnan(real(got + at)) && isnan(real(r->after + at))))
            fail_msg("%s: lane %u, word %u is %08x; expected %08x", r->line, at / 64, at / 4 % 16,
                     *(const uint32_t *)(const void *)(got + at),
                     *(const uint32_t *)(const void *)(r->after + at));
}

static void check(const struct row *r)
{
    static uint8_t bytes[BYTES];
    struct status st = {0};
    char *text FREED_BY(free) = NULL;
    size_t n = 0, words = strcspn(r->text, " ");
    bool result = strstr(r->text, " glc") != NULL;
    const struct rdna2_opcode *o = rdna2_opcode_find(r->opcode, strlen(r->opcode), result);
    if (!o || words != strlen(r->opcode) || memcmp(r->opcode, r->text, words) != 0)
        fail_msg("%s is a row of no opcode", r->line);
    FILE *out = open_memstream(&text, &n);
    write_program(out, r);
    fclose(out);
    memcpy(bytes, r->before, BYTES);
    if (rig_machine_code_run(text, WARP_LANES, bytes, BYTES, &st) != ST_OK)
        fail_msg("%s: %s", r->line, st.text);
    compare(r, bytes);
    rig_machine_code_mark(o);
}

TEST(accesses_find_and_leave_what_the_manual_says)
{
    static struct row row;
    uint32_t n = 0;
    FILE *f = popen("python3 -B '" TEST_SOURCE_DIR "/tests/data/rdna2_accesses.py'", "r");
    assert_non_null(f);
    for (; read_row(f, &row); n++)
        check(&row);
    assert_int_equal(pclose(f), 0);
    assert_true(n > 1500);
    rig_machine_code_all_marked(PART_MEMORY);
}
