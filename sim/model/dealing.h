/* dealing.h -- when a frame ends, from how long the CTAs of some windows of it were resident.
 *
 * The GPU deals CTAs in order, each to the slot that becomes free first. So what a run of windows
 * says of the frame's time is what each CTA takes of a slot; where the frame's long CTAs lie, of
 * which the end's length hangs, is dealt again. CTA j of the frame is taken to be resident as long
 * as one of the window that was chosen from the same stretch of the frame. */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct dealing {
    uint32_t sms, slots; /* of the GPU, of an SM */
    /* Of n CTAs, windows of `window` each: core cycles. Window w of W stands for the CTAs from
     * w * of / W on (partition/part.h), which are resident as long as its CTAs in turn. */
    const uint64_t *resident;
    uint32_t n, window;
    uint32_t of; /* CTAs that are dealt, at least one a window */
};

struct dealt {
    uint64_t end;  /* core cycles from the first CTA's begin to the last one's end */
    uint64_t busy; /* the same of each SM, summed */
};

/* Of slots that become free together the one of the lowest number is first, so that the answer is
 * one. */
enum st_code deal(struct dealt *out, const struct dealing *d, struct status *st);
