/* rt_warp.h -- a warp in the RT unit: the position of each lane in its list of records, and the
 * records that the warp has selected for fetching (docs/model.md, "RT unit: state of a warp", "RT
 * unit: choosing requests", "RT unit: L1D access and delivery").
 *
 * Lanes go through their lists independently. A lane's current record is the first whose data have
 * not all arrived; the spill of a stack sector waits for no data. Lanes that may request select
 * their records together, equal records once. Arriving data serve every lane whose current record
 * they belong to, requested or not.
 *
 * Where the unit overlaps them, an internal node that the walk begins beside a leaf (RECORD_BESIDE)
 * is not a step of its own in the lane's list. It shares the leaf's step: both are requested and
 * tested independently, and the lane continues when both tests have ended.
 *
 * Properties of lanes are masks over lanes. A search for an address first compares one byte of it,
 * in many lanes or selected records at once (bytes.h). */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/bytes.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { RT_ASKED = 1024 };     /* records that a warp may have selected and not yet requested */
#define RT_NO_ADDR UINT64_MAX /* current address of a lane that waits for no data */

/* Whether r is a leaf with a node beside it; its list ends at `end`. */
static inline bool rt_warp_is_pair(const record_t *r, const record_t *end)
{
    return record_is_leaf(*r) && r + 1 < end && record_kind(r[1]) == RECORD_BESIDE;
}

/* A record to be fetched or, after a refusal, its first sector (bytes = 32). */
struct rt_ask {
    uint64_t addr;
    uint32_t bytes;
};

struct rt_warp {
    struct issued *op;
    cycle_t start;
    /* Masks over the warp's lanes: bit l is set if lane l ... */
    uint32_t live;    /* has records whose data have not arrived */
    uint32_t ready;   /* of `live`: has not requested its record and has no record to test */
    uint32_t testing; /* is under test */
    uint32_t queued[RT_UNITS]; /* its next test waits for a unit, by kind of unit */
    uint32_t more;             /* is under test, with more arrived records to test */
    uint32_t timed;            /* is under test until its done_at; its alarm may differ */
    uint32_t spilling;         /* its current record is a spill */
    uint32_t fetching;         /* its current record is a refill from shared memory */
    uint32_t wanting;          /* of `fetching`: waits for the banks */
    uint32_t putting;          /* has stack sectors to write to shared memory */
    uint32_t hit;              /* stores a result when its test ends */
    uint32_t beside;           /* has a node, not yet tested, beside the leaf of its step */
    uint32_t beside_ready;     /* of `beside`: has not requested the node */
    uint32_t beside_queued;  /* of `beside`: the node waits for a unit; also in queued[UNIT_BOX] */
    uint32_t beside_testing; /* of `beside`: the node is under test */
    uint32_t held;           /* of `beside`: the leaf's test has ended */
    uint32_t tables;         /* has table entries, stored when its first record arrives */
    uint32_t table;          /* its table entries are to be stored from the next cycle on */
    uint32_t unacked;        /* stores not yet acknowledged, including queued ones */
    uint32_t asked_head, asked_n; /* selected records: asked[asked_head] and the following ones */
    uint64_t lane_cycles;         /* latencies of finished lanes */
    uint32_t stack_sectors;       /* lowest sectors of a lane's stack that are in shared memory */
    uint16_t spilled[WARP_LANES]; /* sectors of the lane's stack outside the unit; if the current
                                     record is a refill, its sector is not counted any more */
    uint8_t puts[WARP_LANES];     /* sectors of `spilled` not yet written to shared memory */
    uint8_t keys[WARP_LANES];     /* key bytes of current addresses */
    uint8_t kind[WARP_LANES];     /* kind of the current record */
    uint8_t missing[WARP_LANES];  /* missing sectors of the current record, bit per sector */
    uint64_t front[WARP_LANES];   /* address of the current record */
    const record_t *at[WARP_LANES], *end[WARP_LANES]; /* the current record; the list's end */
    const record_t *test[WARP_LANES]; /* first record whose test has not begun, at or before `at` */
    cycle_t done_at[WARP_LANES];      /* end of the test under way */
    uint64_t beside_at[WARP_LANES];   /* address of the node beside */
    cycle_t beside_done_at[WARP_LANES]; /* end of the test of the node beside */
    uint8_t beside_missing[WARP_LANES]; /* missing sectors of the node beside */
    bool overlap;
    uint8_t asked_keys[RT_ASKED + BYTES_AT_ONCE];
    struct rt_ask asked[RT_ASKED];
};

/* To be called once, before the first warp. `stack_sectors` of every lane's stack are in shared
 * memory. */
void rt_warp_init(struct rt_warp *w, uint32_t stack_sectors, bool overlap);
/* Lets a warp enter in cycle `now`; the warp before must have finished all its lists. */
void rt_warp_enter(struct rt_warp *w, struct issued *op, cycle_t now);

/* Lanes whose current record is at `base`. */
uint32_t rt_warp_lanes_at(const struct rt_warp *w, uint64_t base);
/* Handles a sector (a bit) of the lanes' current records that has arrived. Returns the lanes whose
 * record is complete with it; rt_warp_advance() moves each of them to its next record. */
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

/* The step after `step` in the lane's list. */
static inline const record_t *rt_warp_behind(const struct rt_warp *w, uint32_t lane,
                                             const record_t *step)
{
    return step + 1 + (w->overlap && rt_warp_is_pair(step, w->end[lane]));
}

/* Begins the part of a node beside a leaf, if that leaf is the lane's next step. For lanes whose
 * tests up to their next step have ended, or whose next test begins. */
void rt_warp_turn(struct rt_warp *w, uint32_t lanes);
/* Lanes that wait for the node at `base` beside a leaf. */
uint32_t rt_warp_beside_at(const struct rt_warp *w, uint64_t base);

/* Selects the record of every lane that can request one; equal records are selected once. Removes
 * and returns the first selected record; there must be one, or a lane that can request one. */
struct rt_ask rt_warp_ask(struct rt_warp *w);
/* Handles the refusal of the first sector of the record that rt_warp_ask() returned: it is
 * requested again, alone, before everything else (Vulkan-Sim abstract_hardware_model.cc 1070). */
void rt_warp_refused(struct rt_warp *w, uint64_t addr);

/* The kind of the lane's next test; there must be one. */
static inline enum record_kind rt_warp_next_test(const struct rt_warp *w, uint32_t lane)
{
    return record_kind(*w->test[lane]);
}
/* Lanes whose next test waits for a unit. */
static inline uint32_t rt_warp_queued(const struct rt_warp *w)
{
    return w->queued[UNIT_BOX] | w->queued[UNIT_TRIANGLE] | w->queued[UNIT_TRANSFORM];
}
/* Lanes under test or waiting for it. */
static inline uint32_t rt_warp_busy(const struct rt_warp *w)
{
    return w->testing | w->beside_testing | rt_warp_queued(w);
}
/* Lanes whose step before the current one has not ended, a node beside it included. */
static inline uint32_t rt_warp_amid(const struct rt_warp *w)
{
    return w->testing | w->held | (rt_warp_queued(w) & ~w->beside_queued) |
           w->queued[UNIT_TRIANGLE];
}
/* Nodes beside leaves whose data have not come, by lane. */
static inline uint32_t rt_warp_beside_awaiting(const struct rt_warp *w)
{
    return w->beside & ~(w->beside_queued | w->beside_testing);
}
/* Lanes that wait for data. */
static inline uint32_t rt_warp_awaiting(const struct rt_warp *w)
{
    return (w->live & ~(w->ready | rt_warp_amid(w))) |
           (rt_warp_beside_awaiting(w) & ~w->beside_ready);
}
/* Whether all lanes are done, nothing is selected and all stores are acknowledged. */
static inline bool rt_warp_complete(const struct rt_warp *w)
{
    return !(w->live | rt_warp_busy(w) | w->beside | w->table | w->asked_n | w->unacked);
}
