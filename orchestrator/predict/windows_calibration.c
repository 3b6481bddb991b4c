/* Written by tests/lab/calibrate_windows.py: 70 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/windows_calibration.h"

const struct windows_calibration windows_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {{-0.0004, 0.0670, 0.6479}, {-0.0020, 0.0062, 2.1092}},
    [METRIC_L1D_MISS_RATE] = {{-0.0131, 0.0168, 2.5515}, {-0.0035, 0.0039, 1.6315}},
    [METRIC_L2_MISS_RATE] = {{-0.0054, 0.0827, 0.6274}, {0.0047, 0.0396, 0.6412}},
    [METRIC_RT_EFFICIENCY] = {{-0.0085, 0.0495, 0.8056}, {-0.0013, 0.0027, 3.1660}},
    [METRIC_DRAM_EFFICIENCY] = {{0.0062, 0.0511, 3.8705}, {0.0419, 0.0474, 2.5748}},
    [METRIC_BANDWIDTH_UTILIZATION] = {{-0.0098, 0.1890, 1.3042}, {0.0178, 0.1293, 1.0940}},
    [METRIC_RT_WARP_LATENCY] = {{-0.0040, 0.0174, 2.4104}, {-0.0026, 0.0108, 5.0268}},
    [METRIC_RT_THREAD_LATENCY] = {{-0.0601, 0.0399, 4.3778}, {-0.0148, 0.0161, 5.7604}},
    [METRIC_RT_WARP_OCCUPANCY] = {{-0.2945, 2.0692, 0.7714}, {-0.3392, 1.4614, 0.8681}},
    [METRIC_RT_STAGES_PER_CYCLE] = {{-0.0005, 0.0477, 0.8682}, {0.0040, 0.0126, 6.0599}},
    [METRIC_RT_STAGES_PER_SECTOR] = {{-0.0168, 0.0125, 1.4340}, {-0.0033, 0.0032, 1.4061}},
    [METRIC_OCCUPANCY] = {{0.2740, 1.3360, 0.6958}, {-0.0004, 0.0113, 0.8162}},
    [METRIC_MEAN_FETCH_LATENCY] = {{0.0030, 0.0258, 4.3581}, {0.0015, 0.0075, 2.9875}},
    [METRIC_ROW_LOCALITY] = {{-0.0044, 0.0301, 0.4312}, {0.0003, 0.0080, 1.1323}},
};
