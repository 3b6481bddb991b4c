/* rdna2_context.h -- declarations shared by the parts of the executor of machine code. Internal. */
#pragma once

#include "sim/functional/exec/warp_context.h"
#include "sim/functional/frontend/rdna2/rdna2.h"

static inline const struct rdna2_program *rdna2_of(const struct warp_context *m)
{
    return m->launch->program->rdna2;
}
/* The scalar registers, by number. */
static inline row_u32 *rdna2_scalars(const struct warp_context *m)
{
    return context_u32(m, rdna2_of(m)->scalars);
}
static inline row_u32 *rdna2_temporary(const struct warp_context *m, uint32_t n)
{
    return context_u32(m, rdna2_of(m)->temporaries + n * RDNA2_ROW);
}
/* Numbers of temporary rows: addresses (8-byte cells, two rows), results of intrinsics, sources. */
enum { TEMPORARY_ADDRESS = 0, TEMPORARY_RESULT = 2, TEMPORARY_SOURCE = 4 };

/* Reads and writes one or two words of a scalar operand; writes to `null` are discarded. */
static inline uint64_t rdna2_get_scalar(const struct warp_context *m, const struct rdna2_operand *o)
{
    const row_u32 *s = rdna2_scalars(m);
    if (o->kind == OPERAND_CONST)
        return o->value;
    if (o->reg == RDNA2_NULL)
        return 0;
    return o->words < 2 ? s[o->reg] : s[o->reg] | (uint64_t)s[o->reg + 1] << 32;
}
static inline void rdna2_put_scalar(const struct warp_context *m, const struct rdna2_operand *o,
                                    uint64_t value)
{
    row_u32 *s = rdna2_scalars(m);
    if (o->reg == RDNA2_NULL)
        return;
    s[o->reg] = (uint32_t)value;
    if (o->words == 2)
        s[o->reg + 1] = (uint32_t)(value >> 32);
}

/* Executes a vector instruction, one with a number below RDNA2_FIRST_LANES (rdna2_vector.c). */
void rdna2_vector(struct warp_context *m, const struct rdna2_inst *inst);
/* Executes scalar arithmetic (rdna2_scalar.c). */
void rdna2_scalar(struct warp_context *m, const struct rdna2_inst *inst);
/* Executes an instruction with addresses: a load, store or atomic (rdna2_memory.c). */
enum st_code rdna2_memory(struct warp_context *m, const struct rdna2_inst *inst,
                          const struct code *c, struct warp_step *step, struct status *st);
