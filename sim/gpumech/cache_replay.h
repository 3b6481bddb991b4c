/* cache_replay.h -- the caches of a GPU without time: which sectors every SM's L1D and the L2
 * slices hold after a sequence of accesses. The tags are the approximate model's, and every sector
 * that is asked for has come when the next one is.
 *
 * `rate` is of how many addresses one is seen: caches have 1 / rate of their lines, and where that
 * is not all of them no sets and no slices. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/gpumech/profile.h"

#include <stdbool.h>
#include <stdint.h>

struct cache_replay; /* opaque */

/* What the accesses of an instruction moved behind the L1D, in sectors. */
struct cache_traffic {
    uint64_t l2;                   /* asked of and given to the L2 */
    uint64_t fetches, write_backs; /* from and to DRAM */
};

enum st_code cache_replay_create(struct cache_replay **out, const struct gpu_config *config,
                                 uint32_t rate, struct status *st);
void cache_replay_free(struct cache_replay *r); /* NULL is a no-op */

/* A sector is read through the SM's L1D: where it was. Adds what that moved. */
enum interval_level cache_replay_read(struct cache_replay *r, uint32_t sm, uint64_t addr,
                                      struct cache_traffic *moved);
/* Bytes of a sector (bit i: byte i) are written through the SM's L1D, which drops the sector. */
void cache_replay_write(struct cache_replay *r, uint32_t sm, uint64_t addr, uint32_t bytes,
                        struct cache_traffic *moved);
/* A sector is read and written in the L2: an atomic operation. Where it was. */
enum interval_level cache_replay_atomic(struct cache_replay *r, uint64_t addr,
                                        struct cache_traffic *moved);
