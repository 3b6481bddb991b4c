#include "sim/abstract/tags.h"

#include "common/memory.h"
#include "sim/config/set_index.h"
#include "sim/timing/memory/recency.h"

enum {
    SECTOR_SHIFT = 5,
    WINDOW_SHIFT = 4,
    WINDOWS = 512,
    LINE_ALIGN = 32,
    HOST_LINE = 64, /* bytes of a line of the host's cache */
};
#define NONE RECENCY_NONE

struct line {
    uint64_t number;                 /* address / line size */
    uint32_t next;                   /* in its chain */
    uint8_t present, dirty, partial; /* by sector; partial: written, but not all of it */
    bool used;
    uint32_t comes[]; /* by sector: cycle, modulo 2^32 */
};

struct tags {
    /* What every access reads, together in the host's cache. */
    uint8_t *lines; /* of line_bytes each */
    uint32_t *chains;
    uint32_t line_bytes, line_shift, sector_mask, hash_mask;
    uint32_t found;  /* the line found last */
    uint64_t absent; /* number of the line looked for last that is not there, else UINT64_MAX */
    uint64_t window; /* lines that came before it are not on their way */
    uint32_t on_way;
    uint32_t spare;
    struct recency use;
    uint32_t n_lines, first_free, spare_used, sectors;
    bool forgets_bytes;
    uint8_t *block;    /* in which the lines lie, each in as few of the host's as can be */
    uint32_t *written; /* by line and sector: bytes of dirty sectors */
    /* Where lines are allocated when they are filled, those on their way take no room: as many
     * spare lines as there are of them are in use. */
    uint32_t coming[WINDOWS]; /* lines, by 16 cycles */
    struct set_index index;
};

static struct line *line_of(const struct tags *t, uint32_t i)
{
    return (struct line *)(void *)(t->lines + (size_t)i * t->line_bytes);
}

static void link_all(struct tags *t)
{
    for (uint32_t i = 0; i <= t->hash_mask; i++)
        t->chains[i] = NONE;
    t->first_free = NONE;
    for (uint32_t i = t->n_lines - t->spare; i < t->n_lines; i++) {
        line_of(t, i)->next = t->first_free;
        t->first_free = i;
    }
}

enum st_code tags_create(struct tags **out, const struct cache_shape *shape, uint32_t on_way,
                         struct status *st)
{
    *out = NULL;
    struct tags *t;
    TRY(mem_make(&t, 1, sizeof *t, "tags", st));
    t->spare = shape->sets == 1 ? on_way : 0;
    uint32_t n = shape->sets * shape->ways + t->spare, buckets = 16;
    while (buckets < 2 * n)
        buckets *= 2;
    set_index_make(&t->index, shape->sets, shape->set_index);
    t->line_shift = (uint32_t)__builtin_ctz(shape->line_B);
    t->sectors = shape->line_B >> SECTOR_SHIFT;
    t->sector_mask = t->sectors - 1;
    t->hash_mask = buckets - 1;
    t->n_lines = n;
    t->forgets_bytes = shape->forgets_bytes;
    t->absent = UINT64_MAX;
    t->line_bytes = (uint32_t)(sizeof(struct line) + t->sectors * sizeof(uint32_t));
    t->line_bytes = (t->line_bytes + LINE_ALIGN - 1) / LINE_ALIGN * LINE_ALIGN;
    if (!MEM_ARRAYS(MEM_ARRAY(t->block, (size_t)n * t->line_bytes + HOST_LINE),
                    MEM_ARRAY(t->chains, buckets), MEM_ARRAY(t->written, (size_t)n * t->sectors)) ||
        !recency_create(&t->use, shape->sets, shape->ways, t->spare)) {
        tags_free(t);
        return status_no_memory(st, "tags");
    }
    t->lines = t->block + (HOST_LINE - (uintptr_t)t->block % HOST_LINE);
    link_all(t);
    *out = t;
    return ST_OK;
}

void tags_free(struct tags *t)
{
    if (!t)
        return;
    recency_free(&t->use);
    MEM_FREE(t->block, t->chains, t->written, t);
}

static uint32_t *chain_of(const struct tags *t, uint64_t number)
{
    return &t->chains[(number * 0x9E3779B97F4A7C15u >> 32) & t->hash_mask];
}

void tags_prefetch(const struct tags *t, uint64_t addr)
{
    uint32_t i = *chain_of(t, addr >> t->line_shift);
    if (i != NONE)
        __builtin_prefetch(line_of(t, i));
}

static uint32_t find(struct tags *t, uint64_t addr)
{
    uint64_t number = addr >> t->line_shift;
    const struct line *l = line_of(t, t->found);
    if (l->number == number && l->used)
        return t->found;
    if (number == t->absent)
        return NONE;
    for (uint32_t i = *chain_of(t, number); i != NONE; i = l->next) {
        l = line_of(t, i);
        if (l->number == number)
            return t->found = i;
    }
    t->absent = number;
    return NONE;
}

static uint32_t sector_of(const struct tags *t, uint64_t addr)
{
    return (uint32_t)(addr >> SECTOR_SHIFT) & t->sector_mask;
}

static void forget(struct tags *t, uint32_t i)
{
    uint32_t *link = chain_of(t, line_of(t, i)->number);
    while (*link != i)
        link = &line_of(t, *link)->next;
    *link = line_of(t, i)->next;
    line_of(t, i)->used = false;
    line_of(t, i)->present = line_of(t, i)->dirty = line_of(t, i)->partial = 0;
}

static void evict(struct tags *t, uint32_t i, struct cache_evicted *evicted)
{
    const struct line *l = line_of(t, i);
    if (!l->used)
        return;
    *evicted = (struct cache_evicted){true, l->number << t->line_shift, l->dirty};
    forget(t, i);
}

/* The coldest line of the only set goes out of use. */
static void put_aside(struct tags *t, struct cache_evicted *evicted)
{
    struct recency *use = &t->use;
    uint32_t i = use->coldest[0];
    evict(t, i, evicted);
    use->coldest[0] = use->lines[i].warmer;
    __builtin_prefetch(line_of(t, use->coldest[0])); /* the next to go */
    use->lines[use->coldest[0]].colder = NONE;
    line_of(t, i)->next = t->first_free;
    t->first_free = i;
    t->spare_used--;
}

/* A spare line becomes the hottest of the only set. */
static uint32_t take_spare(struct tags *t)
{
    uint32_t i = t->first_free;
    t->first_free = line_of(t, i)->next;
    struct recency *use = &t->use;
    use->lines[i] = (struct neighbours){NONE, use->hottest[0]};
    use->lines[use->hottest[0]].warmer = i;
    use->hottest[0] = i;
    t->spare_used++;
    return i;
}

static uint32_t victim(struct tags *t, uint64_t line_number, struct cache_evicted *evicted)
{
    while (t->spare_used > t->on_way)
        put_aside(t, evicted);
    if (t->spare_used < t->on_way && t->first_free != NONE)
        return take_spare(t);
    uint32_t set = set_index_of(&t->index, line_number), i = t->use.coldest[set];
    evict(t, i, evicted);
    recency_make_hottest(&t->use, i);
    return i;
}

static uint32_t obtain(struct tags *t, uint64_t addr, uint64_t index_addr,
                       struct cache_evicted *evicted)
{
    *evicted = (struct cache_evicted){0};
    uint32_t i = find(t, addr);
    if (i != NONE) {
        recency_make_hottest(&t->use, i);
        return i;
    }
    i = victim(t, index_addr >> t->line_shift, evicted);
    struct line *l = line_of(t, i);
    l->number = addr >> t->line_shift;
    l->used = true;
    uint32_t *chain = chain_of(t, l->number);
    l->next = *chain;
    *chain = i;
    t->found = i;
    t->absent = UINT64_MAX;
    return i;
}

/* A line that was not there comes in cycle `comes`. */
static void note_coming(struct tags *t, uint64_t comes)
{
    uint64_t window = comes >> WINDOW_SHIFT;
    if (!t->spare || window < t->window)
        return;
    if (window - t->window >= WINDOWS)
        window = t->window + WINDOWS - 1;
    t->coming[window % WINDOWS]++;
    t->on_way++;
}

static void note_time(struct tags *t, uint64_t now)
{
    for (uint64_t window = now >> WINDOW_SHIFT; t->window < window; t->window++) {
        if (t->on_way == 0) {
            t->window = window;
            return;
        }
        t->on_way -= t->coming[t->window % WINDOWS];
        t->coming[t->window % WINDOWS] = 0;
    }
}

/* Cycles until the sector of line i is there; 0: it is. */
static uint32_t wait_of(const struct tags *t, uint32_t i, uint32_t sector, uint64_t now)
{
    uint32_t wait = line_of(t, i)->comes[sector] - (uint32_t)now;
    return wait < UINT32_MAX / 2 ? wait : 0;
}

enum cache_status tags_read(struct tags *t, uint64_t addr, uint64_t now, uint64_t *comes)
{
    uint32_t i = find(t, addr), sector = sector_of(t, addr);
    note_time(t, now);
    if (i == NONE)
        return CACHE_MISS;
    const struct line *l = line_of(t, i);
    if (!((l->present & ~l->partial) >> sector & 1))
        return CACHE_SECTOR_MISS;
    recency_make_hottest(&t->use, i);
    uint32_t wait = wait_of(t, i, sector, now);
    *comes = now + wait;
    return wait ? CACHE_HIT_RESERVED : CACHE_HIT;
}

void tags_fetch(struct tags *t, uint64_t addr, uint64_t index_addr, uint64_t comes,
                struct cache_evicted *evicted)
{
    uint32_t i = obtain(t, addr, index_addr, evicted), sector = sector_of(t, addr);
    if (!line_of(t, i)->present)
        note_coming(t, comes);
    line_of(t, i)->present |= (uint8_t)(1u << sector);
    line_of(t, i)->partial &= (uint8_t) ~(1u << sector);
    line_of(t, i)->comes[sector] = (uint32_t)comes;
}

bool tags_drop(struct tags *t, uint64_t addr, uint64_t now)
{
    uint32_t i = find(t, addr), sector = sector_of(t, addr);
    if (i == NONE || !(line_of(t, i)->present >> sector & 1) || wait_of(t, i, sector, now))
        return false;
    struct line *l = line_of(t, i);
    uint8_t others = (uint8_t) ~(1u << sector);
    l->present &= others;
    l->dirty &= others;
    l->partial &= others;
    if (!l->present) {
        forget(t, i);
        recency_make_coldest(&t->use, i);
    }
    return true;
}

enum cache_status tags_write(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                             uint64_t now, struct cache_evicted *evicted)
{
    uint32_t known = find(t, addr), sector = sector_of(t, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    uint32_t i = obtain(t, addr, index_addr, evicted);
    struct line *l = line_of(t, i);
    enum cache_status found = known == NONE ? CACHE_MISS : CACHE_SECTOR_MISS;
    bool forgot = t->forgets_bytes && l->partial & bit;
    if (l->present & bit && !forgot)
        found = wait_of(t, i, sector, now) ? CACHE_HIT_RESERVED : CACHE_HIT;
    uint32_t *written = &t->written[i * t->sectors + sector];
    *written = (l->dirty & bit && !t->forgets_bytes ? *written : 0) | bytes;
    if (!(l->present & bit) || l->partial & bit) {
        line_of(t, i)->comes[sector] = (uint32_t)now;
        l->partial = (uint8_t)(*written == CACHE_ALL_BYTES ? l->partial & ~bit : l->partial | bit);
    }
    l->present |= bit;
    l->dirty |= bit;
    return found;
}

void tags_count_left(const struct tags *t, uint64_t shared_end, struct tags_left *into)
{
    for (uint32_t i = 0; i < t->n_lines; i++) {
        const struct line *l = line_of(t, i);
        if (!l->used)
            continue;
        into->lines++;
        into->dirty_lines += l->dirty != 0;
        into->dirty_sectors += (uint32_t)__builtin_popcount(l->dirty);
        if (l->number << t->line_shift < shared_end)
            into->shared_sectors += (uint32_t)__builtin_popcount(l->present);
    }
}
