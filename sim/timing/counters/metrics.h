/* metrics.h -- the metrics: one definition each (docs/model.md, "Metrics"; paper, Table I). */
#ifndef SIM_TIMING_COUNTERS_METRICS_H
#define SIM_TIMING_COUNTERS_METRICS_H

#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"

enum metric_id {
    METRIC_IPC,
    METRIC_CYCLES,
    METRIC_L1D_MISS_RATE,
    METRIC_L2_MISS_RATE,
    METRIC_RT_EFFICIENCY,
    METRIC_DRAM_EFFICIENCY,
    METRIC_BANDWIDTH_UTILIZATION,
    METRIC_SEVEN, /* the paper's seven end here; what follows is reported beside them */
    METRIC_SIMT_EFFICIENCY = METRIC_SEVEN,
    METRIC_RT_WARP_LATENCY,
    METRIC_RT_THREAD_LATENCY,
    METRIC_RT_WARP_OCCUPANCY,
    METRIC_RT_STAGES_PER_CYCLE,
    METRIC_RT_STAGES_PER_SECTOR,
    METRIC_OCCUPANCY,
    METRIC_FETCH_LATENCY,
    METRIC_ROW_LOCALITY,
    METRIC_COUNT, /* the metrics of a frame end here; what follows is for holding one run against a
                     run of Vulkan-Sim, which prints it too */
    METRIC_THREAD_INSTRUCTIONS = METRIC_COUNT,
    METRIC_WARP_INSTRUCTIONS,
    METRIC_THREAD_SLOTS,
    METRIC_RAYS,
    METRIC_NODES,
    METRIC_NODES_PER_RAY,
    METRIC_MAX_NODES_PER_RAY,
    METRIC_MAX_TREE_DEPTH,
    METRIC_RT_INSTRUCTIONS,
    METRIC_RT_ACCESSES,
    METRIC_RT_WRITES,
    METRIC_RT_BUSY_CYCLES_SUM,
    METRIC_L1D_ACCESSES,
    METRIC_L1D_MISSES,
    METRIC_L2_ACCESSES,
    METRIC_L2_MISSES,
    METRIC_RT_READ_MISS_RATE,
    METRIC_DRAM_READS,
    METRIC_DRAM_WRITES,
    METRIC_MEAN_DRAM_QUEUE,
    METRIC_OCCUPANCY_PERCENT,
    METRIC_MIX, /* what kinds of instructions there were */
    METRIC_INSTRUCTIONS_ALU = METRIC_MIX,
    METRIC_INSTRUCTIONS_CONTROL,
    METRIC_INSTRUCTIONS_SFU,
    METRIC_INSTRUCTIONS_MEMORY,
    METRIC_INSTRUCTIONS_RT,
    METRIC_INSTRUCTIONS_TRACE,
    METRIC_INSTRUCTIONS_CALL,
    METRIC_INSTRUCTIONS_TEXTURE,
    METRIC_LANES_PREDICATED_OFF,
    METRIC_ALL
};

struct metric {
    const char *name;  /* in JSON and in tables of runs: "ipc" */
    const char *title; /* for people: "GPU Instructions Per Cycle" (paper, Table I) */
    const char *unit;
    const char *vulkan_sim; /* "gpu_ipc" */
    bool absolute;          /* grows with the number of pixels: scaled by linear extrapolation */
    bool summed;            /* over groups (IPC); else see combine */
    double least, most;     /* range of possible values */
};
extern const struct metric metrics[METRIC_ALL];

/* Accesses of a cache and those of them that missed, as the miss rates count them. */
struct accesses {
    uint64_t all, misses;
};
struct accesses metrics_l1d_accesses(const struct l1d_counters *c);
struct accesses metrics_l2_accesses(const struct l2_counters *c);

/* The metrics of a frame from a set of counters. A rate with a zero denominator is 0. */
void metrics_compute(const struct gpu_counters *counters, double out[METRIC_COUNT]);
/* All of them, from the counters of one run. */
void metrics_compute_all(const struct gpu_counters *counters, double out[METRIC_ALL]);

/* Milliseconds at the core clock. */
double metrics_frame_time_ms(const struct gpu_config *config, double cycles);

#endif
