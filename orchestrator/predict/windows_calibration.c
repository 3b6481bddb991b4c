/* Written by tests/lab/calibrate_windows.py: 70 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/windows_calibration.h"

const struct windows_calibration windows_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {{-0.0004, 0.0670, 0.6479}, {-0.0057, 0.0156, 1.5958}},
    [METRIC_L1D_MISS_RATE] = {{-0.0131, 0.0168, 2.5515}, {-0.0074, 0.0093, 2.8076}},
    [METRIC_L2_MISS_RATE] = {{-0.0054, 0.0827, 0.6274}, {-0.0007, 0.0172, 1.7078}},
    [METRIC_RT_EFFICIENCY] = {{-0.0085, 0.0495, 0.8056}, {-0.0052, 0.0305, 0.6964}},
    [METRIC_DRAM_EFFICIENCY] = {{0.0062, 0.0511, 3.8705}, {0.0406, 0.0298, 3.9853}},
    [METRIC_BANDWIDTH_UTILIZATION] = {{-0.0098, 0.1890, 1.3042}, {0.0189, 0.0333, 5.0684}},
    [METRIC_RT_WARP_LATENCY] = {{-0.0040, 0.0174, 2.4104}, {-0.0077, 0.0139, 4.8928}},
    [METRIC_RT_THREAD_LATENCY] = {{-0.0601, 0.0399, 4.3778}, {-0.0306, 0.0256, 3.4418}},
    [METRIC_RT_WARP_OCCUPANCY] = {{-0.2945, 2.0692, 0.7714}, {-0.6404, 0.2804, 3.9584}},
    [METRIC_RT_STAGES_PER_CYCLE] = {{-0.0005, 0.0477, 0.8682}, {0.0075, 0.0169, 4.3803}},
    [METRIC_RT_STAGES_PER_SECTOR] = {{-0.0168, 0.0125, 1.4340}, {-0.0060, 0.0069, 1.5951}},
    [METRIC_OCCUPANCY] = {{0.2740, 1.3360, 0.6958}, {0.0004, 0.0059, 0.4706}},
    [METRIC_MEAN_FETCH_LATENCY] = {{0.0030, 0.0258, 4.3581}, {0.0055, 0.0147, 3.5089}},
    [METRIC_ROW_LOCALITY] = {{-0.0044, 0.0301, 0.4312}, {0.0006, 0.0111, 1.0466}},
};
