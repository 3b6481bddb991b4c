/* wait_counters.h -- counts the memory instructions of a warp of machine code that are in flight
 * (docs/model.md, "SM: wait counters"; RDNA 2 ISA, "Manually Inserted Wait States").
 *
 * Machine code has no scoreboard for the results of memory: an instruction adds one to its counter
 * when it issues and subtracts it when its data have arrived, and s_waitcnt stalls its warp until
 * counters are low enough. vmcnt and vscnt are decremented in the order of issue, also if data
 * arrive in another order (LLVM AMDGPUUsage, MEM_ORDERED); lgkmcnt in any order. */
#pragma once

#include "sim/functional/warp.h"
#include "sim/timing/sm/scoreboard.h"

#include <stdbool.h>
#include <stdint.h>

/* A counter has six bits: an instruction that would overflow it waits. */
enum { WAIT_COUNTER_MOST = 63 };

/* The counters of one warp; zeroed: nothing is in flight. */
struct wait_counters {
    uint64_t came[COUNTERS]; /* for counters in order: bit per place whose data have arrived before
                                those of an earlier place */
    uint64_t rays;           /* places of vmcnt that belong to traces, a bit each */
    uint8_t first[COUNTERS]; /* place of the oldest in flight, modulo 256 */
    uint8_t next[COUNTERS];  /* next free place */
    uint8_t parts[WAIT_COUNTER_MOST + 1]; /* by place of a store: sectors not acknowledged, plus one
                                             until all are sent */
};

/* Issues the instruction, which has a counter. Returns its mark, 1 to 255. */
uint8_t wait_counters_add(struct wait_counters *c, const struct warp_inst *inst);
/* Retires the instruction with that mark. */
void wait_counters_retire(struct wait_counters *c, const struct warp_inst *inst, uint32_t mark);
/* A sector of the store with that mark has entered memory (+1) or was acknowledged (-1). */
void wait_counters_store(struct wait_counters *c, uint32_t mark, int change);

static inline uint32_t wait_counters_of(const struct wait_counters *c, enum warp_counter which)
{
    return (uint8_t)(c->next[which] - c->first[which]);
}

/* The result that an OP_WAIT or an instruction with a counter waits for. */
enum wait_kind wait_counters_check(const struct wait_counters *c, const struct warp_inst *inst);
