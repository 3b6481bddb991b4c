/* Sends the RT unit's requests to the L1D, one per cycle: rt_ask chooses between the rest of a
 * record, a store, and the oldest warp with a record to request (`order`: oldest first, state.h);
 * rt_warp_ask chooses that warp's record. Without any of these it sends a prefetch. Also handles
 * hits and replies. */
#include "sim/timing/rt/state.h"

#include "common/memory.h"

/* `who` of a waiting read: the SM's warp above the record's address. */
enum { WHO_WARP_SHIFT = 56 };
/* `who` of a prefetch. */
#define WHO_NOBODY (1ull << 62)

enum st_code rt_requests_create(struct rt_unit *u, const struct rt_config *config,
                                struct status *st)
{
    u->mshrs = config->mshrs;
    u->hit_latency = config->hit_latency;
    u->request_B = config->request_B;
    u->coalesce_warps = config->coalesce_warps;
    u->fresh = config->result == RESULT_FRESH;
    u->shared_port = config->l1_port == L1_PORT_SHARED;
    u->fresh_next = rt_fresh_base(u->links.sm);
    if (config->perfect_mem)
        l1d_make_perfect(u->links.l1d, L1D_RT);
    u->hits_room = u->hit_latency + 1; /* one in each cycle */
    if (!MEM_ARRAYS(MEM_ROOM(u->stores, RT_STORES), MEM_ROOM(u->hits, u->hits_room)))
        return status_no_memory(st, "RT unit");
    return ST_OK;
}

void rt_requests_release(struct rt_unit *u)
{
    mem_free(u->stores);
    mem_free(u->hits);
}

/* The bit of the sector at addr in the record at base. */
static uint32_t sector_bit(uint64_t addr, uint64_t base)
{
    return 1u << (addr / SECTOR_B - base / SECTOR_B);
}

/* Offers sectors of the record at base to every resident warp. */
static void offer(struct rt_unit *u, uint64_t base, uint32_t sectors)
{
    for (uint32_t i = 0; i < u->n; i++)
        rt_take_sectors(u, u->order[i], base, sectors);
}

void rt_deliver(void *self, uint64_t addr, uint64_t who)
{
    struct rt_unit *u = self;
    uint64_t base = who & ((1ull << WHO_WARP_SHIFT) - 1);
    u->outstanding--;
    if (who == WHO_NOBODY)
        return;
    u->served = u->level;
    if (u->coalesce_warps) {
        offer(u, base, sector_bit(addr, base));
        return;
    }
    uint8_t index = u->of_slot[who >> WHO_WARP_SHIFT];
    if (index != RT_NO_SLOT)
        rt_take_sectors(u, index, base, sector_bit(addr, base));
}

bool rt_queue_store(struct rt_unit *u, uint32_t index, uint32_t lane, uint32_t n, uint64_t addr)
{
    if (u->store_n == RT_STORES)
        return false;
    u->stores[(u->store_head + u->store_n) % RT_STORES] =
        (struct store){(uint8_t)index, (uint8_t)lane, n, addr};
    u->store_n++;
    u->warps[index].unacked += n ? n : 1;
    return true;
}

static bool port_taken(const struct rt_unit *u, uint64_t addr)
{
    return u->shared_port && ldst_uses_bank(u->links.ldst, addr, u->now);
}

/* Requests the sector at addr of a record, for `who`: RT_REQUEST, or the reason of the refusal.
 * *is_hit: it is in the L1D. */
static inline enum rt_cause read_sector(struct rt_unit *u, const struct issued *op, uint64_t addr,
                                        uint64_t who, bool *is_hit)
{
    *is_hit = false;
    if (u->mshrs && u->outstanding >= u->mshrs) {
        u->counters.mshr_waits++;
        u->held = true;
        return RT_MSHR;
    }
    if (port_taken(u, addr))
        return RT_PORT;
    switch (l1d_read(u->links.l1d, L1D_RT, addr, who, op->uid, u->now)) {
    case L1D_REFUSED_QUEUE:
        return RT_MISS_QUEUE;
    case L1D_REFUSED:
        return RT_MSHR;
    case L1D_MISS:
        u->outstanding++;
        break;
    case L1D_HIT:
        *is_hit = true;
        break;
    }
    return RT_REQUEST;
}

/* Delivers the last record's sectors that are in the L1D, after the hit latency. */
static void hit(struct rt_unit *u, uint32_t sectors)
{
    if (!u->hit_latency) {
        u->counters.sectors += warp_count_lanes(sectors);
        u->served = RT_WAIT_L1;
        if (u->coalesce_warps)
            offer(u, u->rest_base, sectors);
        else
            rt_take_sectors(u, u->rest_warp, u->rest_base, sectors);
        return;
    }
    uint32_t last = u->hit_head + u->hit_n++;
    u->hits[last < u->hits_room ? last : last - u->hits_room] =
        (struct hit){.at = u->now + u->hit_latency,
                     .base = u->rest_base,
                     .uid = u->warps[u->rest_warp].op->uid,
                     .warp = u->rest_warp,
                     .sectors = (uint8_t)sectors};
    if (u->hit_n == 1)
        u->hit_at = u->now + u->hit_latency;
}

void rt_take_hits(struct rt_unit *u)
{
    do {
        const struct hit *h = &u->hits[u->hit_head];
        u->counters.sectors += warp_count_lanes(h->sectors);
        if (u->served == RT_NO_WARP)
            u->served = RT_WAIT_L1;
        if (u->coalesce_warps)
            offer(u, h->base, h->sectors);
        else if (u->used >> h->warp & 1 && u->warps[h->warp].op->uid == h->uid)
            rt_take_sectors(u, h->warp, h->base, h->sectors);
        u->hit_head = u->hit_head + 1 == u->hits_room ? 0 : u->hit_head + 1;
        u->hit_at = --u->hit_n ? u->hits[u->hit_head].at : CYCLE_NEVER;
    } while (u->hit_at <= u->now);
}

/* Sends one request for the missing sectors of the last record. Returns the outcome for its first
 * sector. */
static enum rt_cause ask_rest(struct rt_unit *u)
{
    const struct issued *op = u->warps[u->rest_warp].op;
    uint64_t addr = u->rest_addr, base = u->rest_base;
    uint64_t who = (uint64_t)op->warp << WHO_WARP_SHIFT | base;
    enum rt_cause outcome;
    uint32_t hits = 0, left = u->rest, sector = sector_bit(addr, base);
    do {
        bool is_hit;
        outcome = read_sector(u, op, addr, who, &is_hit);
        if (outcome != RT_REQUEST)
            break;
        hits |= is_hit ? sector : 0;
        sector <<= 1;
        addr += SECTOR_B;
        left--;
    } while (left && addr & (u->request_B - 1));
    uint32_t n = u->rest - left;
    u->counters.reads += n;
    u->rest_addr = addr;
    u->rest = left;
    if (hits)
        hit(u, hits);
    if (!left)
        rt_look(u, u->rest_warp);
    return n ? RT_REQUEST : outcome;
}

static enum rt_cause send_store(struct rt_unit *u)
{
    struct store *s = &u->stores[u->store_head];
    struct rt_warp *w = &u->warps[s->warp];
    const struct ray_work *ray = &w->op->rays[s->lane];
    uint64_t addr = s->addr    ? s->addr
                    : s->n     ? ray->table_stores[ray->n_table_stores - s->n]
                    : u->fresh ? u->fresh_next
                               : ray->result_addr;
    if (port_taken(u, addr))
        return RT_PORT;
    if (!l1d_write(u->links.l1d, L1D_RT, addr, UINT32_MAX, s->warp, u->now))
        return RT_MISS_QUEUE;
    if (l1d_is_perfect(u->links.l1d, L1D_RT)) {
        w->unacked--;
        rt_look(u, s->warp);
    }
    if (s->n) {
        u->counters.table_stores++;
        if (--s->n)
            return RT_REQUEST;
    } else if (s->addr) {
        u->counters.spill_stores++;
    } else {
        u->counters.result_stores++;
        if (u->fresh)
            u->fresh_next += RT_FRESH_STEP_B;
    }
    u->store_head = (u->store_head + 1) % RT_STORES;
    u->store_n--;
    return RT_REQUEST;
}

/* Requests the next record of a warp. Its other sectors follow whether or not the first was
 * refused. */
static enum rt_cause ask_record(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    struct rt_ask ask = rt_warp_ask(w);
    u->rest_warp = (uint8_t)index;
    u->rest = (ask.bytes + SECTOR_B - 1) / SECTOR_B;
    u->rest_addr = ask.addr & ~(uint64_t)(SECTOR_B - 1);
    u->rest_base = ask.addr;
    enum rt_cause outcome = ask_rest(u);
    if (outcome == RT_REQUEST) {
        u->counters.requests++;
    } else {
        u->rest--;
        u->rest_addr += SECTOR_B;
        rt_warp_refused(w, ask.addr);
    }
    return outcome;
}

/* Sends one request for the next sectors of treelets. A refused one is repeated. */
static __attribute__((noinline)) void prefetch(struct rt_unit *u)
{
    struct rt_prefetch *p = &u->prefetch;
    uint64_t addr = rt_prefetch_next(p);
    bool goes_on;
    do {
        if ((u->mshrs && u->outstanding >= u->mshrs) || port_taken(u, addr))
            return;
        enum l1d_outcome outcome = l1d_prefetch(u->links.l1d, addr, WHO_NOBODY);
        if (outcome == L1D_REFUSED || outcome == L1D_REFUSED_QUEUE)
            return;
        u->counters.treelet_sectors++;
        u->counters.treelet_hits += outcome == L1D_HIT;
        u->outstanding += outcome == L1D_MISS;
        goes_on = rt_prefetch_asked(p);
        addr += SECTOR_B;
    } while (goes_on && addr & (u->request_B - 1));
}

enum rt_cause rt_ask(struct rt_unit *u)
{
    u->held = false;
    if (u->rest)
        return ask_rest(u);
    if (u->store_n)
        return send_store(u);
    if (!u->asking) {
        if (u->prefetch.n)
            prefetch(u);
        return u->stall.idle;
    }
    uint32_t index = rt_oldest(u, u->asking);
    enum rt_cause outcome = ask_record(u, index);
    rt_note(u, index);
    return outcome;
}
