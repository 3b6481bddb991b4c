/* Written by tests/lab/calibrate_prefix.py: 89 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/prefix_calibration.h"

const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.50, 1.00, 0.0282},
    [METRIC_L1D_MISS_RATE] = {1.00, 0.02, 0.0316},
    [METRIC_L2_MISS_RATE] = {0.75, 0.05, 0.0271},
    [METRIC_RT_EFFICIENCY] = {1.00, 0.30, 0.0383},
    [METRIC_DRAM_EFFICIENCY] = {0.25, 0.50, 0.0356},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.50, 1.00, 0.0780},
    [METRIC_RT_WARP_LATENCY] = {0.75, 0.10, 0.0276},
    [METRIC_RT_THREAD_LATENCY] = {0.75, 0.20, 0.0393},
    [METRIC_RT_WARP_OCCUPANCY] = {0.00, 1.00, 0.4520},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.25, 0.30, 0.0260},
    [METRIC_RT_STAGES_PER_SECTOR] = {1.00, 0.02, 0.0369},
    [METRIC_OCCUPANCY] = {0.25, 1.00, 0.0203},
    [METRIC_MEAN_FETCH_LATENCY] = {0.75, 0.02, 0.0621},
    [METRIC_ROW_LOCALITY] = {0.75, 0.02, 0.0093},
};
