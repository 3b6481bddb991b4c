/* Makes the timing description of an instruction (sim/functional/warp.h). */
#include "sim/functional/frontend/rdna2/reader.h"
#include "sim/functional/program/ops.h"

#include <string.h>

static void note(uint16_t *list, uint8_t *n, uint32_t most, uint32_t reg)
{
    for (uint32_t i = 0; i < *n; i++)
        if (list[i] == reg)
            return;
    if (*n < most)
        list[(*n)++] = (uint16_t)reg;
}

static void note_source(struct warp_inst *w, uint32_t reg)
{
    note(w->src, &w->n_src, WARP_MAX_SRC, reg);
    if (reg < RDNA2_TIMED_SCALAR)
        note(w->reads, &w->n_reads, WARP_MAX_SRC, reg);
}

/* Notes a result. An instruction waits for results of an instruction with a counter by that
 * counter, so their vector registers are only in `writes`. */
static void note_result(struct warp_inst *w, uint32_t reg)
{
    if (w->counter == COUNTER_NONE)
        note(w->dst, &w->n_dst, WARP_MAX_DST, reg);
    if (reg < RDNA2_TIMED_SCALAR)
        note(w->writes, &w->n_writes, WARP_MAX_DST, reg);
}

static void note_operand(struct warp_inst *w, const struct rdna2_operand *o)
{
    bool result = strchr("DESRMQ", o->role) != NULL, source = strchr("DSMQ", o->role) == NULL;
    if ((o->kind != OPERAND_VECTOR && o->kind != OPERAND_SCALAR) || o->reg == RDNA2_NULL)
        return;
    for (uint32_t i = 0; i < o->words; i++) {
        uint32_t reg =
            o->reg + i + (o->kind == OPERAND_VECTOR ? RDNA2_TIMED_VECTOR : RDNA2_TIMED_SCALAR);
        if (result)
            note_result(w, reg);
        if (source)
            note_source(w, reg);
    }
}

/* Notes registers that an instruction uses and its text does not name. */
static void note_implied(struct warp_inst *w, const struct rdna2_opcode *o)
{
    bool vector = o->op < RDNA2_FIRST_SCALAR ||
                  (o->op >= RDNA2_MEMORY && o->class != OP_SCALAR_LOAD && w->op != OP_SCALAR);
    const char *action = o->action;
    if (vector)
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_EXEC);
    switch (o->op) {
    case RDNA2_s_cbranch_scc0:
    case RDNA2_s_cbranch_scc1:
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_SCC);
        break;
    case RDNA2_s_cbranch_vccz:
    case RDNA2_s_cbranch_vccnz:
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_VCC);
        break;
    case RDNA2_s_cbranch_execz:
    case RDNA2_s_cbranch_execnz:
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_EXEC);
        break;
    default:
        break;
    }
    if (!action)
        return;
    if (strstr(action, "exec"))
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_EXEC);
    if (strstr(action, "exec ="))
        note_result(w, RDNA2_TIMED_SCALAR + RDNA2_EXEC);
    if (strstr(action, "scc ?") || strstr(action, "+ scc") || strstr(action, "- scc"))
        note_source(w, RDNA2_TIMED_SCALAR + RDNA2_SCC);
    if (strstr(action, "scc ="))
        note_result(w, RDNA2_TIMED_SCALAR + RDNA2_SCC);
}

static uint8_t kind_of(const struct rdna2_inst *inst, uint8_t class)
{
    const struct rdna2_opcode *o = inst->opcode;
    if (o->op == RDNA2_INTRINSIC)
        return o->detail == CODE_trace_ray                                            ? KIND_TRACE
               : o->detail == CODE_rt_launch_id_x || o->detail == CODE_rt_launch_id_y ? KIND_ALU
                                                                                      : KIND_RT;
    if (o->op == RDNA2_MEMORY)
        return KIND_MEMORY;
    if (class == OP_SFU)
        return KIND_SFU;
    return o->op >= RDNA2_FIRST_CONTROL && o->op != RDNA2_s_getpc_b64 ? KIND_CONTROL : KIND_ALU;
}

static void set_limits(struct warp_inst *w, const struct rdna2_inst *inst)
{
    uint64_t limits = inst->operand[0].value;
    memset(w->until, COUNTER_ANY, sizeof w->until);
    uint8_t one = (uint8_t)(inst->n_operands > 1 ? inst->operand[1].value : 0);
    switch (inst->opcode->op) {
    case RDNA2_s_waitcnt:
        w->until[COUNTER_VM] = (uint8_t)(limits >> 8 * COUNTER_VM);
        w->until[COUNTER_LGKM] = (uint8_t)(limits >> 8 * COUNTER_LGKM);
        break;
    case RDNA2_s_waitcnt_vscnt:
        w->until[COUNTER_VS] = one;
        break;
    case RDNA2_s_waitcnt_vmcnt:
        w->until[COUNTER_VM] = one;
        break;
    case RDNA2_s_waitcnt_lgkmcnt:
        w->until[COUNTER_LGKM] = one;
        break;
    default: /* s_waitcnt_expcnt: no instruction exports */
        break;
    }
}

/* Describes an intrinsic. It costs as much as in PTX, except if all lanes share its result. */
static void describe_intrinsic(struct warp_inst *w, const struct rdna2_inst *inst)
{
    w->op = op_info[inst->opcode->detail].class;
    if (*inst->opcode->operands == 'S')
        w->op = OP_SCALAR;
    if (w->op == OP_TRACE_RAY)
        w->counter = COUNTER_VM;
    if (w->op == OP_STORE) {
        w->counter = COUNTER_VS;
        w->access_B = 16;
    }
}

void rdna2_describe(struct program *p)
{
    for (uint32_t i = 0; i < p->n_code; i++) {
        const struct rdna2_inst *inst = &p->rdna2->insts[i];
        const struct rdna2_opcode *o = inst->opcode;
        struct warp_inst *w = &p->insts[i];
        bool two = o->form == FORM_DS2 || o->form == FORM_DS2ST64;
        w->op = o->class;
        w->counter = o->counter;
        w->access_B = (uint8_t)(o->bytes * o->n * (two ? 2 : 1));
        if (o->op == RDNA2_INTRINSIC)
            describe_intrinsic(w, inst);
        w->kind = kind_of(inst, w->op);
        for (uint32_t n = 0; n < inst->n_operands; n++)
            note_operand(w, &inst->operand[n]);
        note_implied(w, o);
        if (w->op == OP_WAIT)
            set_limits(w, inst);
        warp_inst_finish(w);
    }
}
