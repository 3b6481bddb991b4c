/* sm.h -- an SM of the abstract timing model: in-order issue of warps' instructions by the
 * scoreboard, arithmetic units by their initiation intervals, the LDST unit by its banks. */
#pragma once

#include "common/status.h"
#include "sim/abstract/inst_cost.h"
#include "sim/abstract/memory.h"
#include "sim/abstract/wheel.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm.h"

#include <stdbool.h>
#include <stdint.h>

struct abstract_sm; /* opaque */

/* Events of an SM in the wheel: those of its warps by slot, and its RT unit's. */
enum { SM_EVENTS = 2 * MAX_WARPS, SM_RT_EVENT = MAX_WARPS };

/* Its events are from id * SM_EVENTS on.
 * `costs`, `memory` and `wheel` are borrowed. */
enum st_code abstract_sm_create(struct abstract_sm **out, const struct gpu_config *config,
                                uint32_t id, uint32_t slots, struct inst_costs *costs,
                                struct abstract_memory *memory, struct wheel *wheel,
                                struct status *st);
void abstract_sm_free(struct abstract_sm *s); /* ends the warps still there; NULL is a no-op */

/* Cycles that warps are resident are also added to window_cycles[their window]; NULL: no more. */
void abstract_sm_watch(struct abstract_sm *s, uint64_t *window_cycles);

/* Takes a warp, which is of that window of the frame, in cycle `now`; there must be room. */
void abstract_sm_launch(struct abstract_sm *s, struct warp *w, uint32_t window, uint64_t now);
/* The event of a warp: it issues what it can and puts its next event in. *ended: it has left. */
enum st_code abstract_sm_warp(struct abstract_sm *s, uint32_t slot, uint64_t now, bool *ended,
                              struct status *st);
/* The event of the RT unit. */
enum st_code abstract_sm_trace(struct abstract_sm *s, uint64_t now, struct status *st);

/* Warps that are there count as resident until `now`: the run ends. */
void abstract_sm_stop(struct abstract_sm *s, uint64_t now);
/* Adds what was counted until the last warp of the SM ended. */
void abstract_sm_count(const struct abstract_sm *s, struct gpu_counters *into);
