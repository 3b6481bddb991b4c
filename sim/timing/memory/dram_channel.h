/* dram_channel.h -- one DRAM channel with its controller (docs/model.md, "DRAM").
 *
 * Time: DRAM cycles. Requests of the partition's slices pass a fixed latency, the FR-FCFS
 * scheduler, a slot for one request at each bank, and its commands: precharge, activate, and the
 * reads or writes for its bytes. dram.command_bus limits the commands per cycle; column commands
 * precede row commands, and banks take turns. Data pass a pipe of tCL or tWL steps, which stalls
 * while the return queue is full. Sectors read go back to their slice, one per cycle. Not modelled:
 * refresh, and any limit on activates but tRRD. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/packet.h"

#include <stdio.h>

enum { DRAM_MAX_SLICES = 16 };

/* The channel's queues with a slice. */
struct dram_client {
    struct packet_queue *requests; /* from the slice */
    struct packet_queue *fills;    /* to the slice */
};

struct dram_channel; /* opaque */

/* Creates a channel. All pointers are borrowed, except `clients`, which is copied and has one item
 * for each slice of the partition. Slice numbers in packets are those of the whole GPU: this
 * channel's are id * slices and up. */
enum st_code dram_channel_create(struct dram_channel **out, const struct gpu_config *config,
                                 const struct address_map *map, struct packet_pool *pool,
                                 uint32_t id, const struct dram_client *clients, struct status *st);
void dram_channel_free(struct dram_channel *c);

/* First cycle in which the channel has work without an outside event; CYCLE_NEVER: none. */
cycle_t dram_channel_next(const struct dram_channel *c);
/* Notifies the channel that, from cycle `from` on, an empty request queue has a request or a full
 * fill queue has room. */
void dram_channel_wake(struct dram_channel *c, cycle_t from);

/* What dram_channel_run() changed outside the channel. */
struct dram_moves {
    uint64_t cycles; /* cycles in which anything moved */
    uint32_t slices; /* slices of the partition with a fill, or with room again for a request */
    cycle_t freed;   /* the last cycle in which a packet was freed; 0: none */
    cycle_t ran;     /* the cycle that the run reached */
};

/* Runs to cycle `last`, or to the first cycle that affects a slice. It visits the cycles with work
 * or, with `every`, all cycles, which changes no result. */
struct dram_moves dram_channel_run(struct dram_channel *c, cycle_t last, bool every);

bool dram_channel_idle(const struct dram_channel *c);
/* Counts up to, not including, DRAM cycle `end` and adds everything to *into. */
void dram_channel_count(struct dram_channel *c, cycle_t end, struct gpu_counters *into);
/* The channel's part of a sample at cycle `end`; all cycles before it are complete. */
void dram_channel_sample(const struct dram_channel *c, cycle_t end,
                         struct timeline_memory_partition *out);
void dram_channel_dump(const struct dram_channel *c, FILE *out);
