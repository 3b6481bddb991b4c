/* Written by tests/lab/calibrate_prefix.py: 224 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/prefix_calibration.h"

const struct prefix_calibration prefix_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.00, 1.00, 3.00, 40.00, 0.0179},
    [METRIC_L1D_MISS_RATE] = {0.25, 0.02, 0.00, 0.00, 0.0819},
    [METRIC_L2_MISS_RATE] = {1.00, 0.05, 0.00, 0.00, 0.0510},
    [METRIC_RT_EFFICIENCY] = {1.00, 0.05, 0.00, 0.00, 0.1530},
    [METRIC_DRAM_EFFICIENCY] = {0.00, 0.10, 0.00, 0.00, 0.1594},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.00, 0.02, 5.00, 0.00, 0.1382},
    [METRIC_RT_WARP_LATENCY] = {0.25, 0.10, 0.50, 0.00, 0.0424},
    [METRIC_RT_THREAD_LATENCY] = {1.00, 0.02, 0.00, 0.00, 0.1292},
    [METRIC_RT_WARP_OCCUPANCY] = {0.00, 1.00, 0.00, 0.00, 0.4636},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.50, 0.20, 1.00, 0.00, 0.0378},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.75, 0.02, 0.00, 0.00, 0.1186},
    [METRIC_OCCUPANCY] = {0.50, 0.20, 0.50, 0.00, 0.1040},
    [METRIC_MEAN_FETCH_LATENCY] = {0.50, 0.02, 0.00, 0.00, 0.1911},
    [METRIC_ROW_LOCALITY] = {1.00, 0.02, 0.00, 0.00, 0.0154},
};
