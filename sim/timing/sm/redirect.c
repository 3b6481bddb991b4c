#include "sim/timing/sm/redirect.h"

#include "sim/timing/sm/fetch.h"
#include "sim/timing/sm/warp_state.h"

/* Cycles from the flush of a buffer to the issue of what is fetched instead. */
enum { FETCH_CYCLES = 1 };

/* Notes the predicate that an issued instruction writes. */
static void note(struct redirect *r, uint32_t w, const struct warp_inst *inst)
{
    r->last[w] = (uint8_t)((r->last[w] + 1) % REDIRECT_RECENT);
    r->recent[w][r->last[w]] =
        (struct recent_predicate){inst->dst[0], r->now + r->predicate_cycles};
}

bool redirect_guard_waits(struct redirect *r, uint32_t w, const struct warp_inst *next)
{
    if (!next->guarded || !r->predicate_cycles)
        return false;
    uint32_t guard = next->src[next->n_src - 1];
    for (uint32_t i = 0; i < REDIRECT_RECENT; i++) {
        const struct recent_predicate *p =
            &r->recent[w][(r->last[w] + REDIRECT_RECENT - i) % REDIRECT_RECENT];
        if (p->reg != guard)
            continue;
        r->until[w] = p->guards_at;
        return p->guards_at > r->now + 1;
    }
    return false;
}

bool redirect_hold(struct sm_front *f, uint32_t w, const struct warp_inst *inst)
{
    struct redirect *r = &f->redirect;
    const struct warp_inst *next = f->slots[w].warp->next;
    if (inst->predicate)
        note(r, w, inst);
    if (!next || inst->op == OP_BARRIER || next->pc == f->slots[w].pc ||
        r->redirect_cycles <= FETCH_CYCLES)
        return false;
    r->until[w] = r->now + r->redirect_cycles - FETCH_CYCLES;
    warp_state_set(f, w, WARP_HELD);
    return true;
}

void redirect_release(struct sm_front *f, cycle_t now)
{
    f->redirect.now = now;
    for (uint64_t held = f->in[WARP_HELD]; held; held &= held - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(held);
        if (f->redirect.until[w] > now)
            continue;
        if (f->slots[w].pc != f->slots[w].warp->next->pc)
            fetch_flush(f, UINT64_C(1) << w);
        else
            warp_state_update(f, w);
    }
}
