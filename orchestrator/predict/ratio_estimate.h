/* ratio_estimate.h -- a frame's metrics from a part of it in the cycle model, carried over to the
 * whole by the approximate timing model, which runs both (Cochran, Sampling Techniques, 3rd
 * edition, 1977, ch. 6 and 7).
 *
 * With g the metric's scale (log, or logit for shares), A the approximate model on the whole frame
 * and the whole GPU, a the same on the pixels and scale models of the sample, y the cycle model
 * there:
 *
 *     g(estimate) = g(A) + slope (g(y) - g(a)) + shift.
 *
 * Slope 1 and shift 0 are the textbook's. The slopes, shifts and what errors remain come from a
 * calibration set of scenes of its own (calibration.h). */
#pragma once

#include "orchestrator/predict/frame_estimate.h"

/* A, y and a. */
struct ratio_values {
    double whole[METRIC_COUNT], sample[METRIC_COUNT], assisted[METRIC_COUNT];
    bool sampled; /* else there are no y and a */
};

/* Sets r->metrics. */
void ratio_estimate(const struct ratio_values *v, struct result *r,
                    const struct frame_counting *counting);

/* The half width in percent that the metric's interval would have with windows that fill the GPU
 * `waves` times; infinite where nobody knows its errors. */
double ratio_expected_percent(const struct ratio_values *v, const struct result *r,
                              enum metric_id m, double waves);
