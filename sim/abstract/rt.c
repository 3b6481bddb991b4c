#include "sim/abstract/rt.h"

#include "common/memory.h"
#include "sim/abstract/banks.h"
#include "sim/abstract/lane_times.h"
#include "sim/abstract/rt_queue.h"
#include "sim/abstract/slots.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"
#include "sim/timing/sm/issued.h"

#include <string.h>

enum { ASKED = 64, MOST_SECTORS = 8 /* of a record */ };
#define NEVER UINT64_MAX

/* Cycles that the unit asks ahead in one call: who comes meanwhile for an earlier time, as the LDST
 * unit does, must not find the miss queue full. */
enum { AHEAD = 8 };

struct resident {
    const struct ray_work *rays;
    uint32_t slot, executed, half;
    uint32_t live;    /* lanes with records left */
    uint32_t hit;     /* lanes with a hit that is not stored yet */
    uint32_t tables;  /* lanes with entries of the intersection table still to be stored */
    uint32_t storing; /* lanes with something to store before they ask */
    uint64_t start;
    uint64_t next; /* when the first of the live lanes asks */
    uint64_t done; /* last test and last acknowledgement so far */
    uint64_t lane_cycles;
    struct lane_times at;        /* when the lane asks for its record, since `start` */
    record_t record[WARP_LANES]; /* it */
    uint64_t since[WARP_LANES];  /* when it became its record, the one before having come */
    const record_t *behind[WARP_LANES], *end[WARP_LANES]; /* the records left after it */
    struct {
        uint64_t addr, sent, comes;
    } asked[ASKED]; /* records asked for last, by their addresses */
};

struct abstract_rt {
    const struct rt_config *config;
    struct abstract_memory *memory;
    struct banks *banks;
    uint32_t sm;
    bool each_hit;     /* each hit is stored, not each ray's */
    struct slots port; /* one request or store a cycle */
    struct slots units[RT_UNITS];
    uint32_t per_cycle[RT_UNITS]; /* tests */
    uint32_t request_shift;       /* 2^n bytes are one request */
    uint8_t cycles[RECORD_KINDS], unit_of[RECORD_KINDS];
    struct resident *warps;
    uint8_t order[32]; /* residents, oldest first */
    uint32_t n, used;
    struct rt_queue queue;
    uint64_t *outstanding; /* heap of arrivals, where the unit has a limit */
    uint32_t n_outstanding;
    uint64_t port_free;
    uint64_t busy_since;
    uint64_t fresh_next;
    struct rt_counters count;
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
    u->memory = memory;
    u->banks = banks;
    u->sm = sm;
    u->each_hit = config->rt.result_stores == RESULT_STORES_EACH_HIT;
    u->fresh_next = rt_fresh_base(sm);
    u->request_shift = (uint32_t)__builtin_ctz(config->rt.request_B);
    fill_tests(u, &config->rt);
    rt_queue_init(&u->queue, &config->sm, last_issued);
    u->warps = mem_calloc(config->rt.max_warps, sizeof *u->warps);
    u->outstanding = mem_calloc((size_t)config->rt.mshrs + MOST_SECTORS, sizeof *u->outstanding);
    if (!u->warps || !u->outstanding) {
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
    mem_free(u->outstanding);
    mem_free(u);
}

/* --- the unit's own limit of sectors on their way --- */

static void take_first_outstanding(struct abstract_rt *u)
{
    uint64_t *heap = u->outstanding, last = heap[--u->n_outstanding];
    uint32_t i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= u->n_outstanding)
            break;
        child += child + 1 < u->n_outstanding && heap[child + 1] < heap[child];
        if (heap[child] >= last)
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = last;
}

static void add_outstanding(struct abstract_rt *u, uint64_t at)
{
    uint64_t *heap = u->outstanding;
    uint32_t i = u->n_outstanding++;
    for (; i > 0 && heap[(i - 1) / 2] > at; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = at;
}

/* When the unit may ask for a record that it wants in cycle `now`: a record is not cut, so that a
 * few sectors may be beyond the limit. */
static uint64_t wait_for_mshr(struct abstract_rt *u, uint64_t now)
{
    if (!u->config->mshrs)
        return now;
    while (u->n_outstanding && u->outstanding[0] <= now)
        take_first_outstanding(u);
    return u->n_outstanding < u->config->mshrs ? now : u->outstanding[0];
}

/* The first cycle from `from` on in which the unit asks the L1D for addr's sector and may. */
static uint64_t take_port(struct abstract_rt *u, uint64_t addr, uint64_t from)
{
    uint64_t at = slots_take(&u->port, from);
    while (u->banks->shared && banks_used(u->banks, addr, at))
        at = slots_take(&u->port, at + 1);
    return at;
}

/* --- stores --- */

static void store(struct abstract_rt *u, struct resident *w, uint64_t addr, uint64_t now)
{
    now = take_port(u, addr, now);
    uint64_t acknowledged = abstract_memory_write(u->memory, u->sm, L1D_RT, addr, UINT32_MAX, &now);
    if (now > u->port_free)
        u->port_free = now;
    if (acknowledged > w->done)
        w->done = acknowledged;
}

static void store_result(struct abstract_rt *u, struct resident *w, uint32_t lane, uint64_t now)
{
    uint64_t addr = w->rays[lane].result_addr;
    if (u->config->result == RESULT_FRESH) {
        addr = u->fresh_next;
        u->fresh_next += RT_FRESH_STEP_B;
    }
    u->count.result_stores++;
    store(u, w, addr, now);
}

/* Entries of the intersection table, when the ray's first record has come. */
static void store_table(struct abstract_rt *u, struct resident *w, uint32_t lane, uint64_t now)
{
    const struct ray_work *ray = &w->rays[lane];
    for (uint32_t i = 0; i < ray->n_table_stores; i++)
        store(u, w, ray->table_stores[i], now);
    u->count.table_stores += ray->n_table_stores;
    w->tables &= ~(1u << lane);
}

/* --- lanes --- */

/* A record to be fetched for some lanes. */
struct fetch {
    uint64_t addr;
    uint32_t bytes, lanes;
};

static void end_lane(struct resident *w, uint32_t lane)
{
    uint64_t end = w->start + (uint32_t)w->at.at[lane];
    w->live &= ~(1u << lane);
    w->at.at[lane] = LANE_NEVER;
    w->lane_cycles += end - w->start;
    if (end > w->done)
        w->done = end;
}

/* The lane goes on to its next record, which may be none. */
static void go_on(struct resident *w, uint32_t lane, const record_t *next)
{
    if (next == w->end[lane]) {
        end_lane(w, lane);
        return;
    }
    w->record[lane] = *next;
    w->behind[lane] = next + 1;
}

/* What a lane whose test has ended has to store in cycle `now` before it goes on: table entries
 * after its first record, what its stack spills, its result. */
static void store_all(struct abstract_rt *u, struct resident *w, uint32_t lane, uint64_t now)
{
    uint32_t bit = 1u << lane;
    const record_t *next = w->behind[lane], *end = w->end[lane];
    w->storing &= ~bit;
    if (w->tables & bit)
        store_table(u, w, lane, now);
    for (; next < end && record_kind(*next) == RECORD_SPILL; next++) {
        store(u, w, record_addr(*next), now);
        u->count.spill_stores++;
        u->count.records++;
    }
    if (w->hit & bit && (next == end || u->each_hit)) {
        store_result(u, w, lane, now);
        w->hit &= ~bit;
    }
    go_on(w, lane, next);
}

/* The unit starts the test in the first cycle from `from` on in which it can. */
static uint64_t start_test(struct abstract_rt *u, uint32_t unit, uint64_t from)
{
    uint32_t tests = u->per_cycle[unit];
    return tests == 1 ? slots_take(&u->units[unit], from)
                      : slots_take(&u->units[unit], from * tests) / tests;
}

/* The lane's record has come in cycle `data`: its test, and what follows upon it. */
static void test(struct abstract_rt *u, struct resident *w, uint32_t lane, uint64_t data)
{
    enum record_kind kind = record_kind(w->record[lane]);
    uint32_t unit = u->unit_of[kind];
    w->since[lane] = data;
    if (unit != UNIT_NONE)
        data = start_test(u, unit, data);
    uint64_t end = data + u->cycles[kind];
    u->count.stages += u->cycles[kind];
    u->count.records++;
    uint32_t bit = 1u << lane;
    const record_t *next = w->behind[lane];
    bool last = next == w->end[lane];
    if (kind == RECORD_TRIANGLE_HIT)
        w->hit |= bit;
    if (end - w->start >= LANE_NEVER)
        BUG("a ray takes 2^31 cycles");
    w->at.at[lane] = (int32_t)(end - w->start);
    if (w->tables & bit || (w->hit & bit && (last || u->each_hit)) ||
        (!last && record_kind(*next) == RECORD_SPILL))
        w->storing |= bit;
    else
        go_on(w, lane, next);
}

static uint32_t place_of(uint64_t addr)
{
    return (uint32_t)(addr / SECTOR_B) * 0x9E3779B1u >> 26;
}

/* Whether the lane's record has come since it became its record: then it need not ask. */
static bool has_come(const struct resident *w, uint32_t lane, uint64_t addr, uint64_t at)
{
    uint32_t i = place_of(addr);
    return w->asked[i].addr == addr && w->asked[i].comes >= w->since[lane] &&
           w->asked[i].comes <= at;
}

/* What lanes want in cycle `now`; those whose records have come are tested at once. */
static uint32_t select_records(struct abstract_rt *u, struct resident *w, uint64_t now,
                               struct fetch out[WARP_LANES])
{
    uint32_t n = 0;
    for (uint32_t lanes = lane_times_due(&w->at, (int32_t)(now - w->start)); lanes;
         lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), i = 0;
        if (w->storing >> lane & 1) {
            store_all(u, w, lane, now);
            if (!(w->live >> lane & 1))
                continue;
        }
        const record_t r = w->record[lane];
        uint64_t addr = record_addr(r), at = w->start + (uint32_t)w->at.at[lane];
        uint32_t bytes = record_bytes(r);
        if (has_come(w, lane, addr, at)) {
            test(u, w, lane, at);
            continue;
        }
        while (i < n && (out[i].addr != addr || out[i].bytes != bytes))
            i++;
        if (i == n)
            out[n++] = (struct fetch){addr, bytes, 0};
        out[i].lanes |= 1u << lane;
    }
    return n;
}

/* All sectors of a record, one request a cycle from *port on; returns when all have come. */
static uint64_t fetch_record(struct abstract_rt *u, const struct fetch *f, uint64_t *port)
{
    uint64_t first = f->addr & ~(uint64_t)(SECTOR_B - 1), request = UINT64_MAX, comes = 0;
    uint32_t sectors = (f->bytes + SECTOR_B - 1) / SECTOR_B;
    u->count.requests++;
    for (uint32_t i = 0; i < sectors; i++) {
        uint64_t addr = first + (uint64_t)i * SECTOR_B;
        if (addr >> u->request_shift != request)
            *port = take_port(u, addr, *port + (i > 0));
        request = addr >> u->request_shift;
        uint64_t at = abstract_memory_read(u->memory, u->sm, L1D_RT, addr, port);
        if (at == *port)
            at += u->config->hit_latency;
        else if (u->config->mshrs)
            add_outstanding(u, at);
        comes = at > comes ? at : comes;
        u->count.reads++;
        u->count.sectors++;
    }
    return comes;
}

/* When the record is there that lanes of the warp want in cycle `now`. They join a request that has
 * not been sent yet, and take data that come, whichever lane asked for them. */
static uint64_t want_record(struct abstract_rt *u, struct resident *w, const struct fetch *f,
                            uint64_t now, uint64_t *port)
{
    uint32_t i = place_of(f->addr);
    bool known = w->asked[i].addr == f->addr;
    uint64_t before = known ? w->asked[i].comes : 0;
    if (known && w->asked[i].sent >= now && before >= now)
        return before;
    uint64_t comes = fetch_record(u, f, port);
    if (before >= now && before < comes)
        comes = before;
    w->asked[i].addr = f->addr;
    w->asked[i].sent = *port;
    w->asked[i].comes = comes;
    ++*port;
    return comes;
}

static void ask(struct abstract_rt *u, struct resident *w, uint64_t now)
{
    struct fetch fetches[WARP_LANES];
    if (now - w->start >= LANE_NEVER)
        BUG("a ray takes 2^31 cycles");
    abstract_memory_asks(u->memory, u->sm, w->half);
    uint32_t n = select_records(u, w, now, fetches);
    uint64_t port = now > u->port_free ? now : u->port_free;
    for (uint32_t i = 0; i < n && port < now + AHEAD; i++) {
        uint64_t free = wait_for_mshr(u, port);
        if (free > port) {
            u->count.mshr_waits += free - port;
            port = free;
            break;
        }
        if (i + 1 < n)
            abstract_memory_prefetch(u->memory, u->sm, fetches[i + 1].addr);
        uint64_t data = want_record(u, w, &fetches[i], now, &port);
        for (uint32_t lanes = fetches[i].lanes; lanes; lanes &= lanes - 1)
            test(u, w, (uint32_t)__builtin_ctz(lanes), data);
    }
    u->port_free = port;
    w->next = w->live ? w->start + (uint32_t)lane_times_first(&w->at) : NEVER;
}

/* --- warps --- */

static void admit(struct abstract_rt *u, const struct rt_trace *trace, uint64_t now)
{
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct resident *w = &u->warps[index];
    w->rays = trace->rays;
    w->slot = trace->slot;
    w->half = trace->half;
    w->executed = w->live = trace->lanes;
    w->hit = w->tables = w->storing = 0;
    w->start = w->done = now;
    w->next = trace->lanes ? now : NEVER;
    w->lane_cycles = 0;
    memset(w->asked, 0, sizeof w->asked);
    if (u->n == 0)
        u->busy_since = now;
    u->used |= 1u << index;
    u->order[u->n++] = (uint8_t)index;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        w->at.at[lane] = LANE_NEVER;
    for (uint32_t lanes = trace->lanes; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const struct ray_work *ray = &w->rays[lane];
        w->since[lane] = now;
        u->count.nodes += ray->n_nodes;
        if (ray->n_nodes > u->count.max_nodes)
            u->count.max_nodes = ray->n_nodes;
        if (ray->depth > u->count.max_depth)
            u->count.max_depth = ray->depth;
        if (ray->n_table_stores)
            w->tables |= 1u << lane;
        w->at.at[lane] = 0;
        if (ray->n_records) {
            w->record[lane] = ray->records[0];
            w->behind[lane] = ray->records + 1;
            w->end[lane] = ray->records + ray->n_records;
        } else {
            end_lane(w, lane);
        }
    }
}

static uint32_t leave(struct abstract_rt *u, uint32_t k, uint64_t now)
{
    uint32_t index = u->order[k];
    const struct resident *w = &u->warps[index];
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

static uint64_t next_call(const struct abstract_rt *u)
{
    uint64_t next = NEVER;
    for (uint32_t k = 0; k < u->n; k++) {
        const struct resident *w = &u->warps[u->order[k]];
        uint64_t at = !w->live ? w->done : w->next > u->port_free ? w->next : u->port_free;
        next = at < next ? at : next;
    }
    return next;
}

uint32_t abstract_rt_step(struct abstract_rt *u, uint64_t now, uint8_t left[32], uint64_t *next)
{
    uint32_t n = 0;
    for (uint32_t k = 0; k < u->n;) {
        const struct resident *w = &u->warps[u->order[k]];
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
    for (uint32_t k = 0; u->port_free <= now && k < u->n; k++) {
        struct resident *w = &u->warps[u->order[k]];
        if (w->live && w->next <= now)
            ask(u, w, now);
    }
    *next = next_call(u);
    if (*next <= now)
        *next = now + 1;
    return n;
}

const struct rt_counters *abstract_rt_counters(const struct abstract_rt *u)
{
    return &u->count;
}
