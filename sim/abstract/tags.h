/* tags.h -- the tags of a sectored cache that knows when each of its sectors comes.
 *
 * A line is allocated when a sector of it is asked for or written; the victim is the least recently
 * used of its set. What a read or write finds is told as in sim/timing/memory/cache.h. */
#pragma once

#include "common/status.h"
#include "sim/timing/memory/cache.h"

#include <stdbool.h>
#include <stdint.h>

struct tags; /* opaque */

/* The shape has been checked (gpu_config_load). Up to `on_way` lines on their way take no room
 * before they come, where there is one set; 0: every line takes it from when it is asked for. */
enum st_code tags_create(struct tags **out, const struct cache_shape *shape, uint32_t on_way,
                         struct status *st);
void tags_free(struct tags *t); /* NULL is a no-op */

/* Brings what a look-up of addr begins with into the host's cache; changes nothing. */
void tags_prefetch(const struct tags *t, uint64_t addr);

/* What a read in cycle `now` finds; CACHE_HIT_RESERVED: the sector comes in cycle *comes. A line
 * that is there becomes the most recently used. */
enum cache_status tags_read(struct tags *t, uint64_t addr, uint64_t now, uint64_t *comes);
/* A sector that tags_read() did not find comes in cycle `comes`. `index_addr` chooses the set. */
void tags_fetch(struct tags *t, uint64_t addr, uint64_t index_addr, uint64_t comes,
                struct cache_evicted *evicted);

/* Lines in use, and those of them with dirty sectors, and how many such sectors; and the sectors
 * that are there of addresses below shared_end. */
struct tags_left {
    uint64_t lines, dirty_lines, dirty_sectors, shared_sectors;
};
/* Adds. */
void tags_count_left(const struct tags *t, uint64_t shared_end, struct tags_left *into);

/* Whether a write finds the sector, which it then drops; a line without sectors goes first. */
bool tags_drop(struct tags *t, uint64_t addr, uint64_t now);
/* Writes `bytes` of the sector, which becomes dirty; returns what it found. */
enum cache_status tags_write(struct tags *t, uint64_t addr, uint64_t index_addr, uint32_t bytes,
                             uint64_t now, struct cache_evicted *evicted);
