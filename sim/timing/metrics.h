/* metrics.h -- the metrics: one definition each (reference model, section 5.7; paper, Table I). */
#ifndef SIM_TIMING_METRICS_H
#define SIM_TIMING_METRICS_H

#include "sim/timing/config.h"
#include "sim/timing/counters.h"

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
    METRIC_COUNT
};

struct metric {
    const char *name;  /* in JSON: "ipc" */
    const char *title; /* for people: "GPU Instructions Per Cycle" (paper, Table I) */
    const char *unit;
    const char *vulkan_sim; /* "gpu_ipc" */
    bool absolute;          /* grows with the number of pixels: scaled by linear extrapolation */
    bool summed;            /* over groups (IPC); else see combine */
    double least, most;     /* range of possible values */
};
extern const struct metric metrics[METRIC_COUNT];

/* Every metric from a set of counters. A rate with a zero denominator is 0. */
void metrics_compute(const struct gpu_counters *counters, double out[METRIC_COUNT]);

/* Milliseconds at the core clock. */
double metrics_frame_time_ms(const struct gpu_config *config, double cycles);

#endif
