/* inst_counters.h -- what each instruction of a program costs, summed over the SMs of a run. */
#pragma once

#include "common/status.h"

#include <stdint.h>

enum { INST_SLOTS = 13 }; /* reasons of a scheduler's cycle (sm/reasons.h), the last: it issues */

struct inst_count {
    uint64_t warps, active,
        executed;     /* issued by warps; their active lanes, and those that executed */
    uint64_t sectors; /* of global and local memory that it accessed */
    /* Cycles of schedulers: an issue counts for the instruction that issues, a stall for the next
     * instruction of the first warp that has the scheduler's reason. */
    uint64_t slots[INST_SLOTS];
};

struct inst_counters {
    uint32_t n;            /* instructions of the program */
    struct inst_count *of; /* n + 1, by number (warp_inst_number); the last has the cycles of no
                              instruction */
};

/* The names of slots, as in the counters slot_...: "unit", ..., "issued". */
extern const char *const inst_slot_names[INST_SLOTS];

enum st_code inst_counters_create(struct inst_counters *c, uint32_t n, struct status *st);
void inst_counters_release(struct inst_counters *c); /* {0} is a no-op */
void inst_counters_add(struct inst_counters *into, const struct inst_counters *from);
