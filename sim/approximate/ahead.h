/* ahead.h -- what a warp has executed ahead of its time.
 *
 * What a warp does never depends on when it does it (sim/functional/warp.h), so that it may be
 * executed many instructions at a time, while its registers are in the host's cache; timing then
 * takes them one by one. A trace is the first of its batch: what its rays leave lasts until the
 * next one. A barrier is the last of its batch, so that barriers need be looked for only where a
 * batch ends. */
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
    uint32_t n, next; /* deeds; those from `next` on are still to be timed */
    uint32_t n_sectors, next_sector;
    const struct ray_work *rays; /* of the trace, with the lanes that execute it */
    uint32_t rays_lanes;
    struct deed {
        uint32_t cost;     /* of the instruction, among the costs */
        uint8_t n_sectors; /* that it touches, the next of `sectors`; of shared memory: cycles at
                              its banks */
        bool jumps;        /* the next instruction is not the one behind it */
    } deeds[AHEAD_DEEDS];
    struct sector sectors[AHEAD_SECTORS];
};

static inline void ahead_clear(struct ahead *a)
{
    a->n = a->next = 0;
}

/* Executes some instructions of a warp that has a next one, counts them, and learns their costs.
 * Where the next one is a trace, no earlier one of the warp may be under way. */
enum st_code ahead_fill(struct ahead *a, struct warp *w, struct inst_costs *costs,
                        struct sm_counters *count, struct status *st);
