/* dram_channel.h -- one DRAM channel with its controller (reference model, section 5.5).
 *
 * Time: DRAM cycles. Requests of the partition's slices pass a fixed latency, the FR-FCFS
 * scheduler, a slot for one request at each bank, and the commands that it needs: precharge,
 * activate, and as many reads or writes as its bytes take. At most one command is sent per cycle,
 * column before row commands, banks taking turns. Sectors read go back to their slice, one per
 * cycle. Not modelled: refresh, and any limit on activates but tRRD. */
#ifndef SIM_TIMING_DRAM_CHANNEL_H
#define SIM_TIMING_DRAM_CHANNEL_H

#include "sim/timing/address_map.h"
#include "sim/timing/config.h"
#include "sim/timing/counters.h"
#include "sim/timing/packet.h"

#include <stdio.h>

enum { DRAM_MAX_SLICES = 16 };

/* A slice as the channel sees it. */
struct dram_client {
    struct packet_queue *requests; /* from it */
    struct packet_queue *fills;    /* to it */
};

struct dram_channel; /* opaque */

/* Everything but `clients` (copied, one for each slice of the partition) is borrowed. Slice numbers
 * in packets are those of the whole GPU: this channel's are id * slices and up. */
enum st_code dram_channel_create(struct dram_channel **out, const struct gpu_config *config,
                                 const struct address_map *map, struct packet_pool *pool,
                                 uint32_t id, const struct dram_client *clients, struct status *st);
void dram_channel_free(struct dram_channel *c);

/* What a cycle did. */
struct dram_moves {
    bool any;
    /* Bit i: of slice i of the partition the fill queue is not empty, or the request queue not full
     * any more. */
    uint32_t slices;
};

/* One cycle; `core_count` is the number of core cycles begun. *wait and *again: as for
 * l2_slice_tick. */
struct dram_moves dram_channel_tick(struct dram_channel *c, cycle_t now, cycle_t core_count,
                                    cycle_t *wait, cycle_t *again);

bool dram_channel_idle(const struct dram_channel *c);
/* Counts up to, not including, DRAM cycle `end` and adds everything to *into. */
void dram_channel_count(struct dram_channel *c, cycle_t end, struct dram_counters *into);
void dram_channel_dump(const struct dram_channel *c, FILE *out);

#endif
