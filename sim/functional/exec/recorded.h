/* recorded.h -- CTAs whose warps have been executed and recorded when they were started, so that
 * barriers and shared memory have their effect before timing steps through the warps.
 *
 * The record of a CTA is reused when its last warp has been ended, so memory does not grow with the
 * grid. Internal to sim/functional. */
#pragma once

#include "sim/functional/step_log.h"
#include "sim/functional/warp.h"

struct recorded_cta; /* opaque */

/* The CTAs of a kernel; {0} but for the first two members. */
struct recorded_pool {
    const struct warp_inst *insts; /* of the program */
    uint32_t n_warps;              /* of a CTA */
    struct recorded_cta *all;
    _Atomic(struct recorded_cta *) free; /* one thread takes free CTAs, any thread may return one */
};

/* Takes a CTA with empty logs. */
enum st_code recorded_take(struct recorded_cta **out, struct recorded_pool *p, struct status *st);
/* The logs of its warps, to be written. */
struct step_log *const *recorded_logs(const struct recorded_cta *c);
/* Makes the warps, each at the beginning of its log. The last one to be ended gives the CTA
 * back. */
void recorded_start(struct recorded_cta *c, struct warp **out);
/* Gives back a CTA that has not been started. */
void recorded_give_back(struct recorded_cta *c);
/* Whether a warp is of a recorded CTA. */
bool recorded_is(const struct warp *w);
void recorded_pool_release(struct recorded_pool *p);
