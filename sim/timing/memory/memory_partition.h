/* memory_partition.h -- one memory partition: L2 slices and their DRAM channel, connected to the
 * rest of the GPU only by the slices' crossbar ports.
 *
 * Time: ticks of the configuration's clocks. A partition can run alone through any stretch of time,
 * because it knows requests rop_cycles before it handles them, and pushes replies into the crossbar
 * with their time. So different threads may run different partitions. At one time the order is
 * (docs/model.md, "Order of a step"): replies enter the crossbar, DRAM works, slices take requests,
 * the L2 works. */
#pragma once

#include "sim/config/address_map.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/timeline.h"
#include "sim/timing/memory/cache.h"
#include "sim/timing/memory/crossbar.h"

#include <stdio.h>

struct memory_partition; /* opaque */

/* All pointers are borrowed. Its slices are inputs id * slices and up of `replies`. `every_cycle`:
 * call every part in every cycle of its clock, which changes no result. `most_cycles`: the most L2
 * cycles that it runs before memory_partition_takes() is called for them. */
enum st_code memory_partition_create(struct memory_partition **out, const struct gpu_config *config,
                                     const struct address_map *map, uint32_t id,
                                     struct crossbar *replies, uint32_t most_cycles,
                                     bool every_cycle, struct status *st);
void memory_partition_free(struct memory_partition *p); /* NULL is a no-op */

/* The next time with work; CYCLE_NEVER: only a request brings work. */
ticks_t memory_partition_next(const struct memory_partition *p);
/* Runs up to and including time `until`. Each of the slices' crossbar inputs must have room for a
 * reply in every interconnect cycle of that time; if the time has at most one such cycle, the
 * input's state before it decides. */
void memory_partition_run(struct memory_partition *p, ticks_t until);

/* Whether a slice takes a request in L2 cycle `now`, which is at most the first one that the
 * partition has not run through. Calls must be in the order of time. */
bool memory_partition_takes(struct memory_partition *p, uint32_t slice, cycle_t now);
/* Gives the slice a request in L2 cycle `now`. */
void memory_partition_take(struct memory_partition *p, uint32_t slice,
                           const struct transit *request, cycle_t now);
/* Gives the slice the requests of `came`, in order: each arrived with the interconnect cycle in its
 * `at`, and one is taken in each L2 cycle after that, from `first` to `last`, in which the slice
 * takes one. Returns how many. */
uint32_t memory_partition_take_all(struct memory_partition *p, uint32_t slice,
                                   const struct transit_span *came, cycle_t first, cycle_t last);
/* Promises that no call will concern cycles before `now`. */
void memory_partition_forget(struct memory_partition *p, cycle_t now);

ticks_t memory_partition_last_free(
    const struct memory_partition *p); /* time in ticks of the last write-back */
uint64_t memory_partition_moved(const struct memory_partition *p);   /* packets, for the watchdog */
uint32_t memory_partition_packets(const struct memory_partition *p); /* packets in it */
/* Adds the counts before time `end` to *into. */
void memory_partition_count(struct memory_partition *p, ticks_t end, struct gpu_counters *into);
/* The partition's part of a sample at time `end`, to which it has been run. */
void memory_partition_sample(const struct memory_partition *p, ticks_t end,
                             struct timeline_memory_partition *out);
/* Calls l2_slice_warm() of a slice. */
void memory_partition_warm(struct memory_partition *p, uint32_t slice, uint64_t addr);
/* Lets waiting slices look again, because the conditions for which they wait may hold now. */
void memory_partition_wake(struct memory_partition *p);
/* Adds the lines and sectors of the slices' caches to *into. */
void memory_partition_left(const struct memory_partition *p, struct cache_left *into);
void memory_partition_dump(const struct memory_partition *p, FILE *out);
