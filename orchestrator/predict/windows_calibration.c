/* Written by tests/lab/calibrate_windows.py: 42 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/windows_calibration.h"

const struct windows_calibration windows_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {-0.0004, 0.0670, 0.6479},
    [METRIC_L1D_MISS_RATE] = {-0.0131, 0.0168, 2.5515},
    [METRIC_L2_MISS_RATE] = {-0.0054, 0.0827, 0.6274},
    [METRIC_RT_EFFICIENCY] = {-0.0085, 0.0495, 0.8056},
    [METRIC_DRAM_EFFICIENCY] = {0.0062, 0.0511, 3.8705},
    [METRIC_BANDWIDTH_UTILIZATION] = {-0.0098, 0.1890, 1.3042},
    [METRIC_RT_WARP_LATENCY] = {-0.0040, 0.0174, 2.4104},
    [METRIC_RT_THREAD_LATENCY] = {-0.0601, 0.0399, 4.3778},
    [METRIC_RT_WARP_OCCUPANCY] = {-0.2945, 2.0692, 0.7714},
    [METRIC_RT_STAGES_PER_CYCLE] = {-0.0005, 0.0477, 0.8682},
    [METRIC_RT_STAGES_PER_SECTOR] = {-0.0168, 0.0125, 1.4340},
    [METRIC_OCCUPANCY] = {0.2740, 1.3360, 0.6958},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0030, 0.0258, 4.3581},
    [METRIC_ROW_LOCALITY] = {-0.0044, 0.0301, 0.4312},
};
