/* rt_warp.h -- a warp in the RT unit: where each of its lanes is in its list of records, and which
 * records the warp has selected to be fetched (docs/model.md, "RT unit: state of a warp", "RT unit:
 * choosing requests", "RT unit: L1D access and delivery").
 *
 * Lanes go through their lists independently. A lane's current record is the first whose data have
 * not wholly come; of one that spills a sector of the stack, no data come. Lanes that may ask
 * select their records together, equal ones once; data that come are taken by every lane whose
 * current record they belong to, whether it has asked or not. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum {
    RT_ASKED = 1024, /* records that a warp may have selected and not yet asked for */
};

/* A record to be fetched, or, after a refusal, its first sector (bytes = 32). */
struct rt_ask {
    uint64_t addr;
    uint32_t bytes;
};

struct rt_warp {
    struct issued *op;
    cycle_t start;
    uint32_t live;    /* lanes with records whose data have not come */
    uint32_t ready;   /* of them: have not asked for their record and have nothing to test */
    uint32_t testing; /* lanes under test */
    uint32_t queued[RT_UNITS]; /* lanes whose next test waits for a unit, by kind of unit */
    uint32_t hit;              /* lanes that store a result when their test ends */
    uint32_t table;   /* lanes whose table entries are to be stored from the next cycle on */
    uint32_t tabled;  /* lanes whose table entries have been queued */
    uint32_t unacked; /* stores not yet acknowledged, queued ones included */
    uint32_t asked_head, asked_n;
    uint64_t lane_cycles;          /* latencies of the lanes that are done */
    uint64_t keys[WARP_LANES / 8]; /* a byte of each lane's current address: quick to compare */
    uint64_t front[WARP_LANES];    /* address of the current record */
    cycle_t done_at[WARP_LANES];   /* end of the test under way */
    uint32_t cursor[WARP_LANES];   /* of the current record */
    uint32_t tested[WARP_LANES];   /* of the next record to be tested, at most the current one */
    uint8_t missing[WARP_LANES];   /* sectors of the current record, bit per sector */
    struct rt_ask asked[RT_ASKED];
};

/* Once, before the first warp. */
void rt_warp_init(struct rt_warp *w);
/* The warp enters in cycle `now`; the one before must have ended all its lists. */
void rt_warp_enter(struct rt_warp *w, struct issued *op, cycle_t now);

/* A sector at `addr` of the record at `base` has come. Returns the lanes whose current record is
 * complete by it; rt_warp_advance() takes each of them on to its next. */
uint32_t rt_warp_take(struct rt_warp *w, uint64_t addr, uint64_t base);
void rt_warp_advance(struct rt_warp *w, uint32_t lane);

/* Every lane that can ask selects its record; equal records are selected once. */
void rt_warp_select(struct rt_warp *w);
struct rt_ask rt_warp_ask(struct rt_warp *w); /* the first selected record; there must be one */
/* The first sector of that record was refused; it is asked for again, alone, before everything else
 * (Vulkan-Sim abstract_hardware_model.cc 1070). */
void rt_warp_refused(struct rt_warp *w, uint64_t addr);

/* Is the lane's current record a sector of its stack to be stored at *addr? */
static inline bool rt_warp_spills(const struct rt_warp *w, uint32_t lane, uint64_t *addr)
{
    const struct ray_work *ray = &w->op->rays[lane];
    if (!(w->live >> lane & 1) || record_kind(ray->records[w->cursor[lane]]) != RECORD_SPILL)
        return false;
    *addr = record_addr(ray->records[w->cursor[lane]]);
    return true;
}
static inline enum record_kind rt_warp_next_test(const struct rt_warp *w, uint32_t lane)
{
    return record_kind(w->op->rays[lane].records[w->tested[lane]]);
}
/* Lanes under test or waiting for it. */
static inline uint32_t rt_warp_busy(const struct rt_warp *w)
{
    return w->testing | w->queued[0] | w->queued[1] | w->queued[2];
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
