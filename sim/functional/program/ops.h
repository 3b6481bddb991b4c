/* ops.h -- the operations of a decoded program: one table that generates the enum, the lane loops
 * of execute_ops.c, the timing classes and the names in messages.
 *
 * A row of the register file holds one register of all 32 lanes: 4-byte cells (16-bit values are
 * kept zero-extended), 8-byte cells, or predicates (4-byte cells, 0 or all ones). The types in the
 * table give the interpretation of a cell: u16 s16 u32 s32 f32 u64 s64 f64 pred; a destination is
 * always one of u16 u32 f32 u64 f64 pred. In `value`, `a`, `b`, `c` and `d` are the operands of one
 * lane. The class is the enum warp_op without OP_. */
#pragma once

#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

/* Operations with one operand: X(name, class, destination, a, value). */
#define OPS_UNARY(X)                                                                               \
    X(MOV_32, ALU, u32, u32, a)                                                                    \
    X(MOV_64, ALU, u64, u64, a)                                                                    \
    X(MOV_PRED, ALU, pred, pred, a)                                                                \
    X(NOT_16, ALU, u16, u16, ~a)                                                                   \
    X(NOT_32, ALU, u32, u32, ~a)                                                                   \
    X(NOT_64, ALU, u64, u64, ~a)                                                                   \
    X(NOT_PRED, ALU, pred, pred, ~a)                                                               \
    X(NEG_16, ALU, u16, u16, 0u - a)                                                               \
    X(NEG_32, ALU, u32, u32, 0u - a)                                                               \
    X(NEG_64, ALU, u64, u64, 0u - a)                                                               \
    X(NEG_F32, ALU, f32, f32, -a)                                                                  \
    X(NEG_F64, ALU, f64, f64, -a)                                                                  \
    X(ABS_16, ALU, u16, s16, a < 0 ? -(int)a : (int)a)                                             \
    X(ABS_32, ALU, u32, s32, a < 0 ? 0u - (uint32_t)a : (uint32_t)a)                               \
    X(ABS_64, ALU, u64, s64, a < 0 ? 0u - (uint64_t)a : (uint64_t)a)                               \
    X(ABS_F32, ALU, f32, f32, fabsf(a))                                                            \
    X(ABS_F64, ALU, f64, f64, fabs(a))                                                             \
    X(POPC_32, ALU, u32, u32, (uint32_t)__builtin_popcount(a))                                     \
    X(POPC_64, ALU, u32, u64, (uint32_t)__builtin_popcountll(a))                                   \
    X(CLZ_32, ALU, u32, u32, a ? (uint32_t)__builtin_clz(a) : 32u)                                 \
    X(CLZ_64, ALU, u32, u64, a ? (uint32_t)__builtin_clzll(a) : 64u)                               \
    X(BREV_32, ALU, u32, u32, math_brev32(a))                                                      \
    X(BREV_64, ALU, u64, u64, math_brev64(a))                                                      \
    X(CNOT_16, ALU, u16, u16, a == 0)                                                              \
    X(CNOT_32, ALU, u32, u32, a == 0)                                                              \
    X(CNOT_64, ALU, u64, u64, a == 0)                                                              \
    X(BFIND_U32, ALU, u32, u32, math_bfind(a, 32))                                                 \
    X(BFIND_S32, ALU, u32, s32, math_bfind((uint32_t)(a < 0 ? ~a : a), 32))                        \
    X(BFIND_U64, ALU, u32, u64, math_bfind(a, 64))                                                 \
    X(BFIND_S64, ALU, u32, s64, math_bfind((uint64_t)(a < 0 ? ~a : a), 64))                        \
    X(BFIND_SHIFT_U32, ALU, u32, u32, math_bfind_shift(a, 32))                                     \
    X(BFIND_SHIFT_S32, ALU, u32, s32, math_bfind_shift((uint32_t)(a < 0 ? ~a : a), 32))            \
    X(BFIND_SHIFT_U64, ALU, u32, u64, math_bfind_shift(a, 64))                                     \
    X(BFIND_SHIFT_S64, ALU, u32, s64, math_bfind_shift((uint64_t)(a < 0 ? ~a : a), 64))            \
    X(RCP_F32, SFU, f32, f32, 1.0f / a)                                                            \
    X(RCP_F64, SFU, f64, f64, 1.0 / a)                                                             \
    X(SQRT_F32, SFU, f32, f32, sqrtf(a))                                                           \
    X(SQRT_F64, SFU, f64, f64, sqrt(a))                                                            \
    X(RSQRT_F32, SFU, f32, f32, 1.0f / sqrtf(a))                                                   \
    X(RSQRT_F64, SFU, f64, f64, 1.0 / sqrt(a))                                                     \
    X(SIN_F32, SFU, f32, f32, elementary_sin(a))                                                   \
    X(COS_F32, SFU, f32, f32, elementary_cos(a))                                                   \
    X(EX2_F32, SFU, f32, f32, elementary_ex2(a))                                                   \
    X(LG2_F32, SFU, f32, f32, elementary_lg2(a))                                                   \
    X(TANH_F32, SFU, f32, f32, elementary_tanh(a))                                                 \
    X(RCP_HIGH_F64, SFU, f64, f64, math_rcp_high(a))                                               \
    X(RSQRT_HIGH_F64, SFU, f64, f64, math_rsqrt_high(a))                                           \
    OPS_HALF_UNARY(X)                                                                              \
    OPS_TEST(X)                                                                                    \
    OPS_SATURATE(X)                                                                                \
    OPS_VSIM_UNARY(X)                                                                              \
    OPS_EXTEND(X)                                                                                  \
    OPS_TO_FLOAT(X)                                                                                \
    OPS_TO_INTEGER(X)

/* Instructions that Vulkan-Sim's PTX executes differently from NVIDIA's (instructions.cc): neg
 * gives +0 for zeros of both signs and abs keeps the sign of a zero; lg2 divides a rounded natural
 * logarithm. */
#define OPS_VSIM_UNARY(X)                                                                          \
    X(VSIM_NEG_F32, ALU, f32, f32, 0.0f - a)                                                       \
    X(VSIM_ABS_F32, ALU, f32, f32, a < 0.0f ? -a : a)                                              \
    X(VSIM_SQRT_F32, SFU, f32, f32, a < 0.0f ? math_nan_f32() : sqrtf(a))                          \
    X(VSIM_RSQRT_F32, SFU, f32, f32,                                                               \
      a < 0.0f ? math_nan_f32() : 1.0f / sqrtf(a == 0.0f ? 0.0f : a))                              \
    X(VSIM_LG2_F32, SFU, f32, f32, (float)((double)elementary_ln(a) / 0x1.62e42fefa39efp-1))

/* Conversions between integers. Names have Z for zero-extension or S for sign-extension, the 8, 16
 * or 32 low bits that are extended, R4 or R8 for a result of 4 or 8 bytes, and the bits of the
 * operand. */
#define OPS_EXTEND(X)                                                                              \
    OPS_EXTEND_CELL(X, R4, u32)                                                                    \
    OPS_EXTEND_CELL(X, R8, u64)                                                                    \
    X(EXT_Z32_R8_32, ALU, u32, u64, a)
#define OPS_EXTEND_CELL(X, R, r)                                                                   \
    X(EXT_Z8_##R##_32, ALU, u32, r, a & 0xffu)                                                     \
    X(EXT_Z8_##R##_64, ALU, u64, r, a & 0xffu)                                                     \
    X(EXT_S8_##R##_16, ALU, u16, r, (int8_t)a)                                                     \
    X(EXT_S8_##R##_32, ALU, u32, r, (int8_t)a)                                                     \
    X(EXT_S8_##R##_64, ALU, u64, r, (int8_t)a)                                                     \
    X(EXT_Z16_##R##_32, ALU, u32, r, a & 0xffffu)                                                  \
    X(EXT_Z16_##R##_64, ALU, u64, r, a & 0xffffu)                                                  \
    X(EXT_S16_##R##_32, ALU, u32, r, (int16_t)a)                                                   \
    X(EXT_S16_##R##_64, ALU, u64, r, (int16_t)a)                                                   \
    X(EXT_Z32_##R##_64, ALU, u64, r, a & 0xffffffffu)                                              \
    X(EXT_S32_##R##_64, ALU, u64, r, (int32_t)a)

/* Operations on binary16 numbers in the low bits of a cell. They compute in binary32, which holds
 * each of them exactly. */
#define OPS_HALF_UNARY(X)                                                                          \
    X(CVT_F32_F16, ALU, f32, u16, math_from_half(a))                                               \
    X(CVT_F64_F16, ALU, f64, u16, (double)math_from_half(a))                                       \
    X(CVT_F16_F32, ALU, u16, f32, math_to_half((double)a))                                         \
    X(CVT_F16_F64, ALU, u16, f64, math_to_half(a))                                                 \
    X(NEG_F16, ALU, u16, u16, a ^ 0x8000u)                                                         \
    X(ABS_F16, ALU, u16, u16, a & 0x7fffu)

/* testp: tests the class of a float. */
#define OPS_TEST(X)                                                                                \
    OPS_TEST_TYPE(X, F32, f32, 0x1p-126f)                                                          \
    OPS_TEST_TYPE(X, F64, f64, 0x1p-1022)
#define OPS_TEST_TYPE(X, F, f, least)                                                              \
    X(TESTP_FINITE_##F, ALU, pred, f, a - a == 0 ? UINT32_MAX : 0u)                                \
    X(TESTP_INFINITE_##F, ALU, pred, f, a == a && a - a != 0 ? UINT32_MAX : 0u)                    \
    X(TESTP_NUMBER_##F, ALU, pred, f, a == a ? UINT32_MAX : 0u)                                    \
    X(TESTP_NAN_##F, ALU, pred, f, a != a ? UINT32_MAX : 0u)                                       \
    X(TESTP_NORMAL_##F, ALU, pred, f, a - a == 0 && (a >= least || -a >= least) ? UINT32_MAX : 0u) \
    X(TESTP_SUBNORMAL_##F, ALU, pred, f, a != 0 && a < least && -a < least ? UINT32_MAX : 0u)

/* cvt.sat: clamps an integer to the range of another type. Both types may be signed or unsigned. */
#define OPS_SATURATE(X)                                                                            \
    OPS_SATURATE_TO(X, U8, u32, 0, UINT8_MAX)                                                      \
    OPS_SATURATE_TO(X, S8, u16, INT8_MIN, INT8_MAX)                                                \
    OPS_SATURATE_TO(X, U16, u16, 0, UINT16_MAX)                                                    \
    OPS_SATURATE_TO(X, S16, u16, INT16_MIN, INT16_MAX)                                             \
    OPS_SATURATE_TO(X, U32, u32, 0, UINT32_MAX)                                                    \
    OPS_SATURATE_TO(X, S32, u32, INT32_MIN, INT32_MAX)                                             \
    X(SATURATE_U64_S64, ALU, u64, s64, a < 0 ? 0 : (uint64_t)a)                                    \
    X(SATURATE_S64_U64, ALU, u64, u64, a > (uint64_t)INT64_MAX ? (uint64_t)INT64_MAX : a)
#define OPS_SATURATE_TO(X, T, t, least, most)                                                      \
    X(SATURATE_##T##_U16, ALU, t, u16, math_clamp_u64(a, most))                                    \
    X(SATURATE_##T##_S16, ALU, t, s16, math_clamp_s64(a, least, most))                             \
    X(SATURATE_##T##_U32, ALU, t, u32, math_clamp_u64(a, most))                                    \
    X(SATURATE_##T##_S32, ALU, t, s32, math_clamp_s64(a, least, most))                             \
    X(SATURATE_##T##_U64, ALU, t, u64, math_clamp_u64(a, most))                                    \
    X(SATURATE_##T##_S64, ALU, t, s64, math_clamp_s64(a, least, most))

/* Conversions from integers to the nearest float, ties to even; roundings of floats to whole
 * numbers; clamping to [0, 1]. */
#define OPS_TO_FLOAT(X)                                                                            \
    OPS_TO_FLOAT_TYPE(X, F32, f32, float, f)                                                       \
    OPS_TO_FLOAT_TYPE(X, F64, f64, double, )                                                       \
    X(CVT_F32_F64, ALU, f32, f64, (float)a)                                                        \
    X(CVT_F64_F32, ALU, f64, f32, (double)a)
#define OPS_TO_FLOAT_TYPE(X, F, f, type, suffix)                                                   \
    X(CVT_##F##_U8, ALU, f, u16, (type)(uint8_t)a)                                                 \
    X(CVT_##F##_S8, ALU, f, u16, (type)(int8_t)a)                                                  \
    X(CVT_##F##_U16, ALU, f, u16, (type)a)                                                         \
    X(CVT_##F##_S16, ALU, f, s16, (type)a)                                                         \
    X(CVT_##F##_U32, ALU, f, u32, (type)a)                                                         \
    X(CVT_##F##_S32, ALU, f, s32, (type)a)                                                         \
    X(CVT_##F##_U64, ALU, f, u64, (type)a)                                                         \
    X(CVT_##F##_S64, ALU, f, s64, (type)a)                                                         \
    X(ROUND_RNI_##F, ALU, f, f, rint##suffix(a))                                                   \
    X(ROUND_RZI_##F, ALU, f, f, trunc##suffix(a))                                                  \
    X(ROUND_RMI_##F, ALU, f, f, floor##suffix(a))                                                  \
    X(ROUND_RPI_##F, ALU, f, f, ceil##suffix(a))                                                   \
    X(SAT_##F, ALU, f, f, a > 0 ? (a < 1 ? a : 1) : 0)

/* Conversions from floats to integers: rounded by the mode, then clamped to the type's range; NaN
 * gives 0. */
#define OPS_TO_INTEGER(X)                                                                          \
    OPS_TO_INTEGER_MODE(X, RNI, rint)                                                              \
    OPS_TO_INTEGER_MODE(X, RZI, trunc)                                                             \
    OPS_TO_INTEGER_MODE(X, RMI, floor)                                                             \
    OPS_TO_INTEGER_MODE(X, RPI, ceil)
#define OPS_TO_INTEGER_MODE(X, mode, round)                                                        \
    OPS_TO_INTEGER_FROM(X, mode, round, F32, f32)                                                  \
    OPS_TO_INTEGER_FROM(X, mode, round, F64, f64)
#define OPS_TO_INTEGER_FROM(X, mode, round, FROM, from)                                            \
    X(CVT_##mode##_U8_##FROM, ALU, u32, from, math_to_u64(round((double)a), 0xffu))                \
    X(CVT_##mode##_U16_##FROM, ALU, u16, from, math_to_u64(round((double)a), 0xffffu))             \
    X(CVT_##mode##_S16_##FROM, ALU, u16, from, math_to_s64(round((double)a), 0x7fff))              \
    X(CVT_##mode##_U32_##FROM, ALU, u32, from, math_to_u64(round((double)a), 0xffffffffu))         \
    X(CVT_##mode##_S32_##FROM, ALU, u32, from, math_to_s64(round((double)a), 0x7fffffff))          \
    X(CVT_##mode##_U64_##FROM, ALU, u64, from, math_to_u64(round((double)a), UINT64_MAX))          \
    X(CVT_##mode##_S64_##FROM, ALU, u64, from, math_to_s64(round((double)a), INT64_MAX))

/* Operations with two operands: X(name, class, destination, a, b, value). */
#define OPS_BINARY(X)                                                                              \
    OPS_BINARY_INTEGER(X, 16, u16, s16, uint32_t, int32_t)                                         \
    OPS_BINARY_INTEGER(X, 32, u32, s32, uint32_t, int32_t)                                         \
    OPS_BINARY_INTEGER(X, 64, u64, s64, uint64_t, int64_t)                                         \
    X(MUL_HI_U16, INT_MUL, u16, u16, u16, ((uint32_t)a * b) >> 16)                                 \
    X(MUL_HI_S16, INT_MUL, u16, s16, s16, (uint32_t)((int32_t)a * b) >> 16)                        \
    X(MUL_HI_U32, INT_MUL, u32, u32, u32, ((uint64_t)a * b) >> 32)                                 \
    X(MUL_HI_S32, INT_MUL, u32, s32, s32, (uint64_t)((int64_t)a * b) >> 32)                        \
    X(MUL_HI_U64, INT_MUL, u64, u64, u64, math_mul_hi_u64(a, b))                                   \
    X(MUL_HI_S64, INT_MUL, u64, s64, s64, math_mul_hi_s64(a, b))                                   \
    X(MUL_WIDE_U16, INT_MUL, u32, u16, u16, (uint32_t)a *b)                                        \
    X(MUL_WIDE_S16, INT_MUL, u32, s16, s16, (int32_t)a *b)                                         \
    X(MUL_WIDE_U32, INT_MUL, u64, u32, u32, (uint64_t)a *b)                                        \
    X(MUL_WIDE_S32, INT_MUL, u64, s32, s32, (int64_t)a *b)                                         \
    X(AND_PRED, ALU, pred, pred, pred, a &b)                                                       \
    X(OR_PRED, ALU, pred, pred, pred, a | b)                                                       \
    X(XOR_PRED, ALU, pred, pred, pred, a ^ b)                                                      \
    X(PACK_64, ALU, u64, u32, u32, (uint64_t)b << 32 | a)                                          \
    X(PACK_32, ALU, u32, u16, u16, (uint32_t)b << 16 | a)                                          \
    X(VSIM_MIN_F32, FP_MAX, f32, f32, f32, a != a ? b : b != b ? a : a < b ? a : b)                \
    X(VSIM_MAX_F32, FP_MAX, f32, f32, f32, a != a ? b : b != b ? a : a > b ? a : b)                \
    X(MUL24_LO_U32, INT_MUL, u32, u32, u32, (uint32_t)math_mul24_u(a, b))                          \
    X(MUL24_LO_S32, INT_MUL, u32, s32, s32, (uint32_t)math_mul24_s(a, b))                          \
    X(MUL24_HI_U32, INT_MUL, u32, u32, u32, (uint32_t)(math_mul24_u(a, b) >> 16))                  \
    X(MUL24_HI_S32, INT_MUL, u32, s32, s32, (uint32_t)(math_mul24_s(a, b) >> 16))                  \
    X(ADD_SAT_S32, INT_ADD, u32, s32, s32, math_clamp_s64((int64_t)a + b, INT32_MIN, INT32_MAX))   \
    X(SUB_SAT_S32, INT_ADD, u32, s32, s32, math_clamp_s64((int64_t)a - b, INT32_MIN, INT32_MAX))   \
    X(BMSK_CLAMP, ALU, u32, u32, u32, math_bmsk(a, b))                                             \
    X(BMSK_WRAP, ALU, u32, u32, u32, math_bmsk(a & 31, b & 31))                                    \
    X(SZEXT_CLAMP_U32, ALU, u32, u32, u32, b >= 32 ? a : a & ((1u << b) - 1))                      \
    X(SZEXT_CLAMP_S32, ALU, u32, s32, u32, b >= 32 ? (uint32_t)a : math_bfe_s64(a, 0, b, 32))      \
    X(SZEXT_WRAP_U32, ALU, u32, u32, u32, a &((1u << (b & 31)) - 1))                               \
    X(SZEXT_WRAP_S32, ALU, u32, s32, u32, math_bfe_s64(a, 0, b & 31, 32))                          \
    X(ADD_F16, FP_ADD, u16, u16, u16,                                                              \
      math_to_half((double)math_from_half(a) + (double)math_from_half(b)))                         \
    X(SUB_F16, FP_ADD, u16, u16, u16,                                                              \
      math_to_half((double)math_from_half(a) - (double)math_from_half(b)))                         \
    X(MUL_F16, FP_MUL, u16, u16, u16,                                                              \
      math_to_half((double)math_from_half(a) * (double)math_from_half(b)))                         \
    X(ADD_F16X2, FP_ADD, u32, u32, u32, math_half2_add(a, b))                                      \
    X(SUB_F16X2, FP_ADD, u32, u32, u32, math_half2_add(a, b ^ 0x80008000u))                        \
    X(MUL_F16X2, FP_MUL, u32, u32, u32, math_half2_mul(a, b))                                      \
    OPS_BINARY_FLOAT(X, F32, FP, f32, copysignf)                                                   \
    OPS_BINARY_FLOAT(X, F64, DP, f64, copysign)
#define OPS_BINARY_INTEGER(X, N, u, s, wide_u, wide_s)                                             \
    X(ADD_##N, INT_ADD, u, u, u, (wide_u)a + b)                                                    \
    X(SUB_##N, INT_ADD, u, u, u, (wide_u)a - b)                                                    \
    X(MUL_LO_##N, INT_MUL, u, u, u, (wide_u)a *b)                                                  \
    X(DIV_U##N, INT_DIV, u, u, u, b ? (wide_u)a / b : (wide_u)-1)                                  \
    X(DIV_S##N, INT_DIV, u, s, s, math_div_s##N(a, b))                                             \
    X(REM_U##N, INT_DIV, u, u, u, b ? (wide_u)a % b : (wide_u)a)                                   \
    X(REM_S##N, INT_DIV, u, s, s, math_rem_s##N(a, b))                                             \
    X(MIN_U##N, INT_MAX, u, u, u, a < b ? a : b)                                                   \
    X(MIN_S##N, INT_MAX, u, s, s, (wide_s)(a < b ? a : b))                                         \
    X(MAX_U##N, INT_MAX, u, u, u, a > b ? a : b)                                                   \
    X(MAX_S##N, INT_MAX, u, s, s, (wide_s)(a > b ? a : b))                                         \
    X(AND_##N, ALU, u, u, u, a &b)                                                                 \
    X(OR_##N, ALU, u, u, u, a | b)                                                                 \
    X(XOR_##N, ALU, u, u, u, a ^ b)                                                                \
    X(SHL_##N, ALU, u, u, u32, b < N ? (wide_u)a << (b & (N - 1)) : 0)                             \
    X(SHR_U##N, ALU, u, u, u32, b < N ? (wide_u)a >> (b & (N - 1)) : 0)                            \
    X(SHR_S##N, ALU, u, s, u32, (wide_s)a >> (b < N ? b : N - 1))
#define OPS_BINARY_FLOAT(X, N, class, f, copy_sign)                                                \
    X(ADD_##N, class##_ADD, f, f, f, a + b)                                                        \
    X(SUB_##N, class##_ADD, f, f, f, a - b)                                                        \
    X(MUL_##N, class##_MUL, f, f, f, a *b)                                                         \
    X(DIV_##N, class##_DIV, f, f, f, a / b)                                                        \
    X(MIN_##N, class##_MAX, f, f, f, math_min_##f(a, b))                                           \
    X(MAX_##N, class##_MAX, f, f, f, math_max_##f(a, b))                                           \
    X(MIN_NAN_##N, class##_MAX, f, f, f, a != a || b != b ? math_nan_##f() : math_min_##f(a, b))   \
    X(MAX_NAN_##N, class##_MAX, f, f, f, a != a || b != b ? math_nan_##f() : math_max_##f(a, b))   \
    X(COPYSIGN_##N, ALU, f, f, f, copy_sign(b, a))

/* Operations with three operands: X(name, class, destination, a, b, c, value). */
#define OPS_TERNARY(X)                                                                             \
    X(MAD_LO_16, INT_MAD, u16, u16, u16, u16, (uint32_t)a *b + c)                                  \
    X(MAD_LO_32, INT_MAD, u32, u32, u32, u32, a *b + c)                                            \
    X(MAD_LO_64, INT_MAD, u64, u64, u64, u64, a *b + c)                                            \
    X(MAD_HI_U32, INT_MAD, u32, u32, u32, u32, (uint32_t)(((uint64_t)a * b) >> 32) + c)            \
    X(MAD_HI_S32, INT_MAD, u32, s32, s32, u32, (uint32_t)((uint64_t)((int64_t)a * b) >> 32) + c)   \
    X(MAD_WIDE_U16, INT_MAD, u32, u16, u16, u32, (uint32_t)a *b + c)                               \
    X(MAD_WIDE_S16, INT_MAD, u32, s16, s16, u32, (uint32_t)((int32_t)a * b) + c)                   \
    X(MAD_WIDE_U32, INT_MAD, u64, u32, u32, u64, (uint64_t)a *b + c)                               \
    X(MAD_WIDE_S32, INT_MAD, u64, s32, s32, u64, (uint64_t)((int64_t)a * b) + c)                   \
    X(FMA_F32, FP_MAD, f32, f32, f32, f32, fmaf(a, b, c))                                          \
    X(FMA_F64, DP_MAD, f64, f64, f64, f64, fma(a, b, c))                                           \
    X(SELP_32, ALU, u32, u32, u32, pred, c ? a : b)                                                \
    X(SELP_64, ALU, u64, u64, u64, pred, c ? a : b)                                                \
    X(BFE_U32, ALU, u32, u32, u32, u32, math_bfe_u64(a, b, c, 32))                                 \
    X(BFE_S32, ALU, u32, s32, u32, u32, math_bfe_s64(a, b, c, 32))                                 \
    X(BFE_U64, ALU, u64, u64, u32, u32, math_bfe_u64(a, b, c, 64))                                 \
    X(BFE_S64, ALU, u64, s64, u32, u32, math_bfe_s64(a, b, c, 64))                                 \
    X(SHF_L_WRAP, ALU, u32, u32, u32, u32, (((uint64_t)b << 32 | a) << (c & 31)) >> 32)            \
    X(SHF_R_WRAP, ALU, u32, u32, u32, u32, ((uint64_t)b << 32 | a) >> (c & 31))                    \
    X(SHF_L_CLAMP, ALU, u32, u32, u32, u32, c >= 32 ? a : (((uint64_t)b << 32 | a) << c) >> 32)    \
    X(SHF_R_CLAMP, ALU, u32, u32, u32, u32, c >= 32 ? b : ((uint64_t)b << 32 | a) >> c)            \
    X(MAD_HI_U64, INT_MAD, u64, u64, u64, u64, math_mul_hi_u64(a, b) + c)                          \
    X(MAD_HI_S64, INT_MAD, u64, s64, s64, u64, math_mul_hi_s64(a, b) + c)                          \
    X(MAD24_LO_U32, INT_MAD, u32, u32, u32, u32, (uint32_t)math_mul24_u(a, b) + c)                 \
    X(MAD24_LO_S32, INT_MAD, u32, s32, s32, u32, (uint32_t)math_mul24_s(a, b) + c)                 \
    X(MAD24_HI_U32, INT_MAD, u32, u32, u32, u32, (uint32_t)(math_mul24_u(a, b) >> 16) + c)         \
    X(MAD24_HI_S32, INT_MAD, u32, s32, s32, u32, (uint32_t)(math_mul24_s(a, b) >> 16) + c)         \
    X(SAD_U16, INT_ADD, u16, u16, u16, u16, c + (a < b ? b - a : a - b))                           \
    X(SAD_S16, INT_ADD, u16, s16, s16, u16, c + (a < b ? b - a : a - b))                           \
    X(SAD_U32, INT_ADD, u32, u32, u32, u32, c + (a < b ? b - a : a - b))                           \
    X(SAD_S32, INT_ADD, u32, s32, s32, u32,                                                        \
      c + (a < b ? (uint32_t)b - (uint32_t)a : (uint32_t)a - (uint32_t)b))                         \
    X(SAD_U64, INT_ADD, u64, u64, u64, u64, c + (a < b ? b - a : a - b))                           \
    X(SAD_S64, INT_ADD, u64, s64, s64, u64,                                                        \
      c + (a < b ? (uint64_t)b - (uint64_t)a : (uint64_t)a - (uint64_t)b))                         \
    X(SLCT_32_S32, ALU, u32, u32, u32, s32, c >= 0 ? a : b)                                        \
    X(SLCT_64_S32, ALU, u64, u64, u64, s32, c >= 0 ? a : b)                                        \
    X(SLCT_32_F32, ALU, u32, u32, u32, f32, c >= 0 ? a : b)                                        \
    X(SLCT_64_F32, ALU, u64, u64, u64, f32, c >= 0 ? a : b)                                        \
    X(PRMT, ALU, u32, u32, u32, u32, math_prmt(a, b, c))                                           \
    X(PRMT_F4E, ALU, u32, u32, u32, u32, math_prmt(a, b, 0x3210u + 0x1111u * (c & 3)))             \
    X(PRMT_B4E, ALU, u32, u32, u32, u32, math_prmt(a, b, math_prmt_back(c)))                       \
    X(PRMT_RC8, ALU, u32, u32, u32, u32, math_prmt(a, b, 0x1111u * (c & 3)))                       \
    X(PRMT_ECL, ALU, u32, u32, u32, u32, math_prmt(a, b, math_prmt_left(c)))                       \
    X(PRMT_ECR, ALU, u32, u32, u32, u32, math_prmt(a, b, math_prmt_right(c)))                      \
    X(PRMT_RC16, ALU, u32, u32, u32, u32, math_prmt(a, b, c & 1 ? 0x3232u : 0x1010u))              \
    X(DP4A_U32_U32, INT_MAD, u32, u32, u32, u32, math_dp4a(a, b, false, false) + c)                \
    X(DP4A_U32_S32, INT_MAD, u32, u32, u32, u32, math_dp4a(a, b, false, true) + c)                 \
    X(DP4A_S32_U32, INT_MAD, u32, u32, u32, u32, math_dp4a(a, b, true, false) + c)                 \
    X(DP4A_S32_S32, INT_MAD, u32, u32, u32, u32, math_dp4a(a, b, true, true) + c)                  \
    OPS_DP2A(X, LO, 0)                                                                             \
    OPS_DP2A(X, HI, 16)                                                                            \
    X(FMA_F16, FP_MAD, u16, u16, u16, u16,                                                         \
      math_to_half(                                                                                \
          fma((double)math_from_half(a), (double)math_from_half(b), (double)math_from_half(c))))   \
    X(FMA_F16X2, FP_MAD, u32, u32, u32, u32, math_half2_fma(a, b, c))                              \
    X(FNS, ALU, u32, u32, u32, s32, math_fns(a, b, c))
#define OPS_DP2A(X, PART, shift)                                                                   \
    X(DP2A_##PART##_U32_U32, INT_MAD, u32, u32, u32, u32,                                          \
      math_dp2a(a, b >> shift, false, false) + c)                                                  \
    X(DP2A_##PART##_U32_S32, INT_MAD, u32, u32, u32, u32,                                          \
      math_dp2a(a, b >> shift, false, true) + c)                                                   \
    X(DP2A_##PART##_S32_U32, INT_MAD, u32, u32, u32, u32,                                          \
      math_dp2a(a, b >> shift, true, false) + c)                                                   \
    X(DP2A_##PART##_S32_S32, INT_MAD, u32, u32, u32, u32, math_dp2a(a, b >> shift, true, true) + c)

/* Operations with four operands: X(name, class, destination, a, b, c, d, value). */
#define OPS_QUATERNARY(X)                                                                          \
    X(BFI_32, ALU, u32, u32, u32, u32, u32, math_bfi(a, b, c, d, 32))                              \
    X(BFI_64, ALU, u64, u64, u64, u32, u32, math_bfi(a, b, c, d, 64))                              \
    X(LOP3, ALU, u32, u32, u32, u32, u32, math_lop3(a, b, c, d))

/* Comparisons: X(name, operands, condition). The class is ALU, the destination a predicate. */
#define OPS_COMPARE(X)                                                                             \
    OPS_COMPARE_EQUAL(X, 16, u16)                                                                  \
    OPS_COMPARE_EQUAL(X, 32, u32)                                                                  \
    OPS_COMPARE_EQUAL(X, 64, u64)                                                                  \
    OPS_COMPARE_ORDER(X, U16, u16)                                                                 \
    OPS_COMPARE_ORDER(X, S16, s16)                                                                 \
    OPS_COMPARE_ORDER(X, U32, u32)                                                                 \
    OPS_COMPARE_ORDER(X, S32, s32)                                                                 \
    OPS_COMPARE_ORDER(X, U64, u64)                                                                 \
    OPS_COMPARE_ORDER(X, S64, s64)                                                                 \
    OPS_COMPARE_FLOAT(X, F32, f32)                                                                 \
    OPS_COMPARE_FLOAT(X, F64, f64)
#define OPS_COMPARE_EQUAL(X, N, t)                                                                 \
    X(SETP_EQ_##N, t, a == b)                                                                      \
    X(SETP_NE_##N, t, a != b)
#define OPS_COMPARE_ORDER(X, N, t)                                                                 \
    X(SETP_LT_##N, t, a < b)                                                                       \
    X(SETP_LE_##N, t, a <= b)                                                                      \
    X(SETP_GT_##N, t, a > b)                                                                       \
    X(SETP_GE_##N, t, a >= b)
/* Comparisons of floats. From EQU on, all but NUM hold if an operand is NaN. */
#define OPS_COMPARE_FLOAT(X, N, t)                                                                 \
    OPS_COMPARE_ORDER(X, N, t)                                                                     \
    X(SETP_EQ_##N, t, a == b)                                                                      \
    X(SETP_NE_##N, t, a<b || a> b)                                                                 \
    X(SETP_EQU_##N, t, !(a < b || a > b))                                                          \
    X(SETP_NEU_##N, t, !(a == b))                                                                  \
    X(SETP_LTU_##N, t, !(a >= b))                                                                  \
    X(SETP_LEU_##N, t, !(a > b))                                                                   \
    X(SETP_GTU_##N, t, !(a <= b))                                                                  \
    X(SETP_GEU_##N, t, !(a < b))                                                                   \
    X(SETP_NUM_##N, t, a == a && b == b)                                                           \
    X(SETP_NAN_##N, t, a != a || b != b)

/* Operations that are not functions of their operands alone: X(name, class). */
#define OPS_SPECIAL(X)                                                                             \
    X(UNPACK_64, ALU)  /* two 4-byte destinations from 8 bytes */                                  \
    X(UNPACK_32, ALU)  /* two 16-bit destinations from 4 bytes */                                  \
    X(LOCAL_BASE, ALU) /* address of the thread's local memory + offset */                         \
    X(LOAD, LOAD)                                                                                  \
    X(STORE, STORE)                                                                                \
    X(MODIFIED, ALU)      /* lane operation `target` with `offset`: enum modifier; its class */    \
    X(CARRY_ADD, INT_ADD) /* a + b or a - b with carry: `offset` is an enum carry */               \
    X(CARRY_MAD, INT_MAD) /* half of a * b, plus c, with carry, as CARRY_ADD */                    \
    X(BRANCH, BRANCH)                                                                              \
    X(CALL, BRANCH)                                                                                \
    X(CALL_ANY, BRANCH) /* calls by address; lanes with the same one go together */                \
    X(RETURN, BRANCH)                                                                              \
    X(EXIT, EXIT)                                                                                  \
    X(TRAP, ALU)                                                                                   \
    OPS_COMPUTE(X)

/* Operations of compute kernels only: X(name, class). */
#define OPS_COMPUTE(X)                                                                             \
    X(SPECIAL_REGISTER, ALU) /* `offset`: enum special_register */                                 \
    X(ENTRY_PARAM, ALU) /* loads `bytes` of the launch's parameters: at `offset`, or at `offset`   \
                           plus an address in a register */                                        \
    X(SHUFFLE, ALU)     /* `target`: enum shuffle */                                               \
    X(VOTE, ALU)        /* `target`: enum vote */                                                  \
    X(MATCH, ALU)       /* `target`: 0 any, 1 all; `wide`: values have 8 bytes */                  \
    X(REDUCE_WARP, ALU) /* `target`: enum atomic_op */                                             \
    X(SYNC_WARP, ALU)                                                                              \
    X(NOTHING, ALU) /* is issued and changes nothing */                                            \
    X(ACTIVE_MASK, ALU)                                                                            \
    X(LOAD_SHARED, LOAD_SHARED)                                                                    \
    X(STORE_SHARED, STORE_SHARED)                                                                  \
    X(ATOMIC_SHARED, ATOMIC_SHARED) /* `target` of this and the next two: enum atomic_op */        \
    X(ATOMIC, ATOMIC)                                                                              \
    X(REDUCE, REDUCE)                                                                              \
    X(BARRIER, BARRIER)        /* `offset`: number of the barrier */                               \
    X(BARRIER_REDUCE, BARRIER) /* `target`: enum vote */

/* The functions of sim/shaders/rt.h, and those of libm that clang calls if there is no instruction
 * for them: X(name, class, result, arguments). Types of results and arguments: i 4 bytes, l 8
 * bytes. */
#define OPS_INTRINSIC(X)                                                                           \
    X(rt_launch_id_x, ALU, "i", "")                                                                \
    X(rt_launch_id_y, ALU, "i", "")                                                                \
    X(rt_launch_size_x, ALU, "i", "")                                                              \
    X(rt_launch_size_y, ALU, "i", "")                                                              \
    X(filter_shader, ALU, "i", "")                                                                 \
    X(rt_work, ALU, "i", "")                                                                       \
    X(rt_descriptor, ALU, "l", "i")                                                                \
    X(rt_payload, ALU, "l", "")                                                                    \
    X(rt_hit_attributes, ALU, "l", "")                                                             \
    X(trace_ray, TRACE_RAY, "i", "iiiiiiiii")                                                      \
    X(end_trace_ray, ALU, "", "")                                                                  \
    X(intersection_exit, ALU, "i", "ii")                                                           \
    X(get_shader_id, ALU, "i", "i")                                                                \
    X(select_candidate, ALU, "", "i")                                                              \
    X(rt_candidate_t, ALU, "i", "")                                                                \
    X(rt_candidate_u, ALU, "i", "")                                                                \
    X(rt_candidate_v, ALU, "i", "")                                                                \
    X(report_ray_intersection, ALU, "i", "i")                                                      \
    X(hit_geometry, ALU, "i", "i")                                                                 \
    X(get_closest_hit_shader_id, ALU, "i", "")                                                     \
    X(load_ray_instance_custom_index, ALU, "i", "")                                                \
    X(load_primitive_id, ALU, "i", "")                                                             \
    X(load_ray_t_min, ALU, "i", "")                                                                \
    X(load_ray_t_max, ALU, "i", "")                                                                \
    X(load_ray_world_direction, ALU, "l", "")                                                      \
    X(load_ray_world_origin, ALU, "l", "")                                                         \
    X(load_ray_object_to_world, ALU, "l", "")                                                      \
    X(load_ray_world_to_object, ALU, "l", "")                                                      \
    X(image_store, STORE, "", "iiiiiii")

/* Vulkan-Sim's extensions of PTX in its dumps: X(name, class). vsim/opcodes.c lists their operands;
 * comments below give the main ones or the result. */
#define OPS_VSIM(X)                                                                                \
    X(vs_launch_id, ALU)       /* x, y, z of the pixel */                                          \
    X(vs_launch_size, ALU)     /* width, height, depth */                                          \
    X(vs_shader_clock, ALU)    /* two words, both zero */                                          \
    X(vs_descriptor, ALU)      /* address of binding `offset` */                                   \
    X(vs_variable, ALU)        /* address of the thread's variable number `offset` */              \
    X(vs_hit_attributes, ALU)  /* address of the thread's hit attributes */                        \
    X(vs_trace_ray, TRACE_RAY) /* flags, miss index, origin, tmin, direction, tmax */              \
    X(vs_end_trace_ray, ALU)                                                                       \
    X(vs_intersection_exit, ALU) /* whether there is no table entry of this number */              \
    X(vs_run_intersection, ALU)  /* whether there is one */                                        \
    X(vs_intersection_address, ALU)                                                                \
    X(vs_intersection_id, ALU)                                                                     \
    X(vs_call_intersection, BRANCH)                                                                \
    X(vs_anyhit_exit, ALU)                                                                         \
    X(vs_run_anyhit, ALU)                                                                          \
    X(vs_anyhit_address, ALU)                                                                      \
    X(vs_anyhit_id, ALU)                                                                           \
    X(vs_call_anyhit, BRANCH)                                                                      \
    X(vs_ignore_intersection, ALU)                                                                 \
    X(vs_hit_geometry, ALU)                                                                        \
    X(vs_closest_hit_id, ALU)                                                                      \
    X(vs_call_closest_hit, BRANCH)                                                                 \
    X(vs_call_miss, BRANCH)                                                                        \
    X(vs_report_intersection, ALU)                                                                 \
    X(vs_t_min, ALU)                                                                               \
    X(vs_t_max, ALU)                                                                               \
    X(vs_custom_index, ALU)                                                                        \
    X(vs_primitive_id, ALU)                                                                        \
    X(vs_world_direction, ALU) /* address of the four words in the trace record */                 \
    X(vs_world_origin, ALU)                                                                        \
    X(vs_world_direction_xyz, ALU) /* the three numbers themselves */                              \
    X(vs_world_origin_xyz, ALU)                                                                    \
    X(vs_world_to_object, ALU) /* address of column `offset` in the trace record */                \
    X(vs_object_to_world, ALU)                                                                     \
    X(vs_world_to_object_xyz, ALU) /* the three numbers of column `offset` */                      \
    X(vs_object_to_world_xyz, ALU)                                                                 \
    X(vs_mixed, ALU)         /* operation `target`; registers marked in `wide` have 8 bytes */     \
    X(vs_image_store, STORE) /* image, x, y, r, g, b, a */                                         \
    X(vs_image_load, LOAD)   /* r, g, b, a from image, x, y */                                     \
    X(vs_texture, LOAD)      /* r, g, b, a from texture, u, v */

/* X(name, class): operations of a user's ray-tracing pipeline (frontend/spirv). A ray's own
 * operations concern the ray that the thread traced last and has not ended. */
#define OPS_PIPELINE(X)                                                                            \
    X(rp_value, ALU)       /* enum pipeline_value `offset`: 1 to 3 words */                        \
    X(rp_buffer, ALU)      /* address of buffer number (source 0) of resource `offset` */          \
    X(rp_bytes, ALU)       /* its size in bytes */                                                 \
    X(rp_local, ALU)       /* address of the local memory of the running call */                   \
    X(rp_attributes, ALU)  /* address of the thread's hit attributes */                            \
    X(rp_incoming, ALU)    /* address of the payload or callable data of the running call */       \
    X(rp_record, ALU)      /* address of the data of its shader record */                          \
    X(rp_table, ALU)       /* record offset, record stride, miss index and payload of a trace */   \
    X(rp_trace, TRACE_RAY) /* of resource `offset`: flags, mask, origin, tmin, direction, tmax */  \
    X(rp_candidate, ALU)   /* whether a shader has to test another candidate, which is selected */ \
    X(rp_call_candidate, BRANCH)                                                                   \
    X(rp_settle, ALU) /* makes a triangle the hit, unless its any-hit shader has ignored it */     \
    X(rp_accept, ALU) /* the same for a reported hit; whether it was */                            \
    X(rp_hit, ALU)    /* whether anything was hit */                                               \
    X(rp_call_hit, BRANCH)                                                                         \
    X(rp_call_miss, BRANCH)                                                                        \
    X(rp_end, ALU)                                                                                 \
    X(rp_report, ALU)          /* whether a candidate's t is in range; t, hit kind */              \
    X(rp_call_any_hit, BRANCH) /* of a procedural candidate */                                     \
    X(rp_ignore, ALU)                                                                              \
    X(rp_terminate, ALU)                                                                           \
    X(rp_call_callable, BRANCH)  /* record, address of its data */                                 \
    X(rp_query_trace, TRACE_RAY) /* of ray query `offset`, resource `target`: operands as there */ \
    X(rp_query_next, ALU)        /* whether the shader has to decide about another candidate */    \
    X(rp_query_accept, ALU)      /* makes the candidate, at t if there is a source, the hit */     \
    X(rp_query_stop, ALU)        /* no further candidate */                                        \
    X(rp_query_value, ALU)       /* enum pipeline_value `target` of it, of the candidate or hit */ \
    X(rp_group, ALU)         /* enum group_op `offset`, enum atomic_op `target`, over the lanes */ \
    X(rp_image_store, STORE) /* of resource `offset`: x, y, r, g, b, a */                          \
    X(rp_image_at, ALU)      /* the address of its pixel at x, y; 0: it is outside */              \
    X(rp_image_load, LOAD)   /* r, g, b, a at x, y */                                              \
    X(rp_image_size, ALU) /* width, height, levels of picture (source 0) of resource `offset` */   \
    X(rp_texture, LOAD)   /* r, g, b, a of picture (source 0) at u, v, level */                    \
    X(rp_gather, LOAD)    /* a channel (source 3) of four texels at u, v */                        \
    X(rp_texel, LOAD)     /* r, g, b, a at whole x, y, level */

/* Operations over the active lanes of a warp. */
enum group_op {
    GROUP_ELECT, /* the first lane */
    GROUP_ALL,
    GROUP_ANY,
    GROUP_EQUAL, /* all have the first lane's value */
    GROUP_BALLOT,
    GROUP_FIRST, /* the value of the first lane, of a lane, of the lane whose number differs by an
                    exclusive or, is less, is more: (value, lane or difference) */
    GROUP_FROM,
    GROUP_XOR,
    GROUP_UP,
    GROUP_DOWN,
    GROUP_REDUCE, /* over clusters of lanes: of all, up to the lane, before it (value, lanes of a
                     cluster) */
    GROUP_INCLUSIVE,
    GROUP_EXCLUSIVE,
};

/* The built-in variables of rp_value; matrices by column. */
enum pipeline_value {
    VALUE_LAUNCH_ID,
    VALUE_LAUNCH_SIZE,
    VALUE_THREAD, /* of a compute shader: in the dispatch, in the work group, its number there */
    VALUE_THREAD_OF_GROUP,
    VALUE_INDEX_OF_GROUP,
    VALUE_GROUP, /* the work group, the number of them; the warp in the group, their number */
    VALUE_GROUPS,
    VALUE_WARP,
    VALUE_WARPS,
    VALUE_MASK_EQ, /* lanes by comparison with the lane's number: four words, in two values */
    VALUE_MASK_GE = VALUE_MASK_EQ + 2,
    VALUE_MASK_GT = VALUE_MASK_GE + 2,
    VALUE_MASK_LE = VALUE_MASK_GT + 2,
    VALUE_MASK_LT = VALUE_MASK_LE + 2,
    VALUE_LAST_OF_LAUNCH = VALUE_MASK_LT + 1,
    VALUE_PRIMITIVE,
    VALUE_INSTANCE,
    VALUE_CUSTOM_INDEX,
    VALUE_GEOMETRY,
    VALUE_RECORD_OFFSET,
    VALUE_WORLD_ORIGIN,
    VALUE_WORLD_DIRECTION,
    VALUE_OBJECT_ORIGIN,
    VALUE_OBJECT_DIRECTION,
    VALUE_T_MIN,
    VALUE_T_MAX,
    VALUE_FLAGS,
    VALUE_HIT_KIND,
    VALUE_CULL_MASK,
    VALUE_CLOCK,
    VALUE_LANE,
    VALUE_LANES,
    VALUE_OBJECT_TO_WORLD,
    VALUE_WORLD_TO_OBJECT = VALUE_OBJECT_TO_WORLD + 4,
    VALUE_TYPE = VALUE_WORLD_TO_OBJECT + 4, /* of a query's candidate or hit, in Vulkan's numbers */
    VALUE_BARYCENTRICS,
    VALUE_FRONT,
    VALUE_OPAQUE,
    VALUE_OF_HIT = 64, /* bit: of the hit so far, not of the candidate */
};

enum code_op {
#define X1(name, class, d, a, value)          CODE_##name,
#define X2(name, class, d, a, b, value)       CODE_##name,
#define X3(name, class, d, a, b, c, value)    CODE_##name,
#define X4(name, class, r, a, b, c, d, value) CODE_##name,
#define XC(name, t, condition)                CODE_##name,
#define XS(name, class)                       CODE_##name,
#define XI(name, class, result, arguments)    CODE_##name,
    OPS_UNARY(X1) OPS_BINARY(X2) OPS_TERNARY(X3) OPS_QUATERNARY(X4) OPS_COMPARE(XC) OPS_SPECIAL(XS)
        OPS_INTRINSIC(XI) OPS_VSIM(XS) OPS_PIPELINE(XS)
#undef X1
#undef X2
#undef X3
#undef X4
#undef XC
#undef XS
#undef XI
            CODE_OPS
};
/* The first operation of each kind. Operations below CODE_FIRST_SPECIAL are pure functions of their
 * operands, lane by lane. */
enum {
    CODE_FIRST_SPECIAL = CODE_UNPACK_64,
    CODE_FIRST_COMPUTE = CODE_SPECIAL_REGISTER,
    CODE_FIRST_INTRINSIC = CODE_rt_launch_id_x,
    CODE_FIRST_VSIM = CODE_vs_launch_id,
    CODE_FIRST_PIPELINE = CODE_rp_value
};

enum cell { CELL_4, CELL_8, CELL_PRED };

/* What a special register holds. Coordinates have three numbers each: x, y, z. */
enum special_register {
    SPECIAL_TID,
    SPECIAL_NTID = SPECIAL_TID + 3,
    SPECIAL_CTAID = SPECIAL_NTID + 3,
    SPECIAL_NCTAID = SPECIAL_CTAID + 3,
    SPECIAL_LANE = SPECIAL_NCTAID + 3,
    SPECIAL_WARP,
    SPECIAL_LANEMASK_EQ,
    SPECIAL_LANEMASK_LT,
    SPECIAL_LANEMASK_LE,
    SPECIAL_LANEMASK_GT,
    SPECIAL_LANEMASK_GE,
    SPECIAL_CLOCK,          /* instructions that the warp has executed */
    SPECIAL_SHARED_DYNAMIC, /* shared bytes: added by the launch; below: all of a CTA */
    SPECIAL_SHARED_ALL,
    SPECIAL_ZERO
};

/* How a lane operation is modified: a rounding mode, plus flags. */
enum modifier {
    MODIFY_TO_NEAREST,
    MODIFY_TO_ZERO,
    MODIFY_DOWN,
    MODIFY_UP,
    MODIFY_ROUNDING = 3,
    MODIFY_FLUSH_SOURCES = 4, /* subnormal floats become 0 with their sign */
    MODIFY_FLUSH_RESULT = 8,
    MODIFY_SATURATE = 16, /* the result is clamped to [0, 1]; NaN gives 0 */
    MODIFY_AND = 32,      /* comparisons: the result and the predicate that is the last source */
    MODIFY_INVERT = 64,   /* with MODIFY_AND: the opposite of the comparison */
    MODIFY_INVERT_OTHER = 128 /* with MODIFY_AND: the opposite of the predicate */
};

/* Flags of CARRY_ADD and CARRY_MAD. Carries are words, 0 or 1; in a subtraction the carry is the
 * borrow. */
enum carry {
    CARRY_OUT = 1,      /* row 1 is a second destination, for the carry */
    CARRY_IN = 2,       /* the last source is a carry */
    CARRY_SUBTRACT = 4, /* CARRY_ADD subtracts instead of adding */
    CARRY_HIGH = 8,     /* CARRY_MAD uses the upper half of the product, not the lower */
    CARRY_SIGNED = 16,
    CARRY_WIDE = 32 /* operands have 64 bits */
};

enum shuffle { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BUTTERFLY, SHUFFLE_INDEX };
enum vote { VOTE_ALL, VOTE_ANY, VOTE_UNIFORM, VOTE_BALLOT, VOTE_COUNT };

/* How an atomic instruction computes the new value from the old one and its operand. CAS has two
 * operands: the expected and the new value. */
enum atomic_op {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_MIN_SIGNED,
    ATOMIC_MAX_SIGNED,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_EXCH,
    ATOMIC_CAS,
    ATOMIC_ADD_F32,
    ATOMIC_ADD_F64,
    ATOMIC_MIN_F32,
    ATOMIC_MAX_F32,
    ATOMIC_MUL, /* over the lanes of a warp alone, as the next one */
    ATOMIC_MUL_F32,
    ATOMIC_INC, /* old value + 1; 0 if the old value is the operand or more */
    ATOMIC_DEC  /* old value - 1; the operand if the old value is 0 or more than the operand */
};

struct op_info {
    const char *name;
    uint8_t class;        /* enum warp_op */
    uint8_t n_dst, n_src; /* counts; 0 for special operations, where they vary */
    uint8_t cells[10];    /* enum cell of destinations, then sources */
    char reads[4];        /* by source: how an immediate is written: i integer, f f32, d f64 */
};
extern const struct op_info op_info[CODE_OPS];
enum inst_operands op_operands(uint32_t op); /* class for profilers of an enum code_op */

/* Whether an operation of a pipeline calls a stage; lanes that call the same one go together. */
static inline bool ops_call_some(uint32_t op)
{
    return op == CODE_rp_call_candidate || op == CODE_rp_call_any_hit || op == CODE_rp_call_hit ||
           op == CODE_rp_call_miss || op == CODE_rp_call_callable;
}
