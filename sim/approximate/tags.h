/* tags.h -- the tags of a sectored cache that records the arrival of each sector.
 *
 * A line is allocated when one of its sectors is requested or written; the victim is the least
 * recently used line of its set. Outcomes of reads and writes are those of
 * sim/timing/memory/cache.h. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/recency.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TAGS_NO_LINE UINT64_MAX
/* The bit that marks a time as not known yet; below it is the number of the request, modulo
 * 2^32. */
#define TAGS_ASKED (UINT64_C(1) << 63)

struct tags_line {
    uint64_t number;                  /* address / line size; TAGS_NO_LINE: out of use */
    uint32_t next;                    /* in its hash chain */
    uint8_t present, readable, dirty; /* masks of sectors; one written in part is not readable */
    uint8_t asked;                    /* mask of sectors whose arrival is not known yet */
    uint32_t comes[]; /* by sector: cycle of arrival, or number of the request, modulo 2^32 */
};

/* The fields that every look-up reads, adjacent for the host's cache; the first member of struct
 * tags. */
struct tags_index {
    uint8_t *lines; /* lines of line_bytes each */
    uint32_t *chains;
    uint32_t line_bytes, line_shift, sector_mask, hash_mask;
    struct tags_line *found; /* the line found last */
    uint64_t absent;         /* number of the last line that was looked up and absent */
    uint32_t found_at;       /* index of `found` among the lines */
    struct recency use;
    uint64_t latest; /* latest time of a read */
};

struct tags; /* opaque but for its index */

/* Creates tags. The shape must have been checked (gpu_config_load). With one set, up to `on_way`
 * lines in flight take no room before they arrive; 0: every line takes room from its request on. */
enum st_code tags_create(struct tags **out, const struct cache_shape *shape, uint32_t on_way,
                         struct status *st);
void tags_free(struct tags *t); /* NULL is a no-op */

static inline uint32_t tags_chain(const struct tags_index *x, uint64_t number)
{
    return (uint32_t)(number * 0x9E3779B97F4A7C15u >> 32) & x->hash_mask;
}

/* Prefetches the first line of a look-up of addr into the host's cache; changes nothing. */
static inline void tags_prefetch(const struct tags *t, uint64_t addr)
{
    const struct tags_index *x = (const void *)t;
    uint32_t i = x->chains[tags_chain(x, addr >> x->line_shift)];
    if (i != RECENCY_NONE)
        __builtin_prefetch(x->lines + (size_t)i * x->line_bytes);
}

/* Follows the line's hash chain; NULL: the line is absent. */
struct tags_line *tags_search(struct tags_index *x, uint64_t number);

/* Finds a line and remembers it as the one found last. */
static inline struct tags_line *tags_find(struct tags_index *x, uint64_t number)
{
    if (x->found->number == number)
        return x->found;
    return number == x->absent ? NULL : tags_search(x, number);
}

/* Cycles until the sector arrives; 0: it has arrived. */
static inline uint32_t tags_wait(const struct tags_line *l, uint32_t sector, uint64_t now)
{
    uint32_t wait = l->comes[sector] - (uint32_t)now;
    return wait < UINT32_MAX / 2 ? wait : 0;
}

/* Whether addr's line is present. */
static inline bool tags_has(struct tags *t, uint64_t addr)
{
    struct tags_index *x = (void *)t;
    return tags_find(x, addr >> x->line_shift) != NULL;
}

/* Reads a sector in cycle `now` and returns the outcome. CACHE_HIT_RESERVED: *comes is the cycle in
 * which the sector arrives, or TAGS_ASKED plus its request. A present line becomes the most
 * recently used. */
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

/* Marks a sector that tags_read() has not found as requested by request `number`; `index_addr`
 * chooses the set if the line is absent. Returns whether the line was absent and is now in flight;
 * *place is its place. */
bool tags_ask(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t number, uint32_t *place,
              struct cache_evicted *evicted);
/* Sets the arrival of the request's data, cycle `comes`; `place` and `line` are those of
 * tags_ask(). */
void tags_answer(struct tags *t, uint64_t addr, uint32_t number, uint32_t place, bool line,
                 uint64_t comes);

/* Adds the lines and sectors in use. */
void tags_count_left(const struct tags *t, struct cache_left *into);

/* Reads a sector in cycle `now`; an absent one arrives at once. Returns whether it was absent. */
bool tags_warm(struct tags *t, uint64_t addr, uint64_t index_addr, uint64_t now,
               struct cache_evicted *evicted);

/* Drops a sector that a write finds. Returns whether it was present. A line without sectors is
 * evicted first. */
bool tags_drop(struct tags *t, uint64_t addr, uint64_t now);
/* Writes `bytes` of the sector, which becomes dirty; returns the outcome. */
enum cache_status tags_write(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                             uint64_t now, struct cache_evicted *evicted);
