/* Written by tests/lab/calibrate_pairs.py: 209 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0187, 0.0275, 0.12, 0.75},
    [METRIC_L1D_MISS_RATE] = {0.0083, 0.3864, 0.17, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0141, 0.1415, 0.05, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0109, 1.0938, 0.00, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0184, 0.1840, 0.07, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0348, 0.0511, 0.06, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0148, 0.1478, 0.28, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0371, 0.3713, 0.02, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0062, 0.4236, 0.02, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0192, 0.1925, 0.18, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0081, 0.8096, 0.11, 0.00},
    [METRIC_OCCUPANCY] = {0.0103, 0.2224, 0.00, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0245, 1.6701, 0.13, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0075, 0.7483, 0.04, 0.00},
};
