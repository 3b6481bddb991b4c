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
    uint32_t sms, slots; /* SMs of the GPU; slots of each SM, a slot for each CTA that it holds */
    /* By CTA of the run: the core cycles for which it was resident. The n CTAs are units of `unit`
     * CTAs, one after the other. Unit w of W stands for the CTAs of the frame from w * of / W on
     * (partition/cta_sample.h), which take the times of its CTAs in turn. */
    const uint64_t *resident;
    uint32_t n, unit;
    uint32_t of; /* CTAs to dispatch, at least one for each sampling unit */
};

struct dispatch_replayed {
    uint64_t end;  /* core cycles from the begin of the first CTA to the end of the last */
    uint64_t busy; /* core cycles from the begin of an SM's first CTA to the end of its last, summed
                      over SMs */
};

/* Dispatches all CTAs. If several slots become free at the same time, the one with the lowest
 * number gets the next CTA, so the result is unique. ST_NOMEM if memory runs out. */
enum st_code dispatch_replay_run(struct dispatch_replayed *out, const struct dispatch_replay *d,
                                 struct status *st);
