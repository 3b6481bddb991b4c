/* l2_slice.h -- one slice of the L2: a sectored write-back cache between the crossbar and a DRAM
 * channel (docs/model.md, "L2").
 *
 * Time: L2 cycles. A request waits rop_cycles core cycles, then in the request queue; each cycle
 * one is looked up. A read that misses reserves its line and fetches its sector; a write always
 * goes into the line at once and is acknowledged, so that only a later read of a partly written
 * sector fetches it. Not modelled: flushing dirty lines at the end of a kernel. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/packet.h"

#include <stdio.h>

struct l2_slice; /* opaque */

/* Free places in the request queue below which nothing is taken from the crossbar: one line's
 * sectors. */
enum { L2_TAKE_ROOM = 4 };

/* Config, map and pool are borrowed. `id` counts over all partitions. */
enum st_code l2_slice_create(struct l2_slice **out, const struct gpu_config *config,
                             const struct address_map *map, struct packet_pool *pool, uint32_t id,
                             struct status *st);
void l2_slice_free(struct l2_slice *s);
/* Packets that all its queues and MSHRs may hold. */
uint32_t l2_slice_packets(const struct gpu_config *config);

/* What one cycle did, for those outside: any of these may let somebody move on. */
struct l2_moves {
    bool any;      /* something moved at all */
    bool for_dram; /* the request queue is not empty any more, or the fill queue not full */
    cycle_t next;  /* the next cycle the slice is to be called in, when nothing else happens */
};

/* Whether the slice takes a request in its next cycle. */
bool l2_slice_takes(const struct l2_slice *s);
/* The cycle's request, one at most, before the slice's own part of the cycle: enters the ROP delay,
 * which is over in cycle `due`. Returns the cycle the slice is to be called in because of it. */
cycle_t l2_slice_take(struct l2_slice *s, uint32_t packet, cycle_t due);

struct l2_moves l2_slice_tick(struct l2_slice *s, cycle_t now); /* one cycle */
/* Cycles from `now`, in which it is to be called, to `last`, as long as in each of them all that
 * l2_slice_tick() would do is to look up one request that comes out of the ROP delay and finds its
 * sector; no fill may come in them. Nothing that others look at changes but the replies, of which
 * one more has room in the end. Returns the cycle to be called in next. */
cycle_t l2_slice_serve(struct l2_slice *s, cycle_t now, cycle_t last);

/* The channel's side: the queue from the slice and the queue to it. */
struct packet_queue *l2_slice_dram_queue(struct l2_slice *s);
struct packet_queue *l2_slice_fill_queue(struct l2_slice *s);
/* The crossbar's side: the replies; `due`: the L2 cycle in which each came here; of an
 * answer that nothing can hold up that is the one behind the tick that put it here. */
struct packet_queue *l2_slice_reply_queue(struct l2_slice *s);

bool l2_slice_idle(const struct l2_slice *s);
/* Charges the stalls up to, not including, L2 cycle `end` and adds everything to *into. */
void l2_slice_count(struct l2_slice *s, cycle_t end, struct gpu_counters *into);
/* As counted so far, stalls left out. */
struct accesses l2_slice_accesses(const struct l2_slice *s);
/* The sector becomes the most recently used one, as if it had been read at a time that is not
 * simulated: nothing is fetched, and what has to go for it was written back then: it counts, but no
 * channel writes it. */
void l2_slice_warm(struct l2_slice *s, uint64_t addr);
/* Adds what is in its lines. */
void l2_slice_left(const struct l2_slice *s, struct cache_left *into);
void l2_slice_dump(const struct l2_slice *s, FILE *out);
