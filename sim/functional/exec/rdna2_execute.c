/* Executes one step of one warp of machine code: a vector instruction for the lanes of EXEC, a
 * scalar one once, which counts as one lane. */
#include "sim/functional/exec/rdna2_context.h"

#include <string.h>

#define EACH_LANE(m, lane)                                                                         \
    for (uint32_t on = (m)->mask, lane; on && (lane = (uint32_t)__builtin_ctz(on), true);          \
         on &= on - 1)

static bool is_scalar(const struct warp_inst *inst)
{
    switch (inst->op) {
    case OP_SCALAR:
    case OP_SCALAR_LOAD:
    case OP_WAIT:
    case OP_BRANCH:
    case OP_EXIT:
    case OP_BARRIER:
        return true;
    default:
        return false;
    }
}

/* The lanes that execute. Lanes without a thread never do, for any value of EXEC. */
static uint32_t active_lanes(const struct warp_context *m)
{
    return rdna2_scalars(m)[RDNA2_EXEC] & m->lanes;
}

static void go_to(struct warp_context *m, uint32_t i)
{
    const struct program *p = m->launch->program;
    simt_top(&m->stack)->pc = i;
    m->warp.next = &p->insts[i];
    m->warp.active = is_scalar(m->warp.next) ? 1 : active_lanes(m);
}

/* ---- access to words of single lanes ---- */

static void lane_word(struct warp_context *m, const struct rdna2_inst *inst)
{
    const struct rdna2_operand *o = inst->operand;
    uint32_t first = m->mask ? (uint32_t)__builtin_ctz(m->mask) : 0;
    if (inst->opcode->op == RDNA2_v_nop)
        return;
    if (inst->opcode->op == RDNA2_v_writelane_b32) {
        uint32_t lane = (uint32_t)rdna2_get_scalar(m, &o[2]) % WARP_LANES;
        context_u32(m, o[0].row[0])[lane] = (uint32_t)rdna2_get_scalar(m, &o[1]);
        return;
    }
    if (inst->opcode->op == RDNA2_v_readlane_b32)
        first = (uint32_t)rdna2_get_scalar(m, &o[2]) % WARP_LANES;
    uint32_t word = o[1].kind == OPERAND_SCALAR ? (uint32_t)rdna2_get_scalar(m, &o[1])
                                                : context_u32(m, o[1].row[0])[first];
    rdna2_put_scalar(m, &o[0], word);
}

/* ---- intrinsics: executed as in PTX; a temporary row holds results of two words or of all lanes
 * ---- */

static enum st_code intrinsic(struct warp_context *m, const struct rdna2_inst *inst,
                              const struct code *c, struct warp_step *step, struct status *st)
{
    const struct rdna2_operand *to = &inst->operand[0];
    const row_u64 *whole = (row_u64 *)(void *)rdna2_temporary(m, TEMPORARY_RESULT);
    TRY(intrinsic_execute(m, c, step, st));
    if (!c->n_dst || to->role == 'S' || to->words < 2)
        return ST_OK;
    row_u32 *low = context_u32(m, to->row[0]), *high = context_u32(m, to->row[1]);
    EACH_LANE(m, lane)
    {
        low[lane] = (uint32_t)whole[lane];
        high[lane] = (uint32_t)(whole[lane] >> 32);
    }
    return ST_OK;
}

static enum st_code scalar_intrinsic(struct warp_context *m, const struct rdna2_inst *inst,
                                     const struct code *c, struct warp_step *step,
                                     struct status *st)
{
    const uint32_t mask = m->mask;
    m->mask = 1; /* the result is the same in all lanes */
    enum st_code code = intrinsic_execute(m, c, step, st);
    m->mask = mask;
    TRY(code);
    const row_u64 *whole = (row_u64 *)(void *)rdna2_temporary(m, TEMPORARY_RESULT);
    const row_u32 *word = rdna2_temporary(m, TEMPORARY_RESULT);
    rdna2_put_scalar(m, &inst->operand[0], c->wide ? whole[0] : word[0]);
    return ST_OK;
}

/* ---- control ---- */

static bool taken(const struct warp_context *m, uint16_t op)
{
    const row_u32 *s = rdna2_scalars(m);
    switch (op) {
    case RDNA2_s_cbranch_scc0:
        return !s[RDNA2_SCC];
    case RDNA2_s_cbranch_scc1:
        return s[RDNA2_SCC];
    case RDNA2_s_cbranch_vccz:
        return !s[RDNA2_VCC];
    case RDNA2_s_cbranch_vccnz:
        return s[RDNA2_VCC];
    case RDNA2_s_cbranch_execz:
        return !s[RDNA2_EXEC];
    case RDNA2_s_cbranch_execnz:
        return s[RDNA2_EXEC];
    default:
        return true;
    }
}

static enum st_code jump(const struct warp_context *m, const struct code *c, uint64_t pc,
                         uint32_t *out, struct status *st)
{
    const struct rdna2_program *p = rdna2_of(m);
    uint32_t to = pc < p->code_bytes && pc % 4 == 0 ? p->at[pc / 4] : UINT32_MAX;
    if (to == UINT32_MAX)
        return context_fail(m, c, st, "a jump to 0x%llx, where no instruction is",
                            (unsigned long long)pc);
    *out = to;
    return ST_OK;
}

/* Executes the barrier of a CTA, which counts warps, whichever lanes are active. */
static enum st_code barrier(struct warp_context *m, const struct code *c, struct warp_step *step,
                            struct status *st)
{
    context_set_mask(m, m->lanes);
    return m->launch->compute->execute(m, c, step, st);
}

/* Executes a control instruction. *next is the following instruction and becomes the target of a
 * jump. */
static enum st_code control(struct warp_context *m, const struct rdna2_inst *inst,
                            const struct code *c, struct warp_step *step, uint32_t *next,
                            struct status *st)
{
    const struct rdna2_operand *o = inst->operand;
    uint64_t behind = step->inst->pc + step->inst->size_B;
    uint64_t target;
    switch (inst->opcode->op) {
    case RDNA2_s_getpc_b64:
        rdna2_put_scalar(m, &o[0], behind);
        return ST_OK;
    case RDNA2_s_setpc_b64:
        return jump(m, c, rdna2_get_scalar(m, &o[0]), next, st);
    case RDNA2_s_swappc_b64:
        target = rdna2_get_scalar(m, &o[1]);
        rdna2_put_scalar(m, &o[0], behind);
        return jump(m, c, target, next, st);
    case RDNA2_s_call_b64:
        rdna2_put_scalar(m, &o[0], behind);
        *next = (uint32_t)o[1].value;
        return ST_OK;
    case RDNA2_s_barrier:
        return barrier(m, c, step, st);
    case RDNA2_s_trap:
        context_set_mask(m, m->lanes);
        return context_trap(m, c, st);
    default:
        if (step->inst->op == OP_BRANCH && taken(m, inst->opcode->op))
            *next = (uint32_t)o[0].value;
        return ST_OK;
    }
}

static enum st_code execute_scalar(struct warp_context *m, const struct rdna2_inst *inst,
                                   const struct code *c, struct warp_step *step, uint32_t *next,
                                   struct status *st)
{
    uint16_t op = inst->opcode->op;
    if (op >= RDNA2_FIRST_SCALAR && op < RDNA2_FIRST_CONTROL) {
        rdna2_scalar(m, inst);
        return ST_OK;
    }
    if (op == RDNA2_MEMORY)
        return rdna2_memory(m, inst, c, step, st);
    if (op == RDNA2_INTRINSIC)
        return scalar_intrinsic(m, inst, c, step, st);
    return control(m, inst, c, step, next, st);
}

static enum st_code execute_vector(struct warp_context *m, const struct rdna2_inst *inst,
                                   const struct code *c, struct warp_step *step, struct status *st)
{
    uint16_t op = inst->opcode->op;
    if (op >= RDNA2_FIRST_LANES && op < RDNA2_FIRST_SCALAR)
        lane_word(m, inst); /* does not depend on active lanes */
    if (op < RDNA2_FIRST_LANES)
        rdna2_vector(m, inst); /* needed without active lanes too: masks of lanes become 0 */
    if (!m->mask)
        return ST_OK;
    if (op == RDNA2_MEMORY)
        return rdna2_memory(m, inst, c, step, st);
    if (op == RDNA2_INTRINSIC)
        return intrinsic(m, inst, c, step, st);
    return ST_OK;
}

enum st_code rdna2_step(struct warp_context *m, struct warp_step *step, struct status *st)
{
    const struct program *p = m->launch->program;
    uint32_t at = simt_top(&m->stack)->pc, next = at + 1;
    const struct rdna2_inst *inst = &p->rdna2->insts[at];
    const struct code *c = &p->code[at];
    if (++m->steps > m->kernel->budget)
        return context_too_many(m, c, st);
    step->inst = m->warp.next;
    step->rays = NULL;
    m->counts.warp_instructions++;
    if (is_scalar(step->inst)) {
        step->active = step->executed = 1;
        TRY(execute_scalar(m, inst, c, step, &next, st));
        m->counts.thread_instructions++;
    } else {
        uint32_t exec = active_lanes(m);
        if (exec != m->mask)
            context_set_mask(m, exec);
        step->active = step->executed = exec;
        TRY(execute_vector(m, inst, c, step, st));
        m->held++;
    }
    m->warp.next = NULL;
    m->warp.active = 0;
    if (step->inst->op != OP_EXIT)
        go_to(m, next);
    return ST_OK;
}

static void count_values(const struct warp_context *m, const uint16_t *registers, uint32_t n,
                         uint32_t lanes, struct value_counts *values)
{
    for (uint32_t i = 0; i < n; i++)
        if (registers[i] < RDNA2_TIMED_SCALAR)
            values_count(values,
                         m->registers + (uint32_t)(registers[i] - RDNA2_TIMED_VECTOR) * RDNA2_ROW,
                         1, lanes);
}

enum st_code rdna2_step_counting(struct warp_context *m, struct warp_step *step,
                                 struct value_counts *values, struct status *st)
{
    const struct value_counts before = *values;
    const struct warp_inst *inst = m->warp.next;
    uint32_t lanes = is_scalar(inst) ? 0 : active_lanes(m);
    count_values(m, inst->reads, inst->n_reads, lanes, values);
    TRY(rdna2_step(m, step, st));
    count_values(m, inst->writes, inst->n_writes, lanes, values);
    values_step(values, &before, (uint32_t)(inst - m->launch->program->insts),
                warp_count_lanes(lanes));
    return ST_OK;
}
