#include "sim/timing/sm/wait_counters.h"

enum { PLACES = WAIT_COUNTER_MOST + 1 };

uint8_t wait_counters_add(struct wait_counters *c, const struct warp_inst *inst)
{
    uint32_t place = c->next[inst->counter]++ % PLACES;
    if (inst->counter == COUNTER_VM) {
        uint64_t bit = UINT64_C(1) << place;
        c->rays = inst->op == OP_TRACE_RAY ? c->rays | bit : c->rays & ~bit;
    } else if (inst->counter == COUNTER_VS) {
        c->parts[place] = 1;
    }
    return (uint8_t)(place + 1);
}

/* Handles the arrival of a place's data. */
static void note_came(struct wait_counters *c, enum warp_counter which, uint32_t place)
{
    c->came[which] |= UINT64_C(1) << place;
    for (uint64_t bit; c->came[which] & (bit = UINT64_C(1) << c->first[which] % PLACES);) {
        c->came[which] &= ~bit;
        c->first[which]++;
    }
}

void wait_counters_store(struct wait_counters *c, uint32_t mark, int change)
{
    uint32_t place = mark - 1;
    c->parts[place] = (uint8_t)(c->parts[place] + change);
    if (c->parts[place] == 0)
        note_came(c, COUNTER_VS, place);
}

void wait_counters_retire(struct wait_counters *c, const struct warp_inst *inst, uint32_t mark)
{
    if (inst->counter == COUNTER_VS)
        wait_counters_store(c, mark, -1);
    else if (inst->counter == COUNTER_VM)
        note_came(c, COUNTER_VM, mark - 1);
    else
        c->first[inst->counter]++;
}

/* Returns the kind of wait until a counter is at most `until`. Then its oldest places are no longer
 * in flight. */
static enum wait_kind check_one(const struct wait_counters *c, enum warp_counter which,
                                uint32_t until)
{
    uint32_t under_way = wait_counters_of(c, which);
    if (under_way <= until)
        return WAIT_NONE;
    if (which != COUNTER_VM)
        return WAIT_MEMORY;
    uint32_t first = c->first[which] % PLACES;
    uint64_t oldest = (UINT64_C(1) << (under_way - until)) - 1; /* at most 63 places */
    uint64_t places = first ? oldest << first | oldest >> (PLACES - first) : oldest;
    return places & ~c->came[which] & ~c->rays ? WAIT_MEMORY : WAIT_RT;
}

/* Returns the kind of wait for an instruction's counters. If it waits for several, the shortest
 * kind counts, as with registers. */
enum wait_kind wait_counters_check(const struct wait_counters *c, const struct warp_inst *inst)
{
    if (inst->counter)
        return check_one(c, (enum warp_counter)inst->counter, WAIT_COUNTER_MOST - 1);
    enum wait_kind wait = WAIT_NONE;
    for (uint32_t which = COUNTER_VM; inst->op == OP_WAIT && which < COUNTERS; which++) {
        enum wait_kind one = check_one(c, (enum warp_counter)which, inst->until[which]);
        if (one != WAIT_NONE && (wait == WAIT_NONE || one < wait))
            wait = one;
    }
    return wait;
}
