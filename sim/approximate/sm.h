/* sm.h -- an SM of the approximate timing model: in-order issue of warps' instructions by the
 * scoreboard, arithmetic units by their initiation intervals, the LDST unit by its banks, CTAs of
 * one warp or several.
 *
 * SMs are independent: each runs alone through a quantum of memory, on any thread. */
#pragma once

#include "common/status.h"
#include "sim/approximate/port.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm.h"

#include <stdbool.h>
#include <stdint.h>

struct approximate_sm; /* opaque */

/* Creates an SM for up to `ctas` CTAs of `cta_warps` warps, in total at most MAX_WARPS. `port` to
 * memory is borrowed. */
enum st_code approximate_sm_create(struct approximate_sm **out, const struct gpu_config *config,
                                   uint32_t id, uint32_t ctas, uint32_t cta_warps,
                                   struct port *port, struct status *st);
void approximate_sm_free(
    struct approximate_sm *s); /* ends the warps that are still resident; NULL is a no-op */

/* Takes the warps of a CTA in cycle `now`; there must be room. */
void approximate_sm_launch(struct approximate_sm *s, struct warp *const *warps, uint64_t now);
/* Takes memory's answers and simulates the cycles up to `until` - 1 that have not been simulated:
 * at most a quantum of memory. */
enum st_code approximate_sm_run(struct approximate_sm *s, uint64_t until, struct status *st);
/* Gets the cycles in which CTAs ended in the last run, unordered, and returns their number;
 * borrowed until the next run. A CTA ends with its last warp. */
uint32_t approximate_sm_ended(const struct approximate_sm *s, const uint64_t **out);
/* Whether a run has no effect until a warp is launched: the SM has no warps, events or answers to
 * take. */
bool approximate_sm_idle(const struct approximate_sm *s);
/* The first cycle with an event other than answers of memory; UINT64_MAX: none. */
uint64_t approximate_sm_next(const struct approximate_sm *s);

/* Instructions issued and records walked so far, for the watchdog. */
uint64_t approximate_sm_moved(const struct approximate_sm *s);

/* Ends the run: resident warps count until `now`. */
void approximate_sm_stop(struct approximate_sm *s, uint64_t now);
/* Adds the SM's counters; the cycles end with its last warp. */
void approximate_sm_count(const struct approximate_sm *s, struct gpu_counters *into);
