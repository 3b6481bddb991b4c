#include "sim/gatsim/rt.h"

#include "common/memory.h"
#include "sim/timing/memory/mem_port.h"
#include "sim/timing/rt/alarms.h"
#include "sim/timing/rt/records.h"
#include "sim/timing/rt/rt_unit.h"

#include <string.h>

enum {
    SELECTED = 1024,   /* records that a warp may have selected and not asked for */
    STORES = 4096,     /* that may wait to be sent */
    WAITING = 64,      /* traces in front of the unit: no more than an SM's warps */
    FIRST_COMING = 64, /* a power of two */
};

/* Of a selected record: of it the first sector alone. */
#define FIRST_SECTOR (UINT32_C(1) << 31)

/* A bit for each sector of a record of each kind. */
static const uint8_t sectors_of[RECORD_KINDS] = {
    [RECORD_HEADER] = 3,     [RECORD_INTERNAL] = 3, [RECORD_INSTANCE] = 15,
    [RECORD_DESCRIPTOR] = 1, [RECORD_TRIANGLE] = 3, [RECORD_TRIANGLE_HIT] = 3,
    [RECORD_PROCEDURAL] = 3, [RECORD_SPILL] = 1,    [RECORD_REFILL] = 1,
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
    uint64_t id;
    uint32_t slot;
    /* A bit for each lane. */
    uint32_t live;                 /* has records that have not come */
    uint32_t ready;                /* may ask for its record */
    uint32_t testing;              /* is under test or waits for it */
    uint32_t queued[RT_UNITS];     /* its next test waits for the unit */
    uint32_t first;                /* none of its records has come */
    uint32_t hit;                  /* stores a result when its tests end */
    uint32_t stores;               /* not yet sent */
    uint32_t at[WARP_LANES];       /* current record: index into the steps */
    uint32_t untested[WARP_LANES]; /* records before it whose tests have not begun */
    uint8_t missing[WARP_LANES];   /* a bit for each sector of it that has not come */
    uint32_t head, n;              /* of those selected */
    uint32_t selected[SELECTED];   /* ring */
    uint8_t *is_selected;          /* by record of the walk, from its first on */
    uint32_t first_record;
};

/* Data on their way to a warp. */
struct coming {
    uint64_t at, id;
    uint32_t record;
    uint8_t index, sectors; /* resident; a bit each, 0: a store is acknowledged */
    bool missed;
};

struct store {
    uint64_t addr;
    uint8_t index; /* resident */
};

struct gatsim_rt {
    const struct rt_config *config;
    const struct walks *walks;
    struct gatsim_memory *memory;
    struct resident *residents;
    uint8_t *marks;    /* of all */
    uint8_t order[32]; /* resident, oldest first */
    uint32_t n, used, max_warps;
    uint32_t asking; /* residents with something to ask for */
    uint32_t ending; /* residents that may be complete */
    uint64_t ids;
    /* Of the record asked for last: the sectors not asked for yet. */
    uint32_t rest, rest_index, rest_record;
    struct waiting waiting[WAITING];
    uint32_t waiting_head, waiting_n;
    uint64_t admit_at;     /* when the first of them is looked at next */
    struct coming *coming; /* ring, in the order of time */
    uint32_t coming_head, coming_n, coming_mask;
    uint32_t outstanding; /* sectors that missed and have not come */
    uint64_t held_until;  /* the miss queue takes nothing before */
    uint64_t fresh_next;  /* where the next result goes that is stored where none was before */
    bool perfect, failed;
    struct store stores[STORES]; /* ring */
    uint32_t store_head, store_n;
    struct rt_alarms alarms;
    uint32_t queued[RT_UNITS]; /* residents with lanes that wait for the unit */
    uint32_t per_cycle[RT_UNITS];
    uint8_t unit_of[RECORD_KINDS], cycles_of[RECORD_KINDS];
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
    const struct rt_config *c = u->config;
    for (int unit = 0; unit < RT_UNITS; unit++)
        u->per_cycle[unit] = rt_tests_per_cycle(c, (enum rt_test_unit)unit);
    for (int kind = 0; kind < RECORD_KINDS; kind++) {
        u->cycles_of[kind] = (uint8_t)rt_test_cycles(c, (enum record_kind)kind);
        u->unit_of[kind] = (uint8_t)rt_test_unit(c, (enum record_kind)kind);
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
    u->memory = memory;
    u->max_warps = config->max_warps;
    u->admit_at = RT_NEVER;
    u->coming_mask = FIRST_COMING - 1;
    u->perfect = config->perfect_mem;
    u->fresh_next = rt_fresh_base(sm);
    fill_tables(u);
    uint32_t most = most_records(walks);
    enum st_code code = ST_OK;
    if (!MEM_ARRAYS(MEM_ARRAY(u->residents, u->max_warps),
                    MEM_ARRAY(u->marks, (size_t)u->max_warps * most),
                    MEM_ARRAY(u->coming, FIRST_COMING)))
        code = status_no_memory(st, "RT unit");
    if (code == ST_OK)
        code = rt_alarms_create(&u->alarms, u->max_warps, st);
    if (code != ST_OK) {
        gatsim_rt_free(u);
        return code;
    }
    for (uint32_t i = 0; i < u->max_warps; i++)
        u->residents[i].is_selected = u->marks + (size_t)i * most;
    *out = u;
    return ST_OK;
}

void gatsim_rt_free(struct gatsim_rt *u)
{
    if (!u)
        return;
    rt_alarms_release(&u->alarms);
    MEM_FREE(u->residents, u->marks, u->coming, u);
}

void gatsim_rt_arrive(struct gatsim_rt *u, const struct walk *walk, uint32_t slot, uint64_t at)
{
    if (u->waiting_n == WAITING)
        BUG("more traces in front of the RT unit than warps");
    u->waiting[(u->waiting_head + u->waiting_n++) % WAITING] = (struct waiting){walk, at, slot};
    if (u->waiting_n == 1 && u->n < u->max_warps)
        u->admit_at = at > u->admit_at || u->admit_at == RT_NEVER ? at : u->admit_at;
}

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

static inline void note_asking(struct gatsim_rt *u, uint32_t index)
{
    const struct resident *w = &u->residents[index];
    u->asking &= ~(1u << index);
    u->asking |= (uint32_t)((w->ready | w->n) != 0) << index;
}

static inline void note_ending(struct gatsim_rt *u, uint32_t index)
{
    const struct resident *w = &u->residents[index];
    bool rest = u->rest && u->rest_index == index;
    u->ending |= (uint32_t) !(w->live | w->testing | w->stores | w->n | rest) << index;
}

static void queue_store(struct gatsim_rt *u, uint32_t index, uint64_t addr)
{
    if (u->store_n == STORES)
        BUG("the RT unit's queue of stores is full");
    u->stores[(u->store_head + u->store_n++) % STORES] = (struct store){addr, (uint8_t)index};
    u->residents[index].stores++;
}

/* A warp joins the residents. */
static void admit(struct gatsim_rt *u, uint64_t now)
{
    const struct waiting *t = &u->waiting[u->waiting_head];
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct resident *w = &u->residents[index];
    w->walk = t->walk;
    w->first_record = t->walk->first_record;
    w->slot = t->slot;
    w->start = now;
    w->id = u->ids++;
    w->live = w->testing = w->hit = w->stores = w->head = w->n = 0;
    for (uint32_t lanes = t->walk->lanes; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        w->at[lane] = t->walk->at[lane];
        w->untested[lane] = 0;
        w->live |= (uint32_t)(t->walk->at[lane + 1] > t->walk->at[lane]) << lane;
    }
    w->ready = w->first = w->live;
    memset(w->missing, 0xff, sizeof w->missing);
    u->used |= 1u << index;
    u->order[u->n++] = (uint8_t)index;
    u->counts.warps++;
    u->counts.rays += warp_count_lanes(t->walk->lanes);
    u->waiting_head = (u->waiting_head + 1) % WAITING;
    u->waiting_n--;
    note_asking(u, index);
    note_ending(u, index);
}

/* The next one comes to the unit in the cycle behind. */
static void admit_next(struct gatsim_rt *u, uint64_t now)
{
    u->admit_at = RT_NEVER;
    if (u->waiting_n && u->n < u->max_warps) {
        uint64_t at = u->waiting[u->waiting_head].at;
        u->admit_at = at > now + 1 ? at : now + 1;
    }
}

/* --- data and tests --- */

/* The first of the lane's untested records is tested from cycle `now` on, or as soon as a unit
 * takes it. */
static inline void test_next(struct gatsim_rt *u, uint32_t index, uint32_t lane, uint64_t now)
{
    struct resident *w = &u->residents[index];
    uint32_t bit = 1u << lane;
    uint32_t kind = u->walks->records[u->walks->steps[w->at[lane] - w->untested[lane]]].kind;
    uint32_t unit = u->unit_of[kind];
    if (unit != UNIT_NONE) {
        w->queued[unit] |= bit;
        u->queued[unit] |= 1u << index;
        return;
    }
    w->untested[lane]--;
    rt_alarms_set(&u->alarms, index, bit, now + u->cycles_of[kind], now);
}

/* Units take lanes that wait, the oldest warp's first. */
static void start_tests(struct gatsim_rt *u, uint32_t unit, uint64_t now)
{
    uint32_t left = u->per_cycle[unit];
    for (uint32_t k = 0; k < u->n && left; k++) {
        uint32_t index = u->order[k];
        struct resident *w = &u->residents[index];
        for (; w->queued[unit] && left; left--) {
            uint32_t lane = (uint32_t)__builtin_ctz(w->queued[unit]), bit = 1u << lane;
            uint32_t record = u->walks->steps[w->at[lane] - w->untested[lane]--];
            w->queued[unit] &= ~bit;
            rt_alarms_set(&u->alarms, index, bit,
                          now + u->cycles_of[u->walks->records[record].kind], now);
        }
        if (!w->queued[unit])
            u->queued[unit] &= ~(1u << index);
    }
}

static void deliver(struct gatsim_rt *u, const struct coming *c, uint64_t now)
{
    struct resident *w = &u->residents[c->index];
    if (!c->sectors) {
        w->stores--;
        note_ending(u, c->index);
        return;
    }
    u->outstanding -= c->missed;
    if (!(u->used >> c->index & 1) || w->id != c->id)
        return;
    const struct walk_record *r = &u->walks->records[c->record];
    const uint32_t *steps = u->walks->steps;
    uint32_t kind = r->kind, all = sectors_of[kind];
    for (uint32_t lanes = r->lanes & w->live; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes), bit = 1u << lane;
        if (steps[w->at[lane]] != c->record)
            continue;
        w->missing[lane] &= (uint8_t)~c->sectors;
        if (w->missing[lane] & all)
            continue;
        w->missing[lane] = UINT8_MAX;
        w->ready &= ~bit;
        if (w->first & bit) {
            w->first &= ~bit;
            for (uint32_t i = w->walk->tables[lane]; i < w->walk->tables[lane + 1]; i++)
                queue_store(u, c->index, u->walks->stores[i]);
        }
        if (++w->at[lane] == w->walk->at[lane + 1])
            w->live &= ~bit;
        u->counts.records++;
        w->hit |= (uint32_t)(kind == RECORD_TRIANGLE_HIT) << lane;
        w->untested[lane]++;
        if (!(w->testing & bit)) {
            w->testing |= bit;
            test_next(u, c->index, lane, now);
        }
    }
    note_asking(u, c->index);
}

/* The lane's tests have ended: what it spills of its stack goes out, then it may ask. */
static void end_test(struct gatsim_rt *u, uint32_t index, uint32_t lane, uint64_t now)
{
    struct resident *w = &u->residents[index];
    uint32_t bit = 1u << lane;
    if (w->untested[lane]) {
        test_next(u, index, lane, now);
        return;
    }
    w->testing &= ~bit;
    while (w->live & bit) {
        const struct walk_record *r = &u->walks->records[u->walks->steps[w->at[lane]]];
        if (r->kind != RECORD_SPILL)
            break;
        queue_store(u, index, r->addr);
        if (++w->at[lane] == w->walk->at[lane + 1])
            w->live &= ~bit;
    }
    if (w->hit & bit && (u->config->result_stores == RESULT_STORES_EACH_HIT || !(w->live & bit))) {
        bool fresh = u->config->result == RESULT_FRESH;
        queue_store(u, index, fresh ? u->fresh_next : w->walk->results[lane]);
        u->fresh_next += fresh ? RT_FRESH_STEP_B : 0;
        w->hit &= ~bit;
    }
    w->ready |= w->live & bit;
}

static void end_tests(struct gatsim_rt *u, uint64_t now)
{
    for (uint32_t warps = rt_alarms_turn(&u->alarms, now); warps; warps &= warps - 1) {
        uint32_t index = (uint32_t)__builtin_ctz(warps);
        struct resident *w = &u->residents[index];
        uint32_t lanes = rt_alarms_take(&u->alarms, index, now) & w->testing;
        for (; lanes; lanes &= lanes - 1)
            end_test(u, index, (uint32_t)__builtin_ctz(lanes), now);
        note_asking(u, index);
        note_ending(u, index);
    }
}

/* --- requests --- */

static void select_records(struct gatsim_rt *u, struct resident *w)
{
    for (uint32_t lanes = w->ready; lanes && w->n < SELECTED; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint32_t record = u->walks->steps[w->at[lane]];
        uint8_t *mark = &w->is_selected[record - w->first_record];
        if (!*mark) {
            *mark = 1;
            w->selected[(w->head + w->n++) % SELECTED] = record;
        }
        w->ready &= ~(1u << lane);
    }
}

/* Something comes to a resident in cycle `at`: sectors of a record, or (0) an acknowledgement. What
 * is on its way is kept in the order of time. */
static void expect(struct gatsim_rt *u, uint32_t index, uint32_t record, uint32_t sectors,
                   bool missed, uint64_t at)
{
    if (u->coming_n == u->coming_mask + 1 && !grow_coming(u)) {
        u->failed = true;
        return;
    }
    uint32_t i = u->coming_n++;
    while (i > 0 && coming(u, i - 1)->at > at) {
        *coming(u, i) = *coming(u, i - 1);
        i--;
    }
    *coming(u, i) = (struct coming){
        at, u->residents[index].id, record, (uint8_t)index, (uint8_t)sectors, missed};
}

static void send_store(struct gatsim_rt *u, uint64_t now)
{
    const struct store *store = &u->stores[u->store_head];
    uint32_t index = store->index;
    uint64_t at = now;
    u->store_head = (u->store_head + 1) % STORES;
    u->store_n--;
    uint64_t acknowledged =
        u->perfect ? now : memory_write(u->memory, L1D_RT, store->addr, UINT32_MAX, &at);
    if (acknowledged > now) {
        expect(u, index, 0, 0, false, acknowledged);
        return;
    }
    u->residents[index].stores--;
    note_ending(u, index);
}

/* When the sector at addr, asked for now, comes. */
static inline uint64_t read_sector(struct gatsim_rt *u, uint64_t addr, uint64_t now)
{
    uint64_t at = now;
    if (u->perfect)
        return now + u->config->hit_latency;
    uint64_t comes = memory_read(u->memory, L1D_RT, addr, &at);
    if (comes == at)
        return now + u->config->hit_latency;
    u->outstanding++;
    u->held_until = at; /* the miss queue was full up to then */
    return comes;
}

/* One request, of what is missing of the record begun last: its sectors up to the end of the
 * request or the first one whose bank the load/store unit uses. Returns whether any was asked for.
 */
static bool ask_rest(struct gatsim_rt *u, uint64_t now)
{
    uint32_t sector = (uint32_t)__builtin_ctz(u->rest), asked = 0, hits = 0;
    uint64_t addr = (u->walks->records[u->rest_record].addr & ~(uint64_t)(SECTOR_B - 1)) +
                    (uint64_t)sector * SECTOR_B;
    do {
        if (memory_bank_taken(u->memory, now, addr))
            break;
        uint64_t comes = read_sector(u, addr, now);
        if (comes == now + u->config->hit_latency)
            hits |= 1u << sector;
        else
            expect(u, u->rest_index, u->rest_record, 1u << sector, true, comes);
        asked |= 1u << sector++;
        addr += SECTOR_B;
    } while (u->rest >> sector & 1 && addr & (u->config->request_B - 1));
    u->rest &= ~asked;
    if (!asked)
        return false;
    if (hits)
        expect(u, u->rest_index, u->rest_record, hits, false, now + u->config->hit_latency);
    if (!u->rest)
        note_ending(u, u->rest_index);
    return true;
}

/* The oldest warp asks for the record that it has selected first. Of one whose first sector is
 * refused the others are asked for nevertheless, and that one is selected again, before all others
 * (sim/timing/rt/requests.c). */
static void ask(struct gatsim_rt *u, uint64_t now)
{
    uint32_t k = 0;
    while (!(u->asking >> u->order[k] & 1))
        k++;
    uint32_t index = u->order[k];
    struct resident *w = &u->residents[index];
    if (w->ready)
        select_records(u, w);
    uint32_t first = w->selected[w->head], record = first & ~FIRST_SECTOR;
    w->head = (w->head + 1) % SELECTED;
    w->n--;
    w->is_selected[record - w->first_record] = 0;
    u->rest_index = index;
    u->rest_record = record;
    u->rest = first & FIRST_SECTOR ? 1 : sectors_of[u->walks->records[record].kind];
    if (ask_rest(u, now)) {
        u->counts.requests++;
    } else {
        u->rest &= ~1u;
        w->head = (w->head + SELECTED - 1) % SELECTED;
        w->selected[w->head] = record | FIRST_SECTOR;
        w->n++;
    }
    note_asking(u, index);
    note_ending(u, index);
}

/* The oldest complete warp leaves. */
static uint64_t leave_one(struct gatsim_rt *u, uint64_t now)
{
    uint32_t k = 0;
    while (!(u->ending >> u->order[k] & 1))
        k++;
    uint32_t index = u->order[k];
    const struct resident *w = &u->residents[index];
    u->ending &= ~(1u << index);
    u->used &= ~(1u << index);
    u->asking &= ~(1u << index);
    u->counts.warp_latency += now - w->start;
    u->n--;
    for (; k < u->n; k++)
        u->order[k] = u->order[k + 1];
    if (u->admit_at == RT_NEVER)
        admit_next(u, now);
    return UINT64_C(1) << w->slot;
}

/* Whether a limit of what may be on its way keeps records from being asked for. */
static inline bool port_held(const struct gatsim_rt *u, uint64_t now)
{
    return u->held_until > now || (u->config->mshrs && u->outstanding >= u->config->mshrs);
}

static void deliver_all(struct gatsim_rt *u, uint64_t now)
{
    while (u->coming_n && u->coming[u->coming_head].at <= now) {
        struct coming c = u->coming[u->coming_head];
        u->coming_head = (u->coming_head + 1) & u->coming_mask;
        u->coming_n--;
        deliver(u, &c, now);
    }
}

uint64_t gatsim_rt_step(struct gatsim_rt *u, uint64_t now)
{
    if (u->alarms.first == now)
        end_tests(u, now);
    deliver_all(u, now);
    if (u->admit_at <= now) {
        admit(u, now);
        admit_next(u, now);
    }
    bool held = port_held(u, now);
    if (u->rest && !held)
        ask_rest(u, now);
    else if (u->rest)
        ;
    else if (u->store_n)
        send_store(u, now);
    else if (u->asking && !held)
        ask(u, now);
    if (!u->config->hit_latency)
        deliver_all(u, now);
    uint64_t left = u->ending ? leave_one(u, now) : 0;
    for (uint32_t unit = 0; unit < RT_UNITS; unit++)
        if (u->queued[unit])
            start_tests(u, unit, now);
    return left;
}

uint64_t gatsim_rt_next(const struct gatsim_rt *u)
{
    uint64_t next = u->alarms.first;
    next = u->admit_at < next ? u->admit_at : next;
    if (u->coming_n && u->coming[u->coming_head].at < next)
        next = u->coming[u->coming_head].at;
    if ((u->store_n && !u->rest) || u->ending ||
        (u->queued[UNIT_BOX] | u->queued[UNIT_TRIANGLE] | u->queued[UNIT_TRANSFORM]))
        return 0;
    if ((u->asking | u->rest) && !(u->config->mshrs && u->outstanding >= u->config->mshrs))
        next = u->held_until < next ? u->held_until : next;
    return next;
}

const struct gatsim_rt_counts *gatsim_rt_counts(const struct gatsim_rt *u)
{
    return &u->counts;
}
