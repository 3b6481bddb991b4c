/* Written by tests/lab/calibrate_prefix.py: 112 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/prefix_calibration.h"

const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.00, 0.50, 0.0442},
    [METRIC_L1D_MISS_RATE] = {1.00, 0.02, 0.0339},
    [METRIC_L2_MISS_RATE] = {0.75, 0.05, 0.0282},
    [METRIC_RT_EFFICIENCY] = {0.75, 0.30, 0.0485},
    [METRIC_DRAM_EFFICIENCY] = {0.25, 0.20, 0.0535},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.00, 0.50, 0.1175},
    [METRIC_RT_WARP_LATENCY] = {0.75, 0.20, 0.0203},
    [METRIC_RT_THREAD_LATENCY] = {1.00, 0.10, 0.0451},
    [METRIC_RT_WARP_OCCUPANCY] = {0.00, 0.50, 0.5758},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.25, 0.20, 0.0284},
    [METRIC_RT_STAGES_PER_SECTOR] = {1.00, 0.02, 0.0548},
    [METRIC_OCCUPANCY] = {1.00, 1.00, 0.0228},
    [METRIC_MEAN_FETCH_LATENCY] = {1.00, 0.10, 0.0675},
    [METRIC_ROW_LOCALITY] = {1.00, 0.20, 0.0079},
};
