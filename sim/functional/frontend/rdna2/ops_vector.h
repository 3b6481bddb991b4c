/* ops_vector.h -- the semantics of vector instructions, lane by lane: one table that generates the
 * rows of opcodes.c and the loops of rdna2_vector.c (RDNA 2 ISA, "Vector ALU Operations").
 *
 * X(name, form, operands, class, result, value): name as in assembly, without the ending that
 * selects an encoding; form and operands as in opcodes.h; class of warp.h. In `value` the first,
 * second and third source of a lane are a, b, c as 32 bits, sa, sb, sc as signed 32 bits, fa, fb,
 * fc as floats, la, lb, lc as 64 bits, da, db, dc as doubles; `old` is the destination's old value
 * and `bit` the lane's bit of the mask that is read. A result is u32, f32, u64, f64, or `lanes`: a
 * bit of a mask. */
#pragma once

#define RDNA2_VECTOR(X)                                                                            \
    RDNA2_MOVES(X)                                                                                 \
    RDNA2_FLOATS(X)                                                                                \
    RDNA2_DOUBLES(X)                                                                               \
    RDNA2_INTEGERS(X)                                                                              \
    RDNA2_LOGIC(X)                                                                                 \
    RDNA2_CONVERSIONS(X)                                                                           \
    RDNA2_COMPARISONS(X, v_cmp, VOPC, M)                                                           \
    RDNA2_COMPARISONS(X, v_cmpx, VOPC, Q)

#define RDNA2_MOVES(X)                                                                             \
    X(v_mov_b32, VOP1, "D1a1", ALU, u32, a)                                                        \
    X(v_cndmask_b32, VOP2, "D1f1f1m1", ALU, u32, bit ? b : a)

#define RDNA2_FLOATS(X)                                                                            \
    X(v_add_f32, VOP2, "D1f1f1", FP_ADD, f32, fa + fb)                                             \
    X(v_sub_f32, VOP2, "D1f1f1", FP_ADD, f32, fa - fb)                                             \
    X(v_subrev_f32, VOP2, "D1f1f1", FP_ADD, f32, fb - fa)                                          \
    X(v_mul_f32, VOP2, "D1f1f1", FP_MUL, f32, fa *fb)                                              \
    X(v_mul_legacy_f32, VOP2, "D1f1f1", FP_MUL, f32, fa == 0.0f || fb == 0.0f ? 0.0f : fa * fb)    \
    X(v_min_f32, VOP2, "D1f1f1", FP_MAX, f32, math_min_f32(fa, fb))                                \
    X(v_max_f32, VOP2, "D1f1f1", FP_MAX, f32, math_max_f32(fa, fb))                                \
    X(v_fmac_f32, VOP2, "E1f1f1", FP_MAD, f32, fmaf(fa, fb, math_f32(old)))                        \
    X(v_fmamk_f32, VOP2K, "D1f1j1v1", FP_MAD, f32, fmaf(fa, fb, fc))                               \
    X(v_fmaak_f32, VOP2K, "D1f1v1j1", FP_MAD, f32, fmaf(fa, fb, fc))                               \
    X(v_fma_f32, VOP3, "D1f1f1f1", FP_MAD, f32, fmaf(fa, fb, fc))                                  \
    X(v_min3_f32, VOP3, "D1f1f1f1", FP_MAX, f32, math_min_f32(math_min_f32(fa, fb), fc))           \
    X(v_max3_f32, VOP3, "D1f1f1f1", FP_MAX, f32, math_max_f32(math_max_f32(fa, fb), fc))           \
    X(v_med3_f32, VOP3, "D1f1f1f1", FP_MAX, f32, rdna2_med3_f32(fa, fb, fc))                       \
    X(v_ldexp_f32, VOP3, "D1f1a1", FP_MUL, f32, ldexpf(fa, sb))                                    \
    X(v_div_fixup_f32, VOP3, "D1f1f1f1", FP_MUL, f32, rdna2_div_fixup(fa, fb, fc))                 \
    X(v_div_fmas_f32, VOP3, "D1f1f1f1V1", FP_MAD, f32, rdna2_div_fmas(fa, fb, fc, bit))            \
    X(v_rcp_f32, VOP1, "D1f1", SFU, f32, 1.0f / fa)                                                \
    X(v_rcp_iflag_f32, VOP1, "D1f1", SFU, f32, 1.0f / fa)                                          \
    X(v_rsq_f32, VOP1, "D1f1", SFU, f32, 1.0f / sqrtf(fa))                                         \
    X(v_sqrt_f32, VOP1, "D1f1", SFU, f32, sqrtf(fa))                                               \
    X(v_exp_f32, VOP1, "D1f1", SFU, f32, elementary_ex2(fa))                                       \
    X(v_log_f32, VOP1, "D1f1", SFU, f32, elementary_lg2(fa))                                       \
    X(v_sin_f32, VOP1, "D1f1", SFU, f32, rdna2_sin(fa))                                            \
    X(v_cos_f32, VOP1, "D1f1", SFU, f32, rdna2_cos(fa))                                            \
    X(v_floor_f32, VOP1, "D1f1", ALU, f32, floorf(fa))                                             \
    X(v_ceil_f32, VOP1, "D1f1", ALU, f32, ceilf(fa))                                               \
    X(v_trunc_f32, VOP1, "D1f1", ALU, f32, truncf(fa))                                             \
    X(v_rndne_f32, VOP1, "D1f1", ALU, f32, rintf(fa))                                              \
    X(v_fract_f32, VOP1, "D1f1", ALU, f32, rdna2_fract(fa))                                        \
    X(v_frexp_mant_f32, VOP1, "D1f1", ALU, f32, rdna2_frexp_mant(fa))                              \
    X(v_frexp_exp_i32_f32, VOP1, "D1f1", ALU, u32, rdna2_frexp_exp(fa))

#define RDNA2_DOUBLES(X)                                                                           \
    X(v_add_f64, VOP3, "D2d2d2", DP_ADD, f64, da + db)                                             \
    X(v_mul_f64, VOP3, "D2d2d2", DP_MUL, f64, da *db)                                              \
    X(v_fma_f64, VOP3, "D2d2d2d2", DP_MAD, f64, fma(da, db, dc))                                   \
    X(v_min_f64, VOP3, "D2d2d2", DP_MAX, f64, math_min_f64(da, db))                                \
    X(v_max_f64, VOP3, "D2d2d2", DP_MAX, f64, math_max_f64(da, db))                                \
    X(v_ldexp_f64, VOP3, "D2d2a1", DP_MUL, f64, ldexp(da, sb))                                     \
    X(v_floor_f64, VOP1, "D2d2", DP_ADD, f64, floor(da))                                           \
    X(v_ceil_f64, VOP1, "D2d2", DP_ADD, f64, ceil(da))                                             \
    X(v_trunc_f64, VOP1, "D2d2", DP_ADD, f64, trunc(da))                                           \
    X(v_rndne_f64, VOP1, "D2d2", DP_ADD, f64, rint(da))                                            \
    X(v_rcp_f64, VOP1, "D2d2", SFU, f64, 1.0 / da)                                                 \
    X(v_rsq_f64, VOP1, "D2d2", SFU, f64, 1.0 / sqrt(da))                                           \
    X(v_sqrt_f64, VOP1, "D2d2", SFU, f64, sqrt(da))

#define RDNA2_INTEGERS(X)                                                                          \
    X(v_add_nc_u32, VOP2, "D1a1a1", INT_ADD, u32, a + b)                                           \
    X(v_sub_nc_u32, VOP2, "D1a1a1", INT_ADD, u32, a - b)                                           \
    X(v_subrev_nc_u32, VOP2, "D1a1a1", INT_ADD, u32, b - a)                                        \
    X(v_add_nc_i32, VOP3, "D1a1a1", INT_ADD, u32, a + b)                                           \
    X(v_sub_nc_i32, VOP3, "D1a1a1", INT_ADD, u32, a - b)                                           \
    X(v_add3_u32, VOP3, "D1a1a1a1", INT_ADD, u32, a + b + c)                                       \
    X(v_lshl_add_u32, VOP3, "D1a1a1a1", INT_ADD, u32, (a << (b & 31)) + c)                         \
    X(v_add_lshl_u32, VOP3, "D1a1a1a1", INT_ADD, u32, (a + b) << (c & 31))                         \
    X(v_xad_u32, VOP3, "D1a1a1a1", INT_ADD, u32, (a ^ b) + c)                                      \
    X(v_sad_u32, VOP3, "D1a1a1a1", INT_ADD, u32, (a > b ? a - b : b - a) + c)                      \
    X(v_min_i32, VOP2, "D1a1a1", INT_MAX, u32, sa < sb ? a : b)                                    \
    X(v_max_i32, VOP2, "D1a1a1", INT_MAX, u32, sa > sb ? a : b)                                    \
    X(v_min_u32, VOP2, "D1a1a1", INT_MAX, u32, a < b ? a : b)                                      \
    X(v_max_u32, VOP2, "D1a1a1", INT_MAX, u32, a > b ? a : b)                                      \
    X(v_min3_i32, VOP3, "D1a1a1a1", INT_MAX, u32, rdna2_min_s(rdna2_min_s(a, b), c))               \
    X(v_max3_i32, VOP3, "D1a1a1a1", INT_MAX, u32, rdna2_max_s(rdna2_max_s(a, b), c))               \
    X(v_med3_i32, VOP3, "D1a1a1a1", INT_MAX, u32,                                                  \
      rdna2_max_s(rdna2_min_s(a, b), rdna2_min_s(rdna2_max_s(a, b), c)))                           \
    X(v_min3_u32, VOP3, "D1a1a1a1", INT_MAX, u32, rdna2_min_u(rdna2_min_u(a, b), c))               \
    X(v_max3_u32, VOP3, "D1a1a1a1", INT_MAX, u32, rdna2_max_u(rdna2_max_u(a, b), c))               \
    X(v_med3_u32, VOP3, "D1a1a1a1", INT_MAX, u32,                                                  \
      rdna2_max_u(rdna2_min_u(a, b), rdna2_min_u(rdna2_max_u(a, b), c)))                           \
    X(v_mul_lo_u32, VOP3, "D1a1a1", INT_MUL, u32, a *b)                                            \
    X(v_mul_hi_u32, VOP3, "D1a1a1", INT_MUL, u32, (uint32_t)((uint64_t)a * b >> 32))               \
    X(v_mul_hi_i32, VOP3, "D1a1a1", INT_MUL, u32, (uint32_t)((uint64_t)((int64_t)sa * sb) >> 32))  \
    X(v_mul_u32_u24, VOP2, "D1a1a1", INT_MUL, u32, (a & 0xffffffu) * (b & 0xffffffu))              \
    X(v_mul_hi_u32_u24, VOP2, "D1a1a1", INT_MUL, u32,                                              \
      (uint32_t)((uint64_t)(a & 0xffffffu) * (b & 0xffffffu) >> 32))                               \
    X(v_mul_i32_i24, VOP2, "D1a1a1", INT_MUL, u32, (uint32_t)(rdna2_s24(a) * rdna2_s24(b)))        \
    X(v_mul_hi_i32_i24, VOP2, "D1a1a1", INT_MUL, u32,                                              \
      (uint32_t)((uint64_t)(rdna2_s24(a) * rdna2_s24(b)) >> 32))                                   \
    X(v_mad_u32_u24, VOP3, "D1a1a1a1", INT_MAD, u32, (a & 0xffffffu) * (b & 0xffffffu) + c)        \
    X(v_mad_i32_i24, VOP3, "D1a1a1a1", INT_MAD, u32, (uint32_t)(rdna2_s24(a) * rdna2_s24(b)) + c)

#define RDNA2_LOGIC(X)                                                                             \
    X(v_not_b32, VOP1, "D1a1", ALU, u32, ~a)                                                       \
    X(v_bfrev_b32, VOP1, "D1a1", ALU, u32, math_brev32(a))                                         \
    X(v_ffbh_u32, VOP1, "D1a1", ALU, u32, a ? (uint32_t)__builtin_clz(a) : UINT32_MAX)             \
    X(v_ffbl_b32, VOP1, "D1a1", ALU, u32, a ? (uint32_t)__builtin_ctz(a) : UINT32_MAX)             \
    X(v_ffbh_i32, VOP1, "D1a1", ALU, u32, rdna2_ffbh_s(a))                                         \
    X(v_and_b32, VOP2, "D1a1a1", ALU, u32, a &b)                                                   \
    X(v_or_b32, VOP2, "D1a1a1", ALU, u32, a | b)                                                   \
    X(v_xor_b32, VOP2, "D1a1a1", ALU, u32, a ^ b)                                                  \
    X(v_xnor_b32, VOP2, "D1a1a1", ALU, u32, ~(a ^ b))                                              \
    X(v_lshlrev_b32, VOP2, "D1a1a1", ALU, u32, b << (a & 31))                                      \
    X(v_lshrrev_b32, VOP2, "D1a1a1", ALU, u32, b >> (a & 31))                                      \
    X(v_ashrrev_i32, VOP2, "D1a1a1", ALU, u32, (uint32_t)(sb >> (a & 31)))                         \
    X(v_lshlrev_b64, VOP3, "D2a1a2", ALU, u64, lb << (a & 63))                                     \
    X(v_lshrrev_b64, VOP3, "D2a1a2", ALU, u64, lb >> (a & 63))                                     \
    X(v_ashrrev_i64, VOP3, "D2a1a2", ALU, u64, (uint64_t)((int64_t)lb >> (a & 63)))                \
    X(v_bfe_u32, VOP3, "D1a1a1a1", ALU, u32, (a >> (b & 31)) & ((1u << (c & 31)) - 1))             \
    X(v_bfe_i32, VOP3, "D1a1a1a1", ALU, u32, rdna2_bfe_s(a, b & 31, c & 31))                       \
    X(v_bfi_b32, VOP3, "D1a1a1a1", ALU, u32, (a & b) | (~a & c))                                   \
    X(v_bfm_b32, VOP3, "D1a1a1", ALU, u32, ((1u << (a & 31)) - 1) << (b & 31))                     \
    X(v_bcnt_u32_b32, VOP3, "D1a1a1", ALU, u32, warp_count_lanes(a) + b)                           \
    X(v_alignbit_b32, VOP3, "D1a1a1a1", ALU, u32, (uint32_t)(((uint64_t)a << 32 | b) >> (c & 31))) \
    X(v_alignbyte_b32, VOP3, "D1a1a1a1", ALU, u32,                                                 \
      (uint32_t)(((uint64_t)a << 32 | b) >> 8 * (c & 3)))                                          \
    X(v_lshl_or_b32, VOP3, "D1a1a1a1", ALU, u32, (a << (b & 31)) | c)                              \
    X(v_and_or_b32, VOP3, "D1a1a1a1", ALU, u32, (a & b) | c)                                       \
    X(v_or3_b32, VOP3, "D1a1a1a1", ALU, u32, a | b | c)                                            \
    X(v_xor3_b32, VOP3, "D1a1a1a1", ALU, u32, a ^ b ^ c)                                           \
    X(v_mbcnt_lo_u32_b32, VOP3, "D1a1a1", ALU, u32, warp_count_lanes(a &((1u << lane) - 1)) + b)   \
    X(v_mbcnt_hi_u32_b32, VOP3, "D1a1a1", ALU, u32, b) /* counts lanes from 32 on: none */

#define RDNA2_CONVERSIONS(X)                                                                       \
    X(v_cvt_f32_i32, VOP1, "D1a1", ALU, f32, (float)sa)                                            \
    X(v_cvt_f32_u32, VOP1, "D1a1", ALU, f32, (float)a)                                             \
    X(v_cvt_f32_ubyte0, VOP1, "D1a1", ALU, f32, (float)(a & 255u))                                 \
    X(v_cvt_f32_ubyte1, VOP1, "D1a1", ALU, f32, (float)(a >> 8 & 255u))                            \
    X(v_cvt_f32_ubyte2, VOP1, "D1a1", ALU, f32, (float)(a >> 16 & 255u))                           \
    X(v_cvt_f32_ubyte3, VOP1, "D1a1", ALU, f32, (float)(a >> 24))                                  \
    X(v_cvt_u32_f32, VOP1, "D1f1", ALU, u32, (uint32_t)math_to_u64(truncf(fa), UINT32_MAX))        \
    X(v_cvt_i32_f32, VOP1, "D1f1", ALU, u32, (uint32_t)math_to_s64(truncf(fa), INT32_MAX))         \
    X(v_cvt_rpi_i32_f32, VOP1, "D1f1", ALU, u32,                                                   \
      (uint32_t)math_to_s64(floor((double)fa + 0.5), INT32_MAX))                                   \
    X(v_cvt_flr_i32_f32, VOP1, "D1f1", ALU, u32, (uint32_t)math_to_s64(floorf(fa), INT32_MAX))     \
    X(v_cvt_f64_f32, VOP1, "D2f1", ALU, f64, (double)fa)                                           \
    X(v_cvt_f32_f64, VOP1, "D1d2", ALU, f32, (float)da)                                            \
    X(v_cvt_f64_i32, VOP1, "D2a1", ALU, f64, (double)sa)                                           \
    X(v_cvt_f64_u32, VOP1, "D2a1", ALU, f64, (double)a)                                            \
    X(v_cvt_i32_f64, VOP1, "D1d2", ALU, u32, (uint32_t)math_to_s64(trunc(da), INT32_MAX))          \
    X(v_cvt_u32_f64, VOP1, "D1d2", ALU, u32, (uint32_t)math_to_u64(trunc(da), UINT32_MAX))

/* Comparisons, which write a mask of lanes; those of v_cmpx write EXEC. Float comparisons with n
 * hold if an operand is NaN. */
#define RDNA2_COMPARISONS(X, v, form, M)                                                           \
    RDNA2_COMPARE_FLOAT(X, v, form, #M, f32, "f1f1", fa, fb)                                       \
    RDNA2_COMPARE_FLOAT(X, v, form, #M, f64, "d2d2", da, db)                                       \
    RDNA2_COMPARE_INT(X, v, form, #M, i32, "a1a1", sa, sb)                                         \
    RDNA2_COMPARE_INT(X, v, form, #M, u32, "a1a1", a, b)                                           \
    RDNA2_COMPARE_INT(X, v, form, #M, i64, "a2a2", (int64_t)la, (int64_t)lb)                       \
    RDNA2_COMPARE_INT(X, v, form, #M, u64, "a2a2", la, lb)                                         \
    X(v##_class_f32, form, #M "1f1a1", ALU, lanes, rdna2_class(fa, b))
#define RDNA2_COMPARE_INT(X, v, form, M, type, sources, x, y)                                      \
    X(v##_lt_##type, form, M "1" sources, ALU, lanes, x < y)                                       \
    X(v##_eq_##type, form, M "1" sources, ALU, lanes, x == y)                                      \
    X(v##_le_##type, form, M "1" sources, ALU, lanes, x <= y)                                      \
    X(v##_gt_##type, form, M "1" sources, ALU, lanes, x > y)                                       \
    X(v##_ne_##type, form, M "1" sources, ALU, lanes, x != y)                                      \
    X(v##_ge_##type, form, M "1" sources, ALU, lanes, x >= y)
#define RDNA2_COMPARE_FLOAT(X, v, form, M, type, sources, x, y)                                    \
    X(v##_lt_##type, form, M "1" sources, ALU, lanes, x < y)                                       \
    X(v##_eq_##type, form, M "1" sources, ALU, lanes, x == y)                                      \
    X(v##_le_##type, form, M "1" sources, ALU, lanes, x <= y)                                      \
    X(v##_gt_##type, form, M "1" sources, ALU, lanes, x > y)                                       \
    X(v##_lg_##type, form, M "1" sources, ALU, lanes, x<y || x> y)                                 \
    X(v##_ge_##type, form, M "1" sources, ALU, lanes, x >= y)                                      \
    X(v##_o_##type, form, M "1" sources, ALU, lanes, x == x && y == y)                             \
    X(v##_u_##type, form, M "1" sources, ALU, lanes, x != x || y != y)                             \
    X(v##_nge_##type, form, M "1" sources, ALU, lanes, !(x >= y))                                  \
    X(v##_nlg_##type, form, M "1" sources, ALU, lanes, !(x < y || x > y))                          \
    X(v##_ngt_##type, form, M "1" sources, ALU, lanes, !(x > y))                                   \
    X(v##_nle_##type, form, M "1" sources, ALU, lanes, !(x <= y))                                  \
    X(v##_neq_##type, form, M "1" sources, ALU, lanes, !(x == y))                                  \
    X(v##_nlt_##type, form, M "1" sources, ALU, lanes, !(x < y))

/* Instructions that also write a mask of lanes, of carries or of division scaling, which `flag`
 * gives: X(name, form, operands, class, result, value, flag). */
#define RDNA2_CARRIES(X)                                                                           \
    X(v_add_co_u32, VOP3, "D1M1a1a1", INT_ADD, u32, a + b, a + b < a)                              \
    X(v_sub_co_u32, VOP3, "D1M1a1a1", INT_ADD, u32, a - b, a < b)                                  \
    X(v_subrev_co_u32, VOP3, "D1M1a1a1", INT_ADD, u32, b - a, b < a)                               \
    X(v_add_co_ci_u32, VOP2, "D1M1a1a1m1", INT_ADD, u32, a + b + bit,                              \
      ((uint64_t)a + b + bit) >> 32)                                                               \
    X(v_sub_co_ci_u32, VOP2, "D1M1a1a1m1", INT_ADD, u32, a - b - bit, (uint64_t)b + bit > a)       \
    X(v_subrev_co_ci_u32, VOP2, "D1M1a1a1m1", INT_ADD, u32, b - a - bit, (uint64_t)a + bit > b)    \
    X(v_mad_u64_u32, VOP3, "D2M1a1a1a2", INT_MAD, u64, (uint64_t)a *b + lc,                        \
      (uint64_t)a * b + lc < lc)                                                                   \
    X(v_mad_i64_i32, VOP3, "D2M1a1a1a2", INT_MAD, u64, (uint64_t)((int64_t)sa * sb) + lc,          \
      rdna2_mad_overflows(sa, sb, lc))                                                             \
    X(v_div_scale_f32, VOP3, "D1M1f1f1f1", FP_MUL, f32, rdna2_div_scale(fa, fb, fc),               \
      rdna2_div_scaled(fb, fc))

/* Instructions that move the word of one lane to or from a scalar register (rdna2_execute.c):
 * X(name, form, operands, class). */
#define RDNA2_LANES(X)                                                                             \
    X(v_readfirstlane_b32, VOP1_ONLY, "S1a1", ALU)                                                 \
    X(v_readlane_b32, VOP3, "S1a1s1", ALU)                                                         \
    X(v_writelane_b32, VOP3, "E1s1s1", ALU)                                                        \
    X(v_nop, VOP1_ONLY, "", ALU)
