/* Entries hang in a chained hash over their sector addresses, requests in a list of each entry.
 * Both come from pools with a free list over what was used before, so that a pool is touched only
 * up to the most that was ever in use at once. */
#include "sim/timing/memory/mshr.h"

#include "common/memory.h"

#include <string.h>

struct waiter {
    uint64_t who;
    uint32_t next; /* in the entry's list or the free list */
};

struct entry {
    uint64_t addr;
    uint32_t next_in_chain; /* of the hash, or of the free list */
    uint32_t first, last;   /* waiters */
    uint32_t n;
    uint32_t next_ready;
    bool ready;
};

struct mshr {
    uint32_t max_entries, max_merges, max_waiting;
    uint32_t n_entries, n_waiting;
    uint32_t fresh_entry, fresh_waiter; /* first never used */
    uint32_t free_entry, free_waiter;
    uint32_t first_ready, last_ready;
    uint32_t hash_mask;
    uint32_t *chains;
    struct entry *entries;
    struct waiter *waiters;
};

enum st_code mshr_create(struct mshr **out, uint32_t entries, uint32_t merges, uint32_t waiting,
                         struct status *st)
{
    *out = NULL;
    struct mshr *m;
    TRY(mem_make(&m, 1, sizeof *m, "MSHRs", st));
    m->max_entries = entries;
    m->max_merges = merges;
    uint64_t all = (uint64_t)entries * merges;
    m->max_waiting = waiting && waiting < all ? waiting
                     : all < MSHR_NONE        ? (uint32_t)all
                                              : MSHR_NONE - 1;
    uint32_t buckets = 16;
    while (buckets < 2 * (uint64_t)entries && buckets < 4096)
        buckets *= 2;
    m->hash_mask = buckets - 1;
    if (!MEM_ARRAYS(MEM_ARRAY(m->chains, buckets), MEM_ARRAY(m->entries, entries),
                    MEM_ARRAY(m->waiters, m->max_waiting))) {
        mshr_free(m);
        return status_no_memory(st, "MSHRs");
    }
    memset(m->chains, 0xff, (size_t)buckets * sizeof *m->chains);
    m->free_entry = m->free_waiter = m->first_ready = m->last_ready = MSHR_NONE;
    *out = m;
    return ST_OK;
}

void mshr_free(struct mshr *m)
{
    if (m)
        MEM_FREE(m->chains, m->entries, m->waiters, m);
}

static uint32_t *chain_of(const struct mshr *m, uint64_t addr)
{
    return &m->chains[((addr >> 5) * 0x9E3779B97F4A7C15u >> 32) & m->hash_mask];
}

static uint32_t find(const struct mshr *m, uint64_t addr)
{
    uint32_t e = *chain_of(m, addr);
    while (e != MSHR_NONE && m->entries[e].addr != addr)
        e = m->entries[e].next_in_chain;
    return e;
}

bool mshr_has(const struct mshr *m, uint64_t addr)
{
    return find(m, addr) != MSHR_NONE;
}

bool mshr_can_add(const struct mshr *m, uint64_t addr)
{
    if (m->n_waiting == m->max_waiting)
        return false;
    uint32_t e = find(m, addr);
    return e != MSHR_NONE ? m->entries[e].n < m->max_merges : m->n_entries < m->max_entries;
}

static uint32_t new_entry(struct mshr *m, uint64_t addr)
{
    uint32_t e = m->free_entry;
    if (e != MSHR_NONE)
        m->free_entry = m->entries[e].next_in_chain;
    else
        e = m->fresh_entry++;
    uint32_t *chain = chain_of(m, addr);
    m->entries[e] = (struct entry){.addr = addr,
                                   .next_in_chain = *chain,
                                   .first = MSHR_NONE,
                                   .last = MSHR_NONE,
                                   .next_ready = MSHR_NONE};
    *chain = e;
    m->n_entries++;
    return e;
}

enum mshr_added mshr_try(struct mshr *m, uint64_t addr, uint64_t who)
{
    uint32_t e = find(m, addr);
    bool fetch = e == MSHR_NONE;
    bool room = m->n_waiting < m->max_waiting;
    if (fetch && (!room || m->n_entries >= m->max_entries))
        return MSHR_NO_ENTRY;
    if (!fetch && (!room || m->entries[e].n >= m->max_merges))
        return MSHR_NO_MERGE;
    if (fetch)
        e = new_entry(m, addr);
    uint32_t w = m->free_waiter;
    if (w != MSHR_NONE)
        m->free_waiter = m->waiters[w].next;
    else
        w = m->fresh_waiter++;
    m->waiters[w] = (struct waiter){who, MSHR_NONE};
    struct entry *entry = &m->entries[e];
    if (entry->last != MSHR_NONE)
        m->waiters[entry->last].next = w;
    else
        entry->first = w;
    entry->last = w;
    entry->n++;
    m->n_waiting++;
    return fetch ? MSHR_FETCH : MSHR_JOINED;
}

bool mshr_add(struct mshr *m, uint64_t addr, uint64_t who)
{
    enum mshr_added added = mshr_try(m, addr, who);
    if (added == MSHR_NO_ENTRY || added == MSHR_NO_MERGE)
        BUG("mshr: no room for %llx", (unsigned long long)addr);
    return added == MSHR_FETCH;
}

bool mshr_arrived(const struct mshr *m, uint64_t addr)
{
    uint32_t e = find(m, addr);
    return e != MSHR_NONE && m->entries[e].ready;
}

void mshr_set_ready(struct mshr *m, uint64_t addr)
{
    uint32_t e = find(m, addr);
    if (e == MSHR_NONE || m->entries[e].ready)
        BUG("mshr: %llx arrived without an entry that waits", (unsigned long long)addr);
    m->entries[e].ready = true;
    if (m->last_ready != MSHR_NONE)
        m->entries[m->last_ready].next_ready = e;
    else
        m->first_ready = e;
    m->last_ready = e;
}

bool mshr_peek(const struct mshr *m, uint64_t *addr, uint64_t *who)
{
    if (m->first_ready == MSHR_NONE)
        return false;
    const struct entry *e = &m->entries[m->first_ready];
    *addr = e->addr;
    *who = m->waiters[e->first].who;
    return true;
}

bool mshr_any_ready(const struct mshr *m)
{
    return m->first_ready != MSHR_NONE;
}

static void remove_entry(struct mshr *m, uint32_t e)
{
    uint32_t *link = chain_of(m, m->entries[e].addr);
    while (*link != e)
        link = &m->entries[*link].next_in_chain;
    *link = m->entries[e].next_in_chain;
    m->entries[e].next_in_chain = m->free_entry;
    m->free_entry = e;
    m->n_entries--;
}

static void drop_first(struct mshr *m, struct entry *entry)
{
    uint32_t w = entry->first;
    entry->first = m->waiters[w].next;
    entry->n--;
    m->waiters[w].next = m->free_waiter;
    m->free_waiter = w;
    m->n_waiting--;
}

void mshr_pop(struct mshr *m)
{
    uint32_t e = m->first_ready;
    if (e == MSHR_NONE)
        BUG("mshr: nothing is ready");
    struct entry *entry = &m->entries[e];
    drop_first(m, entry);
    if (entry->n)
        return;
    m->first_ready = entry->next_ready;
    if (m->first_ready == MSHR_NONE)
        m->last_ready = MSHR_NONE;
    remove_entry(m, e);
}

uint32_t mshr_first(const struct mshr *m, uint64_t addr)
{
    uint32_t e = find(m, addr);
    return e == MSHR_NONE ? MSHR_NONE : m->entries[e].first;
}

uint32_t mshr_after(const struct mshr *m, uint32_t i)
{
    return m->waiters[i].next;
}

uint64_t mshr_who(const struct mshr *m, uint32_t i)
{
    return m->waiters[i].who;
}

void mshr_release(struct mshr *m, uint64_t addr)
{
    uint32_t e = find(m, addr);
    if (e == MSHR_NONE || m->entries[e].ready)
        BUG("mshr: %llx has no entry to release", (unsigned long long)addr);
    while (m->entries[e].n)
        drop_first(m, &m->entries[e]);
    remove_entry(m, e);
}

uint32_t mshr_used(const struct mshr *m)
{
    return m->n_entries;
}

uint32_t mshr_waiting(const struct mshr *m)
{
    return m->n_waiting;
}
