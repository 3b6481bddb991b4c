/* Computes the progress of a warp from the arrival of its records. A test takes the first free time
 * of its unit, and a lane requests its next record when its tests end, in the first free cycle of
 * the unit's port. So a request is one event, and the resources until its arrival are reserved when
 * it is made. Lanes do not share pending requests; an arriving record serves all of the warp's
 * lanes that are at it by then. */
#include "sim/gatsim/rt.h"

#include "common/memory.h"
#include "sim/gatsim/rt_port.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"

enum {
    WAITING = 64,     /* most traces in front of the unit: one for each warp of an SM */
    FIRST_COMING = 64 /* first room for events, a power of two */
};

/* A trace in front of the unit. */
struct waiting {
    const struct walk *walk;
    uint64_t at;
    uint32_t slot;
};

/* A warp in the unit. */
struct resident {
    const struct walk *walk;
    uint64_t start;
    uint64_t leaves; /* earliest cycle in which it may leave: its tests have ended and its stores
                        are acknowledged */
    uint32_t slot, first_record;
    /* Masks over lanes: the lane ... */
    uint32_t live;               /* ... has records that have not arrived */
    uint32_t first;              /* ... has got none of its records */
    uint32_t hit;                /* ... stores a result when its walk ends */
    uint32_t at[WARP_LANES];     /* by lane: index of its current record in the steps */
    uint64_t tested[WARP_LANES]; /* by lane: when the tests of arrived records end */
    uint64_t *comes;             /* by record of the walk: its arrival, if it has been requested */
};

/* An event of a resident warp: a record arrives, or (with ASKS) is requested, or (LEAVES) the warp
 * leaves. */
struct coming {
    uint64_t at;
    uint32_t record;
    uint32_t index;
};
#define LEAVES    UINT32_MAX
#define ASKS      (UINT32_C(1) << 31)
#define NOT_ASKED (UINT64_MAX - 1) /* stands for a time: the record will be requested */

struct gatsim_rt {
    const struct rt_config *config;
    const struct walks *walks;
    struct resident *residents;
    uint64_t *comes; /* memory for `comes` of all residents */
    uint32_t n, used, max_warps;
    struct waiting waiting[WAITING];
    uint32_t waiting_head, waiting_n;
    uint64_t admit_at;     /* cycle in which the first waiting trace is looked at next */
    struct coming *coming; /* ring of events, in the order of time */
    uint32_t coming_head, coming_n, coming_mask;
    struct rt_port port;
    struct calendar units[RT_UNITS];
    struct rt_rate rate[RT_UNITS];
    uint8_t unit_of[RECORD_KINDS], cycles_of[RECORD_KINDS];
    uint64_t fresh_next; /* next address of results that are stored at new addresses */
    bool failed;         /* memory ran out */
    struct gatsim_rt_counts counts;
};

static uint32_t most_records(const struct walks *w)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < w->n_walks; i++) {
        uint32_t end = i + 1 < w->n_walks ? w->walks[i + 1].first_record : w->n_records;
        uint32_t n = end - w->walks[i].first_record;
        most = n > most ? n : most;
    }
    return most;
}

static void fill_tables(struct gatsim_rt *u)
{
    for (int unit = 0; unit < RT_UNITS; unit++)
        u->rate[unit] = rt_test_rate(u->config, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles_of[kind] = (uint8_t)rt_test_cycles(u->config, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(u->config, (enum record_kind)kind);
    }
}

enum st_code gatsim_rt_create(struct gatsim_rt **out, const struct rt_config *config,
                              const struct walks *walks, struct gatsim_memory *memory, uint32_t sm,
                              struct status *st)
{
    struct gatsim_rt *u;
    *out = NULL;
    TRY(mem_make(&u, 1, sizeof *u, "RT unit", st));
    u->config = config;
    u->walks = walks;
    u->max_warps = config->max_warps;
    u->admit_at = RT_NEVER;
    u->coming_mask = FIRST_COMING - 1;
    u->fresh_next = rt_fresh_base(sm);
    fill_tables(u);
    uint32_t most = most_records(walks);
    if (!MEM_ARRAYS(MEM_ARRAY(u->residents, u->max_warps),
                    MEM_ARRAY(u->comes, (size_t)u->max_warps * most),
                    MEM_ARRAY(u->coming, FIRST_COMING)) ||
        !rt_port_open(&u->port, config, memory)) {
        gatsim_rt_free(u);
        return status_no_memory(st, "RT unit");
    }
    for (uint32_t i = 0; i < u->max_warps; i++)
        u->residents[i].comes = u->comes + (size_t)i * most;
    *out = u;
    return ST_OK;
}

void gatsim_rt_free(struct gatsim_rt *u)
{
    if (!u)
        return;
    rt_port_close(&u->port);
    MEM_FREE(u->residents, u->comes, u->coming, u);
}

bool gatsim_rt_failed(const struct gatsim_rt *u)
{
    return u->failed;
}

/* --- events --- */

static inline struct coming *coming(struct gatsim_rt *u, uint32_t i)
{
    return &u->coming[(u->coming_head + i) & u->coming_mask];
}

static bool grow_coming(struct gatsim_rt *u)
{
    uint32_t n = u->coming_mask + 1;
    struct coming *grown = mem_room(2 * (size_t)n, sizeof *grown);
    if (!grown)
        return false;
    for (uint32_t i = 0; i < u->coming_n; i++)
        grown[i] = *coming(u, i);
    mem_free(u->coming);
    u->coming = grown;
    u->coming_head = 0;
    u->coming_mask = 2 * n - 1;
    return true;
}

static void expect(struct gatsim_rt *u, uint32_t index, uint32_t record, uint64_t at)
{
    if (u->coming_n > u->coming_mask && !grow_coming(u)) {
        u->failed = true;
        return;
    }
    uint32_t i = u->coming_n++;
    for (; i > 0 && coming(u, i - 1)->at > at; i--)
        *coming(u, i) = *coming(u, i - 1);
    *coming(u, i) = (struct coming){at, record, index};
}

/* --- memory --- */

static void store(struct gatsim_rt *u, struct resident *w, uint64_t addr, uint64_t from)
{
    w->leaves = calendar_later(w->leaves, rt_port_store(&u->port, addr, from));
}

static uint64_t request(struct gatsim_rt *u, const struct walk_record *r, uint64_t *at)
{
    u->counts.requests++;
    return rt_port_request(&u->port, r, at);
}

/* --- lanes --- */

/* Takes the port for lanes that become ready between the request of a record and its arrival: they
 * request it again, in vain. */
static void ask_again(struct gatsim_rt *u, const struct resident *w, uint32_t lanes, uint64_t asked,
                      uint64_t comes, uint64_t addr)
{
    uint64_t last = 0;
    for (; lanes; lanes &= lanes - 1) {
        uint64_t tested = w->tested[__builtin_ctz(lanes)];
        if (tested <= asked || tested >= comes || tested == last)
            continue;
        rt_port_take(&u->port, addr, tested);
        u->counts.requests++;
        last = tested;
    }
}

/* Plans the request of a record: its lanes request it when their tests end. */
static void ask(struct gatsim_rt *u, uint32_t index, uint32_t record, uint32_t lanes, uint64_t now)
{
    struct resident *w = &u->residents[index];
    uint64_t *comes = &w->comes[record - w->first_record], from = UINT64_MAX;
    if (*comes == NOT_ASKED)
        return;
    if (*comes > now) {
        ask_again(u, w, lanes, now, *comes, u->walks->records[record].addr);
        return;
    }
    for (uint32_t m = lanes; m; m &= m - 1) {
        uint64_t tested = w->tested[__builtin_ctz(m)];
        from = tested < from ? tested : from;
    }
    *comes = NOT_ASKED;
    expect(u, index, record | ASKS, from);
}

/* The warp's lanes that are at the record. */
static inline uint32_t lanes_at(const struct gatsim_rt *u, const struct resident *w,
                                uint32_t record)
{
    uint32_t at = 0;
    for (uint32_t m = u->walks->records[record].lanes & w->live; m; m &= m - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(m);
        at |= (uint32_t)(u->walks->steps[w->at[lane]] == record) << lane;
    }
    return at;
}

/* Requests the record for the first lane that is ready. */
static void ask_now(struct gatsim_rt *u, uint32_t index, uint32_t record, uint64_t now)
{
    struct resident *w = &u->residents[index];
    uint64_t asked = now, comes = request(u, &u->walks->records[record], &asked);
    w->comes[record - w->first_record] = comes;
    ask_again(u, w, lanes_at(u, w, record), asked, comes, u->walks->records[record].addr);
    expect(u, index, record, comes);
}

/* Requests the lanes' next records, each record once for all lanes at it. */
static void ask_all(struct gatsim_rt *u, uint32_t index, uint32_t lanes, uint64_t now)
{
    const struct resident *w = &u->residents[index];
    while (lanes) {
        uint32_t record = u->walks->steps[w->at[__builtin_ctz(lanes)]];
        uint32_t same = lanes & lanes_at(u, w, record);
        ask(u, index, record, same, now);
        lanes &= ~same;
    }
}

/* Moves a lane past the record that has arrived. Stack entries that it spills are stored when its
 * tests end. */
static void advance(struct gatsim_rt *u, struct resident *w, uint32_t lane)
{
    uint32_t end = w->walk->at[lane + 1];
    while (++w->at[lane] < end) {
        const struct walk_record *r = &u->walks->records[u->walks->steps[w->at[lane]]];
        if (r->kind != RECORD_SPILL)
            return;
        store(u, w, r->addr, w->tested[lane]);
    }
    w->live &= ~(1u << lane);
    w->leaves = calendar_later(w->leaves, w->tested[lane]);
}

static void store_result(struct gatsim_rt *u, struct resident *w, uint32_t lane)
{
    bool fresh = u->config->result == RESULT_FRESH;
    store(u, w, fresh ? u->fresh_next : w->walk->results[lane], w->tested[lane]);
    u->fresh_next += fresh ? RT_FRESH_STEP_B : 0;
    w->hit &= ~(1u << lane);
}

/* Starts the test of a record for a lane, in the first possible cycle from `now` on. */
static inline void test(struct gatsim_rt *u, struct resident *w, uint32_t lane, uint32_t kind,
                        uint64_t now)
{
    uint32_t bit = 1u << lane, unit = u->unit_of[kind];
    uint64_t from = calendar_later(now, w->tested[lane]);
    if (unit != UNIT_NONE) {
        struct rt_rate rate = u->rate[unit];
        from = rt_rate_cycle(rate, calendar_take(&u->units[unit], rt_rate_first(rate, from)));
    }
    w->tested[lane] = from + u->cycles_of[kind];
    if (w->first & bit) {
        w->first &= ~bit;
        for (uint32_t i = w->walk->tables[lane]; i < w->walk->tables[lane + 1]; i++)
            store(u, w, u->walks->stores[i], now);
    }
    w->hit |= (uint32_t)record_is_hit(kind) << lane;
    advance(u, w, lane);
    if (w->hit & bit && (u->config->result_stores == RESULT_STORES_EACH_HIT || !(w->live & bit)))
        store_result(u, w, lane);
}

static void deliver(struct gatsim_rt *u, uint32_t index, uint32_t record, uint64_t now)
{
    struct resident *w = &u->residents[index];
    const struct walk_record *r = &u->walks->records[record];
    uint32_t got = lanes_at(u, w, record);
    for (uint32_t lanes = got; lanes; lanes &= lanes - 1)
        test(u, w, (uint32_t)__builtin_ctz(lanes), r->kind, now);
    u->counts.records += warp_count_lanes(got);
    if (!got)
        return;
    if (got & w->live)
        ask_all(u, index, got & w->live, now);
    else if (!w->live)
        expect(u, index, LEAVES, calendar_later(w->leaves, now));
}

/* --- warps --- */

void gatsim_rt_arrive(struct gatsim_rt *u, const struct walk *walk, uint32_t slot, uint64_t at)
{
    if (u->waiting_n == WAITING)
        BUG("more traces in front of the RT unit than warps");
    u->waiting[(u->waiting_head + u->waiting_n++) % WAITING] = (struct waiting){walk, at, slot};
    if (u->waiting_n == 1 && u->n < u->max_warps)
        u->admit_at = at > u->admit_at || u->admit_at == RT_NEVER ? at : u->admit_at;
}

static void admit(struct gatsim_rt *u, uint64_t now)
{
    const struct waiting *t = &u->waiting[u->waiting_head];
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct resident *w = &u->residents[index];
    w->walk = t->walk;
    w->first_record = t->walk->first_record;
    w->slot = t->slot;
    w->start = w->leaves = now;
    w->live = w->hit = 0;
    for (uint32_t lanes = t->walk->lanes; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        w->at[lane] = t->walk->at[lane];
        w->tested[lane] = now;
        w->live |= (uint32_t)(t->walk->at[lane + 1] > t->walk->at[lane]) << lane;
    }
    w->first = w->live;
    u->used |= 1u << index;
    u->n++;
    u->counts.warps++;
    u->counts.rays += warp_count_lanes(t->walk->lanes);
    u->waiting_head = (u->waiting_head + 1) % WAITING;
    u->waiting_n--;
    if (w->live)
        ask_all(u, index, w->live, now);
    else
        expect(u, index, LEAVES, now);
}

/* Lets the next waiting trace enter the unit in the following cycle, if there is room. */
static void admit_next(struct gatsim_rt *u, uint64_t now)
{
    u->admit_at = RT_NEVER;
    if (u->waiting_n && u->n < u->max_warps)
        u->admit_at = calendar_later(u->waiting[u->waiting_head].at, now + 1);
}

static uint64_t leave(struct gatsim_rt *u, uint32_t index, uint64_t now)
{
    const struct resident *w = &u->residents[index];
    u->used &= ~(1u << index);
    u->n--;
    u->counts.warp_latency += now - w->start;
    if (u->admit_at == RT_NEVER)
        admit_next(u, now);
    return UINT64_C(1) << w->slot;
}

uint64_t gatsim_rt_step(struct gatsim_rt *u, uint64_t now)
{
    uint64_t left = 0;
    if (u->admit_at <= now) {
        admit(u, now);
        admit_next(u, now);
    }
    while (u->coming_n && u->coming[u->coming_head].at <= now) {
        struct coming c = u->coming[u->coming_head];
        u->coming_head = (u->coming_head + 1) & u->coming_mask;
        u->coming_n--;
        if (c.record < ASKS)
            deliver(u, c.index, c.record, now);
        else if (c.record != LEAVES)
            ask_now(u, c.index, c.record & ~ASKS, now);
        else if (left)
            expect(u, c.index, LEAVES, now + 1); /* because one warp per cycle leaves */
        else
            left = leave(u, c.index, now);
    }
    return left;
}

const struct gatsim_rt_counts *gatsim_rt_counts(const struct gatsim_rt *u)
{
    return &u->counts;
}

uint64_t gatsim_rt_next(const struct gatsim_rt *u)
{
    uint64_t next = u->coming_n ? u->coming[u->coming_head].at : RT_NEVER;
    return u->admit_at < next ? u->admit_at : next;
}
