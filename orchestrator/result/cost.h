/* cost.h -- what a run costs the host: processor time, wall-clock time, memory. */
#ifndef ORCHESTRATOR_RESULT_COST_H
#define ORCHESTRATOR_RESULT_COST_H

#include <stdbool.h>
#include <stdint.h>

struct cost_time {
    double cpu_s, wall_s;
};

/* Processor time of the whole process and wall-clock time since some fixed point; the difference
 * of two is what lay between them. */
struct cost_time cost_now(void);
struct cost_time cost_since(struct cost_time start);

void cost_add(struct cost_time *sum, struct cost_time more);

double cost_thread_cpu_s(void);     /* of the calling thread alone */
uint64_t cost_peak_rss_bytes(void); /* of the process since it started */

/* The `cost` of a result. Setup is loading, acceleration structures and shader; profile is heatmap,
 * quantisation and choice of pixels; abstract is the abstract timing model; simulate is the cycle
 * model: the processor time of the threads that ran it, each for as long as it did. */
struct cost {
    struct cost_time total, setup, profile, abstract, simulate;
    bool profile_cached; /* the heatmap was found in a cache, and profile is what that took */
    uint64_t peak_rss_bytes;
    uint64_t simulated_cycles;                       /* summed over all runs of the cycle model */
    uint64_t warp_instructions, thread_instructions; /* executed in them */
    uint64_t rays, node_visits;
};

#endif
