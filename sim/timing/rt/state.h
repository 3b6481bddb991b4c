/* state.h -- the RT unit inside: its state, and what its parts do for each other. For rt_unit.c
 * (warps come and go, the order of a cycle), lanes.c (tests of lanes), beside.c (nodes beside
 * leaves), requests.c (what goes to the L1D) and shared_stack.c (stacks in shared memory) only.
 * What is prefetched (prefetch.h) knows none of it. */
#pragma once

#include "sim/timing/rt/alarms.h"
#include "sim/timing/rt/prefetch.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/rt/rt_warp.h"
#include "sim/timing/rt/stall.h"

enum {
    RT_STORES = 4096, /* stores that may wait to be sent */
    RT_NO_SLOT = 255,
};

/* Of a lane: a spilled sector of its stack (at addr, else 0), its result (n = 0), or the next of n
 * table entries. */
struct store {
    uint8_t warp, lane;
    uint32_t n;
    uint64_t addr;
};

/* Sectors of a record that hit, underway from the L1D together. */
struct hit {
    cycle_t at;
    uint64_t base;
    uint64_t uid; /* of the trace instruction */
    uint8_t warp;
    uint8_t sectors; /* bit per sector of the record */
};

/* Stacks in shared memory: the access under way, and what has been read. */
struct shared_stack {
    uint32_t sectors; /* of a lane's stack; 0: none lie there */
    uint32_t words;   /* of 4 bytes, of a sector */
    uint32_t banks, latency;
    uint32_t waiting; /* residents of which lanes wait for the banks */
    uint32_t left;    /* cycles that the access still needs at the banks; 0: none is under way */
    uint32_t lanes;
    uint8_t warp;
    bool reads;
    bool busy;                       /* something waits or is under way, after a tick */
    struct stack_read *reads_coming; /* ring of latency + 1 */
    uint32_t head, n;
    cycle_t come_at; /* when the first comes, or CYCLE_NEVER */
};
struct stack_read {
    cycle_t at;
    uint32_t lanes;
    uint8_t warp;
};

struct rt_unit {
    struct rt_links links;
    uint32_t max_warps, mshrs, hit_latency;
    uint32_t request_B;
    bool coalesce_warps, fresh, each_hit, shared_port, overlap;
    uint8_t cycles[RECORD_KINDS];
    uint8_t unit_of[RECORD_KINDS];
    uint32_t per_cycle[RT_UNITS]; /* tests that may start */
    struct issued *arriving;
    bool room; /* nothing arrives, and not all places are used */
    struct rt_warp *warps;
    uint8_t order[32]; /* resident, oldest first */
    uint32_t n;
    uint8_t of_slot[MAX_WARPS]; /* resident index of an SM's warp, or RT_NO_SLOT */
    /* Masks over resident indices. */
    uint32_t used;
    uint32_t asking;           /* have a record to ask for */
    uint32_t testing;          /* have lanes under test or waiting for it */
    uint32_t queued[RT_UNITS]; /* have lanes waiting for a unit */
    uint32_t tabling;          /* have table entries to queue */
    uint32_t ending;           /* have become complete since they were last looked at */
    /* Of the last record asked for, by rest_warp: the sectors not asked for yet. */
    uint64_t rest_addr, rest_base;
    uint32_t rest;
    uint8_t rest_warp;
    uint32_t units_wanted; /* bit per unit that lanes wait for */
    bool held;             /* its own limit of sectors holds it until data come */
    struct store *stores;
    uint32_t store_head, store_n;
    struct hit *hits;
    uint32_t hit_head, hit_n, hits_room;
    uint32_t outstanding; /* sectors asked for and not come */
    uint64_t fresh_next;
    struct shared_stack stack;
    struct rt_alarms alarms;
    cycle_t hit_at;       /* when the first hit's data come, or CYCLE_NEVER */
    cycle_t now;          /* of the tick under way */
    cycle_t begun;        /* cycles before this one have been begun */
    enum rt_cause level;  /* of the reply that is being delivered */
    enum rt_cause served; /* level of data that came in this cycle, or RT_NO_WARP */
    struct rt_stall stall;
    uint64_t done[RECORD_KINDS];    /* entries of rays' lists, by kind */
    const struct rt_config *config; /* borrowed, for what is given later */
    struct rt_prefetch prefetch;
    struct rt_counters counters;
};

/* Of some resident warps, as a mask, the oldest. */
static inline uint32_t rt_oldest(const struct rt_unit *u, uint32_t warps)
{
    uint32_t k = 0;
    if (!(warps & (warps - 1)))
        return (uint32_t)__builtin_ctz(warps);
    while (!(warps >> u->order[k] & 1))
        k++;
    return u->order[k];
}
/* To be called where lanes of a warp may have begun or ceased to have something to ask for. */
static inline void rt_note(struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    u->asking &= ~(1u << index);
    u->asking |= (uint32_t)((w->asked_n | w->ready | w->beside_ready) != 0) << index;
}
/* To be called where a warp may have become complete. */
static inline void rt_look(struct rt_unit *u, uint32_t index)
{
    u->ending |= (uint32_t)rt_warp_complete(&u->warps[index]) << index;
}

/* lanes.c */

void rt_lanes_init(struct rt_unit *u, const struct rt_config *config);
/* Sectors (a bit each) of the record at base have come for a resident warp. */
void rt_take_sectors(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors);
/* The current records of these lanes have come. */
void rt_take_records(struct rt_unit *u, uint32_t index, uint32_t lanes);
/* Tests that end now, and first cycles of rays: results, spilled sectors and table entries become
 * stores. */
void rt_process_lanes(struct rt_unit *u);
/* Units take waiting lanes, the oldest warp's first. What they start has the next cycle as its
 * first: nothing that happens between this one's end and its beginning changes who waits. */
void rt_start_tests(struct rt_unit *u);
/* The lane's next test, or that of the node beside it, waits for a unit. */
void rt_queue_test(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t unit);

/* beside.c */

/* Of a node that waits for its unit: the test has the next cycle as its first. */
void rt_beside_start(struct rt_unit *u, uint32_t index, uint32_t lane);
/* Like rt_take_sectors, of nodes beside leaves. */
void rt_beside_take(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors);
/* A node's test ends, unless it still goes on. Where that of its leaf has ended before, the leaf's
 * goes on to this cycle. */
void rt_beside_end(struct rt_unit *u, uint32_t index, uint32_t lane);

/* requests.c */

enum st_code rt_requests_create(struct rt_unit *u, const struct rt_config *config,
                                struct status *st);
void rt_requests_release(struct rt_unit *u);
/* A store of a lane: at addr, or (0) its n table entries, or (n = 0) its result. False where the
 * queue of stores is full. */
bool rt_queue_store(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t n, uint64_t addr);
/* Data of hits that have come. */
void rt_take_hits(struct rt_unit *u);
/* One request per cycle: the rest of a record, else a store, else a record of the oldest warp that
 * has one. What came of it, or what the unit idles for. */
enum rt_cause rt_ask(struct rt_unit *u);
/* shared_stack.c */

enum st_code rt_stack_create(struct rt_unit *u, const struct rt_config *config, struct status *st);
void rt_stack_release(struct rt_unit *u);
/* The lane has a sector to be put into shared memory, or waits for its current record, which is
 * there. */
void rt_stack_put(struct rt_unit *u, uint32_t index, uint32_t lane);
void rt_stack_want(struct rt_unit *u, uint32_t index, uint32_t lane);
/* A cycle, before rt_ask(), by which the lanes that have got a sector may get their next record:
 * sectors that come, and a cycle at the banks if the LDST unit leaves them. */
void rt_stack_tick(struct rt_unit *u);
