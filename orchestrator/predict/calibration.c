/* Written by tests/lab/calibrate.py: 125 frames of 14 scenes of tests/lab/calibration. */
#include "orchestrator/predict/calibration.h"

const struct calibration calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.8320, -0.0077, 0.1044},
    [METRIC_L1D_MISS_RATE] = {0.8364, 0.0100, 0.1100},
    [METRIC_L2_MISS_RATE] = {0.0704, -0.0101, 0.0905},
    [METRIC_RT_EFFICIENCY] = {1.0000, 0.0247, 0.1955},
    [METRIC_DRAM_EFFICIENCY] = {0.5985, -0.0043, 0.2554},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.9468, 0.0126, 0.3120},
    [METRIC_RT_WARP_LATENCY] = {0.0284, -0.0062, 0.0987},
    [METRIC_RT_THREAD_LATENCY] = {0.9729, -0.0006, 0.2585},
    [METRIC_RT_WARP_OCCUPANCY] = {0.1680, -0.2090, 0.9211},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0193, 0.0026, 0.0971},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.7757, 0.0282, 0.1691},
    [METRIC_OCCUPANCY] = {0.0000, -0.0387, 0.3560},
    [METRIC_MEAN_FETCH_LATENCY] = {0.9240, -0.0120, 0.3987},
    [METRIC_ROW_LOCALITY] = {0.8615, 0.0076, 0.0839},
};
