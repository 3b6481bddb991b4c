/* Executes the memory accesses of machine code. Global memory, scratch and atomics use the same
 * functions as PTX (thread_memory.c, compute/atomic.c), after the addresses have been computed into
 * a temporary row. */
#include "sim/functional/exec/rdna2_context.h"

#include <string.h>

/* The temporary row of addresses. */
static row_u64 *addresses(struct warp_context *m)
{
    return (row_u64 *)(void *)rdna2_temporary(m, TEMPORARY_ADDRESS);
}

#define EACH_LANE(m, lane)                                                                         \
    for (uint32_t on = (m)->mask, lane; on && (lane = (uint32_t)__builtin_ctz(on), true);          \
         on &= on - 1)

/* Computes global addresses: one or two vector registers plus an optional scalar pair. */
static void global_addresses(struct warp_context *m, const struct rdna2_inst *inst)
{
    row_u64 *to = addresses(m);
    const struct rdna2_operand *vector = NULL;
    uint64_t base = (uint64_t)(int64_t)inst->offset[0];
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (o->role == 'A')
            vector = o;
        if (o->role == 'g' && o->kind == OPERAND_SCALAR)
            base += rdna2_get_scalar(m, o);
    }
    if (!vector)
        BUG("%s without an address", inst->opcode->name);
    const row_u32 *low = context_u32(m, vector->row[0]), *high = context_u32(m, vector->row[1]);
    bool pair = vector->words == 2;
    EACH_LANE(m, lane)
    to[lane] = base + low[lane] + (pair ? (uint64_t)high[lane] << 32 : 0);
}

/* Computes scratch addresses. Scratch memory interleaves the words of a warp's lanes: word i of
 * lane l is at 128 i + 4 l. So an offset that all lanes share counts the bytes of all of them. */
static enum st_code scratch_addresses(struct warp_context *m, const struct rdna2_inst *inst,
                                      const struct code *c, struct status *st)
{
    row_u64 *to = addresses(m);
    const row_u32 *vector = NULL;
    uint32_t shared = 0, bytes = m->launch->program->local_bytes;
    for (uint32_t i = 0; i < inst->n_operands; i++) {
        const struct rdna2_operand *o = &inst->operand[i];
        if (o->role == 'b' && o->kind == OPERAND_VECTOR)
            vector = context_u32(m, o->row[0]);
        if (o->role == 'q')
            shared = (uint32_t)rdna2_get_scalar(m, o);
    }
    EACH_LANE(m, lane)
    {
        uint32_t at = shared / WARP_LANES + (uint32_t)inst->offset[0] + (vector ? vector[lane] : 0);
        if (at >= bytes || bytes - at < inst->opcode->bytes) {
            char who[MACHINE_NAME];
            context_name(m, lane, who);
            return context_fail(m, c, st, "%s is at byte %u of its scratch memory, which has %u",
                                who, at, bytes);
        }
        to[lane] = memory_block_addr(m, BLOCK_LOCAL, 0) + (uint64_t)(at / 4) * RDNA2_ROW +
                   4 * (uint64_t)lane + at % 4;
    }
    return ST_OK;
}

/* Executes a scalar load, from one address for all lanes. */
static enum st_code scalar_load(struct warp_context *m, const struct rdna2_inst *inst,
                                const struct code *c, struct warp_step *step, struct status *st)
{
    const struct rdna2_operand *to = &inst->operand[0];
    uint64_t addr = rdna2_get_scalar(m, &inst->operand[1]);
    const struct rdna2_operand *offset = &inst->operand[2];
    addr += offset->kind == OPERAND_CONST ? (uint64_t)(int64_t)(int32_t)offset->value
                                          : rdna2_get_scalar(m, offset);
    addr &= ~UINT64_C(3);
    uint32_t bytes = 4u * to->words;
    const struct region *r = memory_find_region(m, addr, bytes);
    if (!r)
        return memory_refuse(m, c, addr, m->lanes ? (uint32_t)__builtin_ctz(m->lanes) : 0, bytes,
                             "which is outside every buffer", st);
    step->addr[0] = addr;
    for (uint32_t i = 0; i < to->words; i++) {
        uint32_t word;
        memcpy(&word, r->host + (addr - r->addr) + 4 * i, sizeof word);
        if (to->reg != RDNA2_NULL)
            rdna2_scalars(m)[to->reg + i] = word;
    }
    return ST_OK;
}

/* ---- shared memory ---- */

static enum st_code shared_element(struct warp_context *m, const struct rdna2_inst *inst,
                                   const struct code *c, uint32_t lane, uint64_t addr, uint32_t row,
                                   uint64_t *seen, struct status *st)
{
    const struct rdna2_opcode *o = inst->opcode;
    uint8_t *host = NULL;
    TRY(m->launch->compute->shared(m, c, PROGRAM_SHARED_BASE + addr, lane, o->bytes, &host, seen,
                                   st));
    row_u32 *cell = &context_u32(m, row)[lane];
    uint32_t word = 0, shift = 32 - 8u * o->bytes;
    if (o->class == OP_STORE_SHARED) {
        word = *cell;
        memcpy(host, &word, o->bytes);
        return ST_OK;
    }
    memcpy(&word, host, o->bytes);
    *cell = o->detail ? (uint32_t)((int32_t)(word << shift) >> shift) : word;
    return ST_OK;
}

/* Accesses `n` words of shared memory at each of one or two places. A load writes consecutive
 * registers; a store reads its operands. */
static enum st_code shared_access(struct warp_context *m, const struct rdna2_inst *inst,
                                  const struct code *c, struct warp_step *step, struct status *st)
{
    const struct rdna2_opcode *o = inst->opcode;
    bool store = o->class == OP_STORE_SHARED, two = o->form != FORM_DS;
    uint32_t unit = !two ? 1 : o->bytes * o->n * (o->form == FORM_DS2ST64 ? 64u : 1u);
    const row_u32 *base = context_u32(m, inst->operand[store ? 0 : 1].row[0]);
    EACH_LANE(m, lane)
    {
        uint32_t from = base[lane];
        for (uint32_t part = 0; part < (two ? 2u : 1u); part++) {
            uint32_t addr = from + (uint32_t)inst->offset[part] * unit;
            uint32_t row = store ? inst->operand[1 + part].row[0]
                                 : inst->operand[0].row[0] + part * o->n * RDNA2_ROW;
            for (uint32_t i = 0; i < o->n; i++) {
                uint64_t seen;
                TRY(shared_element(m, inst, c, lane, addr + i * o->bytes, row + i * RDNA2_ROW,
                                   &seen, st));
                if (!part && !i)
                    step->addr[lane] = seen;
            }
        }
    }
    return ST_OK;
}

static void shared_addresses(struct warp_context *m, const struct rdna2_inst *inst)
{
    row_u64 *to = addresses(m);
    uint32_t which = inst->operand[0].role == 'D';
    const row_u32 *from = context_u32(m, inst->operand[which].row[0]);
    EACH_LANE(m, lane)
    to[lane] = PROGRAM_SHARED_BASE + (from[lane] + (uint32_t)inst->offset[0]);
}

enum st_code rdna2_memory(struct warp_context *m, const struct rdna2_inst *inst,
                          const struct code *c, struct warp_step *step, struct status *st)
{
    const struct rdna2_opcode *o = inst->opcode;
    if (o->class == OP_SCALAR_LOAD)
        return scalar_load(m, inst, c, step, st);
    if (o->class == OP_LOAD_SHARED || o->class == OP_STORE_SHARED)
        return shared_access(m, inst, c, step, st);
    if (o->class == OP_ATOMIC_SHARED)
        shared_addresses(m, inst);
    else if (o->form == FORM_MUBUF)
        TRY(scratch_addresses(m, inst, c, st));
    else
        global_addresses(m, inst);
    if (o->class == OP_LOAD)
        return memory_load(m, c, step, st);
    if (o->class == OP_STORE)
        return memory_store(m, c, step, st);
    return m->launch->compute->execute(m, c, step, st);
}
