/* rt.h -- the RT unit of one SM, with the behaviour of sim/timing/rt/rt_unit.h; it advances from
 * test to test of its lanes instead of from cycle to cycle. */
#pragma once

#include "common/status.h"
#include "sim/approximate/banks.h"
#include "sim/approximate/l1d.h"
#include "sim/approximate/rt_queue.h"
#include "sim/config/gpu_config.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/rt_unit_counters.h"

#include <stdint.h>

struct approximate_rt; /* opaque */

/* `l1d`, `banks` and `last_issued` (rt_queue.h) are borrowed. */
enum st_code approximate_rt_create(struct approximate_rt **out, const struct gpu_config *config,
                                   uint32_t sm, struct approximate_l1d *l1d, struct banks *banks,
                                   const uint8_t *last_issued, struct status *st);
void approximate_rt_free(struct approximate_rt *u); /* NULL is a no-op */

/* Handles a trace that reaches the unit in cycle `now`; it waits if the unit is full. Its rays are
 * borrowed until the warp leaves. Returns the cycle in which the unit must be called. */
uint64_t approximate_rt_arrive(struct approximate_rt *u, const struct rt_trace *trace,
                               uint64_t now);
/* Simulates cycle `now`: warps leave, lanes send requests. Fills `left` with the slots of warps
 * whose results are available in cycle now + 1 and returns their number. *next: the cycle in which
 * the unit must be called again; UINT64_MAX: only when a trace arrives. */
uint32_t approximate_rt_step(struct approximate_rt *u, uint64_t now, uint8_t left[32],
                             uint64_t *next);

/* Handles the arrival, in cycle `at`, of a request that the unit watches (approximate_l1d_watch()).
 * The unit's watchers are numbered below RT_WATCHERS. */
#define RT_WATCHERS (UINT32_C(1) << 30)
void approximate_rt_tell(struct approximate_rt *u, uint32_t watcher, uint64_t at);
/* To be called when all arrivals of a quantum have been reported; the next quantum's last cycle is
 * `until` - 1. Returns in *next the cycle in which the unit must be called; UINT64_MAX: not yet.
 * Fails if memory ran out. */
enum st_code approximate_rt_told(struct approximate_rt *u, uint64_t until, uint64_t *next,
                                 struct status *st);

struct rt_counters approximate_rt_counters(const struct approximate_rt *u);
