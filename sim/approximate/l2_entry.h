/* l2_entry.h -- the way into a slice of the L2: an output of the crossbar, the buffer behind it,
 * and the slice's request queue.
 *
 * The crossbar takes a packet for the slice in a cycle of its own clock. What has crossed waits in
 * front of the slice, whose queue has room for ROP's packets only as far as they find it empty. */
#pragma once

#include "common/status.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"

#include <stdbool.h>
#include <stdint.h>

/* What all slices have in common. */
struct l2_entry_shape {
    struct clocks clocks;
    uint32_t most_delayed; /* requests of a slice in ROP delay */
    uint32_t most_waiting; /* with fewer in its queue the slice takes another */
    uint32_t output_buffer, rop_cycles;
    uint32_t first_queue_mask, waiting_mask;
};

/* A request on its way into a slice. */
struct l2_entrant {
    uint64_t arrives, leaves; /* its queue */
};

struct l2_entry {
    struct calendar arrivals; /* interconnect cycles */
    struct calendar takes;    /* core cycles */
    /* A ring: those not looked up, or in ROP delay and as many before as may wait, and behind them
     * those that are not settled, at most as many as the crossbar's output holds. SMs send for a
     * quantum before the slice looks anything up, so that it grows with what they send in one. */
    struct l2_entrant *queue;
    uint32_t queue_mask;
    uint64_t *waiting; /* of the crossbar's output, a ring: when the slice has taken them */
    uint64_t entered, arrived;
    uint64_t settled;   /* of those from this number on `arrives` is still when they crossed */
    uint64_t looked_up; /* all before this number */
};

void l2_entry_shape_make(struct l2_entry_shape *out, const struct gpu_config *config);
/* Of a struct whose bytes are 0. False: memory ran out. */
bool l2_entry_create(struct l2_entry *e, const struct l2_entry_shape *shape);
void l2_entry_release(struct l2_entry *e);

/* A request that is sent in core cycle `sent` crosses, not before interconnect cycle *crossed,
 * which becomes the one in which it does. Its number in the slice is e->entered - 1 then. False:
 * memory ran out. */
bool l2_entry_take(struct l2_entry *e, const struct l2_entry_shape *shape, uint64_t sent,
                   cycle_t *crossed);
/* When those that have crossed arrive in the slice's queue. */
void l2_entry_settle(struct l2_entry *e, const struct l2_entry_shape *shape);

/* When a request that is settled and not looked up arrives in the slice's queue, by its number. */
static inline uint64_t l2_entry_arrives(const struct l2_entry *e, uint64_t number)
{
    return e->queue[number & e->queue_mask].arrives;
}

/* The slice looks the next request up, by its number, in cycle `at`. That is known to those that
 * come a quantum later: ROP delay is nearly as long. */
static inline void l2_entry_leave(struct l2_entry *e, uint64_t number, uint64_t at)
{
    e->queue[number & e->queue_mask].leaves = at;
    e->looked_up = number + 1;
}
