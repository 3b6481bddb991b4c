/* Written by tests/lab/calibrate.py. */
#include "orchestrator/predict/errors.h"

const struct error_row model_errors[TIMING_MODELS][METRIC_COUNT] = {
    [MODEL_APPROXIMATE] =
        {
            [METRIC_CYCLES] = {0.0078, 0.0292},
            [METRIC_L1D_MISS_RATE] = {0.0263, 0.0488},
            [METRIC_L2_MISS_RATE] = {-0.0020, 0.0330},
            [METRIC_RT_EFFICIENCY] = {0.0277, 0.0732},
            [METRIC_DRAM_EFFICIENCY] = {-0.0346, 0.0561},
            [METRIC_BANDWIDTH_UTILIZATION] = {-0.0166, 0.0696},
            [METRIC_RT_WARP_LATENCY] = {0.0148, 0.0386},
            [METRIC_RT_THREAD_LATENCY] = {0.0352, 0.0887},
            [METRIC_RT_WARP_OCCUPANCY] = {-0.0325, 0.1664},
            [METRIC_RT_STAGES_PER_CYCLE] = {-0.0156, 0.0238},
            [METRIC_RT_STAGES_PER_SECTOR] = {0.1459, 0.0711},
            [METRIC_OCCUPANCY] = {-0.0017, 0.0277},
            [METRIC_MEAN_FETCH_LATENCY] = {0.0312, 0.1279},
            [METRIC_ROW_LOCALITY] = {-0.0082, 0.0143},
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
    [METRIC_CYCLES] = 0.0182,          [METRIC_L1D_MISS_RATE] = 0.0040,
    [METRIC_L2_MISS_RATE] = 0.0056,    [METRIC_RT_EFFICIENCY] = 0.0067,
    [METRIC_DRAM_EFFICIENCY] = 0.0098, [METRIC_BANDWIDTH_UTILIZATION] = 0.0216,
};
