/* Executes scalar arithmetic (rdna2/ops_scalar.h), once for all lanes. */
#include "sim/functional/exec/rdna2_context.h"
#include "sim/functional/exec/rdna2_math.h"

/* NOLINTNEXTLINE(readability-function-size): one line of the table per instruction */
void rdna2_scalar(struct warp_context *m, const struct rdna2_inst *inst)
{
    row_u32 *scalars = rdna2_scalars(m);
    const struct rdna2_operand *result = NULL;
    uint64_t source[2] = {0, 0}, old = 0, d = 0;
    uint32_t scc = scalars[RDNA2_SCC], exec = scalars[RDNA2_EXEC], n = 0;
    int32_t k = 0;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (o->role == 'S' || o->role == 'R') {
            result = o;
            old = rdna2_get_scalar(m, o);
        } else if (o->role == 'k') {
            k = (int16_t)o->value;
        } else {
            source[n++] = rdna2_get_scalar(m, o);
        }
    }
    const uint64_t a = source[0], b = source[1];
    const int32_t sa = (int32_t)(uint32_t)a, sb = (int32_t)(uint32_t)b;
    /* NOLINTBEGIN(bugprone-branch-clone): instructions that differ only in the width of operands */
    switch (inst->opcode->op) {
#define XS(name, form, operands, action)                                                           \
    case RDNA2_##name:                                                                             \
        action;                                                                                    \
        break;
        RDNA2_SCALAR(XS)
#undef XS
    default:
        BUG("%s is no scalar arithmetic", inst->opcode->name);
    }
    /* NOLINTEND(bugprone-branch-clone) */
    scalars[RDNA2_EXEC] = exec;
    scalars[RDNA2_SCC] = scc;
    if (result)
        rdna2_put_scalar(m, result, d);
}
