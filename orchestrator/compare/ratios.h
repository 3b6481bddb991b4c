/* ratios.h -- the ratio of two GPUs' numbers on a scene: by the best that is known of its error.
 *
 * Numbers of the same run, and two that are exact, have an exact ratio. Where runs of the whole
 * frame with the same perturbations are there for both, their paired logarithms say it (Student's
 * t). Two predictions of one frame by the same sample and the approximate model err by what the
 * ratios of the calibration scenes did (predict/errors.h), if both GPUs do the same work and the
 * model sees all that they have. All else goes from end to end of the two intervals
 * (statistics/ranking.h). */
#pragma once

#include "orchestrator/compare/comparison.h"

/* How often ratios are looked at while runs are added (resolve.h): their intervals are so much
 * wider that all looks together hold the truth as often as is asked. */
enum { RATIOS_LOOKS = 6 };

/* a over b. */
struct ratio ratios_predicted(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared);
/* The same of references; that of means of several runs by pairs of them. */
struct ratio ratios_simulated(const struct comparison_cell *a, const struct comparison_cell *b,
                              int compared);

/* What errors of a ratio have in common from scene to scene, as a share of their variance. */
extern const double ratios_shared;
