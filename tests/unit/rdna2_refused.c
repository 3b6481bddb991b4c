/* What the reader of AMD's assembly says of text that cannot run: a line each, with the file's. */
#include "tests/rig/rig.h"

#include "common/memory.h"
#include "sim/functional/frontend/rdna2/parse.h"
#include "tests/rig/assembly.h"

#include <stdio.h>
#include <string.h>

#define NO_REGISTER(name)                                                                          \
    "t.s:5: there is no register " name                                                            \
    "; expected v0 to v255, s0 to s105, or up to 16 in a row as v[2:3]"

static const struct {
    const char *body, *message; /* the body begins in line 5 */
} bad[] = {
    {"v_frob_b32 v0, v1", "t.s:5: v_frob_b32 is outside the subset (docs/reference/rdna2.md)"},
    {"s_branch .Lnowhere", "t.s:5: .Lnowhere is nowhere defined"},
    {"v_mov_b32_e32 v16, 0", "t.s:5: register v16; kernel k has 16 (.amdhsa_next_free_vgpr)"},
    {"s_mov_b32 s48, 0", "t.s:5: register s48; kernel k has 48 (.amdhsa_next_free_sgpr)"},
    {"v_add_f32_e32 v0, v1", "t.s:5: v_add_f32 with 2 operands; expected 3"},
    {"v_add_f32 v0, v1, v2", "t.s:5: v_add_f32: expected the name with _e32, _e64 or _sdwa"},
    {"v_fma_f32_e64 v0, v1, v2, v3", "t.s:5: v_fma_f32: expected the name without an ending"},
    {"v_add_f32_e32 v0, v1, s2",
     "t.s:5: the second source of v_add_f32_e32 must be a vector register"},
    {"v_add_f32_e32 v0, -v1, v2", "t.s:5: v_add_f32_e32 has no sources with a changed sign"},
    {"v_add_nc_u32_e64 v0, -v1, v2", "t.s:5: '-v1' is no operand that v_add_nc_u32 can have here"},
    {"v_cmp_lt_u32_e32 s0, v1, v2", "t.s:5: v_cmp_lt_u32_e32 has no mask but vcc_lo"},
    {"v_add3_u32 v0, 0x100, 0x101, v1",
     "t.s:5: v_add3_u32 with two literals; an encoding has room for one"},
    {"v_add3_u32 v0, s0, s1, s2",
     "t.s:5: v_add3_u32 reads 3 scalar registers and literals; at most 2 are allowed"},
    {"v_xor_b32_sdwa v0, 0x100, v1 src0_sel:WORD_1",
     "t.s:5: v_xor_b32_sdwa has no room for a literal"},
    {"s_mov_b64 s[1:2], 0", "t.s:5: s[1:2] of s_mov_b64; expected a multiple of 2"},
    {"s_mov_b32 v0, 0",
     "t.s:5: 'v0' cannot stand here; expected 1 word of the kind that s_mov_b32 takes"},
    {"global_load_dword v0, v1, off",
     "t.s:5: global_load_dword: an address of 1 words without a scalar pair"},
    {"global_load_dword v0, v[2:3], off offset:2048",
     "t.s:5: offset '2048'; expected -2048 to 2047"},
    {"buffer_load_dword v0, off, s[4:7], 0",
     "t.s:5: buffer_load_dword of a buffer that is not the scratch memory's, s[0:3]"},
    {"buffer_load_dword v0, v1, s[0:3], 0",
     "t.s:5: buffer_load_dword: a register with the offset goes with offen"},
    {"s_waitcnt vmcnt(64)", "t.s:5: 'vmcnt(64)'; expected vmcnt(N), lgkmcnt(N) or expcnt(N)"},
    {"v_mov_b32_e32 v0, v1 clamp", "t.s:5: v_mov_b32 has no 'clamp' here"},
    {"rt_work v0", "t.s:5: rt_work in a compute kernel; only shaders may have it"},
    {".Lx:\n.Lx:\ns_nop 0", "t.s:6: .Lx is there twice; it was in line 5"},
    {"s_nop 0\n\001", "t.s:6: a control character"},
    {"v_mov_b32_e32 v256, 0", NO_REGISTER("v256")},
    {"s_mov_b32 s106, 0", NO_REGISTER("s106")},
    {"v_add_f64 v[0:1], v[255:256], v[2:3]", NO_REGISTER("v[255:256]")},
    {"v_add_f64 v[0:1], v[3:2], v[2:3]", NO_REGISTER("v[3:2]")},
    {"v_mov_b32_e32 v[0, 0", NO_REGISTER("v[0")},
    {"s_load_dwordx4 s[104:107], s[2:3], 0x0", NO_REGISTER("s[104:107]")},
    {"s_load_dwordx4 s[2:5], s[2:3], 0x0",
     "t.s:5: s[2:5] of s_load_dwordx4; expected a multiple of 4"},
    {"s_load_dwordx2 s[3:4], s[2:3], 0x0",
     "t.s:5: s[3:4] of s_load_dwordx2; expected a multiple of 2"},
    {"s_load_dword s0, 64, 0x0",
     "t.s:5: s_load_dword with a constant for operand 2; expected scalar registers"},
    {"s_load_dword s0, s[2:3], 0x100000",
     "t.s:5: '0x100000' is no operand that s_load_dword can have here"},
    {"s_load_dword s0, s[2:3], 0xffffffff",
     "t.s:5: '0xffffffff' is no operand that s_load_dword can have here"},
    {"s_load_dword exec_lo, s[2:3], 0x0",
     "t.s:5: s_load_dword into m0 or exec; expected s0 to s105, vcc or null"},
    {"s_load_dword s0, s[2:3], 0x0 slc", "t.s:5: s_load_dword has no 'slc' here"},
    {"s_cmpk_eq_i32 4, 0x10",
     "t.s:5: s_cmpk_eq_i32 with a constant for operand 1; expected scalar registers"},
    {"s_movk_i32 s0, 0x10000", "t.s:5: '0x10000' is no operand that s_movk_i32 can have here"},
    {"s_movk_i32 s0, -32769", "t.s:5: '-32769' is no operand that s_movk_i32 can have here"},
    {"s_movk_i32 s0, 0xffffffff",
     "t.s:5: '0xffffffff' is no operand that s_movk_i32 can have here"},
    {"s_mov_b32 s0, 0x100000000",
     "t.s:5: '0x100000000' is no operand that s_mov_b32 can have here"},
    {"s_mov_b32 s0, -2147483649",
     "t.s:5: '-2147483649' is no operand that s_mov_b32 can have here"},
    {"s_mov_b32 s0, 99999999999999999999",
     "t.s:5: '99999999999999999999' is no operand that s_mov_b32 can have here"},
    {"v_lshlrev_b64 v[0:1], 1, 3.5", "t.s:5: '3.5' is no operand that v_lshlrev_b64 can have here"},
    {"s_add_u32 s0, 0x12345, 0x54321",
     "t.s:5: s_add_u32 with two literals; an encoding has room for one"},
    {"s_setreg_b32 s0, s1", "t.s:5: 's0'; expected hwreg(...)"},
    {"s_nop 65536", "t.s:5: '65536' is no operand that s_nop can have here"},
    {"v_add_f64_sdwa v[0:1], v[2:3], v[4:5]",
     "t.s:5: v_add_f64: expected the name without an ending"},
    {"v_rcp_f64_sdwa v[0:1], v[2:3]", "t.s:5: v_rcp_f64 has no encoding _sdwa"},
    {"v_cndmask_b32_sdwa v0, v1, v2, s4", "t.s:5: v_cndmask_b32_sdwa reads no mask but vcc_lo"},
    {"v_mov_b32_sdwa v0, v1 src0_sel:BYTE_4", "t.s:5: 'BYTE_4' is no part of a word"},
    {"ds_read_b32 v0, v1 offset:65536", "t.s:5: offset '65536'; expected 0 to 65535"},
    {"ds_read2_b32 v[0:1], v1 offset0:256", "t.s:5: offset '256'; expected 0 to 255"},
    {"ds_read_b32 v0, v1 offset:4 offset:8", "t.s:5: offset is there twice"},
    {"flat_load_dword v0, v[2:3] offset:-4", "t.s:5: offset '-4'; expected 0 to 2047"},
    {"buffer_load_dword v0, off, s[0:3], 0 offset:4096",
     "t.s:5: offset '4096'; expected 0 to 4095"},
    {"global_atomic_add v0, v[2:3], v4, off",
     "t.s:5: global_atomic_add with 4 operands; expected 3"},
    {"global_atomic_add v[2:3], v4, off glc",
     "t.s:5: global_atomic_add with 3 operands; expected 4"},
    {"global_load_dword v0, v[2:3], off glc glc", "t.s:5: glc is there twice"},
    {"s_branch k+4", "t.s:5: k+4 is nowhere defined"},
    {"s_getpc_b64 s[0:1]\ns_add_u32 s0, s0, f@rel32@lo+4", "t.s:6: f is nowhere defined"},
    {"s_add_u32 s0, s0, k@gotpcrel32@lo+4",
     "t.s:5: 'k@gotpcrel32@lo+4' is no reference that can be resolved"},
    {"s_waitcnt vmcnt(0) lgkmcnt(",
     "t.s:5: 'lgkmcnt('; expected vmcnt(N), lgkmcnt(N) or expcnt(N)"},
    {"v_mov_b32_e32 v0,", "t.s:5: an operand is missing"},
    {"v_mov_b32_e32", "t.s:5: v_mov_b32 with 0 operands; expected 2"},
    {"v_mov_b32_e32 v0, v1, v1, v1, v1, v1, v1, v1, v1, v1, v1", "t.s:5: more than 10 operands"},
    {".p2align 13", "t.s:5: .p2align '13'; expected 0 to 12"},
    {".amdhsa_kernel", "t.s:5: .amdhsa_kernel; expected a name behind it"},
    {".amdhsa_kernel j\n.amdhsa_next_free_vgpr 257",
     "t.s:6: .amdhsa_next_free_vgpr 257; expected 0 to 256"},
    {".amdhsa_kernel j\n.amdhsa_next_free_sgpr 107",
     "t.s:6: .amdhsa_next_free_sgpr 107; expected 0 to 106"},
    {".amdhsa_kernel j\n.amdhsa_group_segment_fixed_size 4294967295",
     "t.s:6: .amdhsa_group_segment_fixed_size 4294967295; expected 0 to 232448"},
    {".amdhsa_kernel j\n.amdhsa_private_segment_fixed_size -1",
     "t.s:6: .amdhsa_private_segment_fixed_size -1; expected 0 to 65536"},
    {".amdhsa_kernel j\n.amdhsa_next_free_vgpr many",
     "t.s:6: .amdhsa_next_free_vgpr 'many'; expected a number"},
    {".amdhsa_kernel j\n.amdhsa_wavefront_size32 0",
     "t.s:6: .amdhsa_wavefront_size32 0; expected 1"},
    {".amdhsa_kernel j\n.amdhsa_float_denorm_mode_32 0",
     "t.s:6: .amdhsa_float_denorm_mode_32 0; expected 3"},
    {".data\n.zero 99999999999", "t.s:6: too many bytes of tables; at most 16777216 are allowed"},
    {".data\n.long 1, x", "t.s:6: ' x' in a table; expected a number"},
    {"v_mov_b32_e32 v0, 1\n\xff", "t.s:6: a control character"},
};

static void assert_refused(const char *text, const char *message)
{
    struct status st = {0};
    struct program *p;
    if (rdna2_parse_kernel(&p, text, strlen(text), "t.s", NULL, &st) == ST_OK)
        fail_msg("accepted instead of '%s'", message);
    if (strcmp(st.text, message) != 0)
        fail_msg("'%s' instead of '%s'", st.text, message);
}

TEST(what_cannot_run_is_refused_with_its_line)
{
    const char *whole = RDNA2_KERNEL("k", "@"), *at = strstr(whole, "\n@\n") + 1;
    char text[2048];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - whole), whole, bad[i].body, at + 1);
        assert_refused(text, bad[i].message);
    }
    assert_refused("\t.text\n", "t.s: no kernel at all (.amdhsa_kernel) is defined");
    assert_refused("\t.type k,@function\nk:\ns_nop 0\n.amdhsa_kernel k\n.end_amdhsa_kernel\n",
                   "t.s:3: k runs off its end; expected s_endpgm, s_setpc_b64 or s_branch");
    assert_refused(".amdgcn_target \"amdgcn-amd-amdhsa--gfx900\"\n",
                   "t.s:1: code for \"amdgcn-amd-amdhsa--gfx900\"; expected "
                   "\"amdgcn-amd-amdhsa--gfx1030\"");
    assert_refused("s_nop 0\n", "t.s:1: 's_nop 0' outside of every function");
}

TEST(text_that_is_none_or_ends_early_is_refused)
{
    static const struct {
        const char *text;
        size_t n;
        const char *message;
    } texts[] = {
        {"", 0, "t.s: no kernel at all (.amdhsa_kernel) is defined"},
        {"\0\0\0", 3, "t.s:1: a control character"},
        {"\t.text\n\0", 8, "t.s:2: a control character"},
        {"\177ELF\2\1\1", 7, "t.s:1: a control character"},
        {".amdhsa_kernel k\n", 17, "t.s:1: the text ends here; expected .end_amdhsa_kernel before"},
        {"\n.amdgpu_metadata\n\n", 19,
         "t.s:3: the text ends here; expected .end_amdgpu_metadata before"},
        {"\t.type k,@function\nk:\n\t.amdhsa_kernel k\n\t.end_amdhsa_kernel\n", 60,
         "t.s: no function k is defined; a program starts there"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct program *p;
        assert_int_equal(rdna2_parse_kernel(&p, texts[i].text, texts[i].n, "t.s", NULL, &st),
                         ST_FAILED);
        assert_string_equal(st.text, texts[i].message);
    }
    assert_refused("\t.type k,@function\nk:\ns_branch .Lx\ns_endpgm\n.Lx:\ns_nop 0\n"
                   ".amdhsa_kernel k\n.end_amdhsa_kernel\n",
                   "t.s:6: k runs off its end; expected s_endpgm, s_setpc_b64 or s_branch");
    assert_refused("\t.type k,@function\nk:\ns_endpgm\n.amdhsa_kernel k\n.amdhsa_kernarg_size 8\n"
                   ".end_amdhsa_kernel\n.amdgpu_metadata\n      - .args:\n        - .offset: 4096\n"
                   "          .size: 8\n          .value_kind: by_value\n    .name: k\n"
                   ".end_amdgpu_metadata\n",
                   "t.s:4: parameter 1 ends at byte 4104; kernel k has 8 of parameters "
                   "(.amdhsa_kernarg_size)");
}

/* Time and memory go with a text's length, whatever it is. */
TEST(long_text_is_refused_as_well)
{
    enum { LONG = 100 << 20, LABELS = (1 << 18) + 1, LINE = 16 };
    struct program *p;
    char *text FREED_BY(mem_free) = mem_calloc(LONG, 1);
    assert_non_null(text);
    memset(text, 'x', LONG);
    memcpy(text, "\t.type k,@function\nk:\n", 22);
    assert_int_equal(rdna2_parse(&p, text, LONG, "t.s", &st), ST_FAILED);
    assert_non_null(strstr(st.text, "t.s:3: xxxx"));
    assert_null(strchr(st.text, '\n'));
    size_t n = 0;
    for (uint32_t i = 0; i < LABELS; i++)
        n += (size_t)snprintf(text + n, LINE, ".L%u:\n", i);
    assert_int_equal(rdna2_parse(&p, text, n, "t.s", &st), ST_FAILED);
    assert_string_equal(st.text, "t.s:262145: too many labels; at most 262144 are allowed");
    n = 0;
    for (uint32_t i = 0; i < LABELS; i++)
        n += (size_t)snprintf(text + n, 2 * LINE, ".type f%u,@function\n", i);
    assert_int_equal(rdna2_parse(&p, text, n, "t.s", &st), ST_FAILED);
    assert_string_equal(st.text,
                        "t.s:1025: 1024 functions are declared and not there; no more are allowed");
}

TEST(lines_may_end_as_on_Windows)
{
    const char *unix_text = RDNA2_KERNEL("k", "v_mov_b32_e32 v0, 1 ; one\ns_waitcnt vmcnt(0)");
    char text[2048];
    size_t n = 0;
    struct program *p;
    for (const char *c = unix_text; *c; c++) {
        if (*c == '\n')
            text[n++] = '\r';
        text[n++] = *c;
    }
    assert_ok(rdna2_parse_kernel(&p, text, n, "t.s", NULL, &st));
    assert_int_equal(p->n_code, 3);
    program_free(p);
}
