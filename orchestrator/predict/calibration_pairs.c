/* Written by tests/lab/calibrate_pairs.py: 209 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0207, 0.0304, 0.11, 0.80, 0.72},
    [METRIC_L1D_MISS_RATE] = {0.0084, 0.3884, 0.18, 0.00, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0142, 0.1421, 0.05, 0.00, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0109, 1.0881, 0.00, 0.00, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0184, 0.1844, 0.09, 0.00, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0334, 0.0490, 0.07, 0.00, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0127, 0.1858, 0.28, 0.00, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0313, 0.4597, 0.02, 0.00, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0057, 0.5673, 0.03, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0142, 0.3069, 0.19, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0082, 0.8154, 0.10, 0.00, 0.00},
    [METRIC_OCCUPANCY] = {0.0099, 0.2136, 0.00, 0.00, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0246, 1.6745, 0.13, 0.00, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0065, 0.6528, 0.04, 0.00, 0.00},
};
