/* alarms.h -- a timing wheel for the lanes of an RT unit's warps: the lanes whose tests may end in
 * each cycle.
 *
 * Warps are numbered by their place in the warp buffer. An alarm that lies too far ahead rings at
 * the wheel's far end; its owner then sets it again. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"

#include <stdint.h>

enum { RT_WHEEL = 64 }; /* cycles that an alarm may lie ahead, and bits of a word */

struct rt_alarms {
    uint32_t max_warps;
    uint32_t *lanes;          /* RT_WHEEL x max_warps */
    uint32_t warps[RT_WHEEL]; /* warps that have lanes there */
    uint64_t used;            /* bit per place of the wheel */
    cycle_t first;            /* the first alarm, or CYCLE_NEVER */
};

enum st_code rt_alarms_create(struct rt_alarms *a, uint32_t max_warps, struct status *st);
void rt_alarms_release(struct rt_alarms *a);

/* Sets an alarm for `lanes` of a warp in cycle `at`, which is `now` or later. */
static inline void rt_alarms_set(struct rt_alarms *a, uint32_t warp, uint32_t lanes, cycle_t at,
                                 cycle_t now)
{
    if (at >= now + RT_WHEEL)
        at = now + RT_WHEEL - 1;
    uint32_t i = (uint32_t)at % RT_WHEEL;
    a->lanes[i * a->max_warps + warp] |= lanes;
    a->warps[i] |= 1u << warp;
    a->used |= 1ull << i;
    if (at < a->first)
        a->first = at;
}

/* Takes a warp's alarms of cycle `now` and clears them. */
static inline uint32_t rt_alarms_take(struct rt_alarms *a, uint32_t warp, cycle_t now)
{
    uint32_t *lanes = &a->lanes[(uint32_t)now % RT_WHEEL * a->max_warps + warp];
    uint32_t taken = *lanes;
    *lanes = 0;
    return taken;
}

/* Prepares taking all alarms of cycle `now`, which is that of the first alarm. Returns the warps
 * that have any. */
static inline uint32_t rt_alarms_turn(struct rt_alarms *a, cycle_t now)
{
    uint32_t i = (uint32_t)now % RT_WHEEL, warps = a->warps[i];
    a->warps[i] = 0;
    a->used &= ~(1ull << i);
    /* The wheel rotated to begin at `now`. */
    uint64_t ahead = a->used >> i | a->used << (RT_WHEEL - i) % RT_WHEEL;
    a->first = ahead ? now + (uint32_t)__builtin_ctzll(ahead) : CYCLE_NEVER;
    return warps;
}
