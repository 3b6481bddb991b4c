/* reasons.h -- the reasons why an SM's schedulers issue nothing (docs/model.md, "SM: schedulers").
 * Every cycle of a scheduler has one reason; cycles are charged when the reason changes. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/counters/sm_counters.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

struct sm_front;

/* Why a scheduler issues nothing, in the order of priority. */
enum reason {
    REASON_UNIT,
    REASON_COLLECTOR,
    REASON_MEMORY_FULL,
    REASON_RT_FULL,
    REASON_ALU,
    REASON_MEMORY,
    REASON_RT,
    REASON_BARRIER,
    REASON_CONTROL,
    REASON_FETCH,
    REASON_DRAIN,
    REASON_NO_WARP,
    REASON_ISSUED,
    REASONS
};

struct reasons {
    uint8_t of[MAX_SUB_CORES];
    cycle_t since[MAX_SUB_CORES];
    uint64_t slots[REASONS];
};

/* Sets the state of scheduler i from cycle `at` on: it issues, or it stalls for this reason. */
static inline void reasons_set(struct reasons *r, uint32_t i, enum reason reason, cycle_t at)
{
    if (r->of[i] == reason)
        return;
    r->slots[r->of[i]] += at - r->since[i];
    r->of[i] = (uint8_t)reason;
    r->since[i] = at;
}

/* Why scheduler i issues nothing: the reason of the highest priority. */
enum reason reason_of(const struct sm_front *f, uint32_t i);
/* Charges the cycles up to and including `end`, and sets the counters of slots. */
void reasons_count(struct reasons *r, uint32_t schedulers, cycle_t end, struct sm_counters *out);
