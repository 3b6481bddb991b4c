/* ratio_estimator.h -- the cycle model on a part of the frame, carried over to the whole by the
 * abstract timing model, which runs both (Cochran, Sampling Techniques, 1977, ch. 6 and 7).
 *
 * With g the metric's scale (log, or logit for shares), A the abstract model on the whole frame and
 * the whole GPU, a the same on the pixels and scale models of the sample, y the cycle model there:
 *
 *     g(estimate) = g(A) + slope (g(y) - g(a)) + shift.
 *
 * Slope 1 and shift 0 are the ratio estimator. The slopes, shifts and what errors remain come from
 * a calibration set of scenes of its own (orchestrator/predict/calibration.h). */
#ifndef ORCHESTRATOR_PREDICT_RATIO_ESTIMATOR_H
#define ORCHESTRATOR_PREDICT_RATIO_ESTIMATOR_H

#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/prepare.h"

/* Everything is borrowed. The first part is the frame, or as much of it as fills the GPU
 * method.waves times, by the abstract model and RATIO_GROUPS groups. The interval is that of the
 * calibration set, which more groups would not make narrower: so with a target that it misses, the
 * second part is the whole frame by the cycle model, which leaves nothing to estimate. */
enum { RATIO_GROUPS = 2 };
enum st_code ratio_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct target *target, const struct heat *heat,
                                    const struct preparation *prepared, struct status *st);

#endif
