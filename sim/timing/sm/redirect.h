/* redirect.h -- the time that control flow costs a warp besides issue slots (docs/model.md, "SM:
 * guards and branches").
 *
 * sm.predicate_cycles: an instruction issues at least so many cycles behind the one that wrote the
 * predicate that guards it. sm.redirect_cycles: an instruction that is not the next of the program,
 * as the target of a taken branch, issues at least so many cycles behind the one before it. Both
 * are 0 in GPGPU-Sim, where guards wait as long as other operands and targets as long as fetch
 * takes. Held warps are in the state WARP_HELD. */
#pragma once

#include "sim/config/clock.h"
#include "sim/config/sm_params.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/operand_collector.h"

#include <stdbool.h>
#include <stdint.h>

struct sm_front;

enum { REDIRECT_RECENT = 4 }; /* predicates of a warp whose time is known: those written last */

struct redirect {
    uint32_t predicate_cycles, redirect_cycles;
    cycle_t now;              /* the cycle of the front end */
    cycle_t until[MAX_WARPS]; /* when a held warp is looked at again */
    struct recent_predicate {
        uint32_t reg;
        cycle_t guards_at; /* when it may guard an instruction */
    } recent[MAX_WARPS][REDIRECT_RECENT];
    uint8_t last[MAX_WARPS]; /* place of the one written last */
};

/* Whether the guard of a warp's next instruction cannot be used yet; sets r->until. */
bool redirect_guard_waits(struct redirect *r, uint32_t w, const struct warp_inst *next);
/* Handles an instruction that warp w has just issued: notes the predicate that it writes, and holds
 * the warp if it continues elsewhere; false: it does not, or its target only has to be fetched. */
bool redirect_hold(struct sm_front *f, uint32_t w, const struct warp_inst *inst);
/* Begins cycle `now` of the front end: releases the warps whose time has come. */
void redirect_release(struct sm_front *f, cycle_t now);
