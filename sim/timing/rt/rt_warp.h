/* rt_warp.h -- a warp in the RT unit: where each of its lanes is in its list of records, and which
 * records the warp has selected to be fetched (docs/model.md, "RT unit: state of a warp", "RT unit:
 * choosing requests", "RT unit: L1D access and delivery").
 *
 * Lanes go through their lists independently. A lane's current record is the first whose data have
 * not wholly come; of one that spills a sector of the stack, no data come. Lanes that may ask
 * select their records together, equal ones once; data that come are taken by every lane whose
 * current record they belong to, whether it has asked or not.
 *
 * What lanes have in common is a mask over lanes. Whoever looks for an address looks for a byte of
 * it first, in many lanes or selected records at once (bytes.h). */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/bytes.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { RT_ASKED = 1024 };     /* records that a warp may have selected and not yet asked for */
#define RT_NO_ADDR UINT64_MAX /* of the current record of a lane that waits for no data */

/* A record to be fetched, or, after a refusal, its first sector (bytes = 32). */
struct rt_ask {
    uint64_t addr;
    uint32_t bytes;
};

struct rt_warp {
    struct issued *op;
    cycle_t start;
    /* A bit for each lane. */
    uint32_t live;             /* has records whose data have not come */
    uint32_t ready;            /* of them: has not asked for its record and has nothing to test */
    uint32_t testing;          /* is under test */
    uint32_t queued[RT_UNITS]; /* its next test waits for a unit, by kind of unit */
    uint32_t more;             /* is under test and has more to be tested of what has come */
    uint32_t timed;            /* is under test until its done_at, which its alarm need not be */
    uint32_t spilling;         /* its current record is a spill */
    uint32_t fetching;         /* its current record is a refill from shared memory */
    uint32_t wanting;          /* of them: waits for the banks */
    uint32_t putting;          /* has sectors of its stack to be put into shared memory */
    uint32_t hit;              /* stores a result when its test ends */
    uint32_t tables;           /* has table entries, to be stored when its first record comes */
    uint32_t table;            /* they are to be stored from the next cycle on */
    uint32_t unacked;          /* stores not yet acknowledged, queued ones included */
    uint32_t asked_head, asked_n; /* selected: asked[asked_head] and those behind it */
    uint64_t lane_cycles;         /* latencies of the lanes that are done */
    uint32_t stack_sectors;       /* of a lane's stack that lie in shared memory, the lowest */
    uint16_t spilled[WARP_LANES]; /* sectors of its stack that are not in the unit; the current
                                     record's, if it is a refill, is not among them any more */
    uint8_t puts[WARP_LANES];     /* of them: still to be put into shared memory */
    uint8_t keys[WARP_LANES];     /* of current addresses */
    uint8_t kind[WARP_LANES];     /* of the current record */
    uint8_t missing[WARP_LANES];  /* sectors of it, bit per sector */
    uint64_t front[WARP_LANES];   /* its address */
    const record_t *at[WARP_LANES], *end[WARP_LANES]; /* the current record; the list's end */
    uint32_t untested[WARP_LANES]; /* records before it whose tests have not begun */
    cycle_t done_at[WARP_LANES];   /* end of the test under way */
    uint8_t asked_keys[RT_ASKED + BYTES_AT_ONCE];
    struct rt_ask asked[RT_ASKED];
};

/* Once, before the first warp. `stack_sectors` of every lane's stack lie in shared memory. */
void rt_warp_init(struct rt_warp *w, uint32_t stack_sectors);
/* The warp enters in cycle `now`; the one before must have ended all its lists. */
void rt_warp_enter(struct rt_warp *w, struct issued *op, cycle_t now);

/* Lanes whose current record is at `base`. */
uint32_t rt_warp_lanes_at(const struct rt_warp *w, uint64_t base);
/* A sector (a bit) of the lanes' current records has come. Returns those whose record is complete
 * by it; rt_warp_advance() takes each of them on to its next. */
static inline uint32_t rt_warp_take(struct rt_warp *w, uint32_t lanes, uint32_t sector)
{
    uint32_t complete = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        w->missing[lane] &= (uint8_t)~sector;
        complete |= (uint32_t)(w->missing[lane] == 0) << lane;
    }
    return complete;
}
void rt_warp_advance(struct rt_warp *w, uint32_t lane);

/* Every lane that can ask selects its record; equal records are selected once. Returns the first
 * one selected, which is selected no more; there must be one, or a lane that can ask. */
struct rt_ask rt_warp_ask(struct rt_warp *w);
/* The first sector of that record was refused; it is asked for again, alone, before everything else
 * (Vulkan-Sim abstract_hardware_model.cc 1070). */
void rt_warp_refused(struct rt_warp *w, uint64_t addr);

/* Of a lane that has one to be tested. */
static inline enum record_kind rt_warp_next_test(const struct rt_warp *w, uint32_t lane)
{
    return record_kind(*(w->at[lane] - w->untested[lane]));
}
/* Lanes whose next test waits for a unit. */
static inline uint32_t rt_warp_queued(const struct rt_warp *w)
{
    return w->queued[UNIT_BOX] | w->queued[UNIT_TRIANGLE] | w->queued[UNIT_TRANSFORM];
}
/* Lanes under test or waiting for it. */
static inline uint32_t rt_warp_busy(const struct rt_warp *w)
{
    return w->testing | rt_warp_queued(w);
}
/* Lanes that wait for data. */
static inline uint32_t rt_warp_awaiting(const struct rt_warp *w)
{
    return w->live & ~(w->ready | rt_warp_busy(w));
}
/* Lanes done, nothing selected, stores acknowledged. */
static inline bool rt_warp_complete(const struct rt_warp *w)
{
    return !(w->live | rt_warp_busy(w) | w->table | w->asked_n | w->unacked);
}
