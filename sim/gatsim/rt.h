/* rt.h -- the RT unit of an SM in the approximate timing model: what trace instructions take, which
 * GATSim's paper does not know. It is made of what limits the unit's throughput (docs/model.md, "RT
 * unit"): `max_warps` warps in its buffer, one request a cycle for the oldest warp's records, a
 * latency until data come, which all lanes take that are at the record, and pipelined tests of
 * which a unit starts so many a cycle. Occupancy is kept per lane, as the SM's is kept per warp:
 * time goes from the end of one test to the next. Nothing is stepped in between. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/memory.h"
#include "sim/gatsim/walks.h"

#include <stdbool.h>
#include <stdint.h>

#define RT_NEVER UINT64_MAX

struct gatsim_rt; /* opaque */

/* Everything is borrowed. */
enum st_code gatsim_rt_create(struct gatsim_rt **out, const struct rt_config *config,
                              const struct walks *walks, struct gatsim_memory *memory, uint32_t sm,
                              struct status *st);
void gatsim_rt_free(struct gatsim_rt *u);         /* NULL is a no-op */
bool gatsim_rt_failed(const struct gatsim_rt *u); /* memory ran out */

/* A trace of the SM's slot is in front of the unit from cycle `at` on, beyond every one before it;
 * it waits where the unit is full. */
void gatsim_rt_arrive(struct gatsim_rt *u, const struct walk *walk, uint32_t slot, uint64_t at);
/* When the unit has something to do next; RT_NEVER: not before something arrives. */
uint64_t gatsim_rt_next(const struct gatsim_rt *u);
/* Does what is due in cycle `now`. Returns the slots whose trace has left the unit, a bit each. */
uint64_t gatsim_rt_step(struct gatsim_rt *u, uint64_t now);

struct gatsim_rt_counts {
    uint64_t warps, rays, warp_latency, records, requests;
};
const struct gatsim_rt_counts *gatsim_rt_counts(const struct gatsim_rt *u);
