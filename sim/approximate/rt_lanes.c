#include "sim/approximate/rt_lanes.h"

#include "common/memory.h"
#include "sim/approximate/rt.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm/issued.h"

enum { MOST_SECTORS = 8 /* most sectors of a record */ };
#define STORE_OF (RT_WATCHERS >> 1) /* STORE_OF + w watches a store of warp w */
#define NEVER    RT_WARP_NEVER

/* Most cycles by which the unit sends ahead in one call. Requests for an earlier time that come
 * meanwhile, such as the LDST unit's, must not find the miss queue full. */
enum { AHEAD = 8 };

/* For functions that every record passes through. */
#define INLINE static inline __attribute__((always_inline))

static void fill_tests(struct rt_lanes *u, const struct rt_config *c)
{
    for (uint32_t unit = 0; unit < RT_UNITS; unit++)
        u->rate[unit] = rt_test_rate(c, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles[kind] = (uint8_t)rt_test_cycles(c, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(c, (enum record_kind)kind);
    }
}

bool rt_lanes_create(struct rt_lanes *u, const struct rt_config *config, uint32_t sm,
                     struct rt_warp *warps, struct approximate_l1d *l1d, struct banks *banks)
{
    u->config = config;
    u->warps = warps;
    u->l1d = l1d;
    u->banks = banks;
    u->each_hit = config->result_stores == RESULT_STORES_EACH_HIT;
    u->fresh_next = rt_fresh_base(sm);
    u->request_mask = config->request_B - 1;
    fill_tests(u, config);
    return gathers_create(&u->fetches) &&
           outstanding_create(&u->outstanding, config->mshrs, MOST_SECTORS);
}

void rt_lanes_release(struct rt_lanes *u)
{
    gathers_release(&u->fetches);
    outstanding_release(&u->outstanding);
}

/* Takes the first cycle from `from` on in which the unit may send a request for addr's sector;
 * returns the cycle. */
INLINE uint64_t take_port(struct rt_lanes *u, uint64_t addr, uint64_t from)
{
    uint64_t at = calendar_take(&u->port, from);
    while (u->banks->shared && banks_used(u->banks, addr, at))
        at = calendar_take(&u->port, at + 1);
    return at;
}

/* --- stores --- */

static void store(struct rt_lanes *u, struct rt_warp *w, uint64_t addr, uint64_t now)
{
    now = take_port(u, addr, now);
    uint64_t acknowledged = approximate_l1d_write(u->l1d, L1D_RT, addr, UINT32_MAX, &now);
    if (now > u->port_free)
        u->port_free = now;
    if (!is_on_its_way(acknowledged))
        return;
    w->unacknowledged++;
    approximate_l1d_watch(u->l1d, acknowledged, STORE_OF | (uint32_t)(w - u->warps));
}

static void store_result(struct rt_lanes *u, struct rt_warp *w, uint32_t place, uint64_t now)
{
    uint64_t addr = rt_warp_ray(w, place)->result_addr;
    if (u->config->result == RESULT_FRESH) {
        addr = u->fresh_next;
        u->fresh_next += RT_FRESH_STEP_B;
    }
    u->count.result_stores++;
    store(u, w, addr, now);
}

/* Stores the entries of the intersection table, when the ray's first record has arrived. */
static void store_table(struct rt_lanes *u, struct rt_warp *w, uint32_t place, uint64_t now)
{
    const struct ray_work *ray = rt_warp_ray(w, place);
    for (uint32_t i = 0; i < ray->n_table_stores; i++)
        store(u, w, ray->table_stores[i], now);
    u->count.table_stores += ray->n_table_stores;
    w->tables &= ~(1u << place);
}

/* --- lanes --- */

/* Stores, in cycle `now`, the data of a lane whose test has ended, before its next step: table
 * entries after its first record, spilled stack entries, its result. */
static void store_all(struct rt_lanes *u, struct rt_warp *w, uint32_t place, uint64_t now)
{
    uint32_t bit = 1u << place;
    const record_t *next = w->record[place] + 1, *end = w->end[place];
    w->storing &= ~bit;
    if (w->tables & bit)
        store_table(u, w, place, now);
    for (; next < end && record_kind(*next) == RECORD_SPILL; next++) {
        store(u, w, record_addr(*next), now);
        u->count.spill_stores++;
    }
    if (w->hit & bit && (next == end || u->each_hit)) {
        store_result(u, w, place, now);
        w->hit &= ~bit;
    }
    rt_warp_go_on(w, place, next);
}

/* Starts a test in the first cycle from `from` on in which the unit can; returns the cycle. */
INLINE uint64_t start_test(struct rt_lanes *u, uint32_t unit, uint64_t from)
{
    struct rt_rate rate = u->rate[unit];
    if (rate.tests == 1 && rate.cycles == 1)
        return calendar_take(&u->units[unit], from);
    return rt_rate_cycle(rate, calendar_take(&u->units[unit], rt_rate_first(rate, from)));
}

/* Handles the lane's record, which has arrived in cycle `data`: its test, and the steps after
 * it. */
INLINE void test(struct rt_lanes *u, struct rt_warp *w, uint32_t place, uint64_t data)
{
    const record_t *record = w->record[place], *next = record + 1;
    enum record_kind kind = record_kind(*record);
    uint32_t unit = u->unit_of[kind], bit = 1u << place;
    w->since[place] = data;
    if (unit != UNIT_NONE)
        data = start_test(u, unit, data);
    uint64_t end = data + u->cycles[kind] - w->start;
    u->tests[kind]++;
    if (record_is_hit(kind))
        w->hit |= bit;
    if (end >= LANE_NEVER)
        BUG("a ray takes 2^31 cycles");
    w->at.at[place] = (int32_t)end;
    bool last = next == w->end[place];
    uint32_t stores = w->tables | (last || u->each_hit ? w->hit : 0);
    if (stores & bit || (!last && record_kind(*next) == RECORD_SPILL))
        w->storing |= bit;
    else
        rt_warp_go_on(w, place, next);
    rt_warp_note_next(w, place);
}

/* Sectors of a record in flight. */
struct sectors {
    uint64_t of[MOST_SECTORS];
    uint32_t n;
};

/* A record to fetch for the lanes at some places. */
struct fetch {
    uint64_t addr;
    uint32_t bytes, places;
};

/* Selects the records that lanes need in cycle `now`; returns their number. Lanes whose records
 * have arrived since they became current need no request and are tested at once. */
static uint32_t select_records(struct rt_lanes *u, struct rt_warp *w, uint64_t now,
                               struct fetch out[WARP_LANES])
{
    uint32_t n = 0, due = lane_times_due(&w->at, w->n, (int32_t)(now - w->start), &w->first);
    for (; due; due &= due - 1) {
        uint32_t place = (uint32_t)__builtin_ctz(due), bit = due & (~due + 1), i = 0;
        if (w->storing & bit) {
            store_all(u, w, place, now);
            if (!(w->live & bit))
                continue;
        }
        const record_t r = *w->record[place];
        uint64_t addr = record_addr(r), at = w->start + (uint32_t)w->at.at[place];
        uint32_t bytes = record_bytes(r);
        const struct rt_asked *asked = rt_warp_asked(w, addr);
        if (asked->addr == addr && asked->comes >= w->since[place] && asked->comes <= at) {
            test(u, w, place, at);
            continue;
        }
        while (i < n && (out[i].addr != addr || out[i].bytes != bytes))
            i++;
        if (i == n)
            out[n++] = (struct fetch){addr, bytes, 0};
        out[i].places |= bit;
    }
    return n;
}

/* Requests all sectors of a record, one per cycle from *port on. Returns the cycle in which the
 * sectors that are not in flight have arrived. */
INLINE uint64_t fetch_record(struct rt_lanes *u, const struct fetch *f, uint64_t *port,
                             struct sectors *on_way)
{
    uint64_t addr = f->addr & ~(uint64_t)(SECTOR_B - 1), comes = 0, now = *port;
    on_way->n = 0;
    uint64_t end = addr + (f->bytes + SECTOR_B - 1) / SECTOR_B * SECTOR_B;
    u->count.requests++;
    u->count.sectors += (end - addr) / SECTOR_B;
    for (;;) {
        now = take_port(u, addr, now);
        do {
            uint64_t at = approximate_l1d_read(u->l1d, L1D_RT, addr, &now);
            if (at == now)
                at += u->config->hit_latency;
            else if (u->config->mshrs)
                outstanding_add(&u->outstanding, at);
            if (is_on_its_way(at)) {
                on_way->of[on_way->n++] = at;
                if (approximate_l1d_is_one_too_many(u->l1d, at))
                    u->refused = at;
            } else {
                comes = at > comes ? at : comes;
            }
            addr += SECTOR_B;
        } while (addr != end && addr & u->request_mask);
        if (addr == end)
            break;
        now++;
    }
    *port = now;
    return comes;
}

static uint64_t wait_for(struct rt_lanes *u, const struct rt_warp *w, uint64_t addr, uint64_t comes,
                         const struct sectors *on_way)
{
    uint32_t i = gathers_add(&u->fetches, &(struct gather){.addr = addr,
                                                           .comes = comes,
                                                           .owner = (uint32_t)(w - u->warps),
                                                           .left = on_way->n});
    for (uint32_t k = 0; k < on_way->n; k++)
        approximate_l1d_watch(u->l1d, on_way->of[k], i);
    return ON_ITS_WAY | i;
}

/* The cycle in which the record that lanes of the warp need in cycle `now` is there. Lanes join a
 * request that has not been sent yet, and take arriving data, whichever lane requested them. */
static uint64_t want_record(struct rt_lanes *u, struct rt_warp *w, const struct fetch *f,
                            uint64_t now, uint64_t *port)
{
    struct rt_asked *asked = rt_warp_asked(w, f->addr);
    uint64_t before = asked->addr == f->addr ? asked->comes : 0;
    if (before >= now && asked->sent >= now)
        return before;
    struct sectors on_way;
    uint64_t comes = fetch_record(u, f, port, &on_way);
    if (before >= now && (on_way.n || before < comes))
        comes = before;
    else if (on_way.n)
        comes = wait_for(u, w, f->addr, comes, &on_way);
    *asked = (struct rt_asked){f->addr, *port, comes};
    ++*port;
    return comes;
}

static uint64_t next_of(const struct rt_warp *w)
{
    return w->live && w->first != LANE_NEVER ? w->start + (uint32_t)w->first : NEVER;
}

/* Makes the lane wait for the fetch. */
static void wait(struct rt_lanes *u, struct rt_warp *w, uint32_t place, uint64_t fetch)
{
    w->at.at[place] = LANE_NEVER;
    u->fetches.of[fetch & ~ON_ITS_WAY].who |= 1u << w->lane[place];
}

/* The cycle in which to look again for data that arrive in cycle `at`. */
static uint64_t known_at(const struct rt_lanes *u, uint64_t at, uint64_t port)
{
    return is_on_its_way(at) ? calendar_later(port + 1, u->until) : at;
}

void rt_lanes_ask(struct rt_lanes *u, struct rt_warp *w, uint64_t now)
{
    struct fetch fetches[WARP_LANES];
    if (now - w->start >= LANE_NEVER)
        BUG("a ray takes 2^31 cycles");
    uint32_t live = w->live, n = select_records(u, w, now, fetches), i = 0;
    uint64_t port = now > u->port_free ? now : u->port_free;
    for (; i < n && port < now + AHEAD; i++) {
        uint64_t free = known_at(u, outstanding_wait(&u->outstanding, port), port);
        u->count.mshr_waits += free - port;
        free = calendar_later(free, known_at(u, u->refused, port));
        if (approximate_l1d_is_full(u->l1d))
            free = calendar_later(free, known_at(u, ON_ITS_WAY, port));
        if (free > port) {
            port = free;
            break;
        }
        if (i + 1 < n)
            approximate_l1d_prefetch(u->l1d, fetches[i + 1].addr);
        uint64_t data = want_record(u, w, &fetches[i], now, &port);
        for (uint32_t places = fetches[i].places; places; places &= places - 1) {
            uint32_t place = (uint32_t)__builtin_ctz(places);
            if (is_on_its_way(data))
                wait(u, w, place, data);
            else
                test(u, w, place, data);
        }
    }
    u->port_free = port;
    if (i < n)
        w->next = now; /* lanes that were not served are still due */
    else
        w->next = next_of(w);
    u->ended += !w->live;
    if (w->live != live && warp_count_lanes(w->live) + LANES_AT_ONCE <= w->n)
        rt_warp_close_up(w);
}

/* --- answers --- */

void rt_lanes_tell(struct rt_lanes *u, uint32_t watcher, uint64_t at)
{
    if (watcher & STORE_OF) {
        struct rt_warp *w = &u->warps[watcher - STORE_OF];
        w->unacknowledged--;
        w->done = calendar_later(w->done, at);
        return;
    }
    struct gather *f = &u->fetches.of[watcher];
    f->comes = calendar_later(f->comes, at);
    if (--f->left)
        return;
    struct rt_warp *w = &u->warps[f->owner];
    struct rt_asked *asked = rt_warp_asked(w, f->addr);
    if (asked->addr == f->addr && asked->comes == (ON_ITS_WAY | watcher))
        asked->comes = f->comes;
    w->first = LANE_NEVER;
    for (uint32_t lanes = f->who; lanes; lanes &= lanes - 1)
        test(u, w, w->place_of[__builtin_ctz(lanes)], f->comes);
    uint64_t next = next_of(w);
    if (!w->live || next < w->next)
        w->next = next;
    u->ended += !w->live;
    gathers_drop(&u->fetches, watcher);
}

bool rt_lanes_told(struct rt_lanes *u, uint64_t until)
{
    u->until = until;
    struct outstanding *o = &u->outstanding;
    if (is_on_its_way(u->refused))
        u->refused = approximate_l1d_comes(u->l1d, u->refused);
    for (uint32_t i = o->known; i < o->n; i++)
        if (is_on_its_way(o->comes[i]))
            o->comes[i] = approximate_l1d_comes(u->l1d, o->comes[i]);
    while (o->known < o->n && !is_on_its_way(o->comes[o->known]))
        o->known++;
    return !u->fetches.failed;
}

struct rt_counters rt_lanes_counters(const struct rt_lanes *u)
{
    struct rt_counters n = u->count;
    n.reads = n.sectors;
    n.records = n.spill_stores;
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        n.records += u->tests[kind];
        n.stages += u->tests[kind] * u->cycles[kind];
    }
    return n;
}
