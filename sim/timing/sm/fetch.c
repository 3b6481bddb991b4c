#include "sim/timing/sm/fetch.h"

#include "sim/timing/sm/warp_state.h"

/* Sets the number of buffered bytes. If the next instruction is not complete, they are the part of
 * it that is kept. An instruction longer than the buffer is decoded as it passes through. */
static void set_buffered(const struct sm_front *f, struct warp_slot *slot, uint32_t bytes)
{
    const struct warp_inst *next = slot->warp->next;
    bool part = next && slot->pc == next->pc && bytes < next->size_B && bytes < f->buffer_B;
    slot->buffered = (uint8_t)(part ? 0 : bytes);
    slot->kept = (uint8_t)(part ? bytes : 0);
}

__attribute__((noinline)) void fetch_leave_buffer(const struct sm_front *f, struct warp_slot *slot,
                                                  const struct warp_inst *inst)
{
    slot->pc += inst->size_B;
    uint32_t bytes = slot->buffered;
    set_buffered(f, slot, bytes > inst->size_B ? bytes - inst->size_B : 0);
}

void fetch_flush(struct sm_front *f, uint64_t warps)
{
    for (; warps; warps &= warps - 1) {
        uint32_t w = (uint32_t)__builtin_ctzll(warps);
        f->counters.buffer_flushes++;
        f->slots[w].buffered = 0;
        f->slots[w].pc = f->slots[w].warp->next->pc;
        warp_state_set(f, w, WARP_EMPTY);
    }
}

void fetch_fill(struct sm_front *f, uint32_t who)
{
    for (uint64_t m = icache_fill(f->links.icache, who); m; m &= m - 1) {
        warp_state_set(f, (uint32_t)__builtin_ctzll(m), WARP_EMPTY);
        f->wake = 1;
    }
}

/* Adds the fetched bytes behind the kept ones: as many as the buffer has room for, but none of
 * another line. */
static __attribute__((noinline)) void add_to_kept(const struct sm_front *f, struct warp_slot *slot)
{
    uint32_t bytes = f->buffer_B;
    if (f->cached) {
        uint32_t left = icache_left(f->links.icache, slot->pc + slot->kept);
        bytes = slot->kept + left < bytes ? slot->kept + left : bytes;
    }
    set_buffered(f, slot, bytes);
}

/* Looks up the line of warp w's fetch. A fetch beyond a branch that has been taken meanwhile sends
 * no request for a missing line: the warp continues at the branch's target. */
static __attribute__((noinline)) void look_for_line(struct sm_front *f, uint32_t w, cycle_t now)
{
    struct warp_slot *slot = &f->slots[w];
    bool behind_branch = slot->pc != slot->warp->next->pc;
    if (behind_branch && !icache_has(f->links.icache, slot->pc)) {
        fetch_flush(f, UINT64_C(1) << w);
        f->fetching = NO_FETCH;
    } else if (!icache_look(f->links.icache, w, slot->pc + slot->kept)) {
        f->counters.fetch_misses++;
        f->fetching = NO_FETCH;
        warp_state_set(f, w, WARP_NO_LINE);
        ldst_ask(f->links.ldst, now);
    }
}

static void decode(struct sm_front *f)
{
    uint32_t w = f->fetching;
    f->fetching = NO_FETCH;
    struct warp_slot *slot = &f->slots[w]; /* in the state WARP_EMPTY since it was fetched for */
    if (f->cached | slot->kept)
        add_to_kept(f, slot);
    else
        slot->buffered = (uint8_t)f->buffer_B;
    if (f->barriers.waiting && f->barriers.waiting >> w & 1)
        warp_state_at_barrier(f, w);
    else
        warp_state_update(f, w);
}

void fetch_cycle(struct sm_front *f, cycle_t now)
{
    for (uint32_t i = 0; i < f->fetches; i++) {
        if (f->fetching != NO_FETCH)
            decode(f);
        uint64_t empty = f->in[WARP_EMPTY];
        if (!empty)
            return;
        /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): below 64 */
        uint64_t behind = empty & ~((2ull << f->last_fetched) - 1);
        f->fetching = (uint32_t)__builtin_ctzll(behind ? behind : empty);
        f->last_fetched = f->fetching;
        f->counters.fetches++;
        if (f->cached)
            look_for_line(f, f->fetching, now);
    }
}
