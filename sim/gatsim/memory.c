#include "sim/gatsim/memory.h"

#include "sim/approximate/port.h"

enum st_code memory_open(struct gatsim_memory *m, const struct gpu_config *config,
                         struct gatsim_l2 *l2, struct status *st)
{
    const struct l1d_config *c = &config->l1d;
    const struct cache_shape shape = {.sets = c->sets, .ways = c->ways, .line_B = c->line_B};
    m->config = config;
    m->l2 = l2;
    m->clocks = gpu_config_clocks(config);
    m->l1_banks = config->ldst.l1_banks;
    m->shift_32 = config->ldst.bank == BANK_SHIFT_32;
    m->shared = config->rt.l1_port == L1_PORT_SHARED;
    m->perfect[L1D_LDST] = config->ldst.perfect_mem;
    m->perfect[L1D_RT] = config->rt.perfect_mem;
    if (!l2)
        return ST_OK;
    if (!outstanding_create(&m->mshrs, c->mshrs, 1))
        return status_no_memory(st, "MSHRs");
    return tags_create(&m->tags, &shape, c->mshrs, st);
}

void memory_close(struct gatsim_memory *m)
{
    tags_free(m->tags);
    outstanding_release(&m->mshrs);
}

/* Sends a request that reaches the miss queue in cycle *at, one per cycle; *at becomes the cycle in
 * which the queue has a place. Returns the cycle in which the request leaves the queue. */
static uint64_t send(struct gatsim_memory *m, uint64_t *at)
{
    uint32_t places = m->config->l1d.miss_queue;
    *at = calendar_later(*at, m->sends[(m->sent - places) % MEMORY_QUEUE]);
    uint64_t sent = calendar_later(*at, m->sends[(m->sent - 1) % MEMORY_QUEUE]) + 1;
    m->sends[m->sent++ % MEMORY_QUEUE] = sent;
    return sent;
}

uint64_t memory_read(struct gatsim_memory *m, enum l1d_client client, uint64_t addr, uint64_t *at)
{
    uint64_t comes = *at;
    addr &= ~(uint64_t)(SECTOR_B - 1);
    enum cache_status status =
        m->perfect[client] ? CACHE_HIT : tags_read(m->tags, addr, *at, &comes);
    /* A sector in flight counts as a miss (docs/model.md, "L1D"). */
    l1d_count_read(&m->count, client, status == CACHE_HIT_RESERVED ? CACHE_MISS : status);
    if (status == CACHE_HIT || status == CACHE_HIT_RESERVED)
        return comes;
    struct cache_evicted evicted;
    uint32_t place;
    *at = outstanding_wait_and_drop(&m->mshrs, *at);
    bool line = tags_ask(m->tags, addr, addr, 0, &place, &evicted);
    uint64_t sent = send(m, at);
    comes = way_back(&m->clocks, &m->replies, l2_read(m->l2, addr, sent));
    outstanding_add(&m->mshrs, comes);
    tags_answer(m->tags, addr, 0, place, line, comes);
    return comes;
}

uint64_t memory_write(struct gatsim_memory *m, enum l1d_client client, uint64_t addr,
                      uint32_t bytes, uint64_t *at)
{
    addr &= ~(uint64_t)(SECTOR_B - 1);
    bool hit = m->perfect[client] || tags_drop(m->tags, addr, *at);
    l1d_count_write(&m->count, client, hit);
    if (m->perfect[client])
        return *at;
    uint64_t sent = send(m, at);
    return way_back(&m->clocks, &m->replies, l2_write(m->l2, addr, bytes, sent));
}

uint64_t memory_atomic(struct gatsim_memory *m, uint64_t addr, uint32_t bytes, uint64_t *at)
{
    addr &= ~(uint64_t)(SECTOR_B - 1);
    tags_drop(m->tags, addr, *at);
    uint64_t sent = send(m, at);
    return way_back(&m->clocks, &m->replies, l2_atomic(m->l2, addr, bytes, sent));
}
