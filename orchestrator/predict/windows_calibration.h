/* windows_calibration.h -- what errors an estimate from windows of a frame (windows_estimate.h)
 * leaves: found on scenes of their own, tests/lab/calibration, by tests/lab/calibrate_windows.py,
 * which writes windows_calibration.c.
 *
 * Few windows say little of how far apart they are, so that most of the allowance is the base; many
 * say it well. So there are constants of both. */
#pragma once

#include "sim/timing/counters/metrics.h"

/* On the metric's scale: CALIBRATION_CONFIDENCE percent (calibration.h) of the errors stay below
 * times sqrt(base^2 + w^2), w being the relative standard error of the windows' time. */
struct windows_constants {
    double shift; /* mean error, the other way round */
    double base;
    double times; /* 0: there are no constants of this metric */
};

struct windows_calibration {
    struct windows_constants few, many;
};

/* Those of windows that fill the GPU WINDOWS_FEW times at most, and WINDOWS_MANY times at least. */
enum { WINDOWS_FEW = 16, WINDOWS_MANY = 32 };

extern const struct windows_calibration windows_calibrations[METRIC_COUNT];
