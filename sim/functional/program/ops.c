/* Holds the table of ops.h as data. */
#include "sim/functional/program/ops.h"

#include <string.h>

#define CELL_u16  CELL_4
#define CELL_s16  CELL_4
#define CELL_u32  CELL_4
#define CELL_s32  CELL_4
#define CELL_f32  CELL_4
#define CELL_u64  CELL_8
#define CELL_s64  CELL_8
#define CELL_f64  CELL_8
#define CELL_pred CELL_PRED

#define READS_u16  'i'
#define READS_s16  'i'
#define READS_u32  'i'
#define READS_s32  'i'
#define READS_f32  'f'
#define READS_u64  'i'
#define READS_s64  'i'
#define READS_f64  'd'
#define READS_pred 'p'

const struct op_info op_info[CODE_OPS] = {
#define X1(name, class, d, a, value) {#name, OP_##class, 1, 1, {CELL_##d, CELL_##a}, {READS_##a}},
#define X2(name, class, d, a, b, value)                                                            \
    {#name, OP_##class, 1, 2, {CELL_##d, CELL_##a, CELL_##b}, {READS_##a, READS_##b}},
#define X3(name, class, d, a, b, c, value)                                                         \
    {#name,                                                                                        \
     OP_##class,                                                                                   \
     1,                                                                                            \
     3,                                                                                            \
     {CELL_##d, CELL_##a, CELL_##b, CELL_##c},                                                     \
     {READS_##a, READS_##b, READS_##c}},
#define X4(name, class, r, a, b, c, d, value)                                                      \
    {#name,                                                                                        \
     OP_##class,                                                                                   \
     1,                                                                                            \
     4,                                                                                            \
     {CELL_##r, CELL_##a, CELL_##b, CELL_##c, CELL_##d},                                           \
     {READS_##a, READS_##b, READS_##c, READS_##d}},
#define XC(name, t, condition)                                                                     \
    {#name, OP_ALU, 1, 2, {CELL_PRED, CELL_##t, CELL_##t}, {READS_##t, READS_##t}},
#define XS(name, class)                    {#name, OP_##class, 0, 0, {0}, {0}},
#define XI(name, class, result, arguments) {#name, OP_##class, 0, 0, {0}, {0}},
    OPS_UNARY(X1) OPS_BINARY(X2) OPS_TERNARY(X3) OPS_QUATERNARY(X4) OPS_COMPARE(XC) OPS_SPECIAL(XS)
        OPS_INTRINSIC(XI) OPS_VSIM(XS) OPS_PIPELINE(XS)};

enum inst_operands op_operands(uint32_t op)
{
    static const char *const others[] = {"MOV_", "SELP_", "EXT_", "CVT_", "ROUND_"};
    const struct op_info *info = &op_info[op];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(info->name, others[i], strlen(others[i])) == 0)
            return OPERANDS_OTHER;
    switch (info->n_src ? info->reads[0] : 0) {
    case 'i':
        return OPERANDS_INTEGER;
    case 'f':
        return OPERANDS_FP32;
    case 'd':
        return OPERANDS_FP64;
    default:
        return OPERANDS_OTHER;
    }
}
