/* Executes one step of one warp: guard, operation, next program counter. */
#include "sim/functional/exec/lane_mask.h"
#include "sim/functional/exec/pipeline_exec.h"
#include "sim/functional/exec/warp_context.h"

#include <stdio.h>
#include <string.h>

void context_name(const struct warp_context *m, uint32_t lane, char out[MACHINE_NAME])
{
    if (m->launch->compute)
        m->launch->compute->name(m, lane, out, MACHINE_NAME);
    else
        snprintf(out, MACHINE_NAME, "pixel (%u, %u)", context_pixel(m, lane).x,
                 context_pixel(m, lane).y);
}

/* Settles the counts first, because only steps are counted while the lanes stay the same. */
void context_set_mask(struct warp_context *m, uint32_t mask)
{
    context_settle_counts(m);
    m->mask = mask;
    lanes_to_row(mask, m->mask_row);
}

/* The lanes of `active` for which the guard holds. */
static uint32_t guarded(const struct warp_context *m, const struct code *c, uint32_t active)
{
    uint32_t holds = lanes_of_row(context_u32(m, c->guard));
    return active & (c->guard_not ? ~holds : holds);
}

uint64_t context_held(const struct warp_context *m)
{
    return (uint64_t)m->held * warp_count_lanes(m->mask);
}

void context_settle_counts(struct warp_context *m)
{
    m->counts.thread_instructions += context_held(m);
    for (uint32_t i = 0; m->count_lanes && i < WARP_LANES; i++)
        m->lane_steps[i] += m->held & m->mask_row[i];
    m->held = 0;
}

static void unpack(struct warp_context *m, const struct code *c)
{
    row_u32 *low = context_u32(m, c->row[0]), *high = context_u32(m, c->row[1]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(on);
        if (c->op == CODE_UNPACK_64) {
            uint64_t whole = context_u64(m, c->row[2])[i];
            low[i] = (uint32_t)whole;
            high[i] = (uint32_t)(whole >> 32);
        } else {
            uint32_t whole = context_u32(m, c->row[2])[i];
            low[i] = whole & 0xffffu;
            high[i] = whole >> 16;
        }
    }
}

static void local_base(struct warp_context *m, const struct code *c)
{
    row_u64 *d = context_u64(m, c->row[0]);
    for (uint32_t on = m->mask; on; on &= on - 1) {
        uint32_t i = (uint32_t)__builtin_ctz(on);
        d[i] = memory_block_addr(m, BLOCK_LOCAL, i) + (uint64_t)c->offset;
    }
}

enum st_code context_trap(const struct warp_context *m, const struct code *c, struct status *st)
{
    char who[MACHINE_NAME];
    context_name(m, (uint32_t)__builtin_ctz(m->mask), who);
    return context_fail(m, c, st, "%s executes trap", who);
}

/* Finds the function that the first lane calls, and the lanes that call the same one. */
static enum st_code find_callee(struct warp_context *m, const struct code *c, struct status *st)
{
    const struct program *p = m->launch->program;
    const row_u64 *address = context_u64(m, c->row[0]);
    uint32_t first = (uint32_t)__builtin_ctz(m->mask);
    uint64_t number = address[first] - PROGRAM_FUNCTION_BASE;
    char who[MACHINE_NAME];
    context_name(m, first, who);
    if (number >= p->n_functions || !p->functions[number].shape)
        return context_fail(m, c, st, "%s calls address 0x%llx; expected that of a function", who,
                            (unsigned long long)address[first]);
    if (p->functions[number].shape != c->target)
        return context_fail(m, c, st,
                            "%s calls function %s with other parameters than it has; expected "
                            "those of the call's prototype",
                            who, p->functions[number].name);
    m->call_target = p->functions[number].first;
    m->callers = 0;
    for (uint32_t on = m->mask; on; on &= on - 1)
        if (address[__builtin_ctz(on)] == address[first])
            m->callers |= on & (0 - on);
    return ST_OK;
}

/* Executes operations that are neither control flow nor lane loops. Not inlined, so that
 * context_step() saves fewer registers. */
static __attribute__((noinline)) enum st_code execute_special(struct warp_context *m,
                                                              const struct code *c,
                                                              struct warp_step *step,
                                                              struct status *st)
{
    switch (c->op) {
    case CODE_LOAD:
        return memory_load(m, c, step, st);
    case CODE_STORE:
        return memory_store(m, c, step, st);
    case CODE_MODIFIED:
        modified_execute(m, c);
        return ST_OK;
    case CODE_CARRY_ADD:
    case CODE_CARRY_MAD:
        carry_execute(m, c);
        return ST_OK;
    case CODE_UNPACK_64:
    case CODE_UNPACK_32:
        unpack(m, c);
        return ST_OK;
    case CODE_LOCAL_BASE:
        local_base(m, c);
        return ST_OK;
    case CODE_CALL_ANY:
        return find_callee(m, c, st);
    case CODE_TRAP:
        return context_trap(m, c, st);
    default:
        if (c->op < CODE_FIRST_INTRINSIC)
            return m->launch->compute->execute(m, c, step, st);
        if (c->op < CODE_FIRST_VSIM)
            return intrinsic_execute(m, c, step, st);
        return c->op < CODE_FIRST_PIPELINE ? vsim_execute(m, c, step, st)
                                           : pipeline_execute(m, c, step, st);
    }
}

/* Every open call of a framed program has its own register file, by depth. */
static void change_frame(struct warp_context *m, uint32_t calls_before)
{
    const struct program *p = m->launch->program;
    m->registers = m->frames + (size_t)m->stack.calls * p->file_bytes;
    if (m->stack.calls > calls_before)
        memset(m->registers, 0, p->register_bytes);
}

static void go_on(struct warp_context *m, const struct code *c, uint32_t executed)
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
    case CODE_CALL_ANY:
    case CODE_rp_call_candidate:
    case CODE_rp_call_any_hit:
    case CODE_rp_call_hit:
    case CODE_rp_call_miss:
    case CODE_rp_call_callable:
        simt_call_some(s, m->callers, m->call_target);
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

enum st_code context_too_many(const struct warp_context *m, const struct code *c, struct status *st)
{
    char who[MACHINE_NAME];
    context_name(m, 0, who);
    return context_fail(m, c, st,
                        "the warp of %s has executed %llu instructions; expected a program that "
                        "ends%s",
                        who, (unsigned long long)m->kernel->budget,
                        m->launch->dumps ? ", and one that reads a uniform block that "
                                           "docs/vulkan-sim.md lists"
                                         : "");
}

enum st_code context_step(struct warp_context *m, struct warp_step *step, struct status *st)
{
    struct simt_entry *top = simt_top(&m->stack);
    const struct code *c = &m->launch->program->code[top->pc];
    uint32_t active = top->mask, executed = active;
    if (++m->steps > m->kernel->budget)
        return context_too_many(m, c, st);
    if (c->guard != ROW_NONE)
        executed = guarded(m, c, active);
    step->inst = m->warp.next;
    step->active = active;
    step->executed = executed;
    step->rays = NULL;
    if (executed) {
        if (executed != m->mask)
            context_set_mask(m, executed);
        if (c->op < CODE_FIRST_SPECIAL)
            m->lane_ops[c->op](m, c);
        else if (c->op < CODE_BRANCH || c->op > CODE_EXIT || c->op == CODE_CALL_ANY)
            TRY(execute_special(m, c, step, st));
        m->held++;
    }
    m->counts.warp_instructions++;
    if (c->straight) {
        top->pc++;
        m->warp.next++;
    } else {
        go_on(m, c, executed);
    }
    return ST_OK;
}

/* Counts the values in rows of registers at offsets `from` to `to` of the operation. Skips
 * constants, the sink and predicates, which are outside the vector register file. */
static void count_values(const struct warp_context *m, const struct code *c, uint32_t from,
                         uint32_t to, uint32_t lanes, struct value_counts *values)
{
    const struct program *p = m->launch->program;
    uint32_t constants = p->n_constants ? p->constants[0].offset : p->file_bytes;
    for (uint32_t k = from; k < to; k++) {
        uint32_t row = c->row[k];
        const uint8_t *at = m->registers + row;
        if (row >= constants)
            continue;
        if (p->row_cells[row / PROGRAM_ROW] == CELL_4)
            values_count(values, at, 1, lanes);
        if (p->row_cells[row / PROGRAM_ROW] == CELL_8) {
            values_count(values, at, 2, lanes);
            values_count(values, at + 4, 2, lanes);
        }
    }
}

enum st_code context_step_counting(struct warp_context *m, struct warp_step *step,
                                   struct value_counts *values, struct status *st)
{
    if (m->launch->program->rdna2)
        return rdna2_step_counting(m, step, values, st);
    const struct simt_entry *top = simt_top(&m->stack);
    const struct value_counts before = *values;
    uint32_t index = top->pc;
    const struct code *c = &m->launch->program->code[index];
    uint32_t executed = c->guard == ROW_NONE ? top->mask : guarded(m, c, top->mask);
    count_values(m, c, c->n_dst, (uint32_t)c->n_dst + c->n_src, executed, values);
    TRY(context_step(m, step, st));
    count_values(m, c, 0, c->n_dst, executed, values);
    values_step(values, &before, index, warp_count_lanes(executed));
    return ST_OK;
}

/* Executes a group of consecutive lane operations: the stack and the counts advance once for all of
 * them. The result is the same as of single steps. */
static void run_together(struct warp_context *m, const struct code *c, uint32_t n)
{
    struct simt_entry *top = simt_top(&m->stack);
    if (top->mask != m->mask)
        context_set_mask(m, top->mask);
    for (const struct code *end = c + n; c < end; c++)
        m->lane_ops[c->op](m, c);
    m->steps += n;
    m->held += n;
    m->counts.warp_instructions += n;
    top->pc += n;
    m->warp.next += n;
}

enum st_code context_run(struct warp_context *m, struct status *st)
{
    struct warp_step step;
    while (m->launch->program->rdna2 && m->warp.next)
        TRY(rdna2_step(m, &step, st));
    while (m->warp.next) {
        const struct code *c = &m->launch->program->code[simt_top(&m->stack)->pc];
        if (c->together && m->steps + c->together <= m->kernel->budget)
            run_together(m, c, c->together);
        else
            TRY(context_step(m, &step, st));
    }
    return ST_OK;
}
