/* rt_queue.h -- traces of one SM that wait for its RT unit.
 *
 * As in the cycle model a sub-core holds few of them after issue: one in its issue register, one in
 * its input register, and as many as it has collector units if traces may hold those
 * (sim/timing/sm/operand_collector.h). These enter the unit in the order of issue. A trace that
 * finds them full is not issued. When one of the sub-core's traces has entered the unit, its
 * scheduler issues the warp issued last, if that waits, and else the oldest
 * (sim/timing/sm/scheduler.h). */
#pragma once

#include "sim/config/sm_params.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

struct rt_trace {
    const struct ray_work *rays;
    uint32_t slot, lanes;
    uint64_t age; /* of the warp: number of launches of the SM before it */
};

struct rt_queue {
    uint32_t subs, depth; /* depth: traces of a sub-core after issue */
    bool greedy;
    const uint8_t *last_issued; /* slot, by sub-core; borrowed */
    uint32_t n;                 /* issued */
    uint32_t first;
    uint32_t n_of[MAX_SUB_CORES];
    uint8_t issued[MAX_WARPS]; /* slots, a ring */
    uint64_t held;             /* bit per slot: waits and is not issued */
    struct rt_trace of[MAX_WARPS];
};

void rt_queue_init(struct rt_queue *q, const struct sm_config *config, const uint8_t *last_issued);
void rt_queue_add(struct rt_queue *q, const struct rt_trace *trace);
/* Takes the next trace to enter the unit; there must be one. */
void rt_queue_take(struct rt_queue *q, struct rt_trace *out);
