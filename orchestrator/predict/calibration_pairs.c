/* Written by tests/lab/calibrate_pairs.py: 238 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0167, 0.0167, 0.06, 2.05},
    [METRIC_L1D_MISS_RATE] = {0.0066, 0.6562, 0.04, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0136, 0.1358, 0.02, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0144, 0.9844, 0.02, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0110, 0.1100, 0.09, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0433, 0.0636, 0.00, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0182, 0.2673, 0.09, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0258, 0.8171, 0.10, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0065, 0.4411, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0202, 0.0638, 0.02, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0114, 1.1373, 0.07, 0.00},
    [METRIC_OCCUPANCY] = {0.0082, 0.1766, 0.00, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0190, 1.2947, 0.08, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0059, 0.5877, 0.06, 0.00},
};

const struct pair_runs_calibration pair_runs = {0.85, {0.0034, 2.8}, {0.0109, 3.2}};
