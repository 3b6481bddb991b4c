/* places.h -- storage whose addresses are chosen by their place in the memory system. */
#pragma once

#include "common/status.h"
#include "sim/config/address_map.h"
#include "sim/functional/exec/launch.h"

#include <stdbool.h>

/* Addresses of sectors, ascending; the first is the storage's. */
struct places {
    uint64_t *addr;
    uint32_t n;
};

/* Whether to choose a sector, given those chosen so far. */
typedef bool place_wanted(const struct address_map *map, const struct places *so_far,
                          uint64_t addr);
place_wanted place_any;           /* every sector */
place_wanted place_row_hit;       /* the first one's row */
place_wanted place_row_miss;      /* the first one's bank, a new row */
place_wanted place_two_banks;     /* the first one's row number in its bank and in the next one */
place_wanted place_rows_of_banks; /* the first sector of every row of every bank of its channel */

/* The first `most` of the storage's sectors that are chosen, or fewer if it ends before. `step`:
 * bytes between candidates, a multiple of 32. The caller frees. */
enum st_code places_find(struct places *out, const struct address_map *map, place_wanted *wanted,
                         uint32_t step, uint32_t most, struct status *st);
void places_free(struct places *p);

/* Storage in which each place holds the address of the next one, and the last that of the first.
 * The caller frees storage->bytes, which is zeroed on failure. */
enum st_code places_chain(const struct places *p, struct launch_storage *out, uint8_t **bytes,
                          struct status *st);
