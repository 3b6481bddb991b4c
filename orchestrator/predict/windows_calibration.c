/* Written by tests/lab/calibrate_windows.py: 98 runs of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/windows_calibration.h"

const struct windows_calibration windows_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {{0.0020, 0.0275, 1.4781}, {-0.0057, 0.0156, 1.5958}},
    [METRIC_L1D_MISS_RATE] = {{-0.0170, 0.0195, 2.2712}, {-0.0074, 0.0093, 2.8076}},
    [METRIC_L2_MISS_RATE] = {{-0.0060, 0.0686, 0.7206}, {-0.0007, 0.0172, 1.7078}},
    [METRIC_RT_EFFICIENCY] = {{-0.0165, 0.0971, 0.6658}, {-0.0052, 0.0305, 0.6964}},
    [METRIC_DRAM_EFFICIENCY] = {{0.0035, 0.0512, 3.7085}, {0.0406, 0.0298, 3.9853}},
    [METRIC_BANDWIDTH_UTILIZATION] = {{-0.0208, 0.1628, 1.4393}, {0.0189, 0.0333, 5.0684}},
    [METRIC_RT_WARP_LATENCY] = {{-0.0055, 0.0399, 2.2933}, {-0.0077, 0.0139, 4.8928}},
    [METRIC_RT_THREAD_LATENCY] = {{-0.0747, 0.0511, 3.3360}, {-0.0306, 0.0256, 3.4418}},
    [METRIC_RT_WARP_OCCUPANCY] = {{-0.7376, 2.7051, 0.7857}, {-0.6404, 0.2804, 3.9584}},
    [METRIC_RT_STAGES_PER_CYCLE] = {{-0.0016, 0.0731, 0.9837}, {0.0075, 0.0169, 4.3803}},
    [METRIC_RT_STAGES_PER_SECTOR] = {{-0.0213, 0.0170, 1.2658}, {-0.0060, 0.0069, 1.5951}},
    [METRIC_OCCUPANCY] = {{0.1648, 1.1074, 0.9741}, {0.0004, 0.0059, 0.4706}},
    [METRIC_MEAN_FETCH_LATENCY] = {{0.0051, 0.0287, 4.2565}, {0.0055, 0.0147, 3.5089}},
    [METRIC_ROW_LOCALITY] = {{-0.0046, 0.0211, 0.5693}, {0.0006, 0.0111, 1.0466}},
};
