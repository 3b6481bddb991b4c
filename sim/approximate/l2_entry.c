#include "sim/approximate/l2_entry.h"

#include "common/memory.h"
#include "sim/approximate/port.h"

/* Least number of free places in its request queue with which a slice takes requests
 * (sim/timing/memory/l2_slice.c). */
enum { TAKE_ROOM = 4 };

void l2_entry_shape_make(struct l2_entry_shape *out, const struct gpu_config *config)
{
    out->clocks = gpu_config_clocks(config);
    out->most_delayed = 2 * config->l2.rop_cycles + 64;
    out->most_waiting = config->l2.request_queue - TAKE_ROOM + 1;
    out->output_buffer = config->icnt.output_buffer;
    out->rop_cycles = config->l2.rop_cycles;
    out->first_queue_mask =
        ring_mask(config->l2.request_queue + out->most_delayed + out->output_buffer);
    out->waiting_mask = ring_mask(out->output_buffer);
}

bool l2_entry_create(struct l2_entry *e, const struct l2_entry_shape *shape)
{
    e->queue_mask = shape->first_queue_mask;
    return MEM_ARRAYS(MEM_ARRAY(e->queue, e->queue_mask + 1),
                      MEM_ARRAY(e->waiting, shape->waiting_mask + 1));
}

void l2_entry_release(struct l2_entry *e)
{
    MEM_FREE(e->queue, e->waiting);
}

/* The first cycle from `at` on in which the slice takes request `entered` from the crossbar. */
static uint64_t permitted(struct l2_entry *e, const struct l2_entry_shape *shape, uint64_t entered,
                          uint64_t at)
{
    const struct l2_entrant *queue = e->queue;
    uint32_t mask = e->queue_mask, most = shape->most_waiting;
    for (;;) {
        uint64_t arrived = e->arrived;
        while (arrived < entered && queue[arrived & mask].arrives <= at)
            arrived++;
        e->arrived = arrived;
        if (arrived < most)
            return at;
        uint64_t leaves = queue[(arrived - most) & mask].leaves;
        if (leaves <= at)
            return at;
        at = leaves;
    }
}

/* Doubles the places of the ring; each entrant moves to that of its number. */
static bool grow(struct l2_entry *e)
{
    uint32_t places = e->queue_mask + 1, mask = 2 * places - 1;
    struct l2_entrant *grown;
    if (!MEM_ARRAYS(MEM_ARRAY(grown, mask + 1)))
        return false;
    for (uint64_t number = e->entered - places; number != e->entered; number++)
        grown[number & mask] = e->queue[number & e->queue_mask];
    mem_free(e->queue);
    e->queue = grown;
    e->queue_mask = mask;
    return true;
}

void l2_entry_settle(struct l2_entry *e, const struct l2_entry_shape *shape)
{
    for (uint64_t number = e->settled; number < e->entered; number++) {
        struct l2_entrant *entrant = &e->queue[number & e->queue_mask];
        uint64_t comes = way_comes(&shape->clocks, entrant->arrives),
                 taken = permitted(e, shape, number, comes);
        if (taken > comes)
            taken = calendar_take(&e->takes, taken);
        e->waiting[number & shape->waiting_mask] = taken;
        uint64_t arrives = taken + shape->rop_cycles;
        /* `leaves` is not used before the look-up sets it */
        *entrant = (struct l2_entrant){arrives, arrives};
        if (number + 1 - e->arrived > shape->most_delayed)
            e->arrived++;
    }
    e->settled = e->entered;
}

/* Sends a request through the crossbar. One thread does this for all slices; it leaves to the
 * slice's thread all work that no other slice's requests wait for. */
bool l2_entry_take(struct l2_entry *e, const struct l2_entry_shape *shape, uint64_t sent,
                   cycle_t *crossed)
{
    uint64_t entered = e->entered;
    if (entered - e->looked_up > e->queue_mask && !grow(e))
        return false;
    if (entered - e->settled >= shape->output_buffer)
        l2_entry_settle(e, shape);
    uint64_t waits = e->waiting[(entered - shape->output_buffer) & shape->waiting_mask];
    cycle_t from = way_crosses(&shape->clocks, calendar_later(sent, waits));
    *crossed = calendar_take(&e->arrivals, calendar_later(from, *crossed));
    e->queue[entered & e->queue_mask].arrives = *crossed;
    e->entered = entered + 1;
    return true;
}
