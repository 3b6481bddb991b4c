#include "sim/timing/memory/read_cache.h"

#include "common/memory.h"

/* A request's `who`: the entry, and above it the cache. */
enum { NUMBER_SHIFT = 16 };

enum st_code read_path_create(struct read_path *p, struct l1d *l1d, uint32_t sectors,
                              struct status *st)
{
    *p = (struct read_path){.l1d = l1d, .room = sectors ? sectors : 1};
    return mem_make(&p->requests, p->room, sizeof *p->requests, "read-only caches", st);
}

void read_path_release(struct read_path *p)
{
    mem_free(p->requests);
}

static void push(struct read_path *p, uint64_t addr, uint32_t who)
{
    uint32_t at = p->head + p->n++;
    p->requests[at < p->room ? at : at - p->room] = (struct read_request){addr, who};
}

void read_path_ask(struct read_path *p)
{
    while (p->n) {
        const struct read_request *r = &p->requests[p->head];
        if (!l1d_pass(p->l1d, r->addr, r->who))
            return;
        p->head = p->head + 1 == p->room ? 0 : p->head + 1;
        p->n--;
    }
}

enum st_code read_cache_create(struct read_cache *c, const struct read_shape *shape,
                               struct read_path *path, struct status *st)
{
    *c = (struct read_cache){.path = path,
                             .shift = (uint32_t)__builtin_ctz(shape->line_B),
                             .sectors = shape->line_B / SECTOR_B,
                             .ways = shape->ways,
                             .n_entries = shape->entries,
                             .number = shape->number};
    if (!shape->size_B)
        return ST_OK;
    c->sets = shape->size_B / (shape->line_B * shape->ways);
    if (!MEM_ARRAYS(MEM_ARRAY(c->lines, (size_t)c->sets * c->ways),
                    MEM_ARRAY(c->entries, c->n_entries)))
        return status_no_memory(st, "read-only caches");
    return ST_OK;
}

void read_cache_release(struct read_cache *c)
{
    MEM_FREE(c->lines, c->entries);
}

static struct read_line *set_of(const struct read_cache *c, uint64_t number)
{
    return &c->lines[number % c->sets * c->ways];
}

/* Begins to fetch a line. */
static void begin(struct read_cache *c, uint64_t number)
{
    uint32_t i = 0;
    while (c->entries[i].missing)
        i++;
    c->entries[i] = (struct read_entry){number, c->sectors};
    c->under_way++;
    for (uint32_t s = 0; s < c->sectors; s++)
        push(c->path, (number << c->shift) + s * SECTOR_B, c->number << NUMBER_SHIFT | i);
}

/* The line with a number; NULL if it is absent. */
static struct read_line *find(const struct read_cache *c, uint64_t number)
{
    struct read_line *set = set_of(c, number);
    for (uint32_t way = 0; way < c->ways; way++)
        if (set[way].used && set[way].number == number)
            return &set[way];
    return NULL;
}

bool read_cache_has(const struct read_cache *c, uint64_t number)
{
    return find(c, number) != NULL;
}

enum read_found read_cache_look(struct read_cache *c, uint64_t number)
{
    if (!c->sets)
        return READ_HIT;
    struct read_line *line = find(c, number);
    if (line) {
        line->used = ++c->uses;
        return READ_HIT;
    }
    for (uint32_t i = 0; c->under_way && i < c->n_entries; i++)
        if (c->entries[i].missing && c->entries[i].number == number)
            return READ_MISS;
    if (c->under_way == c->n_entries)
        return READ_FULL;
    begin(c, number);
    return READ_MISS;
}

uint32_t read_cache_number(uint32_t who)
{
    return who >> NUMBER_SHIFT;
}

bool read_cache_fill(struct read_cache *c, uint32_t who, uint64_t *number)
{
    struct read_entry *e = &c->entries[who & ((1u << NUMBER_SHIFT) - 1)];
    if (--e->missing)
        return false;
    c->under_way--;
    *number = e->number;
    struct read_line *victim = set_of(c, e->number);
    for (uint32_t way = 1; way < c->ways; way++)
        if (set_of(c, e->number)[way].used < victim->used)
            victim = &set_of(c, e->number)[way];
    *victim = (struct read_line){e->number, ++c->uses};
    return true;
}

void read_cache_clear(struct read_cache *c)
{
    for (uint32_t i = 0; i < c->sets * c->ways; i++)
        c->lines[i].used = 0;
}
