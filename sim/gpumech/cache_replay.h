/* cache_replay.h -- the contents of a GPU's caches, without time: the sectors that every SM's L1D
 * and the L2 slices hold after a sequence of accesses. The tags are the approximate model's; every
 * requested sector has arrived at the next access.
 *
 * `rate`: one of `rate` addresses is simulated. Caches then have 1 / rate of their lines; if rate >
 * 1 they are not divided into sets and slices. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/gpumech/profile.h"

#include <stdbool.h>
#include <stdint.h>

struct cache_replay; /* opaque */

/* The traffic of accesses behind the L1D, in sectors. */
struct cache_traffic {
    uint64_t l2;                   /* read from and written to the L2 */
    uint64_t fetches, write_backs; /* from and to DRAM */
};

enum st_code cache_replay_create(struct cache_replay **out, const struct gpu_config *config,
                                 uint32_t rate, struct status *st);
void cache_replay_free(struct cache_replay *r); /* NULL is a no-op */

/* Reads a sector through the SM's L1D. Returns the level where the sector was found; adds the
 * traffic to *moved. */
enum interval_level cache_replay_read(struct cache_replay *r, uint32_t sm, uint64_t addr,
                                      struct cache_traffic *moved);
/* Writes bytes of a sector (bit i: byte i) through the SM's L1D, which drops the sector; adds the
 * traffic to *moved. */
void cache_replay_write(struct cache_replay *r, uint32_t sm, uint64_t addr, uint32_t bytes,
                        struct cache_traffic *moved);
/* Reads and writes a sector in the L2, for an atomic operation. Returns the level where the sector
 * was found; adds the traffic to *moved. */
enum interval_level cache_replay_atomic(struct cache_replay *r, uint64_t addr,
                                        struct cache_traffic *moved);
