/* What an RT unit asks the L1D for, one request a cycle: rt_ask chooses between the rest of a
 * record, a store, and the oldest warp that has a record to ask for (`order`: oldest first,
 * state.h); which of that warp's records comes next is rt_warp_select's. Also what comes back: hits
 * and replies. */
#include "sim/timing/rt/state.h"

#include "common/memory.h"

/* `who` of a waiting read: the SM's warp above the record's address. */
enum { WHO_WARP_SHIFT = 56 };

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
    u->stores = mem_calloc(RT_STORES, sizeof *u->stores);
    u->hits_room = u->hit_latency + 1; /* one in each cycle */
    u->hits = mem_calloc(u->hits_room, sizeof *u->hits);
    return u->stores && u->hits ? ST_OK : status_no_memory(st, "RT unit");
}

void rt_requests_release(struct rt_unit *u)
{
    mem_free(u->stores);
    mem_free(u->hits);
}

/* Of the record at base: the sector at addr. */
static uint32_t sector_of(uint64_t addr, uint64_t base)
{
    return (uint32_t)(addr / SECTOR_B - base / SECTOR_B);
}

void rt_deliver(void *self, uint64_t addr, uint64_t who)
{
    struct rt_unit *u = self;
    uint64_t base = who & ((1ull << WHO_WARP_SHIFT) - 1);
    u->outstanding--;
    u->served = u->level;
    if (u->coalesce_warps) {
        for (uint32_t i = 0; i < u->n; i++)
            rt_take_sectors(u, u->order[i], base, 1u << sector_of(addr, base));
        return;
    }
    uint8_t index = u->of_slot[who >> WHO_WARP_SHIFT];
    if (index != RT_NO_SLOT)
        rt_take_sectors(u, index, base, 1u << sector_of(addr, base));
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

/* The sector is in the L1D: its data come after the hit latency, with those that were asked for in
 * the same cycle, which are of the same record. */
static void take_hit(struct rt_unit *u, uint32_t index, uint64_t addr, uint64_t base)
{
    uint32_t sector = 1u << sector_of(addr, base);
    if (u->hit_latency == 0) {
        u->counters.sectors++;
        u->served = RT_WAIT_L1;
        rt_take_sectors(u, index, base, sector);
        return;
    }
    cycle_t at = u->now + u->hit_latency;
    if (u->hit_n && u->hits[u->hit_last].at == at) {
        u->hits[u->hit_last].sectors |= (uint8_t)sector;
        return;
    }
    uint32_t last = u->hit_head + u->hit_n++;
    u->hit_last = last < u->hits_room ? last : last - u->hits_room;
    u->hits[u->hit_last] =
        (struct hit){at, base, u->warps[index].op->uid, (uint8_t)index, (uint8_t)sector};
}

/* Asks for one sector of a record: RT_REQUEST, or why it was refused. */
static enum rt_cause read_sector(struct rt_unit *u, uint32_t index, uint64_t addr, uint64_t base)
{
    if (u->mshrs && u->outstanding >= u->mshrs) {
        u->counters.mshr_waits++;
        u->held = true;
        return RT_MSHR;
    }
    struct rt_warp *w = &u->warps[index];
    uint64_t who = (uint64_t)w->op->warp << WHO_WARP_SHIFT | base;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    if (port_taken(u, addr))
        return RT_PORT;
    switch (l1d_read(u->links.l1d, L1D_RT, addr, who, w->op->uid)) {
    case L1D_REFUSED_QUEUE:
        return RT_MISS_QUEUE;
    case L1D_REFUSED:
        return RT_MSHR;
    case L1D_MISS:
        u->outstanding++;
        break;
    case L1D_HIT:
        take_hit(u, index, addr, base);
        break;
    }
    u->counters.reads++;
    return RT_REQUEST;
}

void rt_take_hits(struct rt_unit *u)
{
    while (u->hit_n && u->hits[u->hit_head].at <= u->now) {
        const struct hit *h = &u->hits[u->hit_head];
        u->counters.sectors += warp_count_lanes(h->sectors);
        if (u->served == RT_NO_WARP)
            u->served = RT_WAIT_L1;
        if (u->used >> h->warp & 1 && u->warps[h->warp].op->uid == h->uid)
            rt_take_sectors(u, h->warp, h->base, h->sectors);
        u->hit_head = u->hit_head + 1 == u->hits_room ? 0 : u->hit_head + 1;
        u->hit_n--;
    }
}

/* The next sector of a record that has been asked for in part. */
static enum rt_cause ask_rest(struct rt_unit *u)
{
    enum rt_cause outcome = read_sector(u, u->rest_warp, u->rest_addr, u->rest_base);
    if (outcome != RT_REQUEST)
        return outcome;
    u->rest_addr += SECTOR_B;
    if (--u->rest == 0)
        rt_look(u, u->rest_warp);
    return RT_REQUEST;
}

/* The further sectors of the record that a request for the one at addr brings along. */
static void ask_along(struct rt_unit *u, uint64_t addr)
{
    while (u->rest && (u->rest_addr ^ addr) < u->request_B)
        if (ask_rest(u) != RT_REQUEST)
            return;
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
    if (!l1d_write(u->links.l1d, L1D_RT, addr, UINT32_MAX, s->warp))
        return RT_MISS_QUEUE;
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

/* The record's other sectors follow whether or not the first was refused. */
static enum rt_cause ask_record(struct rt_unit *u, uint32_t index)
{
    struct rt_warp *w = &u->warps[index];
    struct rt_ask ask = rt_warp_ask(w);
    u->rest_warp = (uint8_t)index;
    u->rest = (ask.bytes - 1) / SECTOR_B;
    u->rest_addr = (ask.addr & ~(uint64_t)(SECTOR_B - 1)) + SECTOR_B;
    u->rest_base = ask.addr;
    enum rt_cause outcome = read_sector(u, index, ask.addr, ask.addr);
    if (outcome == RT_REQUEST) {
        u->counters.requests++;
        ask_along(u, ask.addr);
    } else {
        rt_warp_refused(w, ask.addr);
    }
    return outcome;
}

enum rt_cause rt_ask(struct rt_unit *u)
{
    u->held = false;
    if (u->rest) {
        uint64_t addr = u->rest_addr;
        enum rt_cause outcome = ask_rest(u);
        if (outcome == RT_REQUEST)
            ask_along(u, addr);
        return outcome;
    }
    if (u->store_n)
        return send_store(u);
    if (!u->asking)
        return u->stall.idle;
    uint32_t k = 0;
    while (!(u->asking >> u->order[k] & 1))
        k++;
    uint32_t index = u->order[k];
    rt_warp_select(&u->warps[index]);
    enum rt_cause outcome = ask_record(u, index);
    rt_note(u, index);
    rt_look(u, index);
    return outcome;
}
