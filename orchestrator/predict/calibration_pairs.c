/* Written by tests/lab/calibrate_pairs.py: 209 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0210, 0.0974, 0.06, 0.85, 0.64},
    [METRIC_L1D_MISS_RATE] = {0.0072, 0.7161, 0.12, 0.00, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0126, 0.0855, 0.00, 0.00, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0102, 1.0226, 0.04, 0.00, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0149, 0.1012, 0.12, 0.00, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0356, 0.0523, 0.03, 0.00, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0180, 0.2642, 0.05, 0.00, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0199, 0.9237, 0.06, 0.00, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0057, 0.3883, 0.02, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0155, 0.1545, 0.09, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0083, 0.8346, 0.08, 0.00, 0.00},
    [METRIC_OCCUPANCY] = {0.0100, 0.2148, 0.02, 0.00, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0214, 1.4587, 0.12, 0.00, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0058, 0.3967, 0.05, 0.00, 0.00},
};
