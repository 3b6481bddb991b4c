/* slice_rig.h -- one L2 slice between requests and DRAM queues played by hand. L2 and core cycles
 * coincide; cycle t is the t-th tick. */
#pragma once

#include "sim/config/load/load.h"
#include "sim/timing/memory/l2_slice.h"

struct slice_rig {
    struct gpu_config config;
    struct address_map map;
    struct packet_pool pool;
    struct packet_queue requests; /* in front of the slice */
    struct l2_slice *slice;
    struct packet_queue *dram, *fills, *replies;
    cycle_t now; /* of the next tick */
    uint32_t sent;
};

/* One slice that all addresses belong to, with a ROP delay of one cycle unless `changes` says
 * otherwise: what is sent before tick t is looked up in tick t + 2. */
void slice_rig_start(struct slice_rig *f, const char *changes);
void slice_rig_end(struct slice_rig *f);
/* A request in front of the slice; `bytes` 0: a read. Its tag counts from 0. */
void slice_rig_send(struct slice_rig *f, uint64_t addr, uint32_t bytes);
/* An atomic on 4 bytes of the sector, or a reduction; tags count on. */
void slice_rig_send_atomic(struct slice_rig *f, uint64_t addr, bool reduction);

/* Cycle `now`, and the next one at which the slice has something to do as far as it can know. */
cycle_t slice_rig_cycle(struct slice_rig *f, cycle_t now);
/* The next cycle, and so many of them. */
void slice_rig_tick(struct slice_rig *f);
void slice_rig_run(struct slice_rig *f, cycle_t cycles);

struct l2_counters slice_rig_count(struct slice_rig *f);
/* Lookups that were not refused. */
uint64_t slice_rig_accepted(struct slice_rig *f);

/* Ticks until one more request has been accepted; its cycle. */
cycle_t slice_rig_next_accepted(struct slice_rig *f);

/* Hands back the oldest request to DRAM: a fetch into the fill queue, a write-back to nobody.
 * Returns its address. */
uint64_t slice_rig_serve(struct slice_rig *f);

/* Replies that came in the ticks so far. */
uint32_t slice_rig_came(const struct slice_rig *f);
/* Takes the first; its tag. */
uint32_t slice_rig_take_reply(struct slice_rig *f);

/* Reads a sector through DRAM, so that it is there. */
void slice_rig_bring(struct slice_rig *f, uint64_t addr);

/* Writes a whole sector and takes the acknowledgement. */
void slice_rig_write_whole(struct slice_rig *f, uint64_t addr);
