/* state.h -- the internals of the RT unit: its state, and the interfaces of its parts. Included
 * only by rt_unit.c (entry and exit of warps, the order of a cycle), lanes.c (tests of lanes),
 * beside.c (nodes beside leaves), requests.c (requests to the L1D) and shared_stack.c (stacks in
 * shared memory). */
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

/* A store of a lane. addr is not 0: a spilled sector of its stack, at addr; else n = 0: its result;
 * else the next of n table entries. */
struct store {
    uint8_t warp, lane;
    uint32_t n;
    uint64_t addr;
};

/* Sectors of a record that hit and arrive from the L1D together. */
struct hit {
    cycle_t at;
    uint64_t base;
    uint64_t uid; /* uid of the trace instruction */
    uint8_t warp;
    uint8_t sectors; /* bit per sector of the record */
};

/* Stacks in shared memory: the access in progress, and the reads in flight. */
struct shared_stack {
    uint32_t sectors; /* sectors of each lane's stack that are in shared memory; 0: none */
    uint32_t words;   /* words of 4 bytes per sector */
    uint32_t banks, latency;
    uint32_t waiting; /* resident warps with lanes that wait for the banks */
    uint32_t left;    /* cycles that the access still needs at the banks; 0: no access */
    uint32_t lanes;
    uint8_t warp;
    bool reads;
    bool busy;                       /* something waits or is under way, after a tick */
    struct stack_read *reads_coming; /* ring of latency + 1 */
    uint32_t head, n;
    cycle_t come_at; /* arrival of the first read, or CYCLE_NEVER */
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
    struct rt_rate rate[RT_UNITS]; /* of tests, by unit */
    struct issued *arriving;
    bool room; /* no instruction is arriving, and a place is free */
    struct rt_warp *warps;
    uint8_t order[32]; /* indices of resident warps, oldest first */
    uint32_t n;
    uint8_t of_slot[MAX_WARPS]; /* resident index of an SM's warp, or RT_NO_SLOT */
    /* Masks over indices of resident warps: the bit is set for warps that ... */
    uint32_t used;
    uint32_t asking;           /* have a record to request */
    uint32_t testing;          /* have lanes under test or waiting for a test */
    uint32_t queued[RT_UNITS]; /* have lanes waiting for a unit */
    uint32_t tabling;          /* have table entries to queue */
    uint32_t ending;           /* have become complete since the last check */
    /* Sectors, not yet requested, of the record that rest_warp requested last: `rest` of them from
     * rest_addr on; the record begins at rest_base. */
    uint64_t rest_addr, rest_base;
    uint32_t rest;
    uint8_t rest_warp;
    uint32_t units_wanted; /* bit per unit: lanes wait for it */
    bool held;             /* the unit waits, at its own limit of sectors, until data arrive */
    struct store *stores;
    uint32_t store_head, store_n;
    struct hit *hits;
    uint32_t hit_head, hit_n, hits_room;
    uint32_t outstanding; /* sectors requested and not arrived */
    uint64_t fresh_next;
    struct shared_stack stack;
    struct rt_alarms alarms;
    cycle_t hit_at;       /* arrival of the first hit's data, or CYCLE_NEVER */
    cycle_t now;          /* cycle of the tick in progress */
    cycle_t begun;        /* cycles before this one have been begun */
    enum rt_cause level;  /* level of the reply that is being delivered */
    enum rt_cause served; /* level of the data that arrived in this cycle, or RT_NO_WARP */
    struct rt_stall stall;
    uint64_t done[RECORD_KINDS];    /* processed records of rays' lists, by kind */
    const struct rt_config *config; /* borrowed; rt_give_treelets() needs it */
    struct rt_prefetch prefetch;
    struct rt_counters counters;
};

/* The oldest of the resident warps in the mask `warps`. */
static inline uint32_t rt_oldest(const struct rt_unit *u, uint32_t warps)
{
    uint32_t k = 0;
    if (!(warps & (warps - 1)))
        return (uint32_t)__builtin_ctz(warps);
    while (!(warps >> u->order[k] & 1))
        k++;
    return u->order[k];
}
/* Updates the set of warps with requests; to be called when a warp's lanes may have gained or lost
 * one. */
static inline void rt_note(struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    u->asking &= ~(1u << index);
    u->asking |= (uint32_t)((w->asked_n | w->ready | w->beside_ready) != 0) << index;
}
/* Marks the warp if it is complete; to be called when it may have become so. */
static inline void rt_look(struct rt_unit *u, uint32_t index)
{
    u->ending |= (uint32_t)rt_warp_complete(&u->warps[index]) << index;
}

/* lanes.c */

void rt_lanes_init(struct rt_unit *u, const struct rt_config *config);
/* Handles sectors (a bit each) of the record at base that have arrived for a resident warp. */
void rt_take_sectors(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors);
/* Handles the arrival of these lanes' current records. */
void rt_take_records(struct rt_unit *u, uint32_t index, uint32_t lanes);
/* Ends the tests that end now and begins rays: results, spilled sectors and table entries become
 * stores. */
void rt_process_lanes(struct rt_unit *u);
/* Starts tests of waiting lanes, the oldest warp's first. The first cycle of each test is the next
 * one; the set of waiting lanes does not change between the end of this cycle and the beginning of
 * the next. */
void rt_start_tests(struct rt_unit *u);
/* Queues the lane's next test, or that of the node beside it, for a unit. */
void rt_queue_test(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t unit);

/* beside.c */

/* Starts the test of a node that waits for its unit: the test's first cycle is the next one. */
void rt_beside_start(struct rt_unit *u, uint32_t index, uint32_t lane);
/* Handles sectors of the record at base, as rt_take_sectors does, for nodes beside leaves. */
void rt_beside_take(struct rt_unit *u, uint32_t index, uint64_t base, uint32_t sectors);
/* Ends a node's test, unless it continues. If its leaf's test has ended before, the leaf's step
 * lasts until this cycle. */
void rt_beside_end(struct rt_unit *u, uint32_t index, uint32_t lane);

/* requests.c */

enum st_code rt_requests_create(struct rt_unit *u, const struct rt_config *config,
                                struct status *st);
void rt_requests_release(struct rt_unit *u);
/* Queues a store of a lane with the fields of struct store. False if the queue is full. */
bool rt_queue_store(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t n, uint64_t addr);
/* Delivers the data of hits that have arrived. */
void rt_take_hits(struct rt_unit *u);
/* Sends the unit's request of the cycle: the rest of a record, else a store, else a record of the
 * oldest warp that has one. Returns its outcome, or the unit's idle cause. */
enum rt_cause rt_ask(struct rt_unit *u);
/* shared_stack.c */

enum st_code rt_stack_create(struct rt_unit *u, const struct rt_config *config, struct status *st);
void rt_stack_release(struct rt_unit *u);
/* rt_stack_put: the lane gets a sector to write to shared memory. rt_stack_want: the lane begins to
 * wait for its current record, which is in shared memory. */
void rt_stack_put(struct rt_unit *u, uint32_t index, uint32_t lane);
void rt_stack_want(struct rt_unit *u, uint32_t index, uint32_t lane);
/* Simulates a cycle, before rt_ask(), because lanes that get a sector may then request their next
 * record: delivers arriving sectors, and uses the banks for a cycle if the LDST unit leaves them
 * free. */
void rt_stack_tick(struct rt_unit *u);
