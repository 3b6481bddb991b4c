/* metrics.h -- the metrics; metric_rows.h is their table and explains its columns. */
#pragma once

#include "sim/config/gpu_config.h"
#include "sim/timing/counters/gpu_counters.h"
#include "sim/timing/counters/metric_rows.h"

enum metric_id {
#define METRIC_FRAME_ID(id, name, title, unit, vulkan_sim, range, interval, formula) METRIC_##id,
#define METRIC_RUN_ID(id, name, title, unit, vulkan_sim, range, formula)             METRIC_##id,
    METRICS_SEVEN(METRIC_FRAME_ID)
        METRIC_SEVEN, /* number of the paper's metrics; the next list continues from here */
    METRIC_SEVEN_LAST = METRIC_SEVEN - 1,
    METRICS_FURTHER(METRIC_FRAME_ID) METRIC_COUNT, /* the metrics of a frame */
    METRIC_FRAME_LAST = METRIC_COUNT - 1,
    METRICS_RUN(METRIC_RUN_ID) METRIC_MIX,
    METRIC_RUN_LAST = METRIC_MIX - 1,
    METRICS_MIX(METRIC_RUN_ID) METRIC_ALL
#undef METRIC_FRAME_ID
#undef METRIC_RUN_ID
};

/* How a metric may be extrapolated from a part of a frame to all of it, and its range. */
enum metric_kind { METRIC_RATE, METRIC_SHARE, METRIC_TOTAL, METRIC_SUMMED };

/* The source of a metric's interval. Every row of the table names one, so none is 0. */
enum metric_interval { INTERVAL_NONE = 1, INTERVAL_CALIBRATED, INTERVAL_DERIVED, INTERVAL_COUNTED };

struct metric {
    const char *name;
    const char *title;
    const char *unit;
    const char *vulkan_sim;
    enum metric_kind kind;
    double most; /* the least is 0 */
    enum metric_interval interval;
    enum metric_id errs_as; /* the metric with the same error, for INTERVAL_DERIVED */
};
extern const struct metric metrics[METRIC_ALL];

/* Accesses of a cache, and how many of them missed, as the miss rates count them. */
struct accesses {
    uint64_t all, misses;
};
struct accesses metrics_l1d_accesses(const struct l1d_counters *c);
struct accesses metrics_l2_accesses(const struct l2_counters *c);

/* Computes the metrics of a frame from its counters. A rate with a zero denominator is 0. */
void metrics_compute(const struct gpu_counters *counters, double out[METRIC_COUNT]);
/* Computes all metrics from the counters of one run. */
void metrics_compute_all(const struct gpu_counters *counters, double out[METRIC_ALL]);

/* The time of `cycles` at the core clock, in milliseconds. */
double metrics_frame_time_ms(const struct gpu_config *config, double cycles);
