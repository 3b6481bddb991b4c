/* memory_partition.h -- one memory partition: L2 slices and the DRAM channel behind them, which
 * meet the rest of the GPU only at the slices' crossbar ports.
 *
 * Time: ticks of the configuration's clocks. A partition can be run alone through any stretch of
 * time, as requests are known rop_cycles before it looks at them, and replies are pushed into the
 * crossbar with their time: different partitions may be run by different threads. In one moment, in
 * this order (docs/model.md, "Order of a step"): replies enter the crossbar, DRAM works, slices
 * take requests, the L2 works. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/crossbar.h"

#include <stdio.h>

struct memory_partition; /* opaque */

/* Everything is borrowed. Its slices are inputs id * slices and up of `replies`. `every_cycle`:
 * call every part in every cycle of its clock, which changes no result. `most_cycles`: L2 cycles
 * that it runs at most before those taken are asked for. */
enum st_code memory_partition_create(struct memory_partition **out, const struct gpu_config *config,
                                     const struct address_map *map, uint32_t id,
                                     struct crossbar *replies, uint32_t most_cycles,
                                     bool every_cycle, struct status *st);
void memory_partition_free(struct memory_partition *p); /* NULL is a no-op */

/* When it has something to do next; CYCLE_NEVER: only a request will change that. */
ticks_t memory_partition_next(const struct memory_partition *p);
/* Does all that is to be done up to and including time `until`. The crossbar's inputs must have
 * room for a reply in every interconnect cycle of that time or, where the time has one such cycle
 * at most, be as they are before it. */
void memory_partition_run(struct memory_partition *p, ticks_t until);

/* Whether a slice of the partition takes a request in an L2 cycle that is not behind the
 * first it has not been run through; asked for in the order of time. */
bool memory_partition_takes(struct memory_partition *p, uint32_t slice, cycle_t now);
/* It takes one then. */
void memory_partition_take(struct memory_partition *p, uint32_t slice,
                           const struct transit *request, cycle_t now);
/* It takes, in their order, those that came with the interconnect cycle in `at`: one in each L2
 * cycle behind that, from cycle `first` to `last`, in which it takes one. Returns how many. */
uint32_t memory_partition_take_all(struct memory_partition *p, uint32_t slice,
                                   const struct transit_span *came, cycle_t first, cycle_t last);
/* Nobody will ask for cycles before `now` any more. */
void memory_partition_forget(struct memory_partition *p, cycle_t now);

ticks_t memory_partition_last_free(
    const struct memory_partition *p); /* the last write-back was done then */
uint64_t memory_partition_moved(const struct memory_partition *p);   /* packets, for the watchdog */
uint32_t memory_partition_packets(const struct memory_partition *p); /* that are in it */
/* Adds what was counted before time `end` to *into. */
void memory_partition_count(struct memory_partition *p, ticks_t end, struct gpu_counters *into);
/* What it has done before time `end`, to which it has been run. */
void memory_partition_sample(const struct memory_partition *p, ticks_t end,
                             struct timeline_memory_partition *out);
/* l2_slice_warm() of one of its slices. */
void memory_partition_warm(struct memory_partition *p, uint32_t slice, uint64_t addr);
/* What slices waited for may be there now. */
void memory_partition_wake(struct memory_partition *p);
/* Adds what is in its lines of the L2. */
void memory_partition_left(const struct memory_partition *p, struct cache_left *into);
void memory_partition_dump(const struct memory_partition *p, FILE *out);
