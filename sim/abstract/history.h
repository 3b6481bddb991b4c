/* history.h -- what a run of the abstract model had counted at some moments on its way, so that the
 * beginning of another run of the same kernel can be held against its beginning.
 *
 * Moments lie at least `interval` cycles apart; when there are more than HISTORY_MOMENTS, every
 * second one goes and the interval doubles, so that their number is bounded and their places hang
 * on the run alone. */
#pragma once

#include "common/status.h"
#include "sim/timing/counters/gpu_counters.h"

#include <stdbool.h>
#include <stddef.h>

enum { HISTORY_MOMENTS = 256, HISTORY_FIRST_INTERVAL = 64 /* core cycles */ };

struct history; /* opaque */

enum st_code history_create(struct history **out, struct status *st);
void history_free(struct history *h); /* NULL is a no-op */

/* --- taking it: for the model --- */

/* Forgets all. */
void history_begin(struct history *h);
/* A moment is wanted in cycle `now`, which is no earlier than that of the last one. */
bool history_due(const struct history *h, uint64_t now);
/* All that was counted before counters->gpu.cycles, warps under way included. */
void history_add(struct history *h, const struct gpu_counters *counters);

/* --- reading --- */

size_t history_moments(const struct history *h);
const struct gpu_counters *history_moment(const struct history *h, size_t i);
