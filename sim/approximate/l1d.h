/* l1d.h -- the L1D of an SM: it keeps tags as the cycle model does; waiting is the cost of the miss
 * queue and of the way to the crossbar.
 *
 * Data in the L1D are available at once. The arrival of data from memory is known only after the
 * quantum (memory.h); until then the request's number stands for the time, and
 * approximate_l1d_deliver() reports the arrival to the waiting unit. The units keep the limits of
 * MSHRs: they begin no new request before the end of a quantum in which as many sectors as there
 * are MSHRs are in flight, and the RT unit's requests for a sector with the most reads waiting are
 * refused. */
#pragma once

#include "common/status.h"
#include "sim/approximate/port.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/memory/l1d.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_l1d; /* opaque */

/* The bit that marks a time as not known yet; below it is the number of the request. */
#define ON_ITS_WAY (UINT64_C(1) << 63)

static inline bool is_on_its_way(uint64_t at)
{
    return at >= ON_ITS_WAY;
}

/* `port` is borrowed. */
enum st_code approximate_l1d_create(struct approximate_l1d **out, const struct gpu_config *config,
                                    struct port *port, struct status *st);
void approximate_l1d_free(struct approximate_l1d *l); /* NULL is a no-op */

/* Prefetches the place of addr's sector into the host's cache, before a read of it; changes
 * nothing. */
void approximate_l1d_prefetch(const struct approximate_l1d *l, uint64_t addr);

/* Reads addr's sector in cycle *now. Returns the cycle in which it is in the SM: *now if it hits,
 * else ON_ITS_WAY plus the request's number; then *now becomes the cycle in which the miss queue
 * takes the request. */
uint64_t approximate_l1d_read(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                              uint64_t *now);
/* Writes `bytes` (bit i: byte i) of addr's sector from cycle *now on; *now becomes the cycle in
 * which the miss queue takes the request. Returns ON_ITS_WAY plus the request's number, for the
 * acknowledgement, or *now if memory is perfect. */
uint64_t approximate_l1d_write(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                               uint32_t bytes, uint64_t *now);

/* Sends an atomic or reduction past the L1D, which drops the sector; `bytes`, *now and the result
 * are as for a write. */
uint64_t approximate_l1d_atomic(struct approximate_l1d *l, uint64_t addr, uint32_t bytes,
                                bool reduction, uint64_t *now);

/* Whether the last read would have been refused by the MSHR of its sector, because too many reads
 * wait for that sector. `on_its_way` is the result of the read. */
bool approximate_l1d_is_one_too_many(const struct approximate_l1d *l, uint64_t on_its_way);

/* Whether every MSHR is in use: new requests wait until the quantum is over. */
bool approximate_l1d_is_full(const struct approximate_l1d *l);

/* Registers `watcher` for the arrival of data in flight, as returned by a read or write. */
void approximate_l1d_watch(struct approximate_l1d *l, uint64_t on_its_way, uint32_t watcher);
/* The cycle of the arrival, if memory has answered and the answer is not delivered yet; else the
 * argument. */
uint64_t approximate_l1d_comes(const struct approximate_l1d *l, uint64_t on_its_way);
/* Reports all answers of memory to their watchers, those of one request one after the other. `tell`
 * must not begin requests. Fails if memory ran out since the last call. */
enum st_code approximate_l1d_deliver(struct approximate_l1d *l,
                                     void (*tell)(void *self, uint32_t watcher, uint64_t at),
                                     void *self, struct status *st);

struct l1d_counters approximate_l1d_counters(const struct approximate_l1d *l);
