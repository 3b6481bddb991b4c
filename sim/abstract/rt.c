#include "sim/abstract/rt.h"

#include "common/memory.h"
#include "sim/abstract/banks.h"
#include "sim/abstract/outstanding.h"
#include "sim/abstract/rt_queue.h"
#include "sim/abstract/rt_warp.h"
#include "sim/abstract/slots.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm/issued.h"

enum { MOST_SECTORS = 8 /* of a record */ };
#define NEVER RT_WARP_NEVER

/* Cycles that the unit asks ahead in one call: who comes meanwhile for an earlier time, as the LDST
 * unit does, must not find the miss queue full. */
enum { AHEAD = 8 };

/* What every record passes through is compiled into ask(). */
#define INLINE static inline __attribute__((always_inline))

struct abstract_rt {
    const struct rt_config *config;
    struct abstract_l1d *l1d;
    struct banks *banks;
    bool each_hit;     /* each hit is stored, not each ray's */
    struct slots port; /* one request or store a cycle */
    struct slots units[RT_UNITS];
    uint32_t per_cycle[RT_UNITS]; /* tests */
    uint64_t request_mask;        /* of an address within a request */
    uint8_t cycles[RECORD_KINDS], unit_of[RECORD_KINDS];
    struct rt_warp *warps;
    uint8_t order[32]; /* residents, oldest first */
    uint32_t n, used;
    uint32_t ended; /* of them: without live rays */
    struct rt_queue queue;
    struct outstanding outstanding;
    uint64_t port_free;
    uint64_t busy_since;
    uint64_t fresh_next;
    uint64_t tests[RECORD_KINDS];
    struct rt_counters count; /* but for what follows from the tests */
};

static void fill_tests(struct abstract_rt *u, const struct rt_config *c)
{
    for (uint32_t unit = 0; unit < RT_UNITS; unit++)
        u->per_cycle[unit] = rt_tests_per_cycle(c, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles[kind] = (uint8_t)rt_test_cycles(c, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(c, (enum record_kind)kind);
    }
}

enum st_code abstract_rt_create(struct abstract_rt **out, const struct gpu_config *config,
                                uint32_t sm, struct abstract_memory *memory, struct banks *banks,
                                const uint8_t *last_issued, struct status *st)
{
    *out = NULL;
    struct abstract_rt *u;
    TRY(mem_make(&u, 1, sizeof *u, "RT unit", st));
    u->config = &config->rt;
    u->l1d = abstract_memory_l1d(memory, sm);
    u->banks = banks;
    u->each_hit = config->rt.result_stores == RESULT_STORES_EACH_HIT;
    u->fresh_next = rt_fresh_base(sm);
    u->request_mask = config->rt.request_B - 1;
    fill_tests(u, &config->rt);
    rt_queue_init(&u->queue, &config->sm, last_issued);
    u->warps = mem_calloc(config->rt.max_warps, sizeof *u->warps);
    if (!u->warps || !outstanding_create(&u->outstanding, config->rt.mshrs, MOST_SECTORS)) {
        abstract_rt_free(u);
        return status_no_memory(st, "RT unit");
    }
    *out = u;
    return ST_OK;
}

void abstract_rt_free(struct abstract_rt *u)
{
    if (!u)
        return;
    mem_free(u->warps);
    outstanding_release(&u->outstanding);
    mem_free(u);
}

/* The first cycle from `from` on in which the unit asks the L1D for addr's sector and may. */
INLINE uint64_t take_port(struct abstract_rt *u, uint64_t addr, uint64_t from)
{
    uint64_t at = slots_take(&u->port, from);
    while (u->banks->shared && banks_used(u->banks, addr, at))
        at = slots_take(&u->port, at + 1);
    return at;
}

/* --- stores --- */

static void store(struct abstract_rt *u, struct rt_warp *w, uint64_t addr, uint64_t now)
{
    now = take_port(u, addr, now);
    uint64_t acknowledged = abstract_memory_write(u->l1d, L1D_RT, addr, UINT32_MAX, &now);
    if (now > u->port_free)
        u->port_free = now;
    if (acknowledged > w->done)
        w->done = acknowledged;
}

static void store_result(struct abstract_rt *u, struct rt_warp *w, uint32_t place, uint64_t now)
{
    uint64_t addr = rt_warp_ray(w, place)->result_addr;
    if (u->config->result == RESULT_FRESH) {
        addr = u->fresh_next;
        u->fresh_next += RT_FRESH_STEP_B;
    }
    u->count.result_stores++;
    store(u, w, addr, now);
}

/* Entries of the intersection table, when the ray's first record has come. */
static void store_table(struct abstract_rt *u, struct rt_warp *w, uint32_t place, uint64_t now)
{
    const struct ray_work *ray = rt_warp_ray(w, place);
    for (uint32_t i = 0; i < ray->n_table_stores; i++)
        store(u, w, ray->table_stores[i], now);
    u->count.table_stores += ray->n_table_stores;
    w->tables &= ~(1u << place);
}

/* --- lanes --- */

/* What a lane whose test has ended has to store in cycle `now` before it goes on: table entries
 * after its first record, what its stack spills, its result. */
static void store_all(struct abstract_rt *u, struct rt_warp *w, uint32_t place, uint64_t now)
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

/* The unit starts the test in the first cycle from `from` on in which it can. */
INLINE uint64_t start_test(struct abstract_rt *u, uint32_t unit, uint64_t from)
{
    uint32_t tests = u->per_cycle[unit];
    return tests == 1 ? slots_take(&u->units[unit], from)
                      : slots_take(&u->units[unit], from * tests) / tests;
}

/* The lane's record has come in cycle `data`: its test, and what follows upon it. */
INLINE void test(struct abstract_rt *u, struct rt_warp *w, uint32_t place, uint64_t data)
{
    const record_t *record = w->record[place], *next = record + 1;
    enum record_kind kind = record_kind(*record);
    uint32_t unit = u->unit_of[kind], bit = 1u << place;
    w->since[place] = data;
    if (unit != UNIT_NONE)
        data = start_test(u, unit, data);
    uint64_t end = data + u->cycles[kind] - w->start;
    u->tests[kind]++;
    if (kind == RECORD_TRIANGLE_HIT)
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

/* A record to be fetched for some lanes. */
struct fetch {
    uint64_t addr;
    uint32_t bytes, places;
};

/* What lanes want in cycle `now`; those whose records have come since they became theirs need not
 * ask and are tested at once. */
static uint32_t select_records(struct abstract_rt *u, struct rt_warp *w, uint64_t now,
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

/* All sectors of a record, one request a cycle from *port on; returns when all have come. */
INLINE uint64_t fetch_record(struct abstract_rt *u, const struct fetch *f, uint64_t *port)
{
    uint64_t addr = f->addr & ~(uint64_t)(SECTOR_B - 1), comes = 0, now = *port;
    uint64_t end = addr + (f->bytes + SECTOR_B - 1) / SECTOR_B * SECTOR_B;
    u->count.requests++;
    u->count.sectors += (end - addr) / SECTOR_B;
    for (;;) {
        now = take_port(u, addr, now);
        do {
            uint64_t at = abstract_memory_read(u->l1d, L1D_RT, addr, &now);
            if (at == now)
                at += u->config->hit_latency;
            else if (u->config->mshrs)
                outstanding_add(&u->outstanding, at);
            comes = at > comes ? at : comes;
            addr += SECTOR_B;
        } while (addr != end && addr & u->request_mask);
        if (addr == end)
            break;
        now++;
    }
    *port = now;
    return comes;
}

/* When the record is there that lanes of the warp want in cycle `now`. They join a request that has
 * not been sent yet, and take data that come, whichever lane asked for them. */
static uint64_t want_record(struct abstract_rt *u, struct rt_warp *w, const struct fetch *f,
                            uint64_t now, uint64_t *port)
{
    struct rt_asked *asked = rt_warp_asked(w, f->addr);
    uint64_t before = asked->addr == f->addr ? asked->comes : 0;
    if (before >= now && asked->sent >= now)
        return before;
    uint64_t comes = fetch_record(u, f, port);
    if (before >= now && before < comes)
        comes = before;
    *asked = (struct rt_asked){f->addr, *port, comes};
    ++*port;
    return comes;
}

static void ask(struct abstract_rt *u, struct rt_warp *w, uint64_t now)
{
    struct fetch fetches[WARP_LANES];
    if (now - w->start >= LANE_NEVER)
        BUG("a ray takes 2^31 cycles");
    abstract_memory_asks(u->l1d, w->half);
    uint32_t live = w->live, n = select_records(u, w, now, fetches), i = 0;
    uint64_t port = now > u->port_free ? now : u->port_free;
    for (; i < n && port < now + AHEAD; i++) {
        uint64_t free = outstanding_wait(&u->outstanding, port);
        if (free > port) {
            u->count.mshr_waits += free - port;
            port = free;
            break;
        }
        if (i + 1 < n)
            abstract_memory_prefetch(u->l1d, fetches[i + 1].addr);
        uint64_t data = want_record(u, w, &fetches[i], now, &port);
        for (uint32_t places = fetches[i].places; places; places &= places - 1)
            test(u, w, (uint32_t)__builtin_ctz(places), data);
    }
    u->port_free = port;
    if (i < n)
        w->next = now; /* who was not served is due still */
    else
        w->next = w->live ? w->start + (uint32_t)w->first : NEVER;
    u->ended += !w->live;
    if (w->live != live && warp_count_lanes(w->live) + LANES_AT_ONCE <= w->n)
        rt_warp_close_up(w);
}

/* --- warps --- */

static void admit(struct abstract_rt *u, const struct rt_trace *trace, uint64_t now)
{
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct rt_warp *w = &u->warps[index];
    rt_warp_start(w, trace, now);
    if (u->n == 0)
        u->busy_since = now;
    u->used |= 1u << index;
    u->order[u->n++] = (uint8_t)index;
    u->ended += !w->live;
    for (uint32_t place = 0; place < w->n; place++) {
        const struct ray_work *ray = rt_warp_ray(w, place);
        u->count.nodes += ray->n_nodes;
        if (ray->n_nodes > u->count.max_nodes)
            u->count.max_nodes = ray->n_nodes;
        if (ray->depth > u->count.max_depth)
            u->count.max_depth = ray->depth;
    }
}

static uint32_t leave(struct abstract_rt *u, uint32_t k, uint64_t now)
{
    uint32_t index = u->order[k];
    const struct rt_warp *w = &u->warps[index];
    struct rt_counters *n = &u->count;
    uint64_t latency = now - w->start;
    n->warps++;
    n->rays += (uint32_t)__builtin_popcount(w->executed);
    n->warp_latency += latency;
    n->thread_latency += w->lane_cycles;
    if (latency)
        n->efficiency_q32 += (w->lane_cycles << 32) / (WARP_LANES * latency);
    u->used &= ~(1u << index);
    u->n--;
    u->ended--;
    for (; k < u->n; k++)
        u->order[k] = u->order[k + 1];
    if (u->n == 0)
        n->busy_cycles += now - u->busy_since;
    return w->slot;
}

uint64_t abstract_rt_arrive(struct abstract_rt *u, const struct rt_trace *trace, uint64_t now)
{
    rt_queue_add(&u->queue, trace);
    return u->n < u->config->max_warps ? now : NEVER;
}

/* Lanes ask, as long as the port has time in cycle `now`. Returns when the unit is to be called
 * again. */
static uint64_t ask_all(struct abstract_rt *u, uint64_t now)
{
    uint64_t asks = NEVER, leaves = NEVER;
    for (uint32_t k = 0; k < u->n; k++) {
        struct rt_warp *w = &u->warps[u->order[k]];
        if (w->next <= now && u->port_free <= now)
            ask(u, w, now);
        asks = w->next < asks ? w->next : asks;
        if (!w->live)
            leaves = w->done < leaves ? w->done : leaves;
    }
    if (asks < u->port_free)
        asks = u->port_free;
    uint64_t next = asks < leaves ? asks : leaves;
    return next > now ? next : now + 1;
}

uint32_t abstract_rt_step(struct abstract_rt *u, uint64_t now, uint8_t left[32], uint64_t *next)
{
    uint32_t n = 0;
    for (uint32_t k = 0; u->ended && k < u->n;) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        if (w->live || w->done > now)
            k++;
        else
            left[n++] = (uint8_t)leave(u, k, now);
    }
    while (u->queue.n && u->n < u->config->max_warps) {
        struct rt_trace trace;
        rt_queue_take(&u->queue, &trace);
        admit(u, &trace, now);
    }
    *next = ask_all(u, now);
    return n;
}

struct rt_counters abstract_rt_counters(const struct abstract_rt *u)
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
