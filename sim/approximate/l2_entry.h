/* l2_entry.h -- the entry of a slice of the L2: an output of the crossbar, the buffer after it, and
 * the slice's request queue.
 *
 * The crossbar takes a packet for the slice in a cycle of its own clock. Packets that have crossed
 * wait in front of the slice, whose queue accepts a packet from ROP delay only if it has room. */
#pragma once

#include "common/status.h"
#include "sim/approximate/resource_calendar.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"

#include <stdbool.h>
#include <stdint.h>

/* Parameters of an entry that are common to all slices. */
struct l2_entry_shape {
    struct clocks clocks;
    uint32_t most_delayed; /* most requests of a slice in ROP delay */
    uint32_t most_waiting; /* the slice takes a request only with fewer than this in its queue */
    uint32_t output_buffer, rop_cycles;
    uint32_t first_queue_mask, waiting_mask;
};

/* A request that enters a slice. */
struct l2_entrant {
    uint64_t arrives, leaves; /* when the request enters and leaves the slice's request queue */
};

struct l2_entry {
    struct calendar arrivals; /* interconnect cycles in which packets cross */
    struct calendar takes;    /* core cycles in which the slice takes packets */
    /* Ring of requests by number. It holds the requests not looked up or in ROP delay, before them
     * as many as may wait, and after them the ones that are not settled, at most as many as the
     * crossbar's output holds. SMs send for a quantum before the slice looks anything up, so the
     * ring grows with the requests of a quantum. */
    struct l2_entrant *queue;
    uint32_t queue_mask;
    uint64_t *waiting; /* ring of packets at the crossbar's output: when the slice took them */
    uint64_t entered, arrived;
    uint64_t settled;   /* from this request on `arrives` is still the cycle of the crossing */
    uint64_t looked_up; /* requests before this number have been looked up */
};

void l2_entry_shape_make(struct l2_entry_shape *out, const struct gpu_config *config);
/* Initialises a zeroed struct. False: memory ran out. */
bool l2_entry_create(struct l2_entry *e, const struct l2_entry_shape *shape);
void l2_entry_release(struct l2_entry *e);

/* Sends a request of core cycle `sent` through the crossbar, in interconnect cycle *crossed or
 * later; *crossed becomes the cycle of the crossing. The request's number in the slice is then
 * e->entered - 1. False: memory ran out. */
bool l2_entry_take(struct l2_entry *e, const struct l2_entry_shape *shape, uint64_t sent,
                   cycle_t *crossed);
/* Computes when the requests that have crossed arrive in the slice's queue. */
void l2_entry_settle(struct l2_entry *e, const struct l2_entry_shape *shape);

/* The cycle in which request `number`, which is settled and not looked up, arrives in the slice's
 * queue. */
static inline uint64_t l2_entry_arrives(const struct l2_entry *e, uint64_t number)
{
    return e->queue[number & e->queue_mask].arrives;
}

/* Looks up request `number`, the next one, in cycle `at`. Requests of the next quantum depend on
 * `at` only after it is known, because ROP delay is nearly as long as a quantum. */
static inline void l2_entry_leave(struct l2_entry *e, uint64_t number, uint64_t at)
{
    e->queue[number & e->queue_mask].leaves = at;
    e->looked_up = number + 1;
}
