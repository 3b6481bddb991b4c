#include "sim/timing/rt/rt_warp.h"

#define NO_ADDR UINT64_MAX

static uint8_t key_of(uint64_t addr)
{
    return (uint8_t)((addr >> 3) * 0x9E3779B97F4A7C15u >> 56);
}

static void set_front(struct rt_warp *w, uint32_t lane, uint64_t addr)
{
    uint32_t shift = lane % 8 * 8;
    uint64_t *keys = &w->keys[lane / 8];
    *keys = (*keys & ~(0xffull << shift)) | (uint64_t)key_of(addr) << shift;
    w->front[lane] = addr;
}

void rt_warp_init(struct rt_warp *w)
{
    for (uint32_t lane = 0; lane < WARP_LANES; lane++)
        set_front(w, lane, NO_ADDR);
}

static uint8_t sector_mask(record_t r)
{
    return (uint8_t)((1u << (record_bytes(r) + SECTOR_B - 1) / SECTOR_B) - 1);
}

/* The lane's current record is the one under its cursor. */
static void show_record(struct rt_warp *w, uint32_t lane)
{
    const struct ray_work *ray = &w->op->rays[lane];
    if (w->cursor[lane] == ray->n_records) {
        set_front(w, lane, NO_ADDR);
        w->live &= ~(1u << lane);
        return;
    }
    record_t r = ray->records[w->cursor[lane]];
    set_front(w, lane, record_kind(r) == RECORD_SPILL ? NO_ADDR : record_addr(r));
    w->missing[lane] = sector_mask(r);
}

void rt_warp_enter(struct rt_warp *w, struct issued *op, cycle_t now)
{
    w->op = op;
    w->start = now;
    w->live = op->executed;
    w->testing = w->hit = w->table = w->tabled = w->unacked = 0;
    for (uint32_t i = 0; i < RT_UNITS; i++)
        w->queued[i] = 0;
    w->lane_cycles = 0;
    w->asked_head = w->asked_n = 0;
    for (uint32_t lanes = op->executed; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        w->cursor[lane] = w->tested[lane] = 0;
        show_record(w, lane);
    }
    w->ready = w->live;
}

void rt_warp_advance(struct rt_warp *w, uint32_t lane)
{
    w->cursor[lane]++;
    show_record(w, lane);
}

/* Eight keys at a time: the high bit of each byte that is zero. */
static uint64_t zero_bytes(uint64_t x)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7full;
    return ~(((x & low) + low) | x | low);
}

uint32_t rt_warp_take(struct rt_warp *w, uint64_t addr, uint64_t base)
{
    const uint64_t key = 0x0101010101010101ull * key_of(base);
    uint8_t sector = (uint8_t)(1u << (addr - (base & ~(uint64_t)(SECTOR_B - 1))) / SECTOR_B);
    uint32_t complete = 0;
    for (uint32_t i = 0; i < WARP_LANES / 8; i++) {
        for (uint64_t m = zero_bytes(w->keys[i] ^ key); m; m &= m - 1) {
            uint32_t lane = 8 * i + (uint32_t)__builtin_ctzll(m) / 8;
            if (w->front[lane] != base)
                continue;
            w->missing[lane] &= (uint8_t)~sector;
            complete |= (uint32_t)(w->missing[lane] == 0) << lane;
        }
    }
    return complete;
}

void rt_warp_select(struct rt_warp *w)
{
    for (uint32_t lanes = w->ready; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        const record_t r = w->op->rays[lane].records[w->cursor[lane]];
        struct rt_ask ask = {w->front[lane], record_bytes(r)};
        uint32_t i = 0;
        for (; i < w->asked_n; i++) {
            const struct rt_ask *a = &w->asked[(w->asked_head + i) % RT_ASKED];
            if (a->addr == ask.addr && a->bytes == ask.bytes)
                break;
        }
        if (i == w->asked_n) {
            if (w->asked_n == RT_ASKED - 1) /* one place stays for a refused request */
                return;
            w->asked[(w->asked_head + w->asked_n++) % RT_ASKED] = ask;
        }
        w->ready &= ~(1u << lane);
    }
}

struct rt_ask rt_warp_ask(struct rt_warp *w)
{
    struct rt_ask ask = w->asked[w->asked_head];
    w->asked_n--;
    /* An empty queue begins anew, so that few lines of the host's caches are touched. */
    w->asked_head = w->asked_n ? (w->asked_head + 1) % RT_ASKED : 0;
    return ask;
}

void rt_warp_refused(struct rt_warp *w, uint64_t addr)
{
    if (w->asked_n)
        w->asked_head = (w->asked_head + RT_ASKED - 1) % RT_ASKED;
    w->asked[w->asked_head] = (struct rt_ask){addr, SECTOR_B};
    w->asked_n++;
}
