/* Written by tests/lab/calibrate_pairs.py: 176 pairs of frames of 14 scenes of
 * tests/lab/calibration. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0658, 0.0440, 0.00},
    [METRIC_L1D_MISS_RATE] = {0.0112, 0.7954, 0.04},
    [METRIC_L2_MISS_RATE] = {0.0159, 0.1591, 0.01},
    [METRIC_RT_EFFICIENCY] = {0.0126, 1.3315, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0404, 0.2144, 0.10},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0675, 0.0849, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0232, 0.1099, 0.17},
    [METRIC_RT_THREAD_LATENCY] = {0.0713, 0.5997, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0065, 1.4658, 0.02},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0412, 0.0000, 0.02},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0255, 1.3531, 0.10},
    [METRIC_OCCUPANCY] = {0.0084, 1.7842, 0.07},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0310, 1.9544, 0.05},
    [METRIC_ROW_LOCALITY] = {0.0139, 1.5607, 0.12},
};
