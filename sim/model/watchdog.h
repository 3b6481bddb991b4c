/* watchdog.h -- ends a run in which nothing moves, for every model that simulates time.
 *
 * A model passes the sum of its progress so far (instructions, requests, CTAs), which only grows.
 * If the sum stays the same for machine.watchdog_cycles core cycles, the run is stuck. This is
 * detected late by at most an eighth of these cycles. */
#pragma once

#include "common/status.h"
#include "sim/config/gpu_config.h"

#include <stdbool.h>
#include <stdint.h>

struct watchdog {
    uint32_t cycles; /* number of cycles without progress after which the run is stuck */
    uint64_t moved, moved_at, check_at;
};

struct watchdog watchdog_make(const struct machine_config *machine, uint64_t now);

/* Whether watchdog_bites() has to be called at `now`. */
static inline bool watchdog_due(const struct watchdog *w, uint64_t now)
{
    return now >= w->check_at;
}
bool watchdog_bites(struct watchdog *w, uint64_t moved, uint64_t now);

/* Returns ST_FAILED with the message that nothing has moved since cycle `since`. */
enum st_code watchdog_stuck(const struct watchdog *w, uint64_t since, struct status *st);
