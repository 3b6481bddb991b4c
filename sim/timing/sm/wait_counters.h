/* wait_counters.h -- what a warp of machine code has under way, counted instead of named
 * (docs/model.md, "SM: wait counters"; RDNA 2 ISA, "Manually Inserted Wait States").
 *
 * There is no pending table for what memory returns: an instruction adds one to its counter when it
 * issues, which takes it back when its data have come, and s_waitcnt holds its warp until counters
 * are low enough. vmcnt and vscnt are taken back in the order of issue, whatever came first (LLVM
 * AMDGPUUsage, MEM_ORDERED); lgkmcnt in any. */
#pragma once

#include "sim/functional/warp.h"
#include "sim/timing/sm/scoreboard.h"

#include <stdbool.h>
#include <stdint.h>

/* A counter has six bits: an instruction that would bring it beyond waits. */
enum { WAIT_COUNTER_MOST = 63 };

/* Of one warp; zeros: nothing is under way. */
struct wait_counters {
    uint64_t came[COUNTERS]; /* in order: a bit for each place whose data are there, while those of
                                an earlier one are not */
    uint64_t rays;           /* a bit for each place of vmcnt that is a trace's */
    uint8_t first[COUNTERS]; /* place of the oldest that is under way; modulo 256 */
    uint8_t next[COUNTERS];  /* place of the next */
    uint8_t parts[WAIT_COUNTER_MOST + 1]; /* of a store by place: sectors that are not acknowledged,
                                             and one until it has sent them all */
};

/* The instruction, which has a counter, issues. Returns its mark: not 0, and below 256. */
uint8_t wait_counters_add(struct wait_counters *c, const struct warp_inst *inst);
/* The instruction with that mark has retired. */
void wait_counters_retire(struct wait_counters *c, const struct warp_inst *inst, uint32_t mark);
/* A sector of the store with that mark has entered memory (+1) or was acknowledged (-1). */
void wait_counters_store(struct wait_counters *c, uint32_t mark, int change);

static inline uint32_t wait_counters_of(const struct wait_counters *c, enum warp_counter which)
{
    return (uint8_t)(c->next[which] - c->first[which]);
}

/* What an OP_WAIT or an instruction with a counter waits for. */
enum wait_kind wait_counters_check(const struct wait_counters *c, const struct warp_inst *inst);
