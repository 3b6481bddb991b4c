/* sm.h -- an SM of the approximate timing model: in-order issue of warps' instructions by the
 * scoreboard, arithmetic units by their initiation intervals, the LDST unit by its banks, CTAs of
 * one warp or several.
 *
 * SMs know nothing of each other: each goes alone through a quantum of memory, by any thread. */
#pragma once

#include "common/status.h"
#include "sim/approximate/port.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_sm; /* opaque */

/* It holds up to `ctas` of `cta_warps` each, together at most MAX_WARPS. `port`: to memory;
 * borrowed. */
enum st_code approximate_sm_create(struct approximate_sm **out, const struct gpu_config *config,
                                   uint32_t id, uint32_t ctas, uint32_t cta_warps,
                                   struct port *port, struct status *st);
void approximate_sm_free(
    struct approximate_sm *s); /* ends the warps still there; NULL is a no-op */

/* Takes the warps of a CTA in cycle `now`; there must be room. */
void approximate_sm_launch(struct approximate_sm *s, struct warp *const *warps, uint64_t now);
/* Takes what memory has answered, and all cycles up to `until` - 1 that it has not taken yet: at
 * most a quantum of memory. */
enum st_code approximate_sm_run(struct approximate_sm *s, uint64_t until, struct status *st);
/* When CTAs left in the last run, each with its last warp, in no order; borrowed until the next
 * one. */
uint32_t approximate_sm_ended(const struct approximate_sm *s, const uint64_t **out);
/* The SM has no warps, no events and nothing to take: a run would do nothing until a warp is
 * launched. */
bool approximate_sm_idle(const struct approximate_sm *s);
/* Nothing happens before the cycle returned but by answers of memory; UINT64_MAX: nothing at all.
 */
uint64_t approximate_sm_next(const struct approximate_sm *s);

/* Instructions issued and records walked so far, for the watchdog. */
uint64_t approximate_sm_moved(const struct approximate_sm *s);

/* Warps that are there count as resident until `now`: the run ends. */
void approximate_sm_stop(struct approximate_sm *s, uint64_t now);
/* Adds what was counted until the last warp of the SM ended. */
void approximate_sm_count(const struct approximate_sm *s, struct gpu_counters *into);
