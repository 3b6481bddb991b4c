/* One step of one warp: guard, operation, next program counter. */
#include "sim/functional/machine.h"

#include <stdio.h>
#include <string.h>

/* The lanes an operation is to write. */
static void set_mask(struct machine *m, uint32_t mask)
{
    if (mask == m->mask)
        return;
    m->mask = mask;
    for (uint32_t i = 0; i < WARP_LANES; i++)
        m->mask_row[i] = mask & 1u << i ? UINT32_MAX : 0;
}

/* The lanes of `active` for which the guard holds. */
static uint32_t guarded(const struct machine *m, const struct code *c, uint32_t active)
{
    const row_u32 *p = machine_u32(m, c->guard);
    uint32_t holds = 0;
    for (uint32_t i = 0; i < WARP_LANES; i++)
        holds |= p[i] & 1u << i;
    return active & (c->guard_not ? ~holds : holds);
}

static void unpack(struct machine *m, const struct code *c)
{
    row_u32 *low = machine_u32(m, c->row[0]), *high = machine_u32(m, c->row[1]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(on);
        if (c->op == CODE_UNPACK_64) {
            uint64_t whole = machine_u64(m, c->row[2])[i];
            low[i] = (uint32_t)whole;
            high[i] = (uint32_t)(whole >> 32);
        } else {
            uint32_t whole = machine_u32(m, c->row[2])[i];
            low[i] = whole & 0xffffu;
            high[i] = whole >> 16;
        }
    }
}

static void local_base(struct machine *m, const struct code *c)
{
    row_u64 *d = machine_u64(m, c->row[0]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(on);
        d[i] = memory_block_addr(m, BLOCK_LOCAL, i) + (uint64_t)c->offset;
    }
}

/* Everything but control flow that is not a lane loop. */
static enum st_code execute_special(struct machine *m, const struct code *c, struct warp_step *step,
                                    struct status *st)
{
    switch (c->op) {
    case CODE_LOAD:
        return memory_load(m, c, step, st);
    case CODE_STORE:
        return memory_store(m, c, step, st);
    case CODE_UNPACK_64:
    case CODE_UNPACK_32:
        unpack(m, c);
        return ST_OK;
    case CODE_LOCAL_BASE:
        local_base(m, c);
        return ST_OK;
    case CODE_TRAP:
        return machine_fail(m, c, st, "pixel (%u, %u) executes trap",
                            m->x + (uint32_t)__builtin_ctz(m->mask), m->y);
    default:
        return c->op < CODE_FIRST_VSIM ? intrinsic_execute(m, c, step, st)
                                       : vsim_execute(m, c, step, st);
    }
}

/* Every open call of a framed program has the register file of its depth. */
static void change_frame(struct machine *m, uint32_t calls_before)
{
    const struct program *p = m->launch->program;
    m->registers = m->frames + (size_t)m->stack.calls * p->file_bytes;
    if (m->stack.calls > calls_before)
        memset(m->registers, 0, p->register_bytes);
}

static void go_on(struct machine *m, const struct code *c, uint32_t executed)
{
    struct simt_stack *s = &m->stack;
    uint32_t calls = s->calls;
    switch (c->op) {
    case CODE_BRANCH:
        simt_branch(s, executed, c->target, c->reconvergence);
        break;
    case CODE_CALL:
        simt_call(s, c->target);
        break;
    case CODE_vs_call_intersection:
    case CODE_vs_call_anyhit:
    case CODE_vs_call_closest_hit:
    case CODE_vs_call_miss:
        simt_call(s, m->call_target);
        break;
    case CODE_EXIT:
        simt_exit(s, executed);
        break;
    case CODE_RETURN:
        if (calls)
            simt_return(s, executed, c->reconvergence);
        else
            simt_exit(s, executed);
        break;
    default:
        simt_advance(s, simt_top(s)->pc + 1);
        break;
    }
    if (s->calls != calls && m->launch->program->framed)
        change_frame(m, calls);
    m->warp.next = NULL;
    m->warp.active = 0;
    if (s->depth) {
        m->warp.next = &m->launch->program->insts[simt_top(s)->pc];
        m->warp.active = simt_top(s)->mask;
    }
}

static void count_lanes(struct machine *m, uint32_t executed)
{
    set_mask(m, executed);
    for (uint32_t i = 0; i < WARP_LANES; i++)
        m->lane_steps[i] -= m->mask_row[i]; /* all ones is -1 */
}

enum st_code machine_step(struct machine *m, struct warp_step *step, struct status *st)
{
    uint32_t active = m->warp.active, executed = active;
    const struct warp_inst *inst = m->warp.next;
    const struct code *c = &m->launch->program->code[inst - m->launch->program->insts];
    struct functional_counts *counts = &m->counts;
    if (++m->steps > m->kernel->budget)
        return machine_fail(m, c, st,
                            "the warp of pixel (%u, %u) has executed %llu instructions; expected a "
                            "program that ends",
                            m->x, m->y, (unsigned long long)m->kernel->budget);
    if (c->guard != ROW_NONE)
        executed = guarded(m, c, active);
    step->inst = inst;
    step->active = active;
    step->executed = executed;
    step->rays = NULL;
    if (executed) {
        set_mask(m, executed);
        if (c->op < CODE_FIRST_SPECIAL)
            lane_ops[c->op](m, c);
        else if (c->op < CODE_BRANCH || c->op > CODE_EXIT)
            TRY(execute_special(m, c, step, st));
        if (m->count_lanes)
            count_lanes(m, executed);
    }
    counts->warp_instructions++;
    counts->thread_instructions += warp_count_lanes(executed);
    go_on(m, c, executed);
    return ST_OK;
}
