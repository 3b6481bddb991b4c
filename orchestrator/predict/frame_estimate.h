/* frame_estimate.h -- a frame's metrics from a run on the whole GPU. The counters of the run are
 * completed to those of the whole frame first: sim/model/complete.h has the formulas,
 * frame_sample.h calls them.
 *
 * With g the metric's scale (interval.h), y the completed metric and the model's row in errors.h,
 *
 *     g(estimate) = g(y) + shift,
 *
 * and its interval is the rule's, w being the standard error of the time of the sampling units that
 * were run. */
#pragma once

#include "heatmap/sample.h"
#include "orchestrator/result/result.h"

/* How the instructions of the whole frame are known. */
struct frame_counting {
    bool known; /* from the same program, not by this estimate */
    struct sample_error error;
};

/* Sets r->counters and r->metrics from r->evidence.run. A metric that the model does not count has
 * no value. */
void frame_estimate(struct result *r, const struct frame_counting *counting);

/* The half width in percent that the metric's interval would have with sampling units that fill the
 * GPU `fills` times; infinite where its errors are not known. */
double frame_expected_percent(const struct result *r, enum metric_id m, double fills);
