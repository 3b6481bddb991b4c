/* Control of machine code, and what moves words of single lanes: a row of each instruction and the
 * result that the manual gives ("RDNA 2 ISA", "Program Flow Control", "Instructions"). */
#include "tests/rig/rig.h"

#include "sim/functional/warp.h"
#include "tests/rig/machine_code.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 64 };

/* v1 is each thread's result and 5 at first, v2 its place in the buffer of results. */
#define BEGIN                                                                                      \
    "\t.text\n\t.type k,@function\nk:\ns_load_dwordx2 s[8:9], s[4:5], 0x0\n"                       \
    "v_lshlrev_b32_e32 v2, 2, v0\nv_mov_b32_e32 v1, 5\ns_waitcnt lgkmcnt(0)\n"
#define STORE "\nglobal_store_dword v2, v1, s[8:9]\n"
#define END                                                                                        \
    "\ts_endpgm\n\t.section .rodata,#alloc\n\t.amdhsa_kernel k\n.amdhsa_next_free_vgpr 16\n"       \
    ".amdhsa_next_free_sgpr 48\n.amdhsa_group_segment_fixed_size 256\n"                            \
    ".amdhsa_private_segment_fixed_size 64\n.amdhsa_user_sgpr_private_segment_buffer 1\n"          \
    ".amdhsa_user_sgpr_kernarg_segment_ptr 1\n.amdhsa_kernarg_size 8\n\t.end_amdhsa_kernel\n"

/* 1 in s13 where the branch is taken, else 2. */
#define TAKEN(condition, branch)                                                                   \
    condition "\ns_movk_i32 s13, 1\n" branch " .Lon\ns_movk_i32 s13, 2\n.Lon:\n"                   \
              "s_mov_b32 exec_lo, -1\nv_mov_b32_e32 v1, s13"
/* Executed without a lane. */
#define NO_LANE(instruction)                                                                       \
    "s_mov_b32 exec_lo, 0\n" instruction "\ns_mov_b32 exec_lo, -1\nv_mov_b32_e32 v1, s13"
#define SOME_LANES(mask, instruction)                                                              \
    "s_mov_b32 exec_lo, " mask "\n" instruction "\ns_mov_b32 exec_lo, -1"
static const struct row {
    const char *opcode, *body;
    uint32_t base, per_lane; /* a thread's result: base + per_lane times its number */
    uint32_t threads;        /* 0: 32 */
    uint32_t lanes, others;  /* not 0: lanes that have that result, and what the others have */
} rows[] = {
    {"s_endpgm", "v_mov_b32_e32 v1, 1" STORE "s_endpgm\nv_mov_b32_e32 v1, 2", .base = 1},
    {"s_branch", "s_branch .Lon\nv_mov_b32_e32 v1, 2\n.Lon:", .base = 5},
    {"s_branch", /* back */
     "s_movk_i32 s13, 0\n.Lagain:\ns_add_u32 s13, s13, 1\ns_cmp_eq_u32 s13, 9\n"
     "s_cbranch_scc1 .Lon\ns_branch .Lagain\n.Lon:\nv_mov_b32_e32 v1, s13",
     .base = 9},
    {"s_cbranch_scc0", TAKEN("s_cmp_eq_u32 1, 2", "s_cbranch_scc0"), .base = 1},
    {"s_cbranch_scc0", TAKEN("s_cmp_eq_u32 1, 1", "s_cbranch_scc0"), .base = 2},
    {"s_cbranch_scc1", TAKEN("s_cmp_eq_u32 1, 1", "s_cbranch_scc1"), .base = 1},
    {"s_cbranch_scc1", TAKEN("s_cmp_eq_u32 1, 2", "s_cbranch_scc1"), .base = 2},
    {"s_cbranch_vccz", TAKEN("s_mov_b32 vcc_lo, 0", "s_cbranch_vccz"), .base = 1},
    {"s_cbranch_vccz", TAKEN("s_mov_b32 vcc_lo, 0x80000000", "s_cbranch_vccz"), .base = 2},
    /* Warps of 32 lanes do not look at the high half. */
    {"s_cbranch_vccz", TAKEN("s_mov_b32 vcc_lo, 0\ns_mov_b32 vcc_hi, -1", "s_cbranch_vccz"),
     .base = 1},
    {"s_cbranch_vccnz", TAKEN("s_mov_b32 vcc_lo, 1", "s_cbranch_vccnz"), .base = 1},
    {"s_cbranch_vccnz", TAKEN("s_mov_b32 vcc_lo, 0", "s_cbranch_vccnz"), .base = 2},
    {"s_cbranch_vccnz", TAKEN("s_mov_b32 vcc_lo, 0\ns_mov_b32 vcc_hi, 1", "s_cbranch_vccnz"),
     .base = 2},
    {"s_cbranch_execz", TAKEN("s_mov_b32 exec_lo, 0", "s_cbranch_execz"), .base = 1},
    {"s_cbranch_execz", TAKEN("s_mov_b32 exec_lo, 0x80000000", "s_cbranch_execz"), .base = 2},
    {"s_cbranch_execz", TAKEN("s_mov_b32 exec_lo, 0\ns_mov_b32 exec_hi, -1", "s_cbranch_execz"),
     .base = 1},
    {"s_cbranch_execnz", TAKEN("s_mov_b32 exec_lo, 2", "s_cbranch_execnz"), .base = 1},
    {"s_cbranch_execnz", TAKEN("s_mov_b32 exec_lo, 0", "s_cbranch_execnz"), .base = 2},

    /* The address behind the instruction, which has 4 bytes. */
    {"s_getpc_b64",
     "s_getpc_b64 s[12:13]\ns_getpc_b64 s[14:15]\ns_sub_u32 s13, s14, s12\n"
     "v_mov_b32_e32 v1, s13",
     .base = 4},
    {"s_getpc_b64", NO_LANE("s_getpc_b64 s[12:13]\ns_mov_b32 s13, s13"), .base = 0}, /* high half */
    /* Behind s_getpc: two additions and a jump of 4 bytes each, 4 of v_mov. */
    {"s_setpc_b64",
     "s_getpc_b64 s[12:13]\ns_add_u32 s12, s12, 16\ns_addc_u32 s13, s13, 0\n"
     "s_setpc_b64 s[12:13]\nv_mov_b32_e32 v1, 2\ns_nop 0",
     .base = 5},
    {"s_swappc_b64",
     "s_getpc_b64 s[12:13]\ns_add_u32 s12, s12, 16\ns_addc_u32 s13, s13, 0\n"
     "s_swappc_b64 s[14:15], s[12:13]\ns_branch .Lon\n"
     "v_mov_b32_e32 v1, 7\ns_setpc_b64 s[14:15]\n.Lon:",
     .base = 7},
    {"s_call_b64",
     "s_call_b64 s[12:13], .Lsub\nv_add_nc_u32_e32 v1, 1, v1\ns_branch .Lon\n"
     ".Lsub:\nv_mov_b32_e32 v1, 9\ns_setpc_b64 s[12:13]\n.Lon:",
     .base = 10},

    /* What the second warp writes is there behind the barrier, though the first had no lane on. */
    {"s_barrier",
     "v_mov_b32_e32 v4, v2\nds_write_b32 v4, v0\nv_cmp_gt_u32_e64 s12, 0, v0\n"
     "s_and_saveexec_b32 s13, s12\ns_barrier\ns_mov_b32 exec_lo, s13\n"
     "v_xor_b32_e32 v4, 0x80, v2\nds_read_b32 v1, v4\ns_waitcnt lgkmcnt(0)\n"
     "v_xor_b32_e32 v1, 32, v1",
     .base = 0, .per_lane = 1, .threads = 64},

    {"s_waitcnt", "ds_write_b32 v2, v0\nds_read_b32 v1, v2\ns_waitcnt lgkmcnt(0)", .base = 0,
     .per_lane = 1},
    {"s_waitcnt_vscnt", "s_waitcnt_vscnt null, 0x0", .base = 5},
    {"s_waitcnt_vmcnt", "s_waitcnt_vmcnt null, 0x3f", .base = 5},
    {"s_waitcnt_lgkmcnt", "s_waitcnt_lgkmcnt null, 0x1", .base = 5},
    {"s_waitcnt_expcnt", "s_waitcnt_expcnt null, 0x0", .base = 5},
    {"s_nop", "s_nop 0\ns_nop 15", .base = 5},
    {"s_sleep", "s_sleep 1", .base = 5},
    {"s_setprio", "s_setprio 3", .base = 5},
    {"s_inst_prefetch", "s_inst_prefetch 0x1", .base = 5},
    {"s_clause",
     "s_clause 0x1\nglobal_load_dword v4, v2, s[8:9]\n"
     "global_load_dword v4, v2, s[8:9]",
     .base = 5},
    {"s_setreg_b32", "s_setreg_b32 hwreg(HW_REG_MODE, 0, 4), s12", .base = 5},
    {"s_dcache_inv", "s_dcache_inv", .base = 5},
    {"buffer_gl0_inv", "buffer_gl0_inv", .base = 5},
    {"buffer_gl1_inv", "buffer_gl1_inv", .base = 5},
    {"v_nop", "v_nop", .base = 5},
    {"v_nop", NO_LANE("s_movk_i32 s13, 5\nv_nop"), .base = 5},

    /* The first lane that is on; lane 0 where none is. */
    {"v_readfirstlane_b32", "v_readfirstlane_b32 s13, v2\nv_mov_b32_e32 v1, s13", .base = 0},
    {"v_readfirstlane_b32",
     SOME_LANES("0xfffffe00", "v_readfirstlane_b32 s13, v2") "\nv_mov_b32_e32 v1, s13", .base = 36},
    {"v_readfirstlane_b32",
     SOME_LANES("0x80000000", "v_readfirstlane_b32 s13, v2") "\nv_mov_b32_e32 v1, s13",
     .base = 124},
    {"v_readfirstlane_b32", "v_add_nc_u32_e32 v4, 3, v2\n" NO_LANE("v_readfirstlane_b32 s13, v4"),
     .base = 3},
    /* Whether the lane is on or not; its number's low five bits. */
    {"v_readlane_b32", "v_readlane_b32 s13, v2, 3\nv_mov_b32_e32 v1, s13", .base = 12},
    {"v_readlane_b32", "s_movk_i32 s12, 31\nv_readlane_b32 s13, v2, s12\nv_mov_b32_e32 v1, s13",
     .base = 124},
    {"v_readlane_b32", "s_movk_i32 s12, 35\nv_readlane_b32 s13, v2, s12\nv_mov_b32_e32 v1, s13",
     .base = 12},
    {"v_readlane_b32", "s_mov_b32 m0, -1\nv_readlane_b32 s13, v2, m0\nv_mov_b32_e32 v1, s13",
     .base = 124},
    {"v_readlane_b32", NO_LANE("v_readlane_b32 s13, v2, 7"), .base = 28},
    {"v_writelane_b32", "v_writelane_b32 v1, 7, 9", .base = 7, .threads = 32, .lanes = 1u << 9,
     .others = 5},
    {"v_writelane_b32", "s_movk_i32 s12, 63\ns_movk_i32 s13, -2\nv_writelane_b32 v1, s13, s12",
     .base = UINT32_C(0xfffffffe), .threads = 32, .lanes = 1u << 31, .others = 5},
    {"v_writelane_b32", SOME_LANES("0", "v_writelane_b32 v1, -16, 0"), .base = UINT32_C(0xfffffff0),
     .threads = 32, .lanes = 1, .others = 5},

    /* Bits of the mask below the lane's own, whichever lanes are on. */
    {"v_mbcnt_lo_u32_b32", "v_mbcnt_lo_u32_b32 v1, -1, 0", .base = 0, .per_lane = 1},
    {"v_mbcnt_lo_u32_b32", "v_mbcnt_lo_u32_b32 v1, -1, v0", .base = 0, .per_lane = 2},
    {"v_mbcnt_lo_u32_b32", "v_mbcnt_lo_u32_b32 v1, 0, 3", .base = 3},
    {"v_mbcnt_lo_u32_b32", "v_mbcnt_lo_u32_b32 v1, 1, -1", .base = 0, .threads = 32,
     .lanes = 0xfffffffe, .others = UINT32_MAX},
    {"v_mbcnt_lo_u32_b32", "s_brev_b32 s12, 1\nv_mbcnt_lo_u32_b32 v1, s12, 4", .base = 4},
    {"v_mbcnt_lo_u32_b32", SOME_LANES("0x00010000", "v_mbcnt_lo_u32_b32 v1, -1, 0"), .base = 16,
     .threads = 32, .lanes = 1u << 16, .others = 5},
};

static void check(const struct row *r)
{
    static uint8_t bytes[4 * MOST_THREADS];
    struct status st = {0};
    char text[2048];
    const struct rdna2_opcode *o = rdna2_opcode_find(r->opcode, strlen(r->opcode), false);
    if (!o || !strstr(r->body, r->opcode))
        fail_msg("a row of %s, but none of its", r->opcode);
    snprintf(text, sizeof text, BEGIN "%s" STORE END, r->body);
    memset(bytes, 0xee, sizeof bytes);
    uint32_t threads = r->threads ? r->threads : WARP_LANES;
    if (rig_machine_code_run(text, threads, bytes, sizeof bytes, &st) != ST_OK)
        fail_msg("%s: %s", r->body, st.text);
    for (uint32_t thread = 0; thread < threads; thread++) {
        uint32_t got, wanted = r->base + r->per_lane * thread;
        memcpy(&got, bytes + 4 * thread, sizeof got);
        if (r->lanes && !(r->lanes >> thread & 1))
            wanted = r->others;
        if (got != wanted)
            fail_msg("%s: thread %u has %#x; expected %#x", r->body, thread, got, wanted);
    }
    rig_machine_code_mark(o);
}

TEST(control_goes_where_the_manual_says)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check(&rows[i]);

    uint8_t bytes[4 * MOST_THREADS] = {0};
    const struct rdna2_opcode *trap = rdna2_opcode_find("s_trap", 6, false);
    const char *text = BEGIN STORE "s_mov_b32 exec_lo, 0\ns_trap 2\n" END;
    assert_int_equal(rig_machine_code_run(text, 32, bytes, sizeof bytes, &st), ST_FAILED);
    assert_string_equal(st.text, "t.s:11: thread (0, 0, 0) of CTA (0, 0, 0) executes trap");
    rig_machine_code_mark(trap);
    rig_machine_code_all_marked(PART_CONTROL);
}
