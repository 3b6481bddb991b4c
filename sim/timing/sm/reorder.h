/* reorder.h -- reorders threads across an SM's warps after a trace, by the shader code that they
 * execute next (docs/reference/rt-options.md, "Shader execution reordering").
 *
 * A warp whose next instruction may be reordered (warp_inst.reorder_B) waits in front of it, once
 * per trace: first until none of its instructions is in flight, then for other warps at the same
 * instruction. A group is sorted in the cycle in which it has reorder_warps warps, or its first
 * warp has waited for reorder_wait cycles, or no other warp of the SM can join. Sorting exchanges
 * threads between its warps; the warps continue after the cycles that moving their registers
 * takes. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/reorder_counters.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

struct sm_front;

struct reorder {
    uint32_t most;    /* most warps of a group; 0: no reordering */
    uint32_t wait;    /* longest wait in cycles; 0: unlimited */
    uint32_t latency; /* cycles from the sort until registers move */
    uint32_t B;       /* bytes per cycle; 0: unlimited */
    uint64_t passed;  /* warps that reorder_holds() lets pass until their next trace */
    uint64_t waiting; /* warps in groups that are not sorted yet */
    uint64_t moving;  /* warps in sorted groups */
    cycle_t free;     /* first cycle in which the path between register files is free */
    uint32_t n;       /* groups, oldest first */
    struct reorder_group {
        uint64_t warps;
        cycle_t due; /* when it is sorted or, if sorted, continues */
        bool sorted;
    } groups[MAX_WARPS];
    cycle_t arrived[MAX_WARPS]; /* by warp: cycle of arrival */
    struct reorder_counters counters;
};

void reorder_init(struct reorder *r, const struct rt_config *config);
/* Whether warp w must wait in front of its next instruction, which may be reordered. */
static inline bool reorder_holds(const struct reorder *r, uint32_t w)
{
    return r->most && !(r->passed >> w & 1);
}
/* Both simulate core cycle `now` and must be called in every cycle in which a warp is held.
 * reorder_release, before all schedulers, lets groups continue; reorder_gather, after all
 * schedulers, collects waiting warps and sorts groups, and fails if memory runs out. */
void reorder_release(struct sm_front *f, cycle_t now);
enum st_code reorder_gather(struct sm_front *f, cycle_t now, struct status *st);
