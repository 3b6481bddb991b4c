/* stall.h -- charges each cycle of an RT unit to exactly one cause.
 *
 * In a cycle in which the unit sent the L1D a request of a ray, the cause is its outcome: accepted,
 * or the reason for the refusal. In any other cycle, prefetching or not, it is the first of these
 * that held at its beginning: a lane under test or waiting for an intersection unit; a lane waiting
 * for data; a store waiting for its acknowledgement; a finished warp waiting for its turn; no warp
 * in the unit. Cycles of waiting for data are held back until data arrive, and are charged to the
 * level that served them; shared memory counts as the L1D. */
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
    cycle_t settled;                /* cycles before this one are charged */
    enum rt_cause idle;             /* cause of the cycles from `settled` on without a request */
    uint64_t cycles[RT_CAUSES + 1]; /* the last entry: cycles of waiting since data last arrived */
};

static inline void rt_stall_charge(struct rt_stall *s, enum rt_cause cause, uint64_t cycles)
{
    s->cycles[cause] += cycles;
}

/* Charges the cycles of waiting to the level that the data came from, RT_WAIT_...; to be called
 * after charging the cycle of the arrival. */
static inline void rt_stall_served(struct rt_stall *s, enum rt_cause level)
{
    s->cycles[level] += s->cycles[RT_WAIT];
    s->cycles[RT_WAIT] = 0;
}

/* Charges the cycles up to and including `end` to the idle cause; returns their number. */
static inline uint64_t rt_stall_settle(struct rt_stall *s, cycle_t end)
{
    if (end + 1 <= s->settled)
        return 0;
    uint64_t n = end + 1 - s->settled;
    s->settled = end + 1;
    rt_stall_charge(s, s->idle, n);
    return n;
}

/* Writes the charged cycles into the unit's counters. */
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
