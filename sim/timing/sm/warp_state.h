/* warp_state.h -- what each warp of an SM waits for (docs/model.md, "SM: schedulers", "SM:
 * scoreboard", "SM: wait counters"): how its state follows from its next instruction.
 *
 * Every resident warp is in exactly one state that says why it does not issue (or that it can), and
 * changes it only when something happened to it: decode, issue, a register's release. */
#pragma once

#include "sim/timing/sm/front.h"

/* The schedulers are told of it. */
static inline void warp_state_set(struct sm_front *f, uint32_t w, enum warp_state state)
{
    struct warp_slot *slot = &f->slots[w];
    uint64_t bit = 1ull << w;
    f->in[slot->state] &= ~bit;
    f->in[state] |= bit;
    f->ready = state < WARP_READY ? f->ready | bit : f->ready & ~bit;
    f->dirty |= slot->sub_bit;
    slot->state = (uint8_t)state;
}

/* Finds the state of warp w, which is resident, not done and at no barrier. */
void warp_state_update(struct sm_front *f, uint32_t w);

/* The state of warp w, which waits at a barrier: it is fetched for all the same. */
static inline void warp_state_at_barrier(struct sm_front *f, uint32_t w)
{
    enum warp_state state = f->slots[w].buffered ? WARP_WAITS_BARRIER : WARP_EMPTY;
    if (f->slots[w].state != state)
        warp_state_set(f, w, state);
}
