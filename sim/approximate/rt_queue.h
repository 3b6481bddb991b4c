/* rt_queue.h -- traces of one SM that wait for its RT unit.
 *
 * As in the cycle model a sub-core holds few of them after issue: one in its issue register, one in
 * its input register, and one in each collector unit if traces may hold those
 * (sim/timing/sm/operand_collector.h). These enter the unit in the order of issue. A trace that
 * finds all these places in use is not issued. When one of the sub-core's traces has entered the
 * unit, its scheduler issues the warp that it issued last, if that waits, and else the oldest
 * (sim/timing/sm/scheduler.h). */
#pragma once

#include "sim/config/sm_params.h"
#include "sim/functional/warp.h"
#include "sim/timing/sm/issued.h"

#include <stdint.h>

struct rt_trace {
    const struct ray_work *rays;
    uint32_t slot, lanes;
    uint64_t age; /* age of the warp: number of launches of the SM before it */
};

struct rt_queue {
    uint32_t subs, depth; /* depth: most issued traces of a sub-core */
    bool greedy;
    const uint8_t *last_issued; /* by sub-core: the slot issued last; borrowed */
    uint32_t n;                 /* number of issued traces */
    uint32_t first;
    uint32_t n_of[MAX_SUB_CORES];
    uint8_t issued[MAX_WARPS]; /* slots of issued traces, a ring */
    uint64_t held;             /* bit per slot: its trace waits and is not issued */
    struct rt_trace of[MAX_WARPS];
};

void rt_queue_init(struct rt_queue *q, const struct sm_config *config, const uint8_t *last_issued);
void rt_queue_add(struct rt_queue *q, const struct rt_trace *trace);
/* Takes the next trace to enter the unit; there must be one. */
void rt_queue_take(struct rt_queue *q, struct rt_trace *out);
