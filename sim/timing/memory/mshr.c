/* An entry holds its first request, which is mostly its only one; the others follow in a list. Both
 * come from pools whose free lists are reused first, so a pool is touched only up to its peak
 * use. */
#include "sim/timing/memory/mshr.h"

#include "common/memory.h"

#include <string.h>

struct entry {
    uint64_t addr;
    uint64_t who;           /* the request that has waited longest */
    uint32_t next, last;    /* the other requests: places in `others` */
    uint32_t n;             /* requests */
    uint32_t next_ready;    /* in the list of ready entries or the free list */
    uint32_t next_in_chain; /* in its hash chain */
    bool ready;
};

struct mshr {
    uint32_t max_entries, max_merges, max_waiting;
    uint32_t n_entries, n_waiting;
    uint32_t fresh_entry, fresh_other; /* the first entry and place that were never used */
    uint32_t free_entry, free_other;
    uint32_t first_ready, last_ready;
    uint32_t hash_mask;
    uint32_t *chains; /* NULL: mshr_find() is not used */
    struct entry *entries;
    struct mshr_request *others;
};

enum st_code mshr_create(struct mshr **out, uint32_t entries, uint32_t merges, uint32_t waiting,
                         bool searched, struct status *st)
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
    if (!MEM_ARRAYS(MEM_ROOM(m->entries, entries), MEM_ROOM(m->others, m->max_waiting)) ||
        (searched && !MEM_ARRAYS(MEM_ROOM(m->chains, buckets)))) {
        mshr_free(m);
        return status_no_memory(st, "MSHRs");
    }
    if (searched)
        memset(m->chains, 0xff, (size_t)buckets * sizeof *m->chains);
    m->free_entry = m->free_other = m->first_ready = m->last_ready = MSHR_NONE;
    *out = m;
    return ST_OK;
}

void mshr_free(struct mshr *m)
{
    if (m)
        MEM_FREE(m->chains, m->entries, m->others, m);
}

static uint32_t *chain_of(const struct mshr *m, uint64_t addr)
{
    return &m->chains[((addr >> 5) * 0x9E3779B97F4A7C15u >> 32) & m->hash_mask];
}

uint32_t mshr_find(const struct mshr *m, uint64_t addr)
{
    uint32_t e = *chain_of(m, addr);
    while (e != MSHR_NONE && m->entries[e].addr != addr)
        e = m->entries[e].next_in_chain;
    return e;
}

bool mshr_can_add(const struct mshr *m, uint32_t entry)
{
    if (m->n_waiting == m->max_waiting)
        return false;
    return entry != MSHR_NONE ? m->entries[entry].n < m->max_merges : m->n_entries < m->max_entries;
}

static uint32_t new_entry(struct mshr *m, uint64_t addr, uint64_t who)
{
    uint32_t e = m->free_entry;
    if (e != MSHR_NONE)
        m->free_entry = m->entries[e].next_ready;
    else
        e = m->fresh_entry++;
    struct entry *entry = &m->entries[e];
    *entry = (struct entry){
        .addr = addr, .who = who, .next = MSHR_NONE, .n = 1, .next_ready = MSHR_NONE};
    if (m->chains) {
        uint32_t *chain = chain_of(m, addr);
        entry->next_in_chain = *chain;
        *chain = e;
    }
    m->n_entries++;
    return e;
}

static void join(struct mshr *m, struct entry *entry, uint64_t who)
{
    uint32_t w = m->free_other;
    if (w != MSHR_NONE)
        m->free_other = m->others[w].next;
    else
        w = m->fresh_other++;
    m->others[w] = (struct mshr_request){who, MSHR_NONE};
    if (entry->next == MSHR_NONE)
        entry->next = w;
    else
        m->others[entry->last].next = w;
    entry->last = w;
    entry->n++;
}

enum mshr_added mshr_try(struct mshr *m, uint32_t *entry, uint64_t addr, uint64_t who)
{
    bool fetch = *entry == MSHR_NONE;
    if (!mshr_can_add(m, *entry))
        return fetch ? MSHR_NO_ENTRY : MSHR_NO_MERGE;
    if (fetch)
        *entry = new_entry(m, addr, who);
    else
        join(m, &m->entries[*entry], who);
    m->n_waiting++;
    return fetch ? MSHR_FETCH : MSHR_JOINED;
}

bool mshr_arrived(const struct mshr *m, uint32_t entry)
{
    return entry != MSHR_NONE && m->entries[entry].ready;
}

void mshr_set_ready(struct mshr *m, uint32_t entry)
{
    if (entry == MSHR_NONE || m->entries[entry].ready)
        BUG("mshr: a sector arrived for which no entry waits");
    m->entries[entry].ready = true;
    if (m->first_ready != MSHR_NONE)
        m->entries[m->last_ready].next_ready = entry;
    else
        m->first_ready = entry;
    m->last_ready = entry;
}

bool mshr_any_ready(const struct mshr *m)
{
    return m->first_ready != MSHR_NONE;
}

bool mshr_peek(const struct mshr *m, uint64_t *who)
{
    if (m->first_ready == MSHR_NONE)
        return false;
    *who = m->entries[m->first_ready].who;
    return true;
}

bool mshr_alone_ready(const struct mshr *m)
{
    uint32_t e = m->first_ready;
    return e != MSHR_NONE && m->entries[e].n == 1 && m->entries[e].next_ready == MSHR_NONE;
}

static void remove_entry(struct mshr *m, uint32_t e)
{
    struct entry *entry = &m->entries[e];
    if (m->chains) {
        uint32_t *link = chain_of(m, entry->addr);
        while (*link != e)
            link = &m->entries[*link].next_in_chain;
        *link = entry->next_in_chain;
    }
    entry->next_ready = m->free_entry;
    m->free_entry = e;
    m->n_entries--;
}

struct mshr_taken mshr_take(struct mshr *m)
{
    uint32_t e = m->first_ready;
    if (e == MSHR_NONE)
        BUG("mshr: nothing is ready");
    struct entry *entry = &m->entries[e];
    struct mshr_taken taken = {entry->addr, entry->who, --entry->n == 0};
    m->n_waiting--;
    if (taken.last) {
        m->first_ready = entry->next_ready;
        remove_entry(m, e);
        return taken;
    }
    uint32_t w = entry->next;
    entry->who = m->others[w].who;
    entry->next = m->others[w].next;
    m->others[w].next = m->free_other;
    m->free_other = w;
    return taken;
}

struct mshr_request mshr_first(const struct mshr *m, uint32_t entry)
{
    return (struct mshr_request){m->entries[entry].who, m->entries[entry].next};
}

bool mshr_after(const struct mshr *m, struct mshr_request *r)
{
    if (r->next == MSHR_NONE)
        return false;
    *r = m->others[r->next];
    return true;
}

void mshr_release(struct mshr *m, uint32_t entry)
{
    struct entry *e = &m->entries[entry];
    if (e->ready)
        BUG("mshr: %llx is released though it is ready", (unsigned long long)e->addr);
    if (e->next != MSHR_NONE) {
        m->others[e->last].next = m->free_other;
        m->free_other = e->next;
    }
    m->n_waiting -= e->n;
    remove_entry(m, entry);
}

uint32_t mshr_used(const struct mshr *m)
{
    return m->n_entries;
}

uint32_t mshr_waiting(const struct mshr *m)
{
    return m->n_waiting;
}
