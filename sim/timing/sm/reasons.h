/* reasons.h -- the reasons why an SM's schedulers issue nothing (docs/model.md, "SM: schedulers").
 * Every cycle of a scheduler has one reason; cycles are charged when the reason changes. */
#pragma once

#include "sim/config/clock.h"
#include "sim/timing/counters/inst_counters.h"
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

_Static_assert((int)REASONS == (int)INST_SLOTS, "a slot of an instruction for each reason");

struct reasons {
    uint8_t of[MAX_SUB_CORES];
    cycle_t since[MAX_SUB_CORES];
    uint64_t slots[REASONS];
    struct inst_counters insts;   /* `of` NULL: instructions are not counted */
    uint32_t inst[MAX_SUB_CORES]; /* the one that the running cycles count for */
    cycle_t begun[MAX_SUB_CORES]; /* since when they do */
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

/* Counts the cycles of scheduler i for an instruction as well: from cycle `at` on, in which its
 * reason is set next, for that of the warp in slot w if it issues, else for that of a warp that
 * stalls. */
void reasons_set_inst(struct reasons *r, const struct sm_front *f, uint32_t i, uint32_t w,
                      enum reason reason, cycle_t at);

/* Why scheduler i issues nothing: the reason of the highest priority. */
enum reason reason_of(const struct sm_front *f, uint32_t i);
/* Charges the cycles up to and including `end`, and sets the counters of slots. */
void reasons_count(struct reasons *r, uint32_t schedulers, cycle_t end, struct sm_counters *out);
