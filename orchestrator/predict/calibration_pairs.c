/* Written by tests/lab/calibrate_pairs.py: 163 pairs of frames of 10 calibration scenes. */
#include "orchestrator/predict/pairs.h"

const struct pair_calibration pair_calibrations[METRIC_COUNT] = {
    [METRIC_CYCLES] = {0.0369, 0.0541, 0.03},
    [METRIC_L1D_MISS_RATE] = {0.0097, 0.4494, 0.08},
    [METRIC_L2_MISS_RATE] = {0.0091, 0.1955, 0.02},
    [METRIC_RT_EFFICIENCY] = {0.0118, 1.1794, 0.00},
    [METRIC_DRAM_EFFICIENCY] = {0.0286, 0.1328, 0.11},
    [METRIC_BANDWIDTH_UTILIZATION] = {0.0360, 0.0528, 0.00},
    [METRIC_RT_WARP_LATENCY] = {0.0166, 0.1658, 0.30},
    [METRIC_RT_THREAD_LATENCY] = {0.0374, 0.0805, 0.07},
    [METRIC_RT_WARP_OCCUPANCY] = {0.0065, 0.6520, 0.03},
    [METRIC_RT_STAGES_PER_CYCLE] = {0.0192, 0.0000, 0.16},
    [METRIC_RT_STAGES_PER_SECTOR] = {0.0100, 0.6816, 0.21},
    [METRIC_OCCUPANCY] = {0.0092, 0.9168, 0.06},
    [METRIC_MEAN_FETCH_LATENCY] = {0.0234, 1.5911, 0.05},
    [METRIC_ROW_LOCALITY] = {0.0144, 1.4352, 0.16},
};
