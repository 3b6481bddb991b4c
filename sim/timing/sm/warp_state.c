#include "sim/timing/sm/warp_state.h"

/* The wait, besides registers, of an instruction that no arithmetic unit executes. */
static enum wait_kind wait_of_counted(const struct sm_front *f, uint32_t w,
                                      const struct warp_inst *inst)
{
    if (inst->op == OP_TRACE_RAY && f->tracing >> w & 1)
        return WAIT_RT;
    if (inst->counter == COUNTER_NONE && inst->op != OP_WAIT)
        return WAIT_NONE;
    return wait_counters_check(&f->counted[w], inst);
}

/* The state of a warp with this wait; without one it is held where its guard cannot be used yet.
 * The waiting states are in the order of enum wait_kind. */
static inline enum warp_state state_of(struct sm_front *f, uint32_t w, enum wait_kind wait,
                                       const struct warp_inst *inst)
{
    if (__builtin_expect(f->redirects, false) && !wait &&
        redirect_guard_waits(&f->redirect, w, inst))
        return WARP_HELD;
    return wait ? (enum warp_state)(WARP_WAITS_ALU - WAIT_ALU + (uint32_t)wait)
                : (enum warp_state)exec_class(f->links.exec, (enum warp_op)inst->op);
}

/* Updates a warp whose instruction waits for no register, but perhaps for a counter or a trace.
 * Kept out of line, so that callers need not save registers for its calls. */
static __attribute__((noinline)) void update_counted(struct sm_front *f, uint32_t w,
                                                     const struct warp_inst *inst)
{
    enum warp_state state = state_of(f, w, wait_of_counted(f, w, inst), inst);
    if (state != f->slots[w].state)
        warp_state_set(f, w, state);
}

/* Updates a warp whose instruction may be reordered and could issue. Marks its scheduler in any
 * case, because the warp may wait for its instructions in flight. */
static __attribute__((noinline)) void update_reordered(struct sm_front *f, uint32_t w,
                                                       const struct warp_inst *inst)
{
    bool holds = reorder_holds(&f->reorder, w);
    warp_state_set(f, w, holds ? WARP_WAITS_REORDER : state_of(f, w, WAIT_NONE, inst));
}

void warp_state_update(struct sm_front *f, uint32_t w)
{
    struct warp_slot *slot = &f->slots[w];
    const struct warp_inst *inst = slot->warp->next;
    enum warp_state state;
    if (slot->buffered == 0) {
        state = WARP_EMPTY;
    } else if (slot->pc != inst->pc) {
        state = WARP_HAZARD;
    } else {
        enum wait_kind wait = /* pending registers belong to instructions in flight */
            slot->in_flight ? scoreboard_check(&f->scoreboard, w, inst) : WAIT_NONE;
        if (inst->op >= OP_LOAD && (inst->op >= OP_TRACE_RAY || inst->counter) && !wait) {
            update_counted(f, w, inst);
            return;
        }
        if (__builtin_expect(inst->reorder_B && f->reorder.most && !wait, false)) {
            update_reordered(f, w, inst);
            return;
        }
        state = state_of(f, w, wait, inst);
    }
    if (state != slot->state)
        warp_state_set(f, w, state);
}
