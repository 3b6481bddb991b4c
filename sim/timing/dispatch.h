/* dispatch.h -- dispatches CTAs to SMs (docs/model.md, "Launch").
 *
 * In each core cycle the SMs are visited round robin, beginning after the SM that got a CTA last.
 * Each SM with room takes one CTA. CTAs are dispatched in the order 0, 1, 2, ... A grid smaller
 * than the GPU is spread: no SM holds more than ceil(CTAs / SMs). */
#pragma once

#include "sim/config/clock.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm.h"

struct dispatch {
    struct kernel *kernel;
    uint32_t n_sms;
    uint32_t most;             /* most CTAs that an SM may hold */
    uint32_t next;             /* the next CTA to dispatch */
    uint32_t last;             /* the SM that got a CTA last */
    struct timeline *timeline; /* records when CTAs run; NULL: no record */
};

/* SM `first` mod n_sms gets CTA 0. */
void dispatch_init(struct dispatch *d, struct kernel *kernel, uint32_t n_sms, uint32_t first,
                   struct timeline *timeline);
bool dispatch_done(const struct dispatch *d);
/* Whether the SM would take a CTA if one was left. */
bool dispatch_fits(const struct dispatch *d, const struct sm *sm);
/* Dispatches CTAs in core cycle `now` to the SMs with room whose waits[] is `now`, and sets waits[]
 * to CYCLE_NEVER for each SM that got one. Fails if the kernel cannot start a warp. */
enum st_code dispatch_cycle(struct dispatch *d, struct sm *const *sms, cycle_t now, cycle_t *waits,
                            struct status *st);
