/* Written by tests/lab/calibrate_prefix.py: 224 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/prefix_calibration.h"

const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.00, 0.20, 3.00, 0.0363},
    [METRIC_L1D_MISS_RATE] = {0.75, 0.02, 0.50, 0.0270},
    [METRIC_L2_MISS_RATE] = {1.00, 0.10, 0.00, 0.0283},
    [METRIC_RT_EFFICIENCY] = {1.00, 0.50, 1.00, 0.0252},
    [METRIC_DRAM_EFFICIENCY] = {0.25, 0.50, 0.00, 0.0342},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.00, 1.00, 0.00, 0.0754},
    [METRIC_RT_WARP_LATENCY] = {0.50, 0.02, 0.50, 0.0231},
    [METRIC_RT_THREAD_LATENCY] = {0.75, 0.10, 0.50, 0.0422},
    [METRIC_RT_WARP_OCCUPANCY] = {0.00, 1.00, 0.00, 0.2376},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.50, 0.20, 1.00, 0.0222},
    [METRIC_RT_STAGES_PER_SECTOR] = {1.00, 0.02, 0.00, 0.0423},
    [METRIC_OCCUPANCY] = {0.50, 0.20, 3.00, 0.0229},
    [METRIC_MEAN_FETCH_LATENCY] = {0.75, 0.20, 0.00, 0.0532},
    [METRIC_ROW_LOCALITY] = {0.75, 0.05, 0.00, 0.0078},
};
