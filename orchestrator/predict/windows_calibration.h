/* windows_calibration.h -- what errors an estimate from windows of a frame (windows_estimate.h)
 * leaves: found on scenes of their own, tests/lab/calibration, by tests/lab/calibrate_windows.py,
 * which writes windows_calibration.c. */
#pragma once

#include "sim/timing/counters/metrics.h"

/* On the metric's scale: CALIBRATION_CONFIDENCE percent (calibration.h) of the errors stay below
 * times sqrt(base^2 + w^2), w being the relative standard error of the windows' time. */
struct windows_calibration {
    double shift; /* mean error, the other way round */
    double base;
    double times; /* 0: there are no constants of this metric */
};

extern const struct windows_calibration windows_calibrations[METRIC_COUNT];
