/* Lines are found by one chained hash over all sets, so a fully associative cache of 512 lines is
 * as fast as one of 16 ways. A link carries the low bits of its line's number, so a miss seldom
 * reads a line. The line found last is remembered, because an access looks for it several times.
 * Lines that were never used are at the cold end of their set's LRU order, so the victim is the
 * first line from there that may be evicted. */
#include "sim/timing/memory/cache.h"

#include "common/memory.h"
#include "sim/timing/memory/recency.h"

#include <string.h>

#define NO_LINE RECENCY_NONE

/* A link of the hash to a line. */
struct link {
    uint32_t line; /* or NO_LINE */
    uint32_t low;  /* low bits of its number */
};

struct line {
    uint64_t number;                           /* address / line_B */
    struct link next;                          /* in its hash chain */
    uint8_t present, pending, dirty, readable; /* bit per sector */
    bool used;                                 /* the line is in the hash */
};

struct cache {
    struct cache_shape shape;
    struct set_index index;
    uint32_t line_shift;
    uint32_t hash_mask;
    uint32_t found; /* the line found last */
    struct line *lines;
    struct link *chains;
    struct recency use;
    uint32_t *written; /* bytes written in each sector of each line */
};

enum st_code cache_create(struct cache **out, const struct cache_shape *shape, const char *name,
                          struct status *st)
{
    *out = NULL;
    struct cache *c;
    TRY(mem_make(&c, 1, sizeof *c, name, st));
    c->shape = *shape;
    c->line_shift = (uint32_t)__builtin_ctz(shape->line_B);
    set_index_make(&c->index, shape->sets, shape->set_index);
    uint32_t n = shape->sets * shape->ways, buckets = 16;
    while (buckets < 2 * n)
        buckets *= 2;
    c->hash_mask = buckets - 1;
    if (!MEM_ARRAYS(MEM_ARRAY(c->lines, n), MEM_ROOM(c->chains, buckets),
                    MEM_ARRAY(c->written, (size_t)n << (c->line_shift - 5))) ||
        !recency_create(&c->use, shape->sets, shape->ways, 0)) {
        cache_free(c);
        return status_no_memory(st, name);
    }
    memset(c->chains, 0xff, (size_t)buckets * sizeof *c->chains);
    *out = c;
    return ST_OK;
}

void cache_free(struct cache *c)
{
    if (!c)
        return;
    recency_free(&c->use);
    MEM_FREE(c->lines, c->chains, c->written, c);
}

static struct link *chain_of(const struct cache *c, uint64_t number)
{
    return &c->chains[(number * 0x9E3779B97F4A7C15u >> 32) & c->hash_mask];
}

static uint32_t find(struct cache *c, uint64_t addr)
{
    uint64_t number = addr >> c->line_shift;
    uint32_t found = c->found;
    if (c->lines[found].used && c->lines[found].number == number)
        return found;
    const struct link *link = chain_of(c, number);
    while (link->line != NO_LINE) {
        struct line *l = &c->lines[link->line];
        if (link->low == (uint32_t)number && l->number == number)
            return c->found = link->line;
        link = &l->next;
    }
    return NO_LINE;
}

static uint32_t sector_of(const struct cache *c, uint64_t addr)
{
    return (uint32_t)(addr & (c->shape.line_B - 1)) / SECTOR_B;
}

static uint32_t *written_of(struct cache *c, uint32_t line, uint32_t sector)
{
    return &c->written[((size_t)line << (c->line_shift - 5)) + sector];
}

enum cache_status cache_probe(struct cache *c, uint64_t addr, bool write)
{
    uint32_t i = find(c, addr);
    if (i == NO_LINE)
        return CACHE_MISS;
    const struct line *l = &c->lines[i];
    uint32_t bit = 1u << sector_of(c, addr);
    if (l->present & bit)
        return (write && !c->shape.forgets_bytes) || (l->readable & bit) ? CACHE_HIT
                                                                         : CACHE_SECTOR_MISS;
    return l->pending & bit ? CACHE_HIT_RESERVED : CACHE_SECTOR_MISS;
}

bool cache_is_pending(struct cache *c, uint64_t addr)
{
    uint32_t i = find(c, addr);
    return i != NO_LINE && c->lines[i].pending >> sector_of(c, addr) & 1;
}

static void forget(struct cache *c, uint32_t i)
{
    struct line *l = &c->lines[i];
    struct link *link = chain_of(c, l->number);
    while (link->line != i)
        link = &c->lines[link->line].next;
    *link = l->next;
    l->used = false;
    l->present = l->pending = l->dirty = l->readable = 0;
}

void cache_touch(struct cache *c, uint64_t addr)
{
    uint32_t i = find(c, addr);
    if (i != NO_LINE)
        recency_make_hottest(&c->use, i);
}

/* Finds addr's line or allocates it, and makes it the most recently used. NO_LINE if no line of the
 * set may be evicted. */
static uint32_t obtain(struct cache *c, uint64_t addr, uint64_t index_addr,
                       struct cache_evicted *evicted)
{
    *evicted = (struct cache_evicted){0};
    uint32_t i = find(c, addr);
    if (i != NO_LINE) {
        recency_make_hottest(&c->use, i);
        return i;
    }
    i = c->use.coldest[set_index_of(&c->index, index_addr >> c->line_shift)];
    while (i != NO_LINE && c->lines[i].pending)
        i = c->use.lines[i].warmer;
    if (i == NO_LINE)
        return NO_LINE;
    struct line *l = &c->lines[i];
    if (l->used) {
        evicted->happened = true;
        evicted->line_addr = l->number << c->line_shift;
        evicted->dirty_sectors = l->dirty;
        forget(c, i);
    }
    l->number = addr >> c->line_shift;
    l->used = true;
    struct link *chain = chain_of(c, l->number);
    l->next = *chain;
    *chain = (struct link){i, (uint32_t)l->number};
    c->found = i;
    recency_make_hottest(&c->use, i);
    return i;
}

bool cache_reserve(struct cache *c, uint64_t addr, uint64_t index_addr,
                   struct cache_evicted *evicted)
{
    uint32_t i = obtain(c, addr, index_addr, evicted);
    if (i == NO_LINE)
        return false;
    uint8_t bit = (uint8_t)(1u << sector_of(c, addr));
    c->lines[i].pending |= bit;
    c->lines[i].present &= (uint8_t)~bit;
    return true;
}

void cache_fill(struct cache *c, uint64_t addr)
{
    uint32_t i = find(c, addr);
    uint8_t bit = (uint8_t)(1u << sector_of(c, addr));
    if (i == NO_LINE || !(c->lines[i].pending & bit))
        BUG("cache: a fill of %llx that nothing waits for", (unsigned long long)addr);
    struct line *l = &c->lines[i];
    l->pending &= (uint8_t)~bit;
    /* A cache with forgets_bytes keeps an unreadable sector unreadable: it has no record of the
     * bytes that were not written before the fill. */
    if (!(c->shape.forgets_bytes && l->present & bit))
        l->readable |= bit;
    l->present |= bit;
}

bool cache_write(struct cache *c, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                 struct cache_evicted *evicted)
{
    uint32_t i = obtain(c, addr, index_addr, evicted);
    if (i == NO_LINE)
        return false;
    struct line *l = &c->lines[i];
    uint32_t sector = sector_of(c, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    uint32_t *written = written_of(c, i, sector);
    *written = (l->dirty & bit && !c->shape.forgets_bytes ? *written : 0) | bytes;
    l->present |= bit;
    l->dirty |= bit;
    if (*written == CACHE_ALL_BYTES)
        l->readable |= bit;
    return true;
}

void cache_count_left(const struct cache *c, struct cache_left *into)
{
    for (uint32_t i = 0; i < c->shape.sets * c->shape.ways; i++) {
        const struct line *l = &c->lines[i];
        if (!l->used)
            continue;
        into->lines++;
        into->dirty_lines += l->dirty != 0;
        into->dirty_sectors += (uint32_t)__builtin_popcount(l->dirty);
    }
}
