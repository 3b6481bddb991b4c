/* cache.h -- the tag array of an L2 slice: the state of every sector.
 *
 * A line has line_B / 32 sectors of 32 bytes. A sector is absent, pending (its fetch is in flight),
 * present, dirty, or dirty but not readable: partly written, so a read must first fetch the rest
 * (docs/model.md, "L2"). The array has no notion of time and no policy. The victim is a line that
 * was never used, else the least recently used line without pending sectors.
 *
 * Every operation is O(1) except the choice of a victim, which skips lines with pending sectors.
 * `index_addr` is the address without its partition bits; its bits choose the set. */
#pragma once

#include "common/status.h"
#include "sim/config/set_index.h"
#include "sim/timing/memory/mem_port.h"

#include <stdbool.h>
#include <stdint.h>

#define CACHE_ALL_BYTES UINT32_MAX /* every byte of a sector */

struct cache_shape {
    uint32_t sets;   /* power of two, at most 2^16 */
    uint32_t ways;   /* any number */
    uint32_t line_B; /* power of two, 32 to 256 */
    enum set_index_kind set_index;
    /* As in Vulkan-Sim: the cache does not record which bytes of a sector were written, only
     * whether one write covered the sector. A sector that no write covered stays unreadable, and
     * another write of it is a sector miss. */
    bool forgets_bytes;
};

enum cache_status {
    CACHE_HIT,
    CACHE_HIT_RESERVED, /* the sector is pending */
    CACHE_SECTOR_MISS,  /* the line is there, the sector is absent or unreadable */
    CACHE_MISS,
};

/* Counts the outcome of an access. */
static inline void cache_count(enum cache_status status, uint64_t *hits, uint64_t *reserved,
                               uint64_t *misses, uint64_t *sector_misses)
{
    *hits += status == CACHE_HIT;
    *reserved += status == CACHE_HIT_RESERVED;
    *misses += status == CACHE_MISS;
    *sector_misses += status == CACHE_SECTOR_MISS;
}

/* An evicted line. */
struct cache_evicted {
    bool happened;
    uint64_t line_addr;
    uint32_t dirty_sectors; /* bit i: sector i was dirty; 0: nothing to write back */
};

/* Lines in use, lines with dirty sectors, and the number of these sectors. */
struct cache_left {
    uint64_t lines, dirty_lines, dirty_sectors;
};

struct cache; /* opaque */

/* Creates a cache. The shape must have been checked (sim/config/check.h). `name` is what the
 * message calls the cache if memory runs out. */
enum st_code cache_create(struct cache **out, const struct cache_shape *shape, const char *name,
                          struct status *st);
void cache_free(struct cache *c); /* NULL is a no-op */

/* The outcome of a read or write of addr's sector. Changes nothing. */
enum cache_status cache_probe(struct cache *c, uint64_t addr, bool write);

/* Whether addr's sector is on its way, written meanwhile or not. */
bool cache_is_pending(struct cache *c, uint64_t addr);

/* Marks addr's line as the most recently used; no-op where it is absent. */
void cache_touch(struct cache *c, uint64_t addr);

/* Makes addr's sector pending, dirty or not, and allocates its line if needed. False, with nothing
 * changed, if every line of the set has pending sectors. */
bool cache_reserve(struct cache *c, uint64_t addr, uint64_t index_addr,
                   struct cache_evicted *evicted);
/* Fills a pending sector: it becomes present, dirty if it was written before the fill, and
 * readable, unless it was partly written meanwhile in a cache with forgets_bytes. */
void cache_fill(struct cache *c, uint64_t addr);

/* Writes `bytes` (bit i: byte i) of addr's sector, and allocates the line if needed. The sector
 * becomes dirty, and readable once it is present or all its bytes were written. False, with nothing
 * changed, if every line of the set has pending sectors. */
bool cache_write(struct cache *c, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                 struct cache_evicted *evicted);
/* Adds the cache's lines and sectors to *into. */
void cache_count_left(const struct cache *c, struct cache_left *into);
