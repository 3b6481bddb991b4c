/* dram_channel.h -- one DRAM channel with its controller (docs/model.md, "DRAM").
 *
 * Time: DRAM cycles. Requests of the partition's slices pass a fixed latency, the FR-FCFS
 * scheduler, a slot for one request at each bank, and the commands that it needs: precharge,
 * activate, and as many reads or writes as its bytes take. dram.command_bus says how many commands
 * a cycle has, column before row commands, banks taking turns. Data pass a pipe of tCL or tWL
 * steps, which stands while the return queue is full. Sectors read go back to their slice, one per
 * cycle. Not modelled: refresh, and any limit on activates but tRRD. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/packet.h"

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

/* First cycle in which there is something to do, as far as the channel knows; CYCLE_NEVER: none. */
cycle_t dram_channel_next(const struct dram_channel *c);
/* From cycle `from` on the channel sees a request in a queue that was empty, or room in a fill
 * queue that was full. */
void dram_channel_wake(struct dram_channel *c, cycle_t from);

/* What a run did. */
struct dram_moves {
    uint64_t cycles; /* in which anything moved */
    uint32_t slices; /* bit i: of slice i of the partition the fill queue is not empty, or the
                        request queue not full any more */
    cycle_t freed;   /* the last cycle in which a packet ceased to be; 0: none */
    cycle_t ran;     /* the cycle it came to */
};

/* Goes on, cycle by cycle where there is something to do, or `every` cycle, which changes nothing,
 * to cycle `last` or the first that concerns a slice. */
struct dram_moves dram_channel_run(struct dram_channel *c, cycle_t last, bool every);

bool dram_channel_idle(const struct dram_channel *c);
/* Counts up to, not including, DRAM cycle `end` and adds everything to *into. */
void dram_channel_count(struct dram_channel *c, cycle_t end, struct gpu_counters *into);
/* Its part of a sample at cycle `end`, with everything before it done. */
void dram_channel_sample(const struct dram_channel *c, cycle_t end,
                         struct timeline_memory_partition *out);
void dram_channel_dump(const struct dram_channel *c, FILE *out);
