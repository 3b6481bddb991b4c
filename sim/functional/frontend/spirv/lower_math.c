/* Arithmetic of the SPIR-V core, scalar by scalar. */
#include "sim/functional/frontend/spirv/lower.h"

#include "common/memory.h"

#include <spirv/unified1/spirv.h>
#include <string.h>

enum { F_ZERO = 0, F_ONE = 0x3f800000, F_MINUS_ZERO = INT32_MIN };

/* ---- floats of 32 bits ---- */

static bool is_f32(const struct spirv_lower *l, uint32_t a, uint32_t wanted)
{
    uint64_t bits;
    return lower_is_constant(l, a, &bits) && (uint32_t)bits == wanted;
}

static bool is_zero(const struct spirv_lower *l, uint32_t a)
{
    return is_f32(l, a, F_ZERO) || is_f32(l, a, (uint32_t)F_MINUS_ZERO);
}

/* The values of two constants. */
static bool both(const struct spirv_lower *l, uint32_t a, uint32_t b, float *x, float *y)
{
    uint64_t bits[2];
    if (!lower_is_constant(l, a, &bits[0]) || !lower_is_constant(l, b, &bits[1]))
        return false;
    memcpy(x, &(uint32_t){(uint32_t)bits[0]}, sizeof *x);
    memcpy(y, &(uint32_t){(uint32_t)bits[1]}, sizeof *y);
    return true;
}

uint32_t lower_fadd(struct spirv_lower *l, uint32_t a, uint32_t b)
{
    float x, y;
    if (both(l, a, b, &x, &y))
        return lower_f32(l, x + y);
    return is_zero(l, a) ? b : is_zero(l, b) ? a : lower_op2(l, CODE_ADD_F32, a, b);
}

uint32_t lower_fsub(struct spirv_lower *l, uint32_t a, uint32_t b)
{
    float x, y;
    if (both(l, a, b, &x, &y))
        return lower_f32(l, x - y);
    return is_zero(l, b) ? a : lower_op2(l, CODE_SUB_F32, a, b);
}

uint32_t lower_fmul(struct spirv_lower *l, uint32_t a, uint32_t b)
{
    float x, y;
    if (both(l, a, b, &x, &y))
        return lower_f32(l, x * y);
    if (is_zero(l, a) || is_zero(l, b))
        return lower_f32(l, 0.0f);
    return is_f32(l, a, F_ONE) ? b : is_f32(l, b, F_ONE) ? a : lower_op2(l, CODE_MUL_F32, a, b);
}

uint32_t lower_ffma(struct spirv_lower *l, uint32_t a, uint32_t b, uint32_t c)
{
    if (is_zero(l, a) || is_zero(l, b))
        return c;
    if (is_f32(l, a, F_ONE) || is_f32(l, b, F_ONE))
        return lower_fadd(l, is_f32(l, a, F_ONE) ? b : a, c);
    return is_zero(l, c) ? lower_op2(l, CODE_MUL_F32, a, b) : lower_op3(l, CODE_FMA_F32, a, b, c);
}

uint32_t lower_fmad(struct spirv_lower *l, uint32_t a, uint32_t b, uint32_t c)
{
    return lower_fadd(l, lower_fmul(l, a, b), c);
}

uint32_t lower_fdiv(struct spirv_lower *l, uint32_t a, uint32_t b)
{
    uint64_t bits;
    uint32_t inverse;
    if (lower_is_constant(l, b, &bits)) {
        uint32_t word = (uint32_t)bits;
        float f;
        memcpy(&f, &word, sizeof f);
        inverse = lower_f32(l, 1.0f / f);
    } else {
        inverse = lower_op1(l, CODE_RCP_F32, b);
    }
    return lower_fmul(l, a, inverse);
}

uint32_t lower_dot(struct spirv_lower *l, const uint32_t *a, const uint32_t *b, uint32_t n)
{
    uint32_t sum = lower_fmul(l, a[0], b[0]);
    for (uint32_t i = 1; i < n; i++)
        sum = lower_fadd(l, sum, lower_fmul(l, a[i], b[i]));
    return sum;
}

/* ---- the operations by type ---- */

/* A machine operation for integers of 16, 32 and 64 bits and floats of 32 and 64; 0: none. */
struct by_type {
    uint32_t spirv;
    uint16_t i16, i32, i64, f32, f64;
};
#define INTEGER(NAME, OP)                                                                          \
    {                                                                                              \
        Spv##NAME, CODE_##OP##16, CODE_##OP##32, CODE_##OP##64, 0, 0                               \
    }
#define FLOAT(NAME, OP)                                                                            \
    {                                                                                              \
        Spv##NAME, 0, 0, 0, CODE_##OP##F32, CODE_##OP##F64                                         \
    }
static const struct by_type binary[] = {
    INTEGER(OpIAdd, ADD_),
    INTEGER(OpISub, SUB_),
    INTEGER(OpIMul, MUL_LO_),
    INTEGER(OpUDiv, DIV_U),
    INTEGER(OpSDiv, DIV_S),
    INTEGER(OpUMod, REM_U),
    INTEGER(OpSRem, REM_S),
    INTEGER(OpBitwiseOr, OR_),
    INTEGER(OpBitwiseXor, XOR_),
    INTEGER(OpBitwiseAnd, AND_),
    INTEGER(OpShiftLeftLogical, SHL_),
    INTEGER(OpShiftRightLogical, SHR_U),
    INTEGER(OpShiftRightArithmetic, SHR_S),
    FLOAT(OpFAdd, ADD_),
    FLOAT(OpFSub, SUB_),
    FLOAT(OpFMul, MUL_),
    FLOAT(OpFDiv, DIV_),
    {0},
};
#define EQUALITY(NAME, OP)                                                                         \
    {                                                                                              \
        Spv##NAME, CODE_SETP_##OP##_16, CODE_SETP_##OP##_32, CODE_SETP_##OP##_64, 0, 0             \
    }
#define ORDER(NAME, OP, S)                                                                         \
    {                                                                                              \
        Spv##NAME, CODE_SETP_##OP##_##S##16, CODE_SETP_##OP##_##S##32, CODE_SETP_##OP##_##S##64,   \
            0, 0                                                                                   \
    }
#define COMPARE(NAME, OP)                                                                          \
    {                                                                                              \
        Spv##NAME, 0, 0, 0, CODE_SETP_##OP##_F32, CODE_SETP_##OP##_F64                             \
    }
static const struct by_type compare[] = {
    EQUALITY(OpIEqual, EQ),
    EQUALITY(OpINotEqual, NE),
    ORDER(OpUGreaterThan, GT, U),
    ORDER(OpSGreaterThan, GT, S),
    ORDER(OpUGreaterThanEqual, GE, U),
    ORDER(OpSGreaterThanEqual, GE, S),
    ORDER(OpULessThan, LT, U),
    ORDER(OpSLessThan, LT, S),
    ORDER(OpULessThanEqual, LE, U),
    ORDER(OpSLessThanEqual, LE, S),
    COMPARE(OpFOrdEqual, EQ),
    COMPARE(OpFUnordEqual, EQU),
    COMPARE(OpFOrdNotEqual, NE),
    COMPARE(OpFUnordNotEqual, NEU),
    COMPARE(OpFOrdLessThan, LT),
    COMPARE(OpFUnordLessThan, LTU),
    COMPARE(OpFOrdGreaterThan, GT),
    COMPARE(OpFUnordGreaterThan, GTU),
    COMPARE(OpFOrdLessThanEqual, LE),
    COMPARE(OpFUnordLessThanEqual, LEU),
    COMPARE(OpFOrdGreaterThanEqual, GE),
    COMPARE(OpFUnordGreaterThanEqual, GEU),
    COMPARE(OpOrdered, NUM),
    COMPARE(OpUnordered, NAN),
    {0},
};

static const struct by_type *find(const struct by_type *table, uint32_t op)
{
    while (table->spirv && table->spirv != op)
        table++;
    return table->spirv ? table : NULL;
}

static bool is_signed_op(uint32_t op)
{
    return op == SpvOpSDiv || op == SpvOpSRem || op == SpvOpSMod ||
           op == SpvOpShiftRightArithmetic || op == SpvOpSGreaterThan ||
           op == SpvOpSGreaterThanEqual || op == SpvOpSLessThan || op == SpvOpSLessThanEqual;
}

/* Cells hold 8 and 16 bits zero-extended. 8 bits are computed in 32. */
static uint32_t widen(struct spirv_lower *l, uint32_t a, struct spirv_scalar s, bool is_signed)
{
    return s.bits == 8 && is_signed ? lower_op1(l, CODE_EXT_S8_R4_32, a) : a;
}

static uint32_t narrow(struct spirv_lower *l, uint32_t a, struct spirv_scalar s)
{
    return s.bits == 8 ? lower_op1(l, CODE_EXT_Z8_R4_32, a) : a;
}

/* Floats of 16 bits are computed in 32. */
uint32_t lower_from_half(struct spirv_lower *l, uint32_t a, struct spirv_scalar s)
{
    return s.is_float && s.bits == 16 ? lower_op1(l, CODE_CVT_F32_F16, a) : a;
}

uint32_t lower_to_half(struct spirv_lower *l, uint32_t a, struct spirv_scalar s)
{
    return s.is_float && s.bits == 16 ? lower_op1(l, CODE_CVT_F16_F32, a) : a;
}

static uint32_t float_binary(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b)
{
    switch (op) {
    case SpvOpFAdd:
        return lower_fadd(l, a, b);
    case SpvOpFSub:
        return lower_fsub(l, a, b);
    case SpvOpFMul:
        return lower_fmul(l, a, b);
    default:
        return lower_fdiv(l, a, b);
    }
}

/* a - b * round(a / b): the remainder of floor has b's sign (OpFMod), that of trunc a's (OpFRem).
 */
static uint32_t float_remainder(struct spirv_lower *l, uint32_t op, uint32_t a, uint32_t b)
{
    uint32_t whole = lower_op1(l, op == SpvOpFMod ? CODE_ROUND_RMI_F32 : CODE_ROUND_RZI_F32,
                               lower_fdiv(l, a, b));
    return lower_fsub(l, a, lower_fmul(l, b, whole));
}

/* The remainder with b's sign: r + b where signs differ and r is not 0. 8 and 16 bits are computed
 * in 32. */
static uint32_t signed_modulo(struct spirv_lower *l, struct spirv_scalar s, uint32_t a, uint32_t b)
{
    bool wide = s.bits == 64;
    a = s.bits < 32 ? lower_extend(l, a, s.bits, 32, true) : a;
    b = s.bits < 32 ? lower_extend(l, b, s.bits, 32, true) : b;
    uint32_t zero = lower_constant(l, wide ? CELL_8 : CELL_4, 0);
    uint32_t r = lower_op2(l, wide ? CODE_REM_S64 : CODE_REM_S32, a, b);
    uint32_t differ = lower_op2(l, wide ? CODE_SETP_LT_S64 : CODE_SETP_LT_S32,
                                lower_op2(l, wide ? CODE_XOR_64 : CODE_XOR_32, r, b), zero);
    uint32_t some = lower_op2(l, wide ? CODE_SETP_NE_64 : CODE_SETP_NE_32, r, zero);
    r = lower_op3(l, wide ? CODE_SELP_64 : CODE_SELP_32,
                  lower_op2(l, wide ? CODE_ADD_64 : CODE_ADD_32, r, b), r,
                  lower_op2(l, CODE_AND_PRED, differ, some));
    return s.bits < 32 ? lower_extend(l, r, 32, s.bits, false) : r;
}

static uint32_t by_bits(const struct by_type *o, struct spirv_scalar s)
{
    if (s.is_float)
        return s.bits == 64 ? o->f64 : o->f32;
    return s.bits == 64 ? o->i64 : s.bits == 16 ? o->i16 : o->i32;
}

static uint32_t one_binary(struct spirv_lower *l, uint32_t op, struct spirv_scalar s, uint32_t a,
                           uint32_t b)
{
    const struct by_type *o = find(binary, op);
    if (s.is_float && s.bits <= 32) {
        a = lower_from_half(l, a, s);
        b = lower_from_half(l, b, s);
        return lower_to_half(l, o ? float_binary(l, op, a, b) : float_remainder(l, op, a, b), s);
    }
    if (op == SpvOpSMod)
        return signed_modulo(l, s, a, b);
    uint32_t machine = o ? by_bits(o, s) : 0;
    if (!machine)
        return lower_fail(l, "operation %u on numbers of %u bits; expected one of 32 bits", op,
                          s.bits);
    return narrow(
        l,
        lower_op2(l, machine, widen(l, a, s, is_signed_op(op)), widen(l, b, s, is_signed_op(op))),
        s);
}

/* Shifts take the distance in a cell of 4 bytes. */
static uint32_t distance(struct spirv_lower *l, uint32_t id, uint32_t i)
{
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, spirv_type_of(l->m, id), i));
    uint32_t row = lower_row(l, id, i);
    uint64_t bits;
    if (s.bits != 64)
        return row;
    return lower_is_constant(l, row, &bits) ? lower_u32(l, (uint32_t)bits)
                                            : lower_op1(l, CODE_EXT_Z32_R8_32, row);
}

static bool is_shift(uint32_t op)
{
    return op == SpvOpShiftLeftLogical || op == SpvOpShiftRightLogical ||
           op == SpvOpShiftRightArithmetic;
}

static void binaries(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] =
            one_binary(l, spirv_op(at), s, lower_row(l, at[3], i),
                       is_shift(spirv_op(at)) ? distance(l, at[4], i) : lower_row(l, at[4], i));
}

static void comparisons(struct spirv_lower *l, const uint32_t *at)
{
    const struct by_type *o = find(compare, spirv_op(at));
    uint32_t type = spirv_type_of(l->m, at[3]), n = spirv_scalars(l->m, at[1]);
    uint32_t *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, type, 0));
    bool is_signed = is_signed_op(spirv_op(at));
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        uint32_t a = lower_row(l, at[3], i), b = lower_row(l, at[4], i);
        a = s.is_float ? lower_from_half(l, a, s) : widen(l, a, s, is_signed);
        b = s.is_float ? lower_from_half(l, b, s) : widen(l, b, s, is_signed);
        uint32_t machine = by_bits(o, s);
        rows[i] = machine ? lower_op2(l, machine, a, b)
                          : lower_fail(l,
                                       "a comparison %u of such numbers; expected integers "
                                       "or floats as it compares",
                                       spirv_op(at));
    }
}

/* ---- booleans and choices ---- */

uint32_t lower_select(struct spirv_lower *l, struct spirv_scalar s, uint32_t c, uint32_t a,
                      uint32_t b)
{
    if (a == b)
        return a;
    if (!s.is_bool)
        return lower_op3(l, s.bits == 64 ? CODE_SELP_64 : CODE_SELP_32, a, b, c);
    return lower_op2(l, CODE_OR_PRED, lower_op2(l, CODE_AND_PRED, c, a),
                     lower_op2(l, CODE_AND_PRED, lower_op1(l, CODE_NOT_PRED, c), b));
}

static void selects(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    bool each = spirv_scalars(l->m, spirv_type_of(l->m, at[3])) > 1;
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], i));
        rows[i] = lower_select(l, s, lower_row(l, at[3], each ? i : 0), lower_row(l, at[4], i),
                               lower_row(l, at[5], i));
    }
}

static void logic(struct spirv_lower *l, const uint32_t *at, uint32_t op, bool negated)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        rows[i] = lower_op2(l, op, lower_row(l, at[3], i), lower_row(l, at[4], i));
        if (negated)
            rows[i] = lower_op1(l, CODE_NOT_PRED, rows[i]);
    }
}

static void any_all(struct spirv_lower *l, const uint32_t *at, uint32_t op)
{
    uint32_t n = spirv_scalars(l->m, spirv_type_of(l->m, at[3])), *rows = lower_result(l, at[2], 1);
    if (!rows)
        return;
    rows[0] = lower_row(l, at[3], 0);
    for (uint32_t i = 1; i < n && !l->code; i++)
        rows[0] = lower_op2(l, op, rows[0], lower_row(l, at[3], i));
}

/* ---- one operand ---- */

static uint32_t one_negated(struct spirv_lower *l, struct spirv_scalar s, uint32_t a)
{
    if (s.is_float)
        return lower_op1(l,
                         s.bits == 64   ? CODE_NEG_F64
                         : s.bits == 16 ? CODE_NEG_F16
                                        : CODE_NEG_F32,
                         a);
    return narrow(l,
                  lower_op1(l,
                            s.bits == 64   ? CODE_NEG_64
                            : s.bits == 16 ? CODE_NEG_16
                                           : CODE_NEG_32,
                            a),
                  s);
}

static uint32_t one_not(struct spirv_lower *l, struct spirv_scalar s, uint32_t a)
{
    return narrow(l,
                  lower_op1(l,
                            s.bits == 64   ? CODE_NOT_64
                            : s.bits == 16 ? CODE_NOT_16
                                           : CODE_NOT_32,
                            a),
                  s);
}

/* An integer as another one of `to` bits, extended as `is_signed` says. */
uint32_t lower_extend(struct spirv_lower *l, uint32_t a, uint32_t from, uint32_t to, bool is_signed)
{
    static const uint16_t ops[2][3][4] = {
        /* from 8, 16, 32 bits; to 8, 16, 32, 64 */
        {{0, 0, 0, CODE_EXT_Z8_R4_64},
         {CODE_EXT_Z8_R4_32, 0, 0, CODE_EXT_Z16_R4_64},
         {CODE_EXT_Z8_R4_32, CODE_EXT_Z16_R4_32, 0, CODE_EXT_Z32_R4_64}},
        {{0, CODE_EXT_S8_R4_16, CODE_EXT_S8_R4_32, CODE_EXT_S8_R4_64},
         {CODE_EXT_Z8_R4_32, 0, CODE_EXT_S16_R4_32, CODE_EXT_S16_R4_64},
         {CODE_EXT_Z8_R4_32, CODE_EXT_Z16_R4_32, 0, CODE_EXT_S32_R4_64}}};
    static const uint16_t wide[4] = {CODE_EXT_Z8_R8_32, CODE_EXT_Z16_R8_32, CODE_EXT_Z32_R8_32, 0};
    uint32_t f = from == 8    ? 0
                 : from == 16 ? 1
                              : 2,
             t = to == 8    ? 0
                 : to == 16 ? 1
                 : to == 32 ? 2
                            : 3;
    uint32_t op = from == 64 ? wide[t] : ops[is_signed][f][t];
    return op ? lower_op1(l, op, a) : a;
}

static uint32_t int_to_float(struct spirv_lower *l, uint32_t a, struct spirv_scalar from,
                             struct spirv_scalar to, bool is_signed)
{
    bool f64 = to.bits == 64;
    uint32_t x = from.bits < 32 ? lower_extend(l, a, from.bits, 32, is_signed) : a;
    uint32_t op = from.bits == 64 ? (is_signed ? (f64 ? CODE_CVT_F64_S64 : CODE_CVT_F32_S64)
                                               : (f64 ? CODE_CVT_F64_U64 : CODE_CVT_F32_U64))
                                  : (is_signed ? (f64 ? CODE_CVT_F64_S32 : CODE_CVT_F32_S32)
                                               : (f64 ? CODE_CVT_F64_U32 : CODE_CVT_F32_U32));
    return lower_to_half(l, lower_op1(l, op, x), to);
}

static uint32_t float_to_int(struct spirv_lower *l, uint32_t a, struct spirv_scalar from,
                             struct spirv_scalar to, bool is_signed)
{
    bool f64 = from.bits == 64;
    uint32_t x = lower_from_half(l, a, from);
    uint32_t op = to.bits == 64 ? (is_signed ? (f64 ? CODE_CVT_RZI_S64_F64 : CODE_CVT_RZI_S64_F32)
                                             : (f64 ? CODE_CVT_RZI_U64_F64 : CODE_CVT_RZI_U64_F32))
                                : (is_signed ? (f64 ? CODE_CVT_RZI_S32_F64 : CODE_CVT_RZI_S32_F32)
                                             : (f64 ? CODE_CVT_RZI_U32_F64 : CODE_CVT_RZI_U32_F32));
    uint32_t y = lower_op1(l, op, x);
    return to.bits < 32 ? lower_extend(l, y, 32, to.bits, false) : y;
}

static uint32_t float_to_float(struct spirv_lower *l, uint32_t a, uint32_t from, uint32_t to)
{
    if (from == to)
        return a;
    if (from == 64)
        return lower_op1(l, to == 16 ? CODE_CVT_F16_F64 : CODE_CVT_F32_F64, a);
    if (from == 16)
        return lower_op1(l, to == 64 ? CODE_CVT_F64_F16 : CODE_CVT_F32_F16, a);
    return lower_op1(l, to == 64 ? CODE_CVT_F64_F32 : CODE_CVT_F16_F32, a);
}

static uint32_t one_unary(struct spirv_lower *l, uint32_t op, struct spirv_scalar from,
                          struct spirv_scalar to, uint32_t a)
{
    switch (op) {
    case SpvOpFNegate:
    case SpvOpSNegate:
        return one_negated(l, to, a);
    case SpvOpNot:
        return one_not(l, to, a);
    case SpvOpLogicalNot:
        return lower_op1(l, CODE_NOT_PRED, a);
    case SpvOpIsNan:
        return lower_op1(l, from.bits == 64 ? CODE_TESTP_NAN_F64 : CODE_TESTP_NAN_F32,
                         lower_from_half(l, a, from));
    case SpvOpIsInf:
        return lower_op1(l, from.bits == 64 ? CODE_TESTP_INFINITE_F64 : CODE_TESTP_INFINITE_F32,
                         lower_from_half(l, a, from));
    case SpvOpUConvert:
        return lower_extend(l, a, from.bits, to.bits, false);
    case SpvOpSConvert:
        return lower_extend(l, a, from.bits, to.bits, true);
    case SpvOpFConvert:
        return float_to_float(l, a, from.bits, to.bits);
    case SpvOpConvertUToF:
    case SpvOpConvertSToF:
        return int_to_float(l, a, from, to, op == SpvOpConvertSToF);
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
        return float_to_int(l, a, from, to, op == SpvOpConvertFToS);
    case SpvOpBitCount:
        return lower_op1(l, from.bits == 64 ? CODE_POPC_64 : CODE_POPC_32, a);
    case SpvOpBitReverse:
        return lower_op1(l, from.bits == 64 ? CODE_BREV_64 : CODE_BREV_32, a);
    case SpvOpQuantizeToF16:
        return lower_op1(l, CODE_CVT_F32_F16, lower_op1(l, CODE_CVT_F16_F32, a));
    default: /* DPdx and its like are not in stages of rays; copies */
        return a;
    }
}

static bool is_unary(uint32_t op)
{
    switch (op) {
    case SpvOpFNegate:
    case SpvOpSNegate:
    case SpvOpNot:
    case SpvOpLogicalNot:
    case SpvOpIsNan:
    case SpvOpIsInf:
    case SpvOpUConvert:
    case SpvOpSConvert:
    case SpvOpFConvert:
    case SpvOpConvertUToF:
    case SpvOpConvertSToF:
    case SpvOpConvertFToU:
    case SpvOpConvertFToS:
    case SpvOpBitCount:
    case SpvOpBitReverse:
    case SpvOpQuantizeToF16:
        return true;
    default:
        return false;
    }
}

static void unaries(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar to = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    struct spirv_scalar from =
        lower_scalar(l->m, lower_scalar_type(l->m, spirv_type_of(l->m, at[3]), 0));
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] = one_unary(l, spirv_op(at), from, to, lower_row(l, at[3], i));
}

/* Equal widths are names for the same bits; 64 bits are two registers' worth. */
static void bitcast(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t from_type = spirv_type_of(l->m, at[3]), n = spirv_scalars(l->m, at[1]);
    uint32_t n_from = spirv_scalars(l->m, from_type), *rows = lower_result(l, at[2], n);
    struct spirv_scalar to = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    struct spirv_scalar from = lower_scalar(l->m, lower_scalar_type(l->m, from_type, 0));
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        if (n == n_from) {
            rows[i] = lower_row(l, at[3], i);
        } else if (to.bits == 64 && from.bits == 32) {
            rows[i] = lower_op2(l, CODE_PACK_64, lower_row(l, at[3], 2 * i),
                                lower_row(l, at[3], 2 * i + 1));
        } else if (to.bits == 32 && from.bits == 64) {
            if (i % 2 == 0) {
                rows[i] = lower_register(l, CELL_4);
                rows[i + 1] = lower_register(l, CELL_4);
                lower_emit(l, CODE_UNPACK_64, 0, 2, rows + i, 1,
                           (uint32_t[]){lower_row(l, at[3], i / 2)});
            }
        } else if (to.bits == 32 && from.bits == 16) {
            rows[i] = lower_op2(l, CODE_PACK_32, lower_row(l, at[3], 2 * i),
                                lower_row(l, at[3], 2 * i + 1));
        } else if (to.bits == 16 && from.bits == 32) {
            uint32_t word = lower_row(l, at[3], i / 2);
            rows[i] = i % 2 ? lower_op2(l, CODE_SHR_U32, word, lower_u32(l, 16))
                            : lower_op1(l, CODE_EXT_Z16_R4_32, word);
        } else {
            lower_fail(l,
                       "a cast between vectors of %u and %u bits; expected 16 and 32, or 32 and 64",
                       from.bits, to.bits);
        }
    }
}

/* ---- bit fields, carries ---- */

static void bit_field(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    bool insert = spirv_op(at) == SpvOpBitFieldInsert;
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        uint32_t base = lower_row(l, at[3], i);
        if (!insert) {
            rows[i] =
                lower_op3(l, spirv_op(at) == SpvOpBitFieldSExtract ? CODE_BFE_S32 : CODE_BFE_U32,
                          base, lower_row(l, at[4], 0), lower_row(l, at[5], 0));
            continue;
        }
        rows[i] = lower_register(l, CELL_4);
        lower_emit(l, CODE_BFI_32, 0, 1, rows + i, 4,
                   (uint32_t[]){lower_row(l, at[4], i), base, lower_row(l, at[5], 0),
                                lower_row(l, at[6], 0)});
    }
}

/* A structure of low word, then carry, borrow or high word. */
static void two_words(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]) / 2, *rows = lower_result(l, at[2], 2 * n),
             op = spirv_op(at);
    for (uint32_t i = 0; rows && i < n && !l->code; i++) {
        uint32_t a = lower_row(l, at[3], i), b = lower_row(l, at[4], i), one = lower_u32(l, 1);
        if (op == SpvOpIAddCarry) {
            rows[i] = lower_op2(l, CODE_ADD_32, a, b);
            rows[n + i] = lower_op3(l, CODE_SELP_32, one, lower_u32(l, 0),
                                    lower_op2(l, CODE_SETP_LT_U32, rows[i], a));
        } else if (op == SpvOpISubBorrow) {
            rows[i] = lower_op2(l, CODE_SUB_32, a, b);
            rows[n + i] = lower_op3(l, CODE_SELP_32, one, lower_u32(l, 0),
                                    lower_op2(l, CODE_SETP_LT_U32, a, b));
        } else {
            rows[i] = lower_op2(l, CODE_MUL_LO_32, a, b);
            rows[n + i] =
                lower_op2(l, op == SpvOpSMulExtended ? CODE_MUL_HI_S32 : CODE_MUL_HI_U32, a, b);
        }
    }
}

/* ---- vectors and matrices ---- */

static void copy_rows(struct spirv_lower *l, uint32_t id, uint32_t *out, uint32_t n,
                      struct spirv_scalar s)
{
    for (uint32_t i = 0; i < n && !l->code; i++)
        out[i] = lower_from_half(l, lower_row(l, id, i), s);
}

enum { MOST = 16 }; /* scalars of a matrix */

static void scaled(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, at[1], 0));
    uint32_t by = lower_row(l, at[4], 0);
    for (uint32_t i = 0; rows && i < n && !l->code; i++)
        rows[i] = one_binary(l, SpvOpFMul, s, lower_row(l, at[3], i), by);
}

/* Products of columns (n of `height` components) and vectors, of 32 bits; from the last column on,
 * as Mesa does. */
static void matrix_vector(struct spirv_lower *l, const uint32_t *matrix, uint32_t n,
                          uint32_t height, const uint32_t *vector, uint32_t *out)
{
    for (uint32_t r = 0; r < height; r++) {
        uint32_t sum = lower_fmul(l, matrix[(n - 1) * height + r], vector[n - 1]);
        for (uint32_t c = n - 1; c-- > 0;)
            sum = lower_fadd(l, lower_fmul(l, matrix[c * height + r], vector[c]), sum);
        out[r] = sum;
    }
}

static void products(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t a[MOST] = {0}, b[MOST] = {0}, ta = spirv_type_of(l->m, at[3]),
             tb = spirv_type_of(l->m, at[4]);
    uint32_t na = spirv_scalars(l->m, ta), nb = spirv_scalars(l->m, tb), op = spirv_op(at);
    uint32_t *rows = lower_result(l, at[2], spirv_scalars(l->m, at[1]));
    struct spirv_scalar s = lower_scalar(l->m, lower_scalar_type(l->m, ta, 0));
    if (!rows || !na || !nb)
        return;
    if (s.bits > 32 || na > MOST || nb > MOST) {
        lower_fail(l, "a product of vectors or matrices of %u bits; expected 16 or 32", s.bits);
        return;
    }
    copy_rows(l, at[3], a, na, s);
    copy_rows(l, at[4], b, nb, s);
    if (op == SpvOpDot) {
        rows[0] = lower_dot(l, a, b, na);
    } else if (op == SpvOpMatrixTimesVector) {
        matrix_vector(l, a, nb, na / nb, b, rows);
    } else if (op == SpvOpVectorTimesMatrix) {
        for (uint32_t c = 0; c < nb / na; c++)
            rows[c] = lower_dot(l, a, b + (size_t)c * na, na);
    } else if (op == SpvOpOuterProduct) {
        for (uint32_t i = 0; i < na * nb; i++)
            rows[i] = lower_fmul(l, a[i % na], b[i / na]);
    } else {
        uint32_t columns = spirv_parts(l->m, ta), height = columns ? na / columns : 0;
        for (uint32_t c = 0; columns && c < nb / columns; c++)
            matrix_vector(l, a, columns, height, b + (size_t)c * columns,
                          rows + (size_t)c * height);
    }
    for (uint32_t i = 0; i < spirv_scalars(l->m, at[1]) && !l->code; i++)
        rows[i] = lower_to_half(l, rows[i], s);
}

static void transpose(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t n = spirv_scalars(l->m, at[1]), *rows = lower_result(l, at[2], n);
    uint32_t columns = spirv_parts(l->m, at[1]), height = columns ? n / columns : 0;
    for (uint32_t i = 0; rows && height && i < n; i++)
        rows[i] = lower_row(l, at[3], i % height * columns + i / height);
}

bool lower_arithmetic(struct spirv_lower *l, const uint32_t *at)
{
    uint32_t op = spirv_op(at);
    if (find(binary, op) || op == SpvOpFMod || op == SpvOpFRem || op == SpvOpSMod) {
        binaries(l, at);
        return true;
    }
    if (find(compare, op)) {
        comparisons(l, at);
        return true;
    }
    if (is_unary(op)) {
        unaries(l, at);
        return true;
    }
    switch (op) {
    case SpvOpBitcast:
        bitcast(l, at);
        return true;
    case SpvOpSelect:
        selects(l, at);
        return true;
    case SpvOpLogicalAnd:
        logic(l, at, CODE_AND_PRED, false);
        return true;
    case SpvOpLogicalOr:
        logic(l, at, CODE_OR_PRED, false);
        return true;
    case SpvOpLogicalEqual:
        logic(l, at, CODE_XOR_PRED, true);
        return true;
    case SpvOpLogicalNotEqual:
        logic(l, at, CODE_XOR_PRED, false);
        return true;
    case SpvOpAny:
        any_all(l, at, CODE_OR_PRED);
        return true;
    case SpvOpAll:
        any_all(l, at, CODE_AND_PRED);
        return true;
    case SpvOpBitFieldInsert:
    case SpvOpBitFieldSExtract:
    case SpvOpBitFieldUExtract:
        bit_field(l, at);
        return true;
    case SpvOpIAddCarry:
    case SpvOpISubBorrow:
    case SpvOpUMulExtended:
    case SpvOpSMulExtended:
        two_words(l, at);
        return true;
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
        scaled(l, at);
        return true;
    case SpvOpDot:
    case SpvOpMatrixTimesVector:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
        products(l, at);
        return true;
    case SpvOpTranspose:
        transpose(l, at);
        return true;
    default:
        return false;
    }
}
