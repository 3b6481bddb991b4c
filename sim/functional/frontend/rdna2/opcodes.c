#include "sim/functional/frontend/rdna2/opcodes.h"

#include "sim/functional/program/ops.h"
#include "sim/functional/warp.h"

#include <string.h>

static const struct rdna2_opcode opcodes[] = {
#define XV(name, form, operands, class, result, value)                                             \
    {#name, operands, FORM_##form, OP_##class, COUNTER_NONE, 0, 0, 0, RDNA2_##name, NULL},
#define XC(name, form, operands, class, result, value, flag)                                       \
    {#name, operands, FORM_##form, OP_##class, COUNTER_NONE, 0, 0, 0, RDNA2_##name, NULL},
#define XL(name, form, operands, class)                                                            \
    {#name, operands, FORM_##form, OP_##class, COUNTER_NONE, 0, 0, 0, RDNA2_##name, NULL},
#define XS(name, form, operands, action)                                                           \
    {#name, operands, FORM_##form, OP_SCALAR, COUNTER_NONE, 0, 0, 0, RDNA2_##name, #action},
#define XM(name, form, operands, class, counter, bytes, n, detail)                                 \
    {#name, operands, FORM_##form, OP_##class,   COUNTER_##counter,                                \
     bytes, n,        detail,      RDNA2_MEMORY, NULL},
#define XP(name, operands)                                                                         \
    {#name, operands, FORM_PSEUDO, OP_ALU, COUNTER_NONE, 0, 0, CODE_##name, RDNA2_INTRINSIC, NULL},
    RDNA2_VECTOR(XV) RDNA2_CARRIES(XC) RDNA2_LANES(XL) RDNA2_SCALAR(XS) RDNA2_CONTROL(XL)
        RDNA2_MEMORY_OPS(XM) RDNA2_PSEUDO(XP)};

const struct rdna2_opcode *rdna2_opcode_find(const char *name, size_t n, bool result)
{
    for (size_t i = 0; i < sizeof opcodes / sizeof *opcodes; i++)
        if (strncmp(opcodes[i].name, name, n) == 0 && !opcodes[i].name[n])
            return &opcodes[i + (result && opcodes[i].class == OP_REDUCE)];
    return NULL;
}

const struct rdna2_opcode *rdna2_opcodes(size_t *n)
{
    *n = sizeof opcodes / sizeof *opcodes;
    return opcodes;
}
