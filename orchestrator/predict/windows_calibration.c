/* Written by tests/lab/calibrate_windows.py: 36 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/windows_calibration.h"

const struct windows_calibration windows_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {-0.0070, 0.0163, 2.8749},
    [METRIC_L1D_MISS_RATE] = {-0.0183, 0.0183, 5.8910},
    [METRIC_L2_MISS_RATE] = {-0.0165, 0.1086, 1.1825},
    [METRIC_RT_EFFICIENCY] = {-0.0204, 0.0104, 2.2888},
    [METRIC_DRAM_EFFICIENCY] = {-0.0167, 0.0455, 5.1093},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0023, 0.0362, 4.9387},
    [METRIC_RT_WARP_LATENCY] = {-0.0256, 0.0215, 7.0440},
    [METRIC_RT_THREAD_LATENCY] = {-0.0943, 0.0505, 7.9890},
    [METRIC_RT_WARP_OCCUPANCY] = {-0.5571, 0.2263, 7.0371},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0159, 0.0173, 4.2135},
    [METRIC_RT_STAGES_PER_SECTOR] = {-0.0167, 0.0117, 4.8274},
    [METRIC_OCCUPANCY] = {0.0358, 0.0520, 16.6152},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0011, 0.0279, 7.8837},
    [METRIC_ROW_LOCALITY] = {-0.0016, 0.0064, 1.6153},
};
