/* ops_scalar.h -- the semantics of scalar instructions: one table that generates the rows of
 * opcodes.c and rdna2_scalar.c (RDNA 2 ISA, "Scalar ALU Operations").
 *
 * X(name, form, operands, action): in the action a and b are the sources (zero-extended from 32
 * bits), sa and sb are these as signed 32 bits, k is a signed constant of 16 bits, and old is the
 * destination's value. The action sets d, the result, and scc, the condition code, which is
 * otherwise unchanged. */
#pragma once

#define RDNA2_SCALAR(X)                                                                            \
    RDNA2_SCALAR_MOVES(X)                                                                          \
    RDNA2_SCALAR_LOGIC(X)                                                                          \
    RDNA2_SCALAR_BITS(X)                                                                           \
    RDNA2_SCALAR_INTEGERS(X)                                                                       \
    RDNA2_SCALAR_COMPARE(X)

#define RDNA2_SCALAR_MOVES(X)                                                                      \
    X(s_mov_b32, SOP1, "S1s1", d = a)                                                              \
    X(s_mov_b64, SOP1, "S2s2", d = a)                                                              \
    X(s_cmov_b32, SOP1, "S1s1", d = scc ? a : old)                                                 \
    X(s_cmov_b64, SOP1, "S2s2", d = scc ? a : old)                                                 \
    X(s_movk_i32, SOPK, "S1k1", d = (uint32_t)k)                                                   \
    X(s_cmovk_i32, SOPK, "S1k1", d = scc ? (uint32_t)k : old)                                      \
    X(s_cselect_b32, SOP2, "S1s1s1", d = scc ? a : b)                                              \
    X(s_cselect_b64, SOP2, "S2s2s2", d = scc ? a : b)

#define RDNA2_SCALAR_LOGIC(X)                                                                      \
    X(s_not_b32, SOP1, "S1s1", d = (uint32_t)~a; scc = d != 0)                                     \
    X(s_not_b64, SOP1, "S2s2", d = ~a; scc = d != 0)                                               \
    RDNA2_SCALAR_LOGIC_PAIR(X, and, a &b)                                                          \
    RDNA2_SCALAR_LOGIC_PAIR(X, or, a | b)                                                          \
    RDNA2_SCALAR_LOGIC_PAIR(X, xor, a ^ b)                                                         \
    RDNA2_SCALAR_LOGIC_PAIR(X, andn2, a & ~b)                                                      \
    RDNA2_SCALAR_LOGIC_PAIR(X, orn2, a | ~b)                                                       \
    RDNA2_SCALAR_LOGIC_PAIR(X, nand, ~(a & b))                                                     \
    RDNA2_SCALAR_LOGIC_PAIR(X, nor, ~(a | b))                                                      \
    RDNA2_SCALAR_LOGIC_PAIR(X, xnor, ~(a ^ b))                                                     \
    RDNA2_SAVE_EXEC(X, and, a &exec)                                                               \
    RDNA2_SAVE_EXEC(X, or, a | exec)                                                               \
    RDNA2_SAVE_EXEC(X, xor, a ^ exec)                                                              \
    RDNA2_SAVE_EXEC(X, andn2, a & ~exec)                                                           \
    RDNA2_SAVE_EXEC(X, orn2, a | ~exec)                                                            \
    RDNA2_SAVE_EXEC(X, nand, ~(a & exec))                                                          \
    RDNA2_SAVE_EXEC(X, nor, ~(a | exec))                                                           \
    RDNA2_SAVE_EXEC(X, xnor, ~(a ^ exec))                                                          \
    RDNA2_SAVE_EXEC(X, andn1, ~a &exec)                                                            \
    RDNA2_SAVE_EXEC(X, orn1, ~a | exec)                                                            \
    X(s_andn1_wrexec_b32, SOP1, "S1s1", exec = ~(uint32_t)a & exec; d = exec; scc = exec != 0)     \
    X(s_andn2_wrexec_b32, SOP1, "S1s1", exec = (uint32_t)a & ~exec; d = exec; scc = exec != 0)
#define RDNA2_SCALAR_LOGIC_PAIR(X, name, value)                                                    \
    X(s_##name##_b32, SOP2, "S1s1s1", d = (uint32_t)(value); scc = d != 0)                         \
    X(s_##name##_b64, SOP2, "S2s2s2", d = (value); scc = d != 0)
#define RDNA2_SAVE_EXEC(X, name, value)                                                            \
    X(s_##name##_saveexec_b32, SOP1, "S1s1", d = exec; exec = (uint32_t)(value); scc = exec != 0)

#define RDNA2_SCALAR_BITS(X)                                                                       \
    X(s_lshl_b32, SOP2, "S1s1s1", d = (uint32_t)(a << (b & 31)); scc = d != 0)                     \
    X(s_lshl_b64, SOP2, "S2s2s1", d = a << (b & 63); scc = d != 0)                                 \
    X(s_lshr_b32, SOP2, "S1s1s1", d = a >> (b & 31); scc = d != 0)                                 \
    X(s_lshr_b64, SOP2, "S2s2s1", d = a >> (b & 63); scc = d != 0)                                 \
    X(s_ashr_i32, SOP2, "S1s1s1", d = (uint32_t)(sa >> (b & 31)); scc = d != 0)                    \
    X(s_ashr_i64, SOP2, "S2s2s1", d = (uint64_t)((int64_t)a >> (b & 63)); scc = d != 0)            \
    X(s_bfm_b32, SOP2, "S1s1s1", d = (uint32_t)(((1u << (a & 31)) - 1) << (b & 31)))               \
    X(s_bfm_b64, SOP2, "S2s1s1", d = ((UINT64_C(1) << (a & 63)) - 1) << (b & 63))                  \
    X(s_bfe_u32, SOP2, "S1s1s1", d = math_bfe_u64(a, b & 31, b >> 16 & 127, 32); scc = d != 0)     \
    X(s_bfe_i32, SOP2, "S1s1s1", d = rdna2_field_s32(a, b); scc = d != 0)                          \
    X(s_bfe_u64, SOP2, "S2s2s1", d = math_bfe_u64(a, b & 63, b >> 16 & 127, 64); scc = d != 0)     \
    X(s_bfe_i64, SOP2, "S2s2s1", d = math_bfe_s64((int64_t)a, b & 63, b >> 16 & 127, 64);          \
      scc = d != 0)                                                                                \
    X(s_brev_b32, SOP1, "S1s1", d = math_brev32((uint32_t)a))                                      \
    X(s_brev_b64, SOP1, "S2s2", d = math_brev64(a))                                                \
    X(s_bcnt0_i32_b32, SOP1, "S1s1", d = 32 - warp_count_lanes((uint32_t)a); scc = d != 0)         \
    X(s_bcnt1_i32_b32, SOP1, "S1s1", d = warp_count_lanes((uint32_t)a); scc = d != 0)              \
    X(s_bcnt0_i32_b64, SOP1, "S1s2", d = rdna2_count_64(~a); scc = d != 0)                         \
    X(s_bcnt1_i32_b64, SOP1, "S1s2", d = rdna2_count_64(a); scc = d != 0)                          \
    X(s_ff0_i32_b32, SOP1, "S1s1", d = rdna2_first_bit((uint32_t)~a))                              \
    X(s_ff1_i32_b32, SOP1, "S1s1", d = rdna2_first_bit(a))                                         \
    X(s_ff0_i32_b64, SOP1, "S1s2", d = rdna2_first_bit(~a))                                        \
    X(s_ff1_i32_b64, SOP1, "S1s2", d = rdna2_first_bit(a))                                         \
    X(s_flbit_i32_b32, SOP1, "S1s1", d = a ? (uint32_t)__builtin_clz((uint32_t)a) : UINT32_MAX)    \
    X(s_flbit_i32_b64, SOP1, "S1s2", d = a ? (uint32_t)__builtin_clzll(a) : UINT32_MAX)            \
    X(s_flbit_i32, SOP1, "S1s1", d = rdna2_ffbh_s((uint32_t)a))                                    \
    X(s_sext_i32_i8, SOP1, "S1s1", d = (uint32_t)(int8_t)a)                                        \
    X(s_sext_i32_i16, SOP1, "S1s1", d = (uint32_t)(int16_t)a)                                      \
    X(s_bitset0_b32, SOP1, "S1s1", d = old & ~(UINT64_C(1) << (a & 31)))                           \
    X(s_bitset1_b32, SOP1, "S1s1", d = old | UINT64_C(1) << (a & 31))                              \
    X(s_pack_ll_b32_b16, SOP2, "S1s1s1", d = (uint32_t)(b << 16 | (a & 0xffffu)))                  \
    X(s_pack_lh_b32_b16, SOP2, "S1s1s1", d = (b & 0xffff0000u) | (a & 0xffffu))                    \
    X(s_pack_hh_b32_b16, SOP2, "S1s1s1", d = (b & 0xffff0000u) | a >> 16)

#define RDNA2_SCALAR_INTEGERS(X)                                                                   \
    X(s_add_u32, SOP2, "S1s1s1", d = a + b; scc = d >> 32 & 1)                                     \
    X(s_sub_u32, SOP2, "S1s1s1", d = a - b; scc = a < b)                                           \
    X(s_addc_u32, SOP2, "S1s1s1", d = a + b + scc; scc = d >> 32 & 1)                              \
    X(s_subb_u32, SOP2, "S1s1s1", d = a - b - scc; scc = a < b + scc)                              \
    X(s_add_i32, SOP2, "S1s1s1", d = a + b; scc = rdna2_overflows((int64_t)sa + sb))               \
    X(s_sub_i32, SOP2, "S1s1s1", d = a - b; scc = rdna2_overflows((int64_t)sa - sb))               \
    X(s_addk_i32, SOPK, "R1k1", d = old + (uint64_t)(int64_t)k;                                    \
      scc = rdna2_overflows((int64_t)(int32_t)old + k))                                            \
    X(s_mulk_i32, SOPK, "R1k1", d = old * (uint64_t)(int64_t)k)                                    \
    X(s_mul_i32, SOP2, "S1s1s1", d = a * b)                                                        \
    X(s_mul_hi_u32, SOP2, "S1s1s1", d = a * b >> 32)                                               \
    X(s_mul_hi_i32, SOP2, "S1s1s1", d = (uint64_t)((int64_t)sa * sb) >> 32)                        \
    X(s_min_i32, SOP2, "S1s1s1", scc = sa < sb; d = scc ? a : b)                                   \
    X(s_min_u32, SOP2, "S1s1s1", scc = a < b; d = scc ? a : b)                                     \
    X(s_max_i32, SOP2, "S1s1s1", scc = sa > sb; d = scc ? a : b)                                   \
    X(s_max_u32, SOP2, "S1s1s1", scc = a > b; d = scc ? a : b)                                     \
    X(s_abs_i32, SOP1, "S1s1", d = (uint32_t)(sa < 0 ? 0 - a : a); scc = d != 0)                   \
    X(s_absdiff_i32, SOP2, "S1s1s1", d = (uint32_t)(sa < sb ? b - a : a - b); scc = d != 0)        \
    X(s_lshl1_add_u32, SOP2, "S1s1s1", d = (a << 1) + b; scc = d >> 32 != 0)                       \
    X(s_lshl2_add_u32, SOP2, "S1s1s1", d = (a << 2) + b; scc = d >> 32 != 0)                       \
    X(s_lshl3_add_u32, SOP2, "S1s1s1", d = (a << 3) + b; scc = d >> 32 != 0)                       \
    X(s_lshl4_add_u32, SOP2, "S1s1s1", d = (a << 4) + b; scc = d >> 32 != 0)

#define RDNA2_SCALAR_COMPARE(X)                                                                    \
    RDNA2_SCALAR_COMPARE_PAIR(X, eq, ==)                                                           \
    RDNA2_SCALAR_COMPARE_PAIR(X, lg, !=)                                                           \
    RDNA2_SCALAR_COMPARE_PAIR(X, gt, >)                                                            \
    RDNA2_SCALAR_COMPARE_PAIR(X, ge, >=)                                                           \
    RDNA2_SCALAR_COMPARE_PAIR(X, lt, <)                                                            \
    RDNA2_SCALAR_COMPARE_PAIR(X, le, <=)                                                           \
    X(s_cmp_eq_u64, SOPC, "s2s2", scc = a == b)                                                    \
    X(s_cmp_lg_u64, SOPC, "s2s2", scc = a != b)                                                    \
    X(s_bitcmp0_b32, SOPC, "s1s1", scc = !(a >> (b & 31) & 1))                                     \
    X(s_bitcmp1_b32, SOPC, "s1s1", scc = a >> (b & 31) & 1)                                        \
    X(s_bitcmp0_b64, SOPC, "s2s1", scc = !(a >> (b & 63) & 1))                                     \
    X(s_bitcmp1_b64, SOPC, "s2s1", scc = a >> (b & 63) & 1)
#define RDNA2_SCALAR_COMPARE_PAIR(X, name, is)                                                     \
    X(s_cmp_##name##_i32, SOPC, "s1s1", scc = sa is sb)                                            \
    X(s_cmp_##name##_u32, SOPC, "s1s1", scc = a is b)                                              \
    X(s_cmpk_##name##_i32, SOPK, "s1k1", scc = sa is k)                                            \
    X(s_cmpk_##name##_u32, SOPK, "s1k1", scc = a is(uint64_t)(k & 0xffff))

/* Instructions that change the program counter, wait, or have no effect here (rdna2_execute.c):
 * X(name, form, operands, class). */
#define RDNA2_CONTROL(X)                                                                           \
    X(s_endpgm, SOPP, "", EXIT)                                                                    \
    X(s_branch, SOPP, "L1", BRANCH)                                                                \
    X(s_cbranch_scc0, SOPP, "L1", BRANCH)                                                          \
    X(s_cbranch_scc1, SOPP, "L1", BRANCH)                                                          \
    X(s_cbranch_vccz, SOPP, "L1", BRANCH)                                                          \
    X(s_cbranch_vccnz, SOPP, "L1", BRANCH)                                                         \
    X(s_cbranch_execz, SOPP, "L1", BRANCH)                                                         \
    X(s_cbranch_execnz, SOPP, "L1", BRANCH)                                                        \
    X(s_getpc_b64, SOP1, "S2", SCALAR)                                                             \
    X(s_setpc_b64, SOP1, "s2", BRANCH)                                                             \
    X(s_swappc_b64, SOP1, "S2s2", BRANCH)                                                          \
    X(s_call_b64, SOPK, "S2L1", BRANCH)                                                            \
    X(s_barrier, SOPP, "", BARRIER)                                                                \
    X(s_trap, SOPP, "i1", SCALAR)                                                                  \
    X(s_waitcnt, SOPP, "w1", WAIT)                                                                 \
    X(s_waitcnt_vscnt, SOPK, "n1i1", WAIT)                                                         \
    X(s_waitcnt_vmcnt, SOPK, "n1i1", WAIT)                                                         \
    X(s_waitcnt_lgkmcnt, SOPK, "n1i1", WAIT)                                                       \
    X(s_waitcnt_expcnt, SOPK, "n1i1", WAIT)                                                        \
    X(s_nop, SOPP, "i1", SCALAR)                                                                   \
    X(s_sleep, SOPP, "i1", SCALAR)                                                                 \
    X(s_setprio, SOPP, "i1", SCALAR)                                                               \
    X(s_inst_prefetch, SOPP, "i1", SCALAR)                                                         \
    X(s_clause, SOPP, "i1", SCALAR)                                                                \
    X(s_setreg_b32, SOPK, "h1s1", SCALAR)                                                          \
    X(s_dcache_inv, SMEM, "", SCALAR)                                                              \
    X(buffer_gl0_inv, MUBUF, "", SCALAR)                                                           \
    X(buffer_gl1_inv, MUBUF, "", SCALAR)
