/* Written by tests/lab/calibrate_pairs.py: 238 pairs of frames of 14 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0160, 0.0344, 0.06, 2.32},
    [METRIC_L1D_MISS_RATE] = {0.0058, 0.5816, 0.06, 0.00},
    [METRIC_L2_MISS_RATE] = {0.0138, 0.1377, 0.01, 0.00},
    [METRIC_RT_EFFICIENCY] = {0.0165, 1.1237, 0.08, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0160, 0.1603, 0.01, 0.00},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0324, 0.0475, 0.00, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0223, 0.2232, 0.06, 0.00},
    [METRIC_RT_THREAD_LATENCY] = {0.0219, 1.0159, 0.13, 0.00},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0054, 0.5353, 0.00, 0.00},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0162, 0.0512, 0.04, 0.00},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0106, 1.0573, 0.07, 0.00},
    [METRIC_OCCUPANCY] = {0.0070, 0.4776, 0.03, 0.00},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0295, 1.3680, 0.09, 0.00},
    [METRIC_ROW_LOCALITY] = {0.0057, 0.5664, 0.02, 0.00},
};

const struct pair_runs_calibration pair_runs = {0.75, 0.0034, 2.8};
