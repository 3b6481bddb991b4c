/* dispatch.h -- which SM gets the next CTA (docs/model.md, "Launch").
 *
 * In each core cycle the SMs are visited round robin from behind the one that got a CTA last, and
 * each that has room takes one. CTAs go out in the order 0, 1, 2, ... A grid smaller than the GPU
 * is spread: no SM holds more than ceil(CTAs / SMs). */
#pragma once

#include "sim/config/clock.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm.h"

struct dispatch {
    struct kernel *kernel;
    uint32_t n_sms;
    uint32_t most;             /* CTAs on one SM */
    uint32_t next;             /* CTA */
    uint32_t last;             /* SM */
    struct timeline *timeline; /* is told of CTAs; NULL: none */
};

/* `first`: the SM that gets CTA 0, modulo their number. */
void dispatch_init(struct dispatch *d, struct kernel *kernel, uint32_t n_sms, uint32_t first,
                   struct timeline *timeline);
bool dispatch_done(const struct dispatch *d);
/* Whether the SM would take a CTA if there was one. */
bool dispatch_fits(const struct dispatch *d, const struct sm *sm);
/* Core cycle `now` for the SMs that wait in it: those whose waits[] is `now`, which have room; it
 * becomes CYCLE_NEVER where the SM got a CTA. Fails where the kernel cannot start a warp. */
enum st_code dispatch_cycle(struct dispatch *d, struct sm *const *sms, cycle_t now, cycle_t *waits,
                            struct status *st);
