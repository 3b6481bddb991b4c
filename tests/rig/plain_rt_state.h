/* plain_rt_state.h -- the plain RT unit inside, for its parts: plain_rt.c (lanes, warps, the L1D's
 * side and the cycle), plain_treelets.c (what is prefetched) and plain_stack.c (stacks in shared
 * memory). */
#pragma once

#include "sim/timing/rt/prefetch.h"
#include "sim/timing/rt/stall.h"
#include "tests/rig/plain_rt.h"

enum { MOST_WARPS = 32, MOST_ASKED = 1023, MOST_STORES = 4096, WHO_WARP_SHIFT = 56 };

#define FOR_NOBODY (1ull << 62) /* who gets a prefetched sector */

struct plain_lane {
    const struct ray_work *ray; /* NULL: it traces none */
    bool overlap;
    uint32_t come, tested; /* records whose data have come, whose tests have begun; nodes
                              beside leaves go with these */
    uint32_t missing;      /* sectors of the first that has not come */
    bool asked;            /* for that one */
    bool testing, waiting; /* for a unit */
    cycle_t done_at;       /* of the test under way */
    bool hit;              /* to be stored */
    /* The node beside the leaf whose turn it is. */
    enum { BESIDE_NONE, BESIDE_READY, BESIDE_ASKED, BESIDE_WAITING, BESIDE_TESTING } beside;
    uint64_t beside_at;
    uint32_t beside_missing;
    cycle_t beside_done_at;
    bool stays;         /* the leaf is tested, the node is not */
    bool table, tabled; /* table entries are to be queued, have been queued */
    uint32_t spilled;   /* sectors of its stack that are not in the unit */
    uint32_t puts;      /* of them: to be put into shared memory */
    bool shared;        /* the first record that has not come is there; asked: for it */
    uint32_t treelet;   /* of the record that it has waited for last */
};

struct plain_ask {
    uint64_t addr;
    uint32_t bytes;
};

struct plain_warp {
    struct issued *op; /* NULL: none is here */
    cycle_t start;
    struct plain_lane lanes[WARP_LANES];
    struct plain_ask asked[MOST_ASKED + 1];
    uint32_t n_asked, unacked;
    uint64_t lane_cycles;
};

struct plain_store {
    struct plain_warp *warp;
    uint32_t lane, n; /* the next of n table entries; 0: a result, or a spill where addr is not 0 */
    uint64_t addr;
};

struct plain_sector {
    cycle_t at;
    uint64_t addr, base, uid;
};

/* Lanes of a warp at the banks of shared memory, or, of those that read, what then comes. */
struct plain_access {
    cycle_t at; /* when that comes */
    struct plain_warp *warp;
    bool reads, lanes[WARP_LANES];
    uint32_t left; /* cycles at the banks */
};

/* Of a treelet that is to be prefetched: its sectors from `next` on, to `end`. */
struct plain_queued {
    uint32_t treelet, next, end;
};

struct plain_rt {
    const struct rt_config *config;
    struct rt_links links;
    struct issued *arriving;
    struct plain_warp warps[MOST_WARPS];
    struct plain_sector rest[4]; /* of the record asked for last */
    struct plain_warp *rest_of;
    uint32_t n_rest;
    struct plain_store stores[MOST_STORES];
    uint32_t n_stores;
    struct plain_sector hits[8 * 256];
    uint32_t n_hits, outstanding;
    struct plain_access access, coming[256];
    uint32_t n_coming;
    bool held;
    uint64_t fresh_next;
    cycle_t now, begun;
    enum rt_cause level, served, idle;
    struct rt_stall stall;
    struct rt_counters counters;
    const struct treelets *treelets; /* NULL: nothing is prefetched */
    uint32_t *rays;                  /* by treelet */
    struct plain_queued queue[RT_TREELETS];
    uint32_t n_queued, last_queued;
};

static inline bool live(const struct plain_lane *l)
{
    return l->ray && l->come < l->ray->n_records;
}

static inline bool asks(const struct plain_lane *l)
{
    return live(l) && !l->asked && !l->testing && !l->waiting && !l->stays;
}

static inline bool ready(const struct plain_lane *l)
{
    return asks(l) && !l->shared;
}

static inline bool wants(const struct plain_lane *l)
{
    return asks(l) && l->shared;
}

static inline bool puts_sectors(const struct plain_lane *l)
{
    return l->puts > 0;
}

static inline record_t current(const struct plain_lane *l)
{
    return l->ray->records[l->come];
}

/* Entries that are spilled together. */
static inline uint32_t entries_of_sector(const struct plain_rt *u)
{
    return u->config->stack_entries < 4 ? u->config->stack_entries : 4;
}

/* The oldest warp that came after the one, NULL: of all. */
static inline struct plain_warp *behind(struct plain_rt *u, const struct plain_warp *w)
{
    struct plain_warp *best = NULL;
    for (struct plain_warp *v = u->warps; v < u->warps + u->config->max_warps; v++)
        if (v->op && (!w || v->op->uid > w->op->uid) && (!best || v->op->uid < best->op->uid))
            best = v;
    return best;
}

/* The lanes of a warp that something is true of. */
static inline bool any(const struct plain_warp *w, bool (*is)(const struct plain_lane *l))
{
    for (uint32_t i = 0; i < WARP_LANES; i++)
        if (is(&w->lanes[i]))
            return true;
    return false;
}

static inline bool is_busy(const struct plain_lane *l)
{
    return l->testing || l->waiting || l->beside == BESIDE_WAITING || l->beside == BESIDE_TESTING;
}

/* plain_rt.c */

/* The lane's record has come. */
void plain_come(struct plain_rt *u, struct plain_lane *l);
/* Whether the LDST unit has the port of the L1D that addr needs. */
bool plain_port_taken(const struct plain_rt *u, uint64_t addr);

/* plain_treelets.c: the request of a cycle in which there is no other; after all that moves lanes
 * in a cycle. */

void plain_prefetch(struct plain_rt *u);
void plain_choose_treelet(struct plain_rt *u);

/* plain_stack.c: a cycle of the banks; what was read. */

void plain_access_shared(struct plain_rt *u);
void plain_take_shared(struct plain_rt *u);
