#include "sim/approximate/tags.h"

#include "common/memory.h"
#include "sim/config/set_index.h"

enum {
    SECTOR_SHIFT = 5,
    WINDOW_SHIFT = 4,
    WINDOWS = 512,
    LINE_ALIGN = 32,
    HOST_LINE = 64, /* bytes of a line of the host's cache */
};
#define NONE RECENCY_NONE

struct tags {
    struct tags_index x;
    uint64_t window; /* first window of 16 cycles whose lines may be in flight */
    uint32_t on_way;
    uint32_t spare;
    uint32_t n_lines, first_free, spare_used, sectors;
    bool forgets_bytes;
    uint8_t *block; /* memory of the lines, aligned so that each lies in as few of the host's lines
                       as possible */
    uint32_t *written; /* by line and sector: mask of written bytes */
    /* If lines are allocated when they are filled, lines in flight take no room: for each, a spare
     * line is in use. */
    uint32_t coming[WINDOWS]; /* number of lines in flight, by window of 16 cycles of arrival */
    struct set_index index;
};

static struct tags_line *line_of(const struct tags *t, uint32_t i)
{
    return (struct tags_line *)(void *)(t->x.lines + (size_t)i * t->x.line_bytes);
}

static void link_all(struct tags *t)
{
    for (uint32_t i = 0; i <= t->x.hash_mask; i++)
        t->x.chains[i] = NONE;
    for (uint32_t i = 0; i < t->n_lines; i++)
        *line_of(t, i) = (struct tags_line){.number = TAGS_NO_LINE};
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
    struct tags_index *x = &t->x;
    x->line_shift = (uint32_t)__builtin_ctz(shape->line_B);
    t->sectors = shape->line_B >> SECTOR_SHIFT;
    x->sector_mask = t->sectors - 1;
    x->hash_mask = buckets - 1;
    t->n_lines = n;
    t->forgets_bytes = shape->forgets_bytes;
    x->absent = TAGS_NO_LINE;
    x->line_bytes = (uint32_t)(sizeof(struct tags_line) + t->sectors * sizeof(uint32_t));
    x->line_bytes = (x->line_bytes + LINE_ALIGN - 1) / LINE_ALIGN * LINE_ALIGN;
    if (!MEM_ARRAYS(MEM_ROOM(t->block, (size_t)n * x->line_bytes + HOST_LINE),
                    MEM_ROOM(x->chains, buckets), MEM_ROOM(t->written, (size_t)n * t->sectors)) ||
        !recency_create(&x->use, shape->sets, shape->ways, t->spare)) {
        tags_free(t);
        return status_no_memory(st, "tags");
    }
    x->lines = t->block + (HOST_LINE - (uintptr_t)t->block % HOST_LINE);
    link_all(t);
    x->found = line_of(t, 0);
    *out = t;
    return ST_OK;
}

void tags_free(struct tags *t)
{
    if (!t)
        return;
    recency_free(&t->x.use);
    MEM_FREE(t->block, t->x.chains, t->written, t);
}

struct tags_line *tags_search(struct tags_index *x, uint64_t number)
{
    for (uint32_t i = x->chains[tags_chain(x, number)]; i != NONE;) {
        struct tags_line *l = (void *)(x->lines + (size_t)i * x->line_bytes);
        if (l->number == number) {
            x->found_at = i;
            return x->found = l;
        }
        i = l->next;
    }
    x->absent = number;
    return NULL;
}

static struct tags_line *find(struct tags *t, uint64_t addr)
{
    return tags_find(&t->x, addr >> t->x.line_shift);
}

static uint32_t sector_of(const struct tags *t, uint64_t addr)
{
    return (uint32_t)(addr >> SECTOR_SHIFT) & t->x.sector_mask;
}

static void forget(struct tags *t, struct tags_line *l, uint32_t i)
{
    uint32_t *link = &t->x.chains[tags_chain(&t->x, l->number)];
    while (*link != i)
        link = &line_of(t, *link)->next;
    *link = l->next;
    l->number = TAGS_NO_LINE;
    l->present = l->dirty = l->readable = l->asked = 0;
}

static void evict(struct tags *t, uint32_t i, struct cache_evicted *evicted)
{
    struct tags_line *l = line_of(t, i);
    if (l->number == TAGS_NO_LINE)
        return;
    *evicted = (struct cache_evicted){true, l->number << t->x.line_shift, l->dirty};
    forget(t, l, i);
}

/* Takes the least recently used line of the only set out of use. */
static void put_aside(struct tags *t, struct cache_evicted *evicted)
{
    struct recency *use = &t->x.use;
    uint32_t i = use->coldest[0];
    evict(t, i, evicted);
    use->coldest[0] = use->lines[i].warmer;
    __builtin_prefetch(line_of(t, use->coldest[0])); /* the next victim */
    use->lines[use->coldest[0]].colder = NONE;
    line_of(t, i)->next = t->first_free;
    t->first_free = i;
    t->spare_used--;
}

/* Takes a spare line into use, as the most recently used of the only set. */
static uint32_t take_spare(struct tags *t)
{
    uint32_t i = t->first_free;
    t->first_free = line_of(t, i)->next;
    struct recency *use = &t->x.use;
    use->lines[i] = (struct neighbours){NONE, use->hottest[0]};
    use->lines[use->hottest[0]].warmer = i;
    use->hottest[0] = i;
    t->spare_used++;
    return i;
}

/* Removes the lines that arrive by the time of the latest read from the lines in flight. */
static void note_time(struct tags *t)
{
    for (uint64_t window = t->x.latest >> WINDOW_SHIFT; t->window < window; t->window++) {
        if (t->on_way == 0) {
            t->window = window;
            return;
        }
        t->on_way -= t->coming[t->window % WINDOWS];
        t->coming[t->window % WINDOWS] = 0;
    }
}

static uint32_t victim(struct tags *t, uint64_t line_number, struct cache_evicted *evicted)
{
    if (t->spare) {
        note_time(t);
        while (t->spare_used > t->on_way)
            put_aside(t, evicted);
        if (t->spare_used < t->on_way && t->first_free != NONE)
            return take_spare(t);
    }
    uint32_t set = set_index_of(&t->index, line_number), i = t->x.use.coldest[set];
    evict(t, i, evicted);
    recency_make_hottest(&t->x.use, i);
    return i;
}

/* Allocates an absent line, without sectors, and makes it the one found last. */
static struct tags_line *allocate(struct tags *t, uint64_t addr, uint64_t index_addr,
                                  struct cache_evicted *evicted)
{
    struct tags_index *x = &t->x;
    evicted->happened = false;
    evicted->dirty_sectors = 0;
    uint32_t i = victim(t, index_addr >> x->line_shift, evicted);
    struct tags_line *l = line_of(t, i);
    l->number = addr >> x->line_shift;
    uint32_t *chain = &x->chains[tags_chain(x, l->number)];
    l->next = *chain;
    *chain = i;
    x->found = l;
    x->found_at = i;
    x->absent = TAGS_NO_LINE;
    return l;
}

/* Finds or allocates the line of an access; it becomes the most recently used. */
static struct tags_line *use(struct tags *t, uint64_t addr, uint64_t index_addr,
                             struct cache_evicted *evicted)
{
    struct tags_line *l = find(t, addr);
    if (!l)
        return allocate(t, addr, index_addr, evicted);
    recency_make_hottest(&t->x.use, t->x.found_at);
    evicted->happened = false;
    evicted->dirty_sectors = 0;
    return l;
}

bool tags_ask(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t number, uint32_t *place,
              struct cache_evicted *evicted)
{
    bool line = !find(t, addr);
    struct tags_line *l = use(t, addr, index_addr, evicted);
    uint32_t sector = sector_of(t, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    l->present |= bit;
    l->readable |= bit;
    l->asked |= bit;
    l->comes[sector] = number;
    *place = t->x.found_at;
    t->on_way += line && t->spare;
    return line;
}

/* Adds a line that arrives in cycle `comes` to the lines in flight, until a read is as late as
 * that. */
static void note_coming(struct tags *t, uint64_t comes)
{
    note_time(t);
    uint64_t window = comes >> WINDOW_SHIFT;
    if (window < t->window) {
        t->on_way--;
        return;
    }
    if (window - t->window >= WINDOWS)
        window = t->window + WINDOWS - 1;
    t->coming[window % WINDOWS]++;
}

void tags_answer(struct tags *t, uint64_t addr, uint32_t number, uint32_t place, bool line,
                 uint64_t comes)
{
    struct tags_line *l = line_of(t, place);
    uint32_t sector = sector_of(t, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    if (l->asked & bit && l->comes[sector] == number) {
        l->asked &= (uint8_t)~bit;
        l->comes[sector] = (uint32_t)comes;
    }
    if (line && t->spare)
        note_coming(t, comes);
}

bool tags_drop(struct tags *t, uint64_t addr, uint64_t now)
{
    struct tags_line *l = find(t, addr);
    uint32_t sector = sector_of(t, addr);
    if (!l || !(l->present >> sector & 1) || l->asked >> sector & 1 || tags_wait(l, sector, now))
        return false;
    uint8_t others = (uint8_t) ~(1u << sector);
    l->present &= others;
    l->dirty &= others;
    l->readable &= others;
    if (!l->present) {
        forget(t, l, t->x.found_at);
        recency_make_coldest(&t->x.use, t->x.found_at);
    }
    return true;
}

enum cache_status tags_write(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                             uint64_t now, struct cache_evicted *evicted)
{
    uint32_t sector = sector_of(t, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    enum cache_status found = find(t, addr) ? CACHE_SECTOR_MISS : CACHE_MISS;
    struct tags_line *l = use(t, addr, index_addr, evicted);
    if (l->asked & bit)
        found = CACHE_HIT_RESERVED;
    else if (l->present & bit && (l->readable & bit || !t->forgets_bytes))
        found = tags_wait(l, sector, now) ? CACHE_HIT_RESERVED : CACHE_HIT;
    uint32_t *written = &t->written[t->x.found_at * t->sectors + sector];
    *written = (l->dirty & bit && !t->forgets_bytes ? *written : 0) | bytes;
    if (!(l->readable & bit)) {
        l->comes[sector] = (uint32_t)now;
        l->readable |= *written == CACHE_ALL_BYTES ? bit : 0;
    }
    l->present |= bit;
    l->dirty |= bit;
    return found;
}

void tags_count_left(const struct tags *t, struct cache_left *into)
{
    for (uint32_t i = 0; i < t->n_lines; i++) {
        const struct tags_line *l = line_of(t, i);
        if (l->number == TAGS_NO_LINE)
            continue;
        into->lines++;
        into->dirty_lines += l->dirty != 0;
        into->dirty_sectors += (uint32_t)__builtin_popcount(l->dirty);
    }
}

bool tags_warm(struct tags *t, uint64_t addr, uint64_t index_addr, uint64_t now,
               struct cache_evicted *evicted)
{
    struct tags_line *l = use(t, addr, index_addr, evicted);
    uint32_t sector = sector_of(t, addr);
    uint8_t bit = (uint8_t)(1u << sector);
    if (l->readable & bit)
        return false;
    l->present |= bit;
    l->readable |= bit;
    l->comes[sector] = (uint32_t)now;
    return true;
}
