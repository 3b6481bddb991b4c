/* Written by tests/lab/calibrate_pairs.py: 209 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0224, 0.0483, 0.09, 0.75},
    [METRIC_L1D_MISS_RATE] = {0.0075, 0.7506, 0.11, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0140, 0.2059, 0.01, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0151, 0.7000, 0.02, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0153, 0.2250, 0.09, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0336, 0.0724, 0.03, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0144, 0.1441, 0.19, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0343, 0.5029, 0.00, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0048, 0.4782, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0202, 0.1374, 0.17, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0090, 0.9014, 0.16, 0.00},
    [METRIC_OCCUPANCY] = {0.0097, 0.9702, 0.00, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0223, 1.5212, 0.07, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0096, 0.9555, 0.10, 0.00},
};
