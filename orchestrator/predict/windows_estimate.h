/* windows_estimate.h -- a frame's metrics from windows of it that the cycle model ran on the whole
 * GPU, completed to all of it (frame_part.h).
 *
 * With g the metric's scale (log, or logit for shares) and y the completed metric,
 *
 *     g(estimate) = g(y) + shift,   |error| <= times sqrt(base^2 + w^2),
 *
 * w being the relative standard error of the windows' time, from their spread: it falls with the
 * root of their number. What is left beside that, what the L2 lacks of the frame's among it, is the
 * base; the constants are those of a calibration set of scenes of its own (windows_calibration.h).
 */
#pragma once

#include "orchestrator/predict/frame_estimate.h"

/* Sets r->metrics from r->windows. */
void windows_estimate(struct result *r, const struct frame_counting *counting);

/* The half width in percent that the metric's interval would have with windows that fill the GPU
 * `waves` times; infinite where nobody knows its errors. */
double windows_expected_percent(const struct result *r, enum metric_id m, double waves);
