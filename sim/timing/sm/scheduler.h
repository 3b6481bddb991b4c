/* scheduler.h -- the order in which a warp scheduler visits its warps.
 *
 * Greedy then oldest (Vulkan-Sim shader.cc 1887): the warp issued last, then all others by age. The
 * greedy one is a slot: a warp launched into it inherits the place. Oldest: by age. Loose round
 * robin (GPGPU-Sim, order_lrr): by slot, beginning after the slot issued last. */
#pragma once

#include "sim/config/sm_params.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { SCHEDULER_NONE = MAX_WARPS };

struct scheduler {
    uint64_t warps;           /* slots of its warps, bit per slot */
    uint8_t order[MAX_WARPS]; /* slots, oldest first */
    uint8_t n;
    uint8_t last; /* slot issued last, or SCHEDULER_NONE */
    uint8_t policy;
};

void scheduler_init(struct scheduler *s, enum scheduler_policy policy);
void scheduler_add(struct scheduler *s, uint32_t warp); /* the warp is then the youngest */
void scheduler_remove(struct scheduler *s, uint32_t warp);

/* Picks the first warp in order that is in `issuable` and makes it the one issued last;
 * SCHEDULER_NONE if there is none. *passed gets the warps of `hazards` that are visited before
 * it. */
uint32_t scheduler_pick(struct scheduler *s, uint64_t issuable, uint64_t hazards, uint64_t *passed);
