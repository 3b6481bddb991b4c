/* scheduler.h -- in which order a warp scheduler looks at its warps.
 *
 * Greedy then oldest (Vulkan-Sim shader.cc 1887): the warp issued last, then all others by age. The
 * greedy one is a slot: a warp launched into it inherits the place. Oldest: by age. Loose round
 * robin (GPGPU-Sim, order_lrr): by slot, beginning behind the slot issued last. */
#pragma once

#include "sim/config/sm_params.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

enum { SCHEDULER_NONE = MAX_WARPS };

struct scheduler {
    uint64_t warps;           /* bit per slot: those that are this scheduler's */
    uint8_t order[MAX_WARPS]; /* oldest first */
    uint8_t n;
    uint8_t last; /* slot issued last, or SCHEDULER_NONE */
    uint8_t policy;
};

void scheduler_init(struct scheduler *s, enum scheduler_policy policy);
void scheduler_add(struct scheduler *s, uint32_t warp); /* the youngest so far */
void scheduler_remove(struct scheduler *s, uint32_t warp);

/* The first warp in order that is in `issuable`, which is then the one issued last, or
 * SCHEDULER_NONE.
 * *passed are the warps of `hazards` that were looked at on the way there. */
uint32_t scheduler_pick(struct scheduler *s, uint64_t issuable, uint64_t hazards, uint64_t *passed);
