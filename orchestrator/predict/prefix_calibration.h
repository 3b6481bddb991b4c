/* prefix_calibration.h -- what errors an estimate from a frame's beginning (prefix.h) leaves: found
 * on scenes of their own, tests/lab/calibration, by tests/lab/calibrate_prefix.py, which writes
 * prefix_calibration.c. */
#pragma once

#include "sim/timing/counters/metrics.h"

/* CALIBRATION_CONFIDENCE percent (calibration.h) of the errors, on the scale of the metric, stay
 * below times sqrt(base^2 + l^2 + uneven^2 u + apart^2 x^2), l being the share of the abstract
 * model's cycles that is left, u the logarithm of these cycles over the mean of its SMs'
 * (result_busy_cycles), as which SM has the last warps is luck and weighs as much as they last, and
 * x how far the models are apart on the beginning, the logarithm of the cycles. */
struct prefix_calibration {
    double rest; /* how much of what the models differ by on the beginning holds for what is left */
    double base;
    double uneven;
    double apart; /* 0 but of cycles */
    double times; /* 0: there are no constants of this metric */
};

extern const struct prefix_calibration prefix_calibrations[METRIC_COUNT];
