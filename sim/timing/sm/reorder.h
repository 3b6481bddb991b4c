/* reorder.h -- threads of an SM's warps are sorted by what they do behind a trace, before they do
 * it (docs/reference/rt-options.md, "Shader execution reordering").
 *
 * A warp whose next instruction may be reordered (warp_inst.reorder_B) waits in front of it, once
 * per trace: first until nothing of it is under way, then for other warps at the same place. A
 * group is sorted in the cycle in which it has reorder_warps warps, or its first warp has waited
 * for reorder_wait cycles, or no other warp of the SM can come. Its threads then change places, and
 * so many cycles later that their registers have been moved its warps go on. */
#pragma once

#include "common/status.h"
#include "sim/config/clock.h"
#include "sim/config/gpu_config.h"
#include "sim/timing/counters/reorder_counters.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

struct sm_front;

struct reorder {
    uint32_t most;    /* warps of a group; 0: nothing is reordered */
    uint32_t wait;    /* cycles at most; 0: any number */
    uint32_t latency; /* cycles */
    uint32_t B;       /* bytes per cycle; 0: any number */
    uint64_t passed;  /* warps that have been here since their last trace */
    uint64_t waiting; /* those in groups that are not sorted */
    uint64_t moving;  /* those in groups that are */
    cycle_t free;     /* no registers are moved from then on */
    uint32_t n;       /* groups, the oldest first */
    struct reorder_group {
        uint64_t warps;
        cycle_t due; /* to be sorted, or to go on */
        bool sorted;
    } groups[MAX_WARPS];
    cycle_t arrived[MAX_WARPS]; /* by warp */
    struct reorder_counters counters;
};

void reorder_init(struct reorder *r, const struct rt_config *config);
/* Whether warp w is to wait in front of its next instruction, which may be reordered. */
static inline bool reorder_holds(const struct reorder *r, uint32_t w)
{
    return r->most && !(r->passed >> w & 1);
}
/* Core cycle `now`, before and behind all schedulers: lets groups go on; takes warps that have come
 * and sorts groups. reorder_gather fails where memory runs out. Each cycle in which a warp is held
 * is to be called for. */
void reorder_release(struct sm_front *f, cycle_t now);
enum st_code reorder_gather(struct sm_front *f, cycle_t now, struct status *st);
