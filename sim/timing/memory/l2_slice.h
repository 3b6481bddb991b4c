/* l2_slice.h -- one slice of the L2: a sectored write-back cache between the crossbar and a DRAM
 * channel (docs/model.md, "L2").
 *
 * Time: L2 cycles. A request waits rop_cycles core cycles, then in the request queue; each cycle
 * one is looked up. A read that misses reserves its line and fetches its sector; a write always
 * goes into the line at once and is acknowledged, so only a later read of a partly written sector
 * fetches it. Not modelled: flushing dirty lines at the end of a kernel. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metrics.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/packet.h"

#include <stdio.h>

struct l2_slice; /* opaque */

/* Creates a slice. Config, map and pool are borrowed. `id` counts over all partitions. */
enum st_code l2_slice_create(struct l2_slice **out, const struct gpu_config *config,
                             const struct address_map *map, struct packet_pool *pool, uint32_t id,
                             struct status *st);
void l2_slice_free(struct l2_slice *s);
/* The most packets that the queues and MSHRs of a slice hold. */
uint32_t l2_slice_packets(const struct gpu_config *config);

/* What one cycle changed outside the slice; each change may let another component go on. */
struct l2_moves {
    bool any;      /* anything moved */
    bool for_dram; /* the queue to DRAM is no longer empty, or the fill queue no longer full */
    cycle_t next;  /* the slice's next cycle with work, without an outside event */
};

/* Whether the slice takes a request in its next cycle. */
bool l2_slice_takes(const struct l2_slice *s);
/* Takes the cycle's request, at most one, before the slice's own part of the cycle. The request
 * enters the ROP delay, which ends in cycle `due`. Returns the cycle in which the slice must be
 * called because of it. */
cycle_t l2_slice_take(struct l2_slice *s, uint32_t packet, cycle_t due);

struct l2_moves l2_slice_tick(struct l2_slice *s, cycle_t now); /* one cycle */
/* Simulates the cycles from `now`, in which the slice is due, to `last`, as long as l2_slice_tick()
 * would only look up one request per cycle that leaves the ROP delay and hits. No fill may arrive
 * in these cycles. Other components see no change except in the replies. Returns the next cycle in
 * which the slice is due. */
cycle_t l2_slice_serve(struct l2_slice *s, cycle_t now, cycle_t last);

/* The queues between slice and DRAM channel: requests to it, fills from it. */
struct packet_queue *l2_slice_dram_queue(struct l2_slice *s);
struct packet_queue *l2_slice_fill_queue(struct l2_slice *s);
/* The queue of replies to the crossbar. A reply's `due` is the L2 cycle in which it entered the
 * queue; if it could not stall, the cycle after the tick that queued it. */
struct packet_queue *l2_slice_reply_queue(struct l2_slice *s);

bool l2_slice_idle(const struct l2_slice *s);
/* Charges the stalls up to, not including, L2 cycle `end` and adds everything to *into. */
void l2_slice_count(struct l2_slice *s, cycle_t end, struct gpu_counters *into);
/* The accesses counted so far, without stalls. */
struct accesses l2_slice_accesses(const struct l2_slice *s);
/* Makes the sector present and its line the most recently used one, as if it had been read at a
 * time that is not simulated. Nothing is fetched. The write-back of an evicted line is counted, but
 * no channel performs it. */
void l2_slice_warm(struct l2_slice *s, uint64_t addr);
/* Adds the lines and sectors of the slice's cache to *into. */
void l2_slice_left(const struct l2_slice *s, struct cache_left *into);
void l2_slice_dump(const struct l2_slice *s, FILE *out);
