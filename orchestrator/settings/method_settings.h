/* method_settings.h -- how a frame's numbers are estimated. */
#ifndef ORCHESTRATOR_SETTINGS_METHOD_SETTINGS_H
#define ORCHESTRATOR_SETTINGS_METHOD_SETTINGS_H

#include <stdint.h>

enum combine_mode { COMBINE_COUNTERS, COMBINE_PAPER };
enum timing_model { MODEL_CYCLE, MODEL_ABSTRACT };
enum extrapolation { EXTRAPOLATE_LINEAR, EXTRAPOLATE_EXPONENTIAL, EXTRAPOLATE_RATIO };

/* How narrow an interval is to be. */
struct target_error {
    double error;    /* half width in percent of the value; 0: none is asked for */
    uint32_t metric; /* enum metric_id */
};

struct method_settings {
    uint32_t model;                     /* enum timing_model: what `simulate` runs */
    double percent;                     /* ]0, 100]; 0: equation (1) */
    double percent_min, percent_max;    /* bounds of equation (1) */
    uint32_t factor;                    /* K; 0: the gcd */
    uint32_t division, distribution;    /* enum division, enum distribution */
    uint32_t block_width, block_height; /* section block, pixels */
    uint32_t clusters;                  /* k of k-means */
    uint32_t extrapolate, combine;      /* enum extrapolation, enum combine_mode */
    uint32_t timer;                     /* enum heat_timer */
    uint32_t waves;    /* of ratio: how often its parts fill their GPUs; 0: the whole frame */
    double confidence; /* of the intervals, percent */
    struct target_error target;
};

#endif
