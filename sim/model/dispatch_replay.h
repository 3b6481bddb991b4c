/* dispatch_replay.h -- computes the time of a frame from the residencies of the CTAs of some of its
 * sampling units.
 *
 * The GPU dispatches CTAs in order, each to the slot that becomes free first. A run of units
 * measures how long each of its CTAs occupies a slot. The replay dispatches every CTA of the frame:
 * each takes as long as a CTA of the unit chosen from the same stretch of the frame. So long CTAs
 * keep their places in the frame, on which the length of its tail depends. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct dispatch_replay {
    uint32_t sms, slots; /* SMs of the GPU; slots of an SM */
    /* Core cycles that each of n CTAs was resident, unit by unit of `unit` CTAs. Unit w of
     * W stands for the CTAs from w * of / W on (partition/cta_sample.h); they take the times of its
     * CTAs in turn. */
    const uint64_t *resident;
    uint32_t n, unit;
    uint32_t of; /* CTAs to dispatch, at least one for each sampling unit */
};

struct dispatch_replayed {
    uint64_t end;  /* core cycles from the begin of the first CTA to the end of the last */
    uint64_t busy; /* the same of each SM, summed over SMs */
};

/* If several slots become free at the same time, the one with the lowest number gets the CTA, so
 * the result is unique. ST_NOMEM if memory runs out. */
enum st_code dispatch_replay_run(struct dispatch_replayed *out, const struct dispatch_replay *d,
                                 struct status *st);
