/* Written by tests/lab/calibrate_prefix.py: 112 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/prefix_calibration.h"

const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.25, 1.00, 0.0405},
    [METRIC_L1D_MISS_RATE] = {0.75, 0.10, 0.0234},
    [METRIC_L2_MISS_RATE] = {0.75, 0.10, 0.0261},
    [METRIC_RT_EFFICIENCY] = {1.00, 0.05, 0.0621},
    [METRIC_DRAM_EFFICIENCY] = {0.25, 0.30, 0.0427},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.00, 1.00, 0.0753},
    [METRIC_RT_WARP_LATENCY] = {0.75, 0.20, 0.0192},
    [METRIC_RT_THREAD_LATENCY] = {0.75, 0.20, 0.0344},
    [METRIC_RT_WARP_OCCUPANCY] = {0.25, 0.30, 0.7449},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.25, 0.30, 0.0202},
    [METRIC_RT_STAGES_PER_SECTOR] = {1.00, 0.50, 0.0210},
    [METRIC_OCCUPANCY] = {1.00, 1.00, 0.0180},
    [METRIC_MEAN_FETCH_LATENCY] = {0.75, 0.05, 0.0473},
    [METRIC_ROW_LOCALITY] = {0.75, 0.10, 0.0065},
};
