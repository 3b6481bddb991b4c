/* ahead.h -- executes a warp's instructions ahead of their simulated time.
 *
 * The results of a warp never depend on its timing (sim/functional/warp.h). So it may execute many
 * instructions in one batch, while its registers are in the host's cache; the timing model then
 * takes them one by one. A trace is the first instruction of its batch, because its rays' records
 * are valid until the next trace. A barrier is the last of its batch, so barriers are checked only
 * at the end of a batch. */
#pragma once

#include "common/status.h"
#include "sim/approximate/inst_cost.h"
#include "sim/functional/warp.h"
#include "sim/timing/counters/sm_counters.h"
#include "sim/timing/sm/issued.h"

#include <stdbool.h>
#include <stdint.h>

enum { AHEAD_DEEDS = 256, AHEAD_SECTORS = 512 + MAX_SECTORS };

struct ahead {
    uint32_t n, next; /* executed instructions (deeds); those from `next` on are not timed yet */
    uint32_t n_sectors, next_sector;
    const struct ray_work *rays; /* rays of the batch's trace; the lanes that execute it */
    uint32_t rays_lanes;
    struct deed {
        uint32_t cost;     /* index of the instruction's cost */
        uint8_t n_sectors; /* sectors that it accesses, the next ones of `sectors`; shared memory:
                              cycles at its banks */
        bool jumps;        /* a taken branch: the next instruction is not the following one */
    } deeds[AHEAD_DEEDS];
    struct sector sectors[AHEAD_SECTORS];
};

static inline void ahead_clear(struct ahead *a)
{
    a->n = a->next = 0;
}

/* Executes a batch of instructions of a warp that has a next one, counts them and looks up their
 * costs. If the next one is a trace, no earlier trace of the warp may be in flight. */
enum st_code ahead_fill(struct ahead *a, struct warp *w, struct inst_costs *costs,
                        struct sm_counters *count, struct status *st);
