#include "sim/timing/rt_unit.h"

#include "common/memory.h"

#include <string.h>

const char *const result_choices[] = {"buffer", "fresh", NULL};

enum {
    WHEEL = 512,   /* cycles that the end of a lane's processing may lie ahead */
    ASKED = 64,    /* records that a warp may have selected and not yet asked for */
    STORES = 4096, /* results waiting to be stored */
    NO_WARP = 255,
    FRESH_STEP_B = 256, /* Vulkan-Sim's allocator rounds up to this */
};
#define NO_ADDR UINT64_MAX
/* Fresh result addresses: above everything that a scene occupies, 2^32 bytes per SM. */
#define FRESH_BASE (1ull << 44)

/* A record to be fetched, or, after a refusal, its first sector (bytes = 32). */
struct ask {
    uint64_t addr;
    uint32_t bytes;
};

struct rt_warp {
    struct issued *op;
    cycle_t start;
    uint32_t live;       /* lanes with records left */
    uint32_t ready;      /* of them: have not asked for their record and are not processing */
    uint32_t processing; /* lanes whose processing has not ended */
    uint32_t hit;        /* lanes that store a result when it ends */
    uint32_t table;      /* lanes whose table entries are to be stored from the next cycle on */
    uint32_t tabled;     /* lanes whose table entries have been queued */
    uint32_t writes;     /* stores not yet acknowledged, queued ones included */
    uint32_t asked_head, asked_n;
    uint64_t lane_cycles;       /* latencies of the lanes that are done */
    uint32_t key[WARP_LANES];   /* of the current record's address: quick to compare */
    uint64_t front[WARP_LANES]; /* address of the current record, or NO_ADDR */
    cycle_t done_at[WARP_LANES];
    uint32_t cursor[WARP_LANES];
    uint8_t missing[WARP_LANES]; /* sectors of the current record, bit per sector */
    struct ask asked[ASKED];
};

struct chunk {
    uint64_t addr, base;
};

/* A result (n = 0) or the next of n table entries of a lane. */
struct store {
    uint8_t warp, lane;
    uint32_t n;
};

/* Data of a hit, underway from the L1D. */
struct hit {
    cycle_t at;
    uint64_t addr, base;
    uint64_t uid; /* of the trace instruction */
    uint8_t warp;
};

struct rt_unit {
    struct rt_links links;
    uint32_t max_warps, mshrs, hit_latency;
    bool coalesce_warps, fresh;
    uint8_t cycles[RECORD_KINDS];
    struct issued *arriving;
    struct rt_warp *warps;
    uint8_t order[32]; /* resident, oldest first */
    uint32_t n;
    uint8_t of_slot[MAX_WARPS]; /* resident index of an SM's warp, or NO_WARP */
    /* Masks over resident indices. */
    uint32_t used;
    uint32_t asking;        /* have a record to ask for */
    uint32_t tabling;       /* have table entries to queue */
    uint32_t ending;        /* may be complete since they were last looked at */
    struct chunk chunks[4]; /* of the last record asked for, by chunk_warp */
    uint32_t n_chunks;
    uint8_t chunk_warp;
    struct store *stores;
    uint32_t store_head, store_n;
    struct hit *hits;
    uint32_t hit_head, hit_n;
    uint32_t outstanding; /* sectors asked for and not come */
    uint64_t fresh_next;
    uint32_t *wheel; /* WHEEL x max_warps: lanes whose processing ends */
    uint64_t wheel_used[WHEEL / 64];
    cycle_t alarm_at; /* of the first of wheel_used */
    cycle_t now;      /* of the tick under way */
    cycle_t settled;  /* cycles before this one are counted */
    struct rt_counters counters;
};

enum st_code rt_create(struct rt_unit **out, const struct rt_config *config,
                       const struct rt_links *links, struct status *st)
{
    *out = NULL;
    struct rt_unit *u = mem_calloc(1, sizeof *u);
    if (!u)
        return status_no_memory(st, "RT unit");
    u->links = *links;
    u->max_warps = config->max_warps;
    u->mshrs = config->mshrs;
    u->hit_latency = config->hit_latency;
    u->coalesce_warps = config->coalesce_warps;
    u->fresh = config->result == RESULT_FRESH;
    u->fresh_next = FRESH_BASE + ((uint64_t)links->sm << 32);
    const uint32_t cycles[RECORD_KINDS] = {
        [RECORD_HEADER] = config->header_cycles,
        [RECORD_INTERNAL] = config->internal_cycles,
        [RECORD_INSTANCE] = config->instance_cycles,
        [RECORD_DESCRIPTOR] = config->descriptor_cycles,
        [RECORD_TRIANGLE] = config->triangle_cycles,
        [RECORD_TRIANGLE_HIT] = config->triangle_hit_cycles,
        [RECORD_PROCEDURAL] = config->procedural_cycles,
    };
    for (int i = 0; i < RECORD_KINDS; i++)
        u->cycles[i] = (uint8_t)cycles[i];
    memset(u->of_slot, NO_WARP, sizeof u->of_slot);
    u->alarm_at = CYCLE_NEVER;
    u->warps = mem_calloc(u->max_warps, sizeof *u->warps);
    u->stores = mem_calloc(STORES, sizeof *u->stores);
    u->hits = mem_calloc(u->hit_latency + 1, sizeof *u->hits);
    u->wheel = mem_calloc((size_t)WHEEL * u->max_warps, sizeof *u->wheel);
    if (!u->warps || !u->stores || !u->hits || !u->wheel) {
        rt_free(u);
        return status_no_memory(st, "RT unit");
    }
    *out = u;
    return ST_OK;
}

void rt_free(struct rt_unit *u)
{
    if (!u)
        return;
    mem_free(u->warps);
    mem_free(u->stores);
    mem_free(u->hits);
    mem_free(u->wheel);
    mem_free(u);
}

/* Processing beyond the wheel's reach is looked at again at its far end. */
static void set_alarm(struct rt_unit *u, uint32_t warp, uint32_t lanes, cycle_t at)
{
    if (at >= u->now + WHEEL)
        at = u->now + WHEEL - 1;
    uint32_t i = (uint32_t)at % WHEEL;
    u->wheel[i * u->max_warps + warp] |= lanes;
    u->wheel_used[i / 64] |= 1ull << i % 64;
    if (at < u->alarm_at)
        u->alarm_at = at;
}

/* The first alarm after cycle `now`. */
static cycle_t next_alarm(const struct rt_unit *u, cycle_t now)
{
    uint32_t from = (uint32_t)(now + 1) % WHEEL;
    for (uint32_t i = 0; i <= WHEEL / 64; i++) {
        uint32_t word = (from / 64 + i) % (WHEEL / 64);
        uint64_t used = u->wheel_used[word];
        if (i == 0)
            used &= ~0ull << from % 64;
        if (used)
            return now + 1 + (word * 64 + (uint32_t)__builtin_ctzll(used) - from) % WHEEL;
    }
    return CYCLE_NEVER;
}

/* To be called where a warp's selected records or the lanes that may select one have changed. */
static void note_asking(struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    u->asking &= ~(1u << index);
    u->asking |= (uint32_t)(w->asked_n || w->ready) << index;
}

static uint8_t sector_mask(record_t r)
{
    return (uint8_t)((1u << (record_bytes(r) + SECTOR_B - 1) / SECTOR_B) - 1);
}

static uint32_t key_of(uint64_t addr)
{
    return (uint32_t)(addr >> 3);
}

/* The lane's current record is the one under its cursor. */
static void show_record(struct rt_warp *w, uint32_t lane)
{
    const struct ray_work *ray = &w->op->rays[lane];
    if (w->cursor[lane] == ray->n_records) {
        w->front[lane] = NO_ADDR;
        w->key[lane] = key_of(NO_ADDR);
        w->live &= ~(1u << lane);
        return;
    }
    record_t r = ray->records[w->cursor[lane]];
    w->front[lane] = record_addr(r);
    w->key[lane] = key_of(w->front[lane]);
    w->missing[lane] = sector_mask(r);
}

/* All sectors of a lane's record are there: it processes it, after what it still processes. */
static void process(struct rt_unit *u, uint32_t index, uint32_t lane)
{
    struct rt_warp *w = &u->warps[index];
    const struct ray_work *ray = &w->op->rays[lane];
    uint32_t bit = 1u << lane;
    enum record_kind kind = record_kind(ray->records[w->cursor[lane]]);
    cycle_t from = w->processing & bit ? w->done_at[lane] : u->now;
    w->done_at[lane] = from + u->cycles[kind];
    w->processing |= bit;
    w->ready &= ~bit;
    u->counters.stages += u->cycles[kind];
    u->counters.records++;
    if (kind == RECORD_TRIANGLE_HIT)
        w->hit |= bit;
    if (ray->n_table_stores && !(w->tabled & bit))
        w->table |= bit;
    u->tabling |= (uint32_t)(w->table != 0) << index;
    set_alarm(u, index, bit, w->done_at[lane]);
    w->cursor[lane]++;
    show_record(w, lane);
    if (!(w->live & bit))
        w->lane_cycles += w->done_at[lane] - w->start;
}

/* A table lets the compiler compare lanes side by side. */
#define BITS_8(i)                                                                                  \
    1u << (i), 2u << (i), 4u << (i), 8u << (i), 16u << (i), 32u << (i), 64u << (i), 128u << (i)
static const uint32_t lane_bit[WARP_LANES] = {BITS_8(0), BITS_8(8), BITS_8(16), BITS_8(24)};
#undef BITS_8

/* A sector at addr of the record at base has come for a resident warp. */
static void take_sector(struct rt_unit *u, uint32_t index, uint64_t addr, uint64_t base)
{
    struct rt_warp *w = &u->warps[index];
    uint32_t key = key_of(base);
    uint32_t match = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        match |= w->key[lane] == key ? lane_bit[lane] : 0;
    uint8_t sector = (uint8_t)(1u << (addr - (base & ~(uint64_t)(SECTOR_B - 1))) / SECTOR_B);
    for (; match; match &= match - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(match);
        if (w->front[lane] != base)
            continue;
        w->missing[lane] &= (uint8_t)~sector;
        if (!w->missing[lane])
            process(u, index, lane);
    }
    note_asking(u, index);
}

/* `who` of a waiting read: the SM's warp above the record's address. */
enum { WHO_WARP_SHIFT = 56 };

void rt_begin(struct rt_unit *u, cycle_t now)
{
    u->now = now;
}

void rt_deliver(void *self, uint64_t addr, uint64_t who)
{
    struct rt_unit *u = self;
    uint64_t base = who & ((1ull << WHO_WARP_SHIFT) - 1);
    u->outstanding--;
    if (u->coalesce_warps) {
        for (uint32_t i = 0; i < u->n; i++)
            take_sector(u, u->order[i], addr, base);
        return;
    }
    uint8_t index = u->of_slot[who >> WHO_WARP_SHIFT];
    if (index != NO_WARP)
        take_sector(u, index, addr, base);
}

/* False where the queue of stores is full. */
static bool queue_store(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t n)
{
    if (u->store_n == STORES)
        return false;
    u->stores[(u->store_head + u->store_n) % STORES] =
        (struct store){(uint8_t)index, (uint8_t)lane, n};
    u->store_n++;
    u->warps[index].writes += n ? n : 1;
    return true;
}

/* Lanes of one warp whose processing may end in this cycle. */
static void end_processing(struct rt_unit *u, uint32_t index, uint32_t lanes)
{
    struct rt_warp *w = &u->warps[index];
    for (lanes &= w->processing; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        uint32_t bit = 1u << lane;
        if (w->done_at[lane] > u->now) {
            set_alarm(u, index, bit, w->done_at[lane]);
            continue;
        }
        if (w->hit & bit && !queue_store(u, index, lane, 0)) {
            set_alarm(u, index, bit, u->now + 1);
            continue;
        }
        w->hit &= ~bit;
        w->processing &= ~bit;
        if (w->live & bit)
            w->ready |= bit;
    }
    note_asking(u, index);
    u->ending |= 1u << index;
}

static void queue_tables(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    for (uint32_t lanes = w->table; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        if (!queue_store(u, index, lane, w->op->rays[lane].n_table_stores))
            return;
        w->table &= ~(1u << lane);
        w->tabled |= 1u << lane;
    }
    u->tabling &= ~(1u << index);
}

/* Processing that ends now, and first decrements: results and table entries become stores. */
static void process_lanes(struct rt_unit *u)
{
    bool alarm = u->alarm_at == u->now;
    if (!alarm && !u->tabling)
        return;
    uint32_t i = (uint32_t)u->now % WHEEL;
    if (alarm) {
        u->wheel_used[i / 64] &= ~(1ull << i % 64);
        u->alarm_at = next_alarm(u, u->now);
    }
    for (uint32_t k = 0; k < u->n; k++) {
        uint32_t index = u->order[k];
        if (u->tabling >> index & 1)
            queue_tables(u, index);
        uint32_t lanes = alarm ? u->wheel[i * u->max_warps + index] : 0;
        if (!lanes)
            continue;
        u->wheel[i * u->max_warps + index] = 0;
        end_processing(u, index, lanes);
    }
}

static void take_reply(struct rt_unit *u, const struct mem_request *reply)
{
    uint32_t who;
    l1d_reply_client(reply, &who);
    if (reply->write) {
        u->warps[who].writes--;
        u->ending |= 1u << who;
        return;
    }
    u->counters.sectors++;
    l1d_fill(u->links.l1d, reply->addr, rt_deliver, u);
}

/* The new warp joins the residents in the order of issue. */
static void admit(struct rt_unit *u)
{
    struct issued *op = u->arriving;
    u->arriving = NULL;
    uint32_t index = (uint32_t)__builtin_ctz(~u->used);
    struct rt_warp *w = &u->warps[index];
    w->op = op;
    w->start = u->now;
    w->live = op->executed;
    w->ready = w->processing = w->hit = w->table = w->tabled = w->writes = 0;
    w->lane_cycles = 0;
    w->asked_head = w->asked_n = 0;
    for (uint32_t lane = 0; lane < WARP_LANES; lane++) {
        w->cursor[lane] = 0;
        w->front[lane] = NO_ADDR;
        w->key[lane] = key_of(NO_ADDR);
        if (op->executed >> lane & 1)
            show_record(w, lane);
    }
    w->ready = w->live;
    u->used |= 1u << index;
    u->ending |= 1u << index;
    note_asking(u, index);
    u->of_slot[op->warp] = (uint8_t)index;
    uint32_t k = u->n++;
    for (; k > 0 && u->warps[u->order[k - 1]].op->uid > op->uid; k--)
        u->order[k] = u->order[k - 1];
    u->order[k] = (uint8_t)index;
}

/* Every lane that can ask selects its record; equal records are selected once. */
static void select_records(struct rt_warp *w)
{
    for (uint32_t lanes = w->ready; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        struct ask ask = {w->front[lane], record_bytes(w->op->rays[lane].records[w->cursor[lane]])};
        uint32_t i = 0;
        for (; i < w->asked_n; i++) {
            const struct ask *a = &w->asked[(w->asked_head + i) % ASKED];
            if (a->addr == ask.addr && a->bytes == ask.bytes)
                break;
        }
        if (i == w->asked_n) {
            if (w->asked_n == ASKED - 1) /* one place stays for a refused request */
                return;
            w->asked[(w->asked_head + w->asked_n++) % ASKED] = ask;
        }
        w->ready &= ~(1u << lane);
    }
}

/* One sector of a record; false where it was refused. */
static bool read_sector(struct rt_unit *u, uint32_t index, uint64_t addr, uint64_t base)
{
    if (u->mshrs && u->outstanding >= u->mshrs) {
        u->counters.mshr_waits++;
        return false;
    }
    struct rt_warp *w = &u->warps[index];
    uint64_t who = (uint64_t)w->op->warp << WHO_WARP_SHIFT | base;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum l1d_outcome outcome = l1d_read(u->links.l1d, L1D_RT, addr, who);
    if (outcome == L1D_REFUSED)
        return false;
    u->counters.reads++;
    if (outcome == L1D_MISS) {
        u->outstanding++;
    } else if (u->hit_latency == 0) {
        u->counters.sectors++;
        take_sector(u, index, addr, base);
    } else {
        u->hits[(u->hit_head + u->hit_n++) % (u->hit_latency + 1)] =
            (struct hit){u->now + u->hit_latency, addr, base, w->op->uid, (uint8_t)index};
    }
    return true;
}

static void take_hits(struct rt_unit *u)
{
    while (u->hit_n && u->hits[u->hit_head].at <= u->now) {
        const struct hit *h = &u->hits[u->hit_head];
        u->counters.sectors++;
        if (u->used >> h->warp & 1 && u->warps[h->warp].op->uid == h->uid)
            take_sector(u, h->warp, h->addr, h->base);
        u->hit_head = (u->hit_head + 1) % (u->hit_latency + 1);
        u->hit_n--;
    }
}

static void ask_chunk(struct rt_unit *u)
{
    struct chunk c = u->chunks[0];
    if (!read_sector(u, u->chunk_warp, c.addr, c.base))
        return;
    u->n_chunks--;
    u->ending |= 1u << u->chunk_warp;
    for (uint32_t i = 0; i < u->n_chunks; i++)
        u->chunks[i] = u->chunks[i + 1];
}

static void send_store(struct rt_unit *u)
{
    struct store *s = &u->stores[u->store_head];
    struct rt_warp *w = &u->warps[s->warp];
    const struct ray_work *ray = &w->op->rays[s->lane];
    uint64_t addr = s->n       ? ray->table_stores[ray->n_table_stores - s->n]
                    : u->fresh ? u->fresh_next
                               : ray->result_addr;
    if (!l1d_write(u->links.l1d, L1D_RT, addr, UINT32_MAX, s->warp))
        return;
    if (s->n) {
        u->counters.table_stores++;
        if (--s->n)
            return;
    } else {
        u->counters.result_stores++;
        if (u->fresh)
            u->fresh_next += FRESH_STEP_B;
    }
    u->store_head = (u->store_head + 1) % STORES;
    u->store_n--;
}

/* The record's other sectors follow whether or not the first was refused; that one is asked for
 * again, alone, before everything else that the warp has selected (Vulkan-Sim
 * abstract_hardware_model.cc 1070). */
static void ask_record(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    struct ask ask = w->asked[w->asked_head];
    w->asked_head = (w->asked_head + 1) % ASKED;
    w->asked_n--;
    u->chunk_warp = (uint8_t)index;
    for (uint32_t off = SECTOR_B; off < ask.bytes; off += SECTOR_B)
        u->chunks[u->n_chunks++] =
            (struct chunk){(ask.addr & ~(uint64_t)(SECTOR_B - 1)) + off, ask.addr};
    if (read_sector(u, index, ask.addr, ask.addr)) {
        u->counters.requests++;
        return;
    }
    w->asked_head = (w->asked_head + ASKED - 1) % ASKED;
    w->asked[w->asked_head] = (struct ask){ask.addr, SECTOR_B};
    w->asked_n++;
}

/* One sector request per cycle: the rest of a record, else a store, else a record of the oldest
 * warp that has one. */
static void ask(struct rt_unit *u)
{
    if (u->n_chunks) {
        ask_chunk(u);
        return;
    }
    if (u->store_n) {
        send_store(u);
        return;
    }
    if (!u->asking)
        return;
    uint32_t k = 0;
    while (!(u->asking >> u->order[k] & 1))
        k++;
    uint32_t index = u->order[k];
    select_records(&u->warps[index]);
    ask_record(u, index);
    note_asking(u, index);
    u->ending |= 1u << index;
}

bool rt_accepts(const struct rt_unit *u)
{
    return !u->arriving && u->n < u->max_warps && collector_ready(u->links.collector, CLASS_RT);
}

static bool complete(const struct rt_unit *u, uint32_t index)
{
    const struct rt_warp *w = &u->warps[index];
    return !w->live && !w->processing && !w->table && !w->asked_n && !w->writes &&
           !(u->n_chunks && u->chunk_warp == index);
}

static void leave(struct rt_unit *u, uint32_t k)
{
    uint32_t index = u->order[k];
    struct rt_warp *w = &u->warps[index];
    struct issued *op = w->op;
    cycle_t latency = u->now - w->start;
    struct rt_counters *n = &u->counters;
    n->warps++;
    n->rays += (uint32_t)__builtin_popcount(op->executed);
    n->warp_latency += latency;
    n->thread_latency += w->lane_cycles;
    if (latency)
        n->efficiency_q32 += (w->lane_cycles << 32) / (WARP_LANES * latency);
    u->of_slot[op->warp] = NO_WARP;
    u->used &= ~(1u << index);
    u->n--;
    for (; k < u->n; k++)
        u->order[k] = u->order[k + 1];
    u->links.sink.retire(u->links.sink.self, op->warp, op->inst);
    issued_put(u->links.pool, op);
}

/* The oldest complete warp leaves. */
static void leave_one(struct rt_unit *u)
{
    for (uint32_t k = 0; u->ending && k < u->n; k++) {
        uint32_t index = u->order[k];
        if (!(u->ending >> index & 1))
            continue;
        u->ending &= ~(1u << index);
        if (complete(u, index)) {
            leave(u, k);
            return;
        }
    }
}

void rt_settle(struct rt_unit *u, cycle_t end)
{
    if (end + 1 > u->settled && u->n > 0)
        u->counters.busy_cycles += end + 1 - u->settled;
    if (end + 1 > u->settled)
        u->settled = end + 1;
}

void rt_tick(struct rt_unit *u, cycle_t now, const struct mem_request *reply)
{
    u->now = now;
    if (now > u->settled)
        rt_settle(u, now - 1);
    if (u->n > 0 || u->arriving)
        u->counters.busy_cycles++;
    u->settled = now + 1;
    process_lanes(u);
    if (reply)
        take_reply(u, reply);
    take_hits(u);
    if (u->arriving)
        admit(u);
    ask(u);
    leave_one(u);
    if (rt_accepts(u))
        u->arriving = collector_take(u->links.collector, CLASS_RT,
                                     collector_oldest(u->links.collector, CLASS_RT));
}

cycle_t rt_next(const struct rt_unit *u, cycle_t now)
{
    if (u->arriving || u->n_chunks || u->store_n || u->asking || u->tabling || u->ending ||
        rt_accepts(u))
        return now + 1;
    if (u->n == 0)
        return CYCLE_NEVER;
    cycle_t next = u->alarm_at > now ? u->alarm_at : now + 1;
    if (u->hit_n && u->hits[u->hit_head].at < next)
        next = u->hits[u->hit_head].at;
    return next;
}

const struct rt_counters *rt_counters(const struct rt_unit *u)
{
    return &u->counters;
}

void rt_dump(const struct rt_unit *u, FILE *out)
{
    fprintf(out, "  RT unit: %u warps, %u sectors outstanding, %u sectors and %u stores to ask\n",
            u->n, u->outstanding, u->n_chunks, u->store_n);
    for (uint32_t k = 0; k < u->n; k++) {
        const struct rt_warp *w = &u->warps[u->order[k]];
        fprintf(out,
                "    warp %u since cycle %llu: lanes with records %08x, processing %08x, asking "
                "%08x; %u selected, %u stores unacknowledged\n",
                w->op->warp, (unsigned long long)w->start, w->live, w->processing, w->ready,
                w->asked_n, w->writes);
    }
}
