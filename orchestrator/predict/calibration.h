/* calibration.h -- how the ratio estimator leans on its sample, and what errors it leaves: found on
 * scenes of their own, tests/lab/calibration, by tests/lab/calibrate.py, which writes
 * calibration.c. docs/estimators.md says how. */
#pragma once

#include "sim/timing/counters/metrics.h"

/* Percentage of the calibration set's errors that are within the allowance. */
enum { CALIBRATION_CONFIDENCE = 95 };

/* On the scale of the metric: log, or logit for shares. Errors are the larger, the farther apart
 * the two models are on the sample: they stay within `times` sqrt(base^2 + that^2). */
struct calibration {
    double slope; /* of the cycle model's sample over the approximate model's */
    double shift; /* mean error that the approximate model has */
    double base;
    double times;       /* 0: there are no constants of this metric */
    double alone_shift; /* the same without a sample: */
    double alone;       /* what errors stay below */
};

/* Zeros where the metric is not CALIBRATED in metric_rows.h, or not yet. */
extern const struct calibration calibrations[METRIC_COUNT];
