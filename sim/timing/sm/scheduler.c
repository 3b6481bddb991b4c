#include "sim/timing/sm/scheduler.h"

#include <string.h>

void scheduler_init(struct scheduler *s, enum scheduler_policy policy)
{
    *s = (struct scheduler){.last = SCHEDULER_NONE, .policy = (uint8_t)policy};
}

void scheduler_add(struct scheduler *s, uint32_t warp)
{
    s->warps |= 1ull << warp;
    s->order[s->n++] = (uint8_t)warp;
}

void scheduler_remove(struct scheduler *s, uint32_t warp)
{
    uint32_t i = 0;
    while (i < s->n && s->order[i] != warp)
        i++;
    if (i == s->n)
        BUG("warp %u is not this scheduler's", warp);
    s->n--;
    memmove(s->order + i, s->order + i + 1, s->n - i);
    s->warps &= ~(1ull << warp);
}

/* Picks among the warps in `from`, in the order of slots. */
static uint32_t pick_slot(uint64_t issuable, uint64_t hazards, uint64_t from, uint64_t *passed)
{
    uint64_t can = issuable & from, before = can ? (can & -can) - 1 : UINT64_MAX;
    *passed |= hazards & from & before;
    return can ? (uint32_t)__builtin_ctzll(can) : SCHEDULER_NONE;
}

static uint32_t pick_round_robin(struct scheduler *s, uint64_t issuable, uint64_t hazards,
                                 uint64_t *passed)
{
    uint64_t behind = s->last < SCHEDULER_NONE - 1 ? UINT64_MAX << (s->last + 1) : 0;
    uint32_t found = pick_slot(issuable, hazards, behind, passed);
    if (found == SCHEDULER_NONE)
        found = pick_slot(issuable, hazards, ~behind, passed);
    s->last = (uint8_t)found;
    return found;
}

uint32_t scheduler_pick(struct scheduler *s, uint64_t issuable, uint64_t hazards, uint64_t *passed)
{
    issuable &= s->warps;
    hazards &= s->warps;
    *passed = 0;
    if (!(issuable | hazards))
        return SCHEDULER_NONE;
    if (!issuable) {
        *passed = hazards;
        return SCHEDULER_NONE;
    }
    if (s->policy == SCHEDULER_LRR)
        return pick_round_robin(s, issuable, hazards, passed);
    if (s->policy == SCHEDULER_GTO && s->last != SCHEDULER_NONE) {
        uint64_t bit = 1ull << s->last;
        if (issuable & bit)
            return s->last;
        *passed = hazards & bit;
    }
    for (uint32_t i = 0; i < s->n; i++) {
        uint64_t bit = 1ull << s->order[i];
        if (issuable & bit) {
            s->last = s->order[i];
            return s->last;
        }
        *passed |= hazards & bit;
    }
    return SCHEDULER_NONE;
}
