/* warp_state.h -- the state of each warp of an SM, derived from its next instruction
 * (docs/model.md, "SM: schedulers", "SM: scoreboard", "SM: wait counters").
 *
 * Every resident warp is in exactly one state: the reason why it does not issue, or that it can.
 * The state changes only on an event of the warp: decode, issue, a register's release. */
#pragma once

#include "sim/timing/sm/front.h"

/* Sets the state of warp w and marks its scheduler as changed. */
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

/* Determines the state of warp w, which is resident, not done and at no barrier. */
void warp_state_update(struct sm_front *f, uint32_t w);

/* Sets the state of warp w, which waits at a barrier; fetch continues to serve it. */
static inline void warp_state_at_barrier(struct sm_front *f, uint32_t w)
{
    enum warp_state state = f->slots[w].buffered ? WARP_WAITS_BARRIER : WARP_EMPTY;
    if (f->slots[w].state != state)
        warp_state_set(f, w, state);
}
