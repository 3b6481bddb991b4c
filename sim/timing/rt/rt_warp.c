#include "sim/timing/rt/rt_warp.h"

#include <stddef.h>
#include <string.h>

static uint8_t key_of(uint64_t addr)
{
    return (uint8_t)((addr >> 3) * 0x9E3779B97F4A7C15u >> 56);
}

static void set_front(struct rt_warp *w, uint32_t lane, uint64_t addr)
{
    w->keys[lane] = key_of(addr);
    w->front[lane] = addr;
}

void rt_warp_init(struct rt_warp *w, uint32_t stack_sectors, bool overlap)
{
    memset(w, 0, offsetof(struct rt_warp, asked));
    w->stack_sectors = stack_sectors;
    w->overlap = overlap;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        set_front(w, lane, RT_NO_ADDR);
}

/* A bit for each sector of a record of each kind. */
static const uint8_t sectors_of[RECORD_KINDS] = {
    [RECORD_HEADER] = 3,     [RECORD_INTERNAL] = 3,      [RECORD_INSTANCE] = 15,
    [RECORD_DESCRIPTOR] = 1, [RECORD_TRIANGLE] = 3,      [RECORD_TRIANGLE_HIT] = 3,
    [RECORD_PROCEDURAL] = 3, [RECORD_SPILL] = 1,         [RECORD_REFILL] = 1,
    [RECORD_MICROMAP] = 1,   [RECORD_MICROMAP_HIT] = 1,  [RECORD_BESIDE] = 3,
    [RECORD_WIDE] = 7,       [RECORD_WIDE_TRIANGLE] = 3, [RECORD_WIDE_TRIANGLE_HIT] = 3,
};

/* Whether the lane's current record gets no data from memory, because it moves a sector of its
 * stack. Sectors are numbered in the order of spilling. A refill without a spill before it, which
 * no walk has, comes from memory. */
static bool is_apart(struct rt_warp *w, uint32_t lane, enum record_kind kind)
{
    uint32_t bit = 1u << lane;
    if (kind == RECORD_SPILL) {
        w->spilling |= bit;
        return true;
    }
    if (kind != RECORD_REFILL || w->spilled[lane] == 0)
        return false;
    bool apart = --w->spilled[lane] < w->stack_sectors;
    w->fetching |= apart ? bit : 0;
    return apart;
}

/* Makes the record at the lane's place in the list the current one, with all its sectors
 * missing. */
static void show_record(struct rt_warp *w, uint32_t lane)
{
    uint32_t bit = 1u << lane;
    if (w->at[lane] == w->end[lane]) {
        set_front(w, lane, RT_NO_ADDR);
        w->live &= ~bit;
        return;
    }
    record_t r = *w->at[lane];
    w->kind[lane] = (uint8_t)record_kind(r);
    if (record_kind(r) >= RECORD_SPILL && is_apart(w, lane, record_kind(r))) {
        set_front(w, lane, RT_NO_ADDR);
        return;
    }
    set_front(w, lane, record_addr(r));
    w->missing[lane] = sectors_of[record_kind(r)];
}

void rt_warp_enter(struct rt_warp *w, struct issued *op, cycle_t now)
{
    w->op = op;
    w->start = now;
    w->live = op->executed;
    w->testing = w->more = w->timed = w->spilling = w->hit = w->tables = w->table = 0;
    w->fetching = w->wanting = w->putting = 0;
    memset(w->spilled, 0, sizeof w->spilled);
    w->beside = w->beside_ready = w->beside_queued = w->beside_testing = w->held = 0;
    w->unacked = w->asked_head = w->asked_n = 0;
    for (uint32_t i = 0; i < RT_UNITS; i++)
        w->queued[i] = 0;
    w->lane_cycles = 0;
    for (uint32_t lanes = op->executed; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const struct ray_work *ray = &op->rays[lane];
        w->at[lane] = w->test[lane] = ray->records;
        w->end[lane] = ray->records + ray->n_records;
        w->tables |= (uint32_t)(ray->n_table_stores > 0) << lane;
        show_record(w, lane);
    }
    w->ready = w->live;
    if (w->overlap)
        rt_warp_turn(w, w->live);
}

void rt_warp_advance(struct rt_warp *w, uint32_t lane)
{
    w->at[lane] = rt_warp_behind(w, lane, w->at[lane]);
    show_record(w, lane);
}

void rt_warp_turn(struct rt_warp *w, uint32_t lanes)
{
    for (; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), bit = 1u << lane;
        const record_t *leaf = w->test[lane];
        if (leaf == w->end[lane] || !rt_warp_is_pair(leaf, w->end[lane]))
            continue;
        w->beside |= bit;
        w->beside_ready |= bit;
        w->beside_at[lane] = record_addr(leaf[1]);
        w->beside_missing[lane] = sectors_of[RECORD_BESIDE];
    }
}

uint32_t rt_warp_beside_at(const struct rt_warp *w, uint64_t base)
{
    uint32_t lanes = 0;
    for (uint32_t m = rt_warp_beside_awaiting(w); m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        lanes |= (uint32_t)(w->beside_at[lane] == base) << lane;
    }
    return lanes;
}

uint32_t rt_warp_lanes_at(const struct rt_warp *w, uint64_t base)
{
    uint8_t key = key_of(base);
    uint32_t lanes = bytes_equal(w->keys, key) | bytes_equal(w->keys + BYTES_AT_ONCE, key)
                                                     << BYTES_AT_ONCE;
    for (uint32_t m = lanes; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        lanes &= ~((uint32_t)(w->front[lane] != base) << lane);
    }
    return lanes;
}

static bool is_selected(const struct rt_warp *w, const struct rt_ask *ask, uint8_t key)
{
    for (uint32_t i = 0; i < w->asked_n; i += BYTES_AT_ONCE)
        for (uint32_t m = bytes_equal(w->asked_keys + w->asked_head + i, key); m; m &= m - 1) {
            uint32_t k = i + (uint32_t)__builtin_ctz(m);
            if (k >= w->asked_n)
                return false;
            const struct rt_ask *a = &w->asked[w->asked_head + k];
            if (a->addr == ask->addr && a->bytes == ask->bytes)
                return true;
        }
    return false;
}

/* Moves the selected records to the beginning of the array, to keep them contiguous at its end. */
static void close_up(struct rt_warp *w)
{
    memmove(w->asked, w->asked + w->asked_head, w->asked_n * sizeof *w->asked);
    memmove(w->asked_keys, w->asked_keys + w->asked_head, w->asked_n);
    w->asked_head = 0;
}

static struct rt_ask record_of(const struct rt_warp *w, uint32_t lane)
{
    return (struct rt_ask){w->front[lane], record_bytes(w->kind[lane])};
}

/* Selects a record for fetching unless an equal one is selected. False if there is no room. */
static inline bool select_record(struct rt_warp *w, const struct rt_ask ask, uint8_t key)
{
    if (is_selected(w, &ask, key))
        return true;
    if (w->asked_n == RT_ASKED - 1) /* one place is reserved for a refused request */
        return false;
    if (w->asked_head + w->asked_n == RT_ASKED)
        close_up(w);
    uint32_t at = w->asked_head + w->asked_n++;
    w->asked[at] = ask;
    w->asked_keys[at] = key;
    return true;
}

/* Selects lane by lane, a leaf before the node beside it. */
static void select_records(struct rt_warp *w)
{
    for (uint32_t lanes = w->ready | w->beside_ready; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), bit = 1u << lane;
        if (w->ready & bit && !select_record(w, record_of(w, lane), w->keys[lane]))
            return;
        w->ready &= ~bit;
        if (!(w->beside_ready & bit))
            continue;
        const struct rt_ask node = {w->beside_at[lane], record_bytes(RECORD_BESIDE)};
        if (!select_record(w, node, key_of(node.addr)))
            return;
        w->beside_ready &= ~bit;
    }
}

struct rt_ask rt_warp_ask(struct rt_warp *w)
{
    if (!w->asked_n && !(w->ready & (w->ready - 1)) && !w->beside_ready) { /* one lane's */
        uint32_t lane = (uint32_t)__builtin_ctz(w->ready);
        w->ready = 0;
        return record_of(w, lane);
    }
    if (w->ready | w->beside_ready)
        select_records(w);
    struct rt_ask ask = w->asked[w->asked_head];
    w->asked_n--;
    /* An empty array restarts at its beginning, to touch few lines of the host's caches. */
    w->asked_head = w->asked_n ? w->asked_head + 1 : 0;
    return ask;
}

void rt_warp_refused(struct rt_warp *w, uint64_t addr)
{
    if (w->asked_n)
        w->asked_head--;
    w->asked[w->asked_head] = (struct rt_ask){addr, SECTOR_B};
    w->asked_keys[w->asked_head] = key_of(addr);
    w->asked_n++;
}
