/* group_estimator.h -- the paper's estimators, linear and exponential: the groups of the plan on
 * their scale models, side by side, extrapolated and combined. */
#ifndef ORCHESTRATOR_PREDICT_GROUP_ESTIMATOR_H
#define ORCHESTRATOR_PREDICT_GROUP_ESTIMATOR_H

#include "orchestrator/predict/estimator.h"
#include "orchestrator/predict/frame_run.h"
#include "orchestrator/predict/prepare.h"

/* Everything is borrowed; job->progress and job->threads are set here. With a target, or with
 * `first` above 0, the groups are simulated in an order that the seed gives: `first` (0: four) at
 * first, then half as many again each time. */
enum st_code group_estimator_create(struct estimator **out, const struct frame_job *job,
                                    const struct target *target, const struct preparation *prepared,
                                    uint32_t first, const struct result *r, struct status *st);

#endif
