/* Machine code's ways to memory, several instructions after another: global, flat and scalar
 * addresses, scratch, shared memory, atomics of all lanes on one word; and what is said of accesses
 * that lead nowhere. Each instruction for itself: rdna2_accesses. */
#include "tests/rig/rig.h"

#include "sim/functional/warp.h"
#include "tests/rig/assembly.h"
#include "tests/rig/machine_code.h"

#include <string.h>

enum { LANE_BYTES = 64, BYTES = WARP_LANES * LANE_BYTES, RESULT = 60 };

/* A lane's 64 bytes of the buffer are at v[4:5], and v2 from s[8:9]; s[10:11] is the same address
 * for all. v6 is the lane's place in shared memory, 16 bytes each. The result is v1. */
#define BEGIN                                                                                      \
    "s_load_dwordx2 s[8:9], s[4:5], 0x0\n"                                                         \
    "v_lshlrev_b32_e32 v2, 6, v0\n"                                                                \
    "v_lshlrev_b32_e32 v6, 4, v0\n"                                                                \
    "s_waitcnt lgkmcnt(0)\n"                                                                       \
    "s_mov_b64 s[10:11], s[8:9]\n"                                                                 \
    "v_mov_b32_e32 v5, s9\n"                                                                       \
    "v_add_co_u32 v4, vcc_lo, s8, v2\n"                                                            \
    "v_add_co_ci_u32_e32 v5, vcc_lo, 0, v5, vcc_lo\n"                                              \
    "v_mov_b32_e32 v1, 0\nv_mov_b32_e32 v3, 0x80000005\nv_mov_b32_e32 v7, 7\n"
#define END    "\ns_waitcnt vmcnt(0) lgkmcnt(0)\nglobal_store_dword v2, v1, s[8:9] offset:60"
#define MEMORY "\n.amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_kernarg_size 8\n"
#define PROGRAM(body)                                                                              \
    "\t.text\n\t.type k,@function\nk:\n" BEGIN body END "\n\ts_endpgm\n"                           \
    "\t.section .rodata,#alloc\n\t.amdhsa_kernel k\n" RDNA2_NEEDS                                  \
    ".amdhsa_group_segment_fixed_size 8192\n" MEMORY "\t.end_amdhsa_kernel\n"

static uint32_t word(const uint8_t *b, uint32_t at)
{
    uint32_t w;
    memcpy(&w, b + at, sizeof w);
    return w;
}

/* X(name, body, the result; b: the lane's bytes before, all: the buffer's) */
#define ROWS(X)                                                                                    \
    X(ubyte, "global_load_ubyte v1, v[4:5], off offset:5", b[5])                                   \
    X(sbyte, "global_load_sbyte v1, v[4:5], off offset:5", (uint32_t)(int8_t)b[5])                 \
    X(ushort, "global_load_ushort v1, v2, s[8:9] offset:6", word(b, 6) & 0xffffu)                  \
    X(sshort, "global_load_sshort v1, v2, s[8:9] offset:6", (uint32_t)(int16_t)word(b, 6))         \
    X(two,                                                                                         \
      "global_load_dwordx2 v[8:9], v[4:5], off offset:4\ns_waitcnt vmcnt(0)\n"                     \
      "v_xor_b32_e32 v1, v8, v9",                                                                  \
      word(b, 4) ^ word(b, 8))                                                                     \
    X(three,                                                                                       \
      "global_load_dwordx3 v[8:10], v[4:5], off offset:4\ns_waitcnt vmcnt(0)\n"                    \
      "v_xor3_b32 v1, v8, v9, v10",                                                                \
      word(b, 4) ^ word(b, 8) ^ word(b, 12))                                                       \
    X(four,                                                                                        \
      "flat_load_dwordx4 v[8:11], v[4:5] offset:20\ns_waitcnt vmcnt(0)\n"                          \
      "v_xor3_b32 v1, v8, v9, v10\nv_xor_b32_e32 v1, v1, v11",                                     \
      word(b, 20) ^ word(b, 24) ^ word(b, 28) ^ word(b, 32))                                       \
    X(backwards,                                                                                   \
      "v_mov_b32_e32 v8, 32\nv_add_co_u32 v8, vcc_lo, v4, v8\n"                                    \
      "v_add_co_ci_u32_e32 v9, vcc_lo, 0, v5, vcc_lo\n"                                            \
      "global_load_dword v1, v[8:9], off offset:-4",                                               \
      word(b, 28))                                                                                 \
    X(scalar,                                                                                      \
      "s_load_dwordx4 s[12:15], s[10:11], 0x8\ns_waitcnt lgkmcnt(0)\n"                             \
      "s_xor_b32 s12, s12, s15\nv_mov_b32_e32 v1, s12",                                            \
      word(all, 8) ^ word(all, 20))                                                                \
    X(scalar_register,                                                                             \
      "s_movk_i32 s12, 0x10\ns_load_dword s13, s[10:11], s12\n"                                    \
      "s_waitcnt lgkmcnt(0)\nv_mov_b32_e32 v1, s13",                                               \
      word(all, 16))                                                                               \
    X(store_byte,                                                                                  \
      "global_store_byte v[4:5], v3, off offset:9\n"                                               \
      "global_load_dword v1, v[4:5], off offset:8",                                                \
      (word(b, 8) & 0xffff00ffu) | 0x0500u)                                                        \
    X(store_short,                                                                                 \
      "global_store_short v[4:5], v3, off offset:10\n"                                             \
      "global_load_dword v1, v[4:5], off offset:8",                                                \
      (word(b, 8) & 0xffffu) | 0x50000u)                                                           \
    X(store_two,                                                                                   \
      "v_mov_b32_e32 v8, v3\nv_mov_b32_e32 v9, v0\n"                                               \
      "flat_store_dwordx2 v[4:5], v[8:9]\nglobal_load_dword v1, v[4:5], off offset:4",             \
      lane)                                                                                        \
    X(scratch,                                                                                     \
      "buffer_store_dword v3, off, s[0:3], 0 offset:8\nv_mov_b32_e32 v8, 4\n"                      \
      "buffer_store_byte v7, v8, s[0:3], 0 offen offset:5\n"                                       \
      "s_movk_i32 s12, 0x100\nbuffer_load_dword v1, off, s[0:3], s12",                             \
      0x80000705u)                                                                                 \
    X(scratch_signed,                                                                              \
      "buffer_store_dword v3, off, s[0:3], 0 offset:8\n"                                           \
      "buffer_load_sshort v1, off, s[0:3], 0 offset:10",                                           \
      0xffff8000u)                                                                                 \
    X(add, "global_atomic_add v1, v[4:5], v3, off glc", word(b, 0))                                \
    X(added, "global_atomic_add v[4:5], v3, off\nglobal_load_dword v1, v[4:5], off",               \
      word(b, 0) + 0x80000005u)                                                                    \
    X(umax,                                                                                        \
      "global_atomic_umax v2, v3, s[8:9] offset:4\n"                                               \
      "global_load_dword v1, v[4:5], off offset:4",                                                \
      word(b, 4) > 0x80000005u ? word(b, 4) : 0x80000005u)                                         \
    X(smin, "flat_atomic_smin v[4:5], v3\nglobal_load_dword v1, v[4:5], off",                      \
      (int32_t)word(b, 0) < (int32_t)0x80000005u ? word(b, 0) : 0x80000005u)                       \
    X(swap, "global_atomic_swap v[4:5], v7, off\nglobal_load_dword v1, v[4:5], off", 7)            \
    X(compare,                                                                                     \
      "global_load_dword v9, v[4:5], off\nv_mov_b32_e32 v8, v3\ns_waitcnt vmcnt(0)\n"              \
      "global_atomic_cmpswap v[4:5], v[8:9], off\nglobal_load_dword v1, v[4:5], off",              \
      0x80000005u)                                                                                 \
    X(compare_other,                                                                               \
      "v_mov_b32_e32 v8, v3\nv_mov_b32_e32 v9, 1\n"                                                \
      "global_atomic_cmpswap v1, v[4:5], v[8:9], off glc",                                         \
      word(b, 0))                                                                                  \
    X(together,                                                                                    \
      "v_mov_b32_e32 v8, 1\nv_mov_b32_e32 v9, 0\n"                                                 \
      "global_atomic_add v1, v9, v8, s[10:11] offset:56 glc",                                      \
      word(all, 56) + lane)                                                                        \
    X(shared, "ds_write_b32 v6, v3\nds_read_b32 v1, v6", 0x80000005u)                              \
    X(shared_bytes,                                                                                \
      "ds_write_b32 v6, v3 offset:4\nds_write_b8 v6, v7 offset:5\n"                                \
      "ds_read_i16 v1, v6 offset:4",                                                               \
      0x0705u)                                                                                     \
    X(shared_signed,                                                                               \
      "ds_write_b16 v6, v3\nds_write_b32 v6, v3 offset:8\n"                                        \
      "ds_read_i8 v1, v6 offset:11",                                                               \
      0xffffff80u)                                                                                 \
    X(shared_two,                                                                                  \
      "ds_write2_b32 v6, v3, v7 offset0:1 offset1:3\nds_read_b64 v[8:9], v6 offset:8\n"            \
      "s_waitcnt lgkmcnt(0)\nv_sub_nc_u32_e32 v1, v9, v8",                                         \
      7)                                                                                           \
    X(shared_read_two,                                                                             \
      "ds_write_b32 v6, v3\nds_write_b32 v6, v7 offset:12\n"                                       \
      "ds_read2_b32 v[8:9], v6 offset1:3\ns_waitcnt lgkmcnt(0)\n"                                  \
      "v_sub_nc_u32_e32 v1, v8, v9",                                                               \
      0x7ffffffeu)                                                                                 \
    X(shared_far,                                                                                  \
      "ds_write2st64_b32 v6, v3, v7 offset0:2 offset1:4\n"                                         \
      "ds_read_b32 v8, v6 offset:1024\ns_waitcnt lgkmcnt(0)\n"                                     \
      "v_add_nc_u32_e32 v1, 1, v8",                                                                \
      8)                                                                                           \
    X(shared_four,                                                                                 \
      "v_mov_b32_e32 v8, v3\nv_mov_b32_e32 v9, v7\nv_mov_b32_e32 v10, v0\n"                        \
      "v_mov_b32_e32 v11, 1\nds_write_b128 v6, v[8:11]\n"                                          \
      "ds_read2_b64 v[12:15], v6 offset1:1\ns_waitcnt lgkmcnt(0)\n"                                \
      "v_add3_u32 v1, v13, v14, v15",                                                              \
      7 + lane + 1)                                                                                \
    X(shared_add, "ds_write_b32 v6, v7\nds_add_u32 v6, v3\nds_add_rtn_u32 v1, v6, v7",             \
      0x80000005u + 7)                                                                             \
    X(shared_min, "ds_write_b32 v6, v7\nds_min_i32 v6, v3\nds_read_b32 v1, v6", 0x80000005u)       \
    X(shared_exchange, "ds_write_b32 v6, v7\nds_wrxchg_rtn_b32 v1, v6, v3", 7)                     \
    X(shared_compare, "ds_write_b32 v6, v7\nds_cmpst_b32 v6, v7, v3\nds_read_b32 v1, v6",          \
      0x80000005u)                                                                                 \
    X(masks,                                                                                       \
      "v_cmp_gt_u32_e32 vcc_lo, 4, v0\ns_and_saveexec_b32 s12, vcc_lo\n"                           \
      "v_mov_b32_e32 v1, 3\ns_mov_b32 exec_lo, s12",                                               \
      lane < 4 ? 3 : 0)

#define X(name, body, result)                                                                      \
    static uint32_t name(const uint8_t *b, const uint8_t *all, uint32_t lane)                      \
    {                                                                                              \
        (void)b, (void)all, (void)lane;                                                            \
        return (result);                                                                           \
    }
ROWS(X)
#undef X

static const struct {
    const char *name, *text;
    uint32_t (*result)(const uint8_t *b, const uint8_t *all, uint32_t lane);
} rows[] = {
#define X(name, body, result) {#name, PROGRAM(body), name},
    ROWS(X)
#undef X
};

static void fill(uint8_t bytes[BYTES])
{
    for (uint32_t i = 0; i < BYTES; i++)
        bytes[i] = (uint8_t)(i * 37 + i / 11);
}

TEST(what_memory_instructions_do)
{
    static uint8_t before[BYTES], after[BYTES];
    fill(before);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fill(after);
        if (rig_machine_code_run(rows[i].text, WARP_LANES, after, BYTES, &st) != ST_OK)
            fail_msg("%s: %s", rows[i].name, st.text);
        for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
            uint32_t at = lane * LANE_BYTES;
            uint32_t got = word(after, at + RESULT);
            uint32_t wanted = rows[i].result(before + at, before, lane);
            if (got != wanted)
                fail_msg("%s, lane %u: %#x instead of %#x", rows[i].name, lane, got, wanted);
        }
    }
}

TEST(accesses_that_lead_nowhere_are_refused)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {PROGRAM("v_mov_b32_e32 v8, 0\nv_mov_b32_e32 v9, 0\nglobal_load_dword v1, v[8:9], off"),
         "reads 4 bytes at address 0x0"},
        {PROGRAM("global_load_dword v1, v[4:5], off offset:2"), "which is not aligned"},
        {PROGRAM("s_mov_b64 s[12:13], 0\ns_load_dword s14, s[12:13], 0x0"),
         "reads 4 bytes at address 0x0"},
        {PROGRAM("v_mov_b32_e32 v8, 0x4000\nds_read_b32 v1, v8"), "of shared memory, which has"},
        {PROGRAM("s_mov_b32 s12, 0x100000\nbuffer_load_dword v1, off, s[0:3], s12"),
         "of its scratch memory, which has"},
        {PROGRAM("s_mov_b64 s[12:13], 2\ns_setpc_b64 s[12:13]"),
         "a jump to 0x2, where no instruction is"},
        {PROGRAM(".Lagain:\ns_branch .Lagain\n"), "expected a program that ends"},
        {PROGRAM("s_trap 2"), "executes trap"},
        {PROGRAM("s_movk_i32 exec_lo, 0\n.Lagain:\ns_cbranch_execz .Lagain"),
         "expected a program that ends"},
        {PROGRAM("s_getpc_b64 s[12:13]\ns_setpc_b64 s[12:13]"), "expected a program that ends"},
        {PROGRAM("s_mov_b64 s[12:13], -4\ns_setpc_b64 s[12:13]"),
         "a jump to 0xfffffffffffffffc, where no instruction is"},
        {PROGRAM("s_getpc_b64 s[12:13]\ns_add_u32 s12, s12, 0x100000\n"
                 "s_swappc_b64 s[14:15], s[12:13]"),
         "where no instruction is"},
        {PROGRAM("s_getpc_b64 s[12:13]\ns_add_u32 s12, s12, 0x10\ns_setpc_b64 s[12:13]"),
         "where no instruction is"}, /* the second half of s_mov_b32 */
        {PROGRAM("v_mov_b32_e32 v8, -1\nv_mov_b32_e32 v9, -1\n"
                 "global_load_dwordx4 v[8:11], v[8:9], off offset:2047"),
         "which is outside every buffer"},
        {PROGRAM("v_mov_b32_e32 v8, -4\nglobal_store_dwordx2 v8, v[10:11], s[8:9]"),
         "which is outside every buffer"},
        {PROGRAM("v_mov_b32_e32 v8, 0x7fc\nglobal_load_dwordx2 v[10:11], v8, s[8:9]"),
         "which is outside every buffer"}, /* its last word is behind the buffer */
        {PROGRAM("v_mov_b32_e32 v8, 1\nglobal_store_short v8, v3, s[8:9]"), "which is not aligned"},
        {PROGRAM("v_mov_b32_e32 v8, 2\nglobal_atomic_add v8, v3, s[8:9]"), "which is not aligned"},
        {PROGRAM("v_mov_b32_e32 v8, -4\nflat_atomic_cmpswap v1, v[8:9], v[10:11] glc"),
         "which is outside every buffer"},
        {PROGRAM("s_load_dwordx16 s[16:31], s[8:9], 0x7e0"), "reads 64 bytes"},
        {PROGRAM("s_mov_b64 s[12:13], -1\ns_load_dword s14, s[12:13], 0xfffff"),
         "which is outside every buffer"},
        {PROGRAM("s_mov_b64 s[12:13], s[4:5]\nv_mov_b32_e32 v8, 0\n"
                 "global_store_dword v8, v3, s[12:13]"),
         "which is read-only"}, /* parameters */
        {PROGRAM("v_mov_b32_e32 v8, -4\nds_write_b32 v8, v3"), "of shared memory, which has"},
        {PROGRAM("v_mov_b32_e32 v8, -8\nds_read_b32 v1, v8 offset:4"),
         "of shared memory, which has"},
        {PROGRAM("v_mov_b32_e32 v8, 0x1ffc\nds_read_b64 v[8:9], v8"),
         "of shared memory, which has"},
        {PROGRAM("v_mov_b32_e32 v8, 0x1000\nds_write2st64_b64 v8, v[8:9], v[8:9] offset1:255"),
         "of shared memory, which has"},
        {PROGRAM("v_mov_b32_e32 v8, 0x2000\nds_add_rtn_u32 v1, v8, v3"),
         "of shared memory, which has"},
        {PROGRAM("v_mov_b32_e32 v8, 2\nds_read_b32 v1, v8"), "of shared memory"},
        {PROGRAM("v_mov_b32_e32 v8, 0xc7f\nbuffer_load_dword v1, v8, s[0:3], 0 offen"),
         "is at byte 3199 of its scratch memory, which has 3200"},
        {PROGRAM("v_mov_b32_e32 v8, 0xc7a\nbuffer_load_dword v1, v8, s[0:3], 0 offen"),
         "which is not aligned"},
        {PROGRAM("v_mov_b32_e32 v8, 0xc7f\nbuffer_load_ubyte v1, v8, s[0:3], 0 offen offset:1"),
         "of its scratch memory, which has"},
    };
    static uint8_t bytes[BYTES];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (rig_machine_code_run(bad[i].text, WARP_LANES, bytes, BYTES, &st) == ST_OK)
            fail_msg("row %zu: accepted instead of '%s'", i, bad[i].message);
        if (!strstr(st.text, bad[i].message) || strncmp(st.text, "t.s:", 4) != 0)
            fail_msg("'%s' instead of '%s'", st.text, bad[i].message);
    }
}
