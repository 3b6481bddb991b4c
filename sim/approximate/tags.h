/* tags.h -- the tags of a sectored cache that knows when each of its sectors comes.
 *
 * A line is allocated when a sector of it is asked for or written; the victim is the least recently
 * used of its set. What a read or write finds is told as in sim/timing/memory/cache.h. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/recency.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAGS_NO_LINE UINT64_MAX
/* Instead of a time: this bit and the number of the request, modulo 2^32. */
#define TAGS_ASKED (UINT64_C(1) << 63)

struct tags_line {
    uint64_t number;                  /* address / line size; TAGS_NO_LINE: out of use */
    uint32_t next;                    /* in its chain */
    uint8_t present, readable, dirty; /* by sector; not readable: written, but not all of it */
    uint8_t asked;                    /* by sector: it is not known yet when it comes */
    uint32_t comes[];                 /* by sector: cycle, or number of the request, modulo 2^32 */
};

/* What every look-up reads, together in the host's cache; the first member of struct tags. */
struct tags_index {
    uint8_t *lines; /* of line_bytes each */
    uint32_t *chains;
    uint32_t line_bytes, line_shift, sector_mask, hash_mask;
    struct tags_line *found; /* the line found last */
    uint64_t absent;         /* number of the line looked for last that is not there */
    uint32_t found_at;       /* its place among the lines */
    struct recency use;
    uint64_t latest; /* of the times of reads */
};

struct tags; /* opaque but for its index */

/* The shape has been checked (gpu_config_load). Up to `on_way` lines on their way take no room
 * before they come, where there is one set; 0: every line takes it from when it is asked for. */
enum st_code tags_create(struct tags **out, const struct cache_shape *shape, uint32_t on_way,
                         struct status *st);
void tags_free(struct tags *t); /* NULL is a no-op */

static inline uint32_t tags_chain(const struct tags_index *x, uint64_t number)
{
    return (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & x->hash_mask;
}

/* Brings what a look-up of addr begins with into the host's cache; changes nothing. */
static inline void tags_prefetch(const struct tags *t, uint64_t addr)
{
    const struct tags_index *x = (const void *)t;
    uint32_t i = x->chains[tags_chain(x, addr >> x->line_shift)];
    if (i != RECENCY_NONE)
        __builtin_prefetch(x->lines + (size_t)i * x->line_bytes);
}

/* Follows the line's chain; NULL: the line is not there. */
struct tags_line *tags_search(struct tags_index *x, uint64_t number);

/* The line, which is then the one found last. */
static inline struct tags_line *tags_find(struct tags_index *x, uint64_t number)
{
    if (x->found->number == number)
        return x->found;
    return number == x->absent ? NULL : tags_search(x, number);
}

/* Cycles until the sector is there; 0: it is. */
static inline uint32_t tags_wait(const struct tags_line *l, uint32_t sector, uint64_t now)
{
    uint32_t wait = l->comes[sector] - (uint32_t)now;
    return wait < UINT32_MAX / 2 ? wait : 0;
}

/* Whether addr's line is there. */
static inline bool tags_has(struct tags *t, uint64_t addr)
{
    struct tags_index *x = (void *)t;
    return tags_find(x, addr >> x->line_shift) != NULL;
}

/* What a read in cycle `now` finds; CACHE_HIT_RESERVED: the sector comes in cycle *comes, or with
 * the request of TAGS_ASKED. A line that is there becomes the most recently used. */
static inline enum cache_status tags_read(struct tags *t, uint64_t addr, uint64_t now,
                                          uint64_t *comes)
{
    struct tags_index *x = (void *)t;
    const struct tags_line *l = tags_find(x, addr >> x->line_shift);
    if (now > x->latest)
        x->latest = now;
    if (!l)
        return CACHE_MISS;
    uint32_t sector = (uint32_t)(addr / SECTOR_B) & x->sector_mask;
    if (!(l->readable >> sector & 1))
        return CACHE_SECTOR_MISS;
    recency_make_hottest(&x->use, x->found_at);
    if (l->asked >> sector & 1) {
        *comes = TAGS_ASKED | l->comes[sector];
        return CACHE_HIT_RESERVED;
    }
    uint32_t wait = tags_wait(l, sector, now);
    *comes = now + wait;
    return wait ? CACHE_HIT_RESERVED : CACHE_HIT;
}

/* A sector that tags_read() did not find is asked for by request `number`; `index_addr` chooses the
 * set where the line is not there. Returns whether it was not, and is on its way until the answer;
 * *place is where it is. */
bool tags_ask(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t number, uint32_t *place,
              struct cache_evicted *evicted);
/* What the request asked for comes in cycle `comes`; `place` and `line`: as tags_ask() left and
 * returned them. */
void tags_answer(struct tags *t, uint64_t addr, uint32_t number, uint32_t place, bool line,
                 uint64_t comes);

/* Adds what is there. */
void tags_count_left(const struct tags *t, struct cache_left *into);

/* A read in cycle `now` whose sector comes at once. Returns whether it had to. */
bool tags_warm(struct tags *t, uint64_t addr, uint64_t index_addr, uint64_t now,
               struct cache_evicted *evicted);

/* Whether a write finds the sector, which it then drops; a line without sectors goes first. */
bool tags_drop(struct tags *t, uint64_t addr, uint64_t now);
/* Writes `bytes` of the sector, which becomes dirty; returns what it found. */
enum cache_status tags_write(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                             uint64_t now, struct cache_evicted *evicted);
