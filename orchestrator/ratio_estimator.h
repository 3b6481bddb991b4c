/* ratio_estimator.h -- the cycle model on a part of the frame, carried over to the whole by the
 * abstract timing model, which runs both (Cochran, Sampling Techniques, 1977, ch. 6 and 7).
 *
 * With g the metric's scale (log, or logit for shares), A the abstract model on the whole frame and
 * the whole GPU, a the same on the pixels and scale models of the sample, y the cycle model there:
 *
 *     g(estimate) = g(A) + slope (g(y) - g(a)) + shift.
 *
 * Slope 1 and shift 0 are the ratio estimator. The slopes, shifts and what errors remain come from
 * a calibration set of scenes of its own (orchestrator/calibration.h). */
#ifndef ORCHESTRATOR_RATIO_ESTIMATOR_H
#define ORCHESTRATOR_RATIO_ESTIMATOR_H

#include "orchestrator/estimator.h"
#include "orchestrator/frame_run.h"
#include "orchestrator/prepare.h"

/* Everything is borrowed. The first part is the frame, or as much of it as fills the GPU
 * settings->waves times, by the abstract model and RATIO_GROUPS groups. The interval is that of the
 * calibration set, which more groups would not make narrower: so with a target that it misses, the
 * second part is the whole frame by the cycle model, which leaves nothing to estimate. */
enum { RATIO_GROUPS = 2 };
enum st_code ratio_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct target *target, const struct heat *heat,
                                    const struct preparation *prepared, struct status *st);

/* The metrics from r->abstract and the finished groups; also what calibration needs: *sample, what
 * the cycle model says of the groups, *assisted, what the abstract model says of them. */
void ratio_parts(const struct result *r, double whole[METRIC_COUNT], double sample[METRIC_COUNT],
                 double assisted[METRIC_COUNT]);

#endif
