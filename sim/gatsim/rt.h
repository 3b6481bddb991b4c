/* rt.h -- the RT unit of an SM in GATSim's timing model: the time of trace instructions, which
 * GATSim's paper does not cover. It models the limits of the unit's throughput (docs/model.md, "RT
 * unit"): `max_warps` warps in its buffer, one request per cycle for the oldest warp's records, a
 * latency until data arrive for all lanes at the record, and a limited number of pipelined
 * tests started per unit and cycle. Occupancy is kept per lane, as the SM's is kept per warp: time
 * advances from the end of one test to the next. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"
#include "sim/gatsim/memory.h"
#include "sim/gatsim/walks.h"

#include <stdbool.h>
#include <stdint.h>

#define RT_NEVER UINT64_MAX

struct gatsim_rt; /* opaque */

/* Creates an RT unit. All pointers are borrowed. */
enum st_code gatsim_rt_create(struct gatsim_rt **out, const struct rt_config *config,
                              const struct walks *walks, struct gatsim_memory *memory, uint32_t sm,
                              struct status *st);
void gatsim_rt_free(struct gatsim_rt *u);         /* NULL is a no-op */
bool gatsim_rt_failed(const struct gatsim_rt *u); /* memory ran out */

/* Lets the trace of the warp in a slot of the SM wait in front of the unit from cycle `at` on,
 * behind all traces that wait; it enters when there is room. */
void gatsim_rt_arrive(struct gatsim_rt *u, const struct walk *walk, uint32_t slot, uint64_t at);
/* The next cycle with work; RT_NEVER: none until a trace arrives. */
uint64_t gatsim_rt_next(const struct gatsim_rt *u);
/* Simulates cycle `now`. Returns the slots whose traces have left the unit, a bit each. */
uint64_t gatsim_rt_step(struct gatsim_rt *u, uint64_t now);

struct gatsim_rt_counts {
    uint64_t warps, rays, warp_latency, records, requests;
};
const struct gatsim_rt_counts *gatsim_rt_counts(const struct gatsim_rt *u);
