/* l1d.h -- the L1D of an SM: tags are kept as the cycle model keeps them, waiting is what the miss
 * queue and the way to the crossbar cost.
 *
 * What it has is there at once. What it has to ask memory for is known when the quantum is over;
 * until then the time is the number of the request, and who waits for it is told by
 * approximate_l1d_deliver(). Who asks keeps the MSHRs' limits: nothing new begins before a quantum
 * is over in which as many sectors as there are MSHRs are on their way; and the RT unit asks in
 * vain for a sector that so many reads wait for as may. */
#pragma once

#include "common/status.h"
#include "sim/approximate/port.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/l1d_counters.h"
#include "sim/timing/memory/l1d.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_l1d; /* opaque */

/* A time that is not known yet: this bit and the number of the request. */
#define ON_ITS_WAY (UINT64_C(1) << 63)

static inline bool is_on_its_way(uint64_t at)
{
    return at >= ON_ITS_WAY;
}

/* `port` is borrowed. */
enum st_code approximate_l1d_create(struct approximate_l1d **out, const struct gpu_config *config,
                                    struct port *port, struct status *st);
void approximate_l1d_free(struct approximate_l1d *l); /* NULL is a no-op */

/* Addr's sector is about to be read: brings its place into the host's cache; changes nothing. */
void approximate_l1d_prefetch(const struct approximate_l1d *l, uint64_t addr);

/* The L1D is asked in cycle *now for addr's sector. Returns when it is in the SM: *now where the
 * L1D has it, or ON_ITS_WAY. Where memory is asked, *now becomes the cycle in which the miss queue
 * takes the request. */
uint64_t approximate_l1d_read(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                              uint64_t *now);
/* Writes `bytes` (bit i: byte i) of addr's sector from cycle *now on, which becomes the one in
 * which the miss queue takes it; returns the ON_ITS_WAY of its acknowledgement, or *now where
 * memory is perfect. */
uint64_t approximate_l1d_write(struct approximate_l1d *l, enum l1d_client client, uint64_t addr,
                               uint32_t bytes, uint64_t *now);

/* Sends an atomic or reduction past the L1D, which drops the sector; times as of a write. */
uint64_t approximate_l1d_atomic(struct approximate_l1d *l, uint64_t addr, uint32_t bytes,
                                bool reduction, uint64_t *now);

/* Whether so many reads wait for what has been read last and is on its way that its MSHR would have
 * refused that one. */
bool approximate_l1d_is_one_too_many(const struct approximate_l1d *l, uint64_t on_its_way);

/* Whether every MSHR is in use: who has something new to ask for waits until the quantum is over.
 */
bool approximate_l1d_is_full(const struct approximate_l1d *l);

/* `watcher` is to be told when what is on its way has come. */
void approximate_l1d_watch(struct approximate_l1d *l, uint64_t on_its_way, uint32_t watcher);
/* When it comes, where it has been answered and not yet been delivered; else as it is. */
uint64_t approximate_l1d_comes(const struct approximate_l1d *l, uint64_t on_its_way);
/* Tells watchers of all that memory has answered, those of a request one after the other. Nobody
 * may ask meanwhile. Fails where memory ran out since the last time. */
enum st_code approximate_l1d_deliver(struct approximate_l1d *l,
                                     void (*tell)(void *self, uint32_t watcher, uint64_t at),
                                     void *self, struct status *st);

struct l1d_counters approximate_l1d_counters(const struct approximate_l1d *l);
