/* Written by lab/calibrate.py. */
#include "orchestrator/predict/errors.h"

const struct error_row model_errors[TIMING_MODELS][METRIC_COUNT] = {
    [MODEL_APPROXIMATE] =
        {
            [METRIC_CYCLES] = {0.0086, 0.0363},
            [METRIC_L1D_MISS_RATE] = {0.0279, 0.0444},
            [METRIC_L2_MISS_RATE] = {-0.0012, 0.0280},
            [METRIC_RT_EFFICIENCY] = {0.0282, 0.0699},
            [METRIC_DRAM_EFFICIENCY] = {-0.0316, 0.0606},
            [METRIC_BANDWIDTH_UTILIZATION] = {-0.0148, 0.0721},
            [METRIC_RT_WARP_LATENCY] = {0.0146, 0.0375},
            [METRIC_RT_THREAD_LATENCY] = {0.0327, 0.0836},
            [METRIC_RT_WARP_OCCUPANCY] = {-0.0421, 0.1673},
            [METRIC_RT_STAGES_PER_CYCLE] = {-0.0159, 0.0245},
            [METRIC_RT_STAGES_PER_SECTOR] = {0.1459, 0.0799},
            [METRIC_OCCUPANCY] = {-0.0024, 0.0268},
            [METRIC_MEAN_FETCH_LATENCY] = {0.0308, 0.1344},
            [METRIC_ROW_LOCALITY] = {-0.0090, 0.0166},
        },
    [MODEL_INTERVAL] =
        {
            [METRIC_CYCLES] = {0.0896, 0.1613},
        },
    [MODEL_GATSIM] =
        {
            [METRIC_CYCLES] = {0.0491, 0.0850},
            [METRIC_RT_WARP_LATENCY] = {0.0726, 0.0594},
        },
};

const double sample_errors[SAMPLE_KINDS][METRIC_COUNT] = {
    [SAMPLE_WINDOWS] =
        {
            [METRIC_CYCLES] = 0.0100,
            [METRIC_L1D_MISS_RATE] = 0.0559,
            [METRIC_L2_MISS_RATE] = 0.0306,
            [METRIC_RT_EFFICIENCY] = 0.0354,
            [METRIC_DRAM_EFFICIENCY] = 0.1664,
            [METRIC_BANDWIDTH_UTILIZATION] = 0.0910,
            [METRIC_RT_WARP_LATENCY] = 0.0555,
            [METRIC_RT_THREAD_LATENCY] = 0.2021,
            [METRIC_RT_WARP_OCCUPANCY] = 0.9644,
            [METRIC_RT_STAGES_PER_CYCLE] = 0.0123,
            [METRIC_RT_STAGES_PER_SECTOR] = 0.0541,
            [METRIC_OCCUPANCY] = 0.0100,
            [METRIC_MEAN_FETCH_LATENCY] = 0.0770,
            [METRIC_ROW_LOCALITY] = 0.0100,
        },
    [SAMPLE_GROUPS] =
        {
            [METRIC_CYCLES] = 0.2082,
            [METRIC_L1D_MISS_RATE] = 0.2082,
            [METRIC_L2_MISS_RATE] = 0.8327,
            [METRIC_RT_EFFICIENCY] = 0.0835,
            [METRIC_DRAM_EFFICIENCY] = 0.5916,
            [METRIC_BANDWIDTH_UTILIZATION] = 0.7580,
        },
};

const double ratio_errors[METRIC_COUNT] = {
    [METRIC_CYCLES] = 0.0143,          [METRIC_L1D_MISS_RATE] = 0.0043,
    [METRIC_L2_MISS_RATE] = 0.0107,    [METRIC_RT_EFFICIENCY] = 0.0073,
    [METRIC_DRAM_EFFICIENCY] = 0.0103, [METRIC_BANDWIDTH_UTILIZATION] = 0.0157,
};
