/* stall.h -- what the cycles of an RT unit went into: each is charged to exactly one cause.
 *
 * In a cycle in which the unit asked the L1D for something that a ray wants, the cause is what came
 * of it: the request was taken, or why it was refused. In any other, whatever it prefetches, it is
 * the first of these that held at its beginning: a lane under test or waiting for an intersection
 * unit; a lane waiting for data; a store waiting to be acknowledged; a warp that is done waiting
 * for its turn or for a register bank; no warp in the unit. Cycles of waiting for data are held
 * back until data come, and charged to the level that served them; shared memory counts as the
 * L1D. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/counters/rt_unit_counters.h"

#include <stdbool.h>
#include <stdint.h>

enum rt_cause {
    RT_REQUEST,
    RT_MISS_QUEUE,
    RT_MSHR,
    RT_PORT,
    RT_TEST,
    RT_ACKNOWLEDGE,
    RT_COMPLETE,
    RT_NO_WARP,
    RT_WAIT_L1,
    RT_WAIT_L2,
    RT_WAIT_DRAM,
    RT_CAUSES,
    RT_WAIT = RT_CAUSES, /* level not yet known */
};

struct rt_stall {
    cycle_t settled;    /* cycles before this one are charged */
    enum rt_cause idle; /* cause of those from it on in which the unit asks for nothing */
    uint64_t cycles[RT_CAUSES + 1]; /* the last: of waiting since data came last */
};

static inline void rt_stall_charge(struct rt_stall *s, enum rt_cause cause, uint64_t cycles)
{
    s->cycles[cause] += cycles;
}

/* Data came from a level, RT_WAIT_...; after charging the cycle in which they came. */
static inline void rt_stall_served(struct rt_stall *s, enum rt_cause level)
{
    s->cycles[level] += s->cycles[RT_WAIT];
    s->cycles[RT_WAIT] = 0;
}

/* Charges the cycles up to and including `end` to what the unit idles for; returns their number. */
static inline uint64_t rt_stall_settle(struct rt_stall *s, cycle_t end)
{
    if (end + 1 <= s->settled)
        return 0;
    uint64_t n = end + 1 - s->settled;
    s->settled = end + 1;
    rt_stall_charge(s, s->idle, n);
    return n;
}

/* Writes what was charged into the unit's counters. */
static inline void rt_stall_count(const struct rt_stall *s, struct rt_counters *into)
{
    into->cycle_request = s->cycles[RT_REQUEST];
    into->cycle_miss_queue = s->cycles[RT_MISS_QUEUE];
    into->cycle_mshr = s->cycles[RT_MSHR];
    into->cycle_port = s->cycles[RT_PORT];
    into->cycle_test = s->cycles[RT_TEST];
    into->cycle_wait_l1 = s->cycles[RT_WAIT_L1];
    into->cycle_wait_l2 = s->cycles[RT_WAIT_L2];
    into->cycle_wait_dram = s->cycles[RT_WAIT_DRAM];
    into->cycle_acknowledge = s->cycles[RT_ACKNOWLEDGE];
    into->cycle_complete = s->cycles[RT_COMPLETE];
    into->cycle_no_warp = s->cycles[RT_NO_WARP];
    into->busy_cycles = s->settled - s->cycles[RT_NO_WARP];
}
