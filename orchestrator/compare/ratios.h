/* ratios.h -- the ratio of two GPUs' numbers on a scene, with the narrowest interval for which
 * there is evidence.
 *
 * Numbers of the same run, and two exact ones, have an exact ratio. Where both GPUs have runs of
 * the whole frame with the same perturbations, the ratio comes from their paired logarithms
 * (Student's t). Two predictions of one frame by the same sample and the approximate model have the
 * errors that ratios had on the calibration scenes (predict/errors.h), if both GPUs do the same
 * work and the model covers all their features. All other ratios reach from end to end of the two
 * intervals (statistics/ranking.h). */
#pragma once

#include "orchestrator/compare/comparison.h"

/* Number of times that a ratio is tested while runs are added (resolve.h). Every test could be
 * wrong, so the intervals are made wide enough that all tests together hold the true ratio with the
 * given confidence. */
enum { RATIOS_LOOKS = 6 };

/* The predicted ratio of a to b. */
struct ratio ratios_predicted(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared);
/* The simulated ratio of a to b: that of their references. Means of several runs are compared by
 * pairs of runs. */
struct ratio ratios_simulated(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared);

/* The part of the variance of a ratio's error that all scenes have in common, 0 to 1. */
extern const double ratios_shared;
