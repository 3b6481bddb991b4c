/* frame_estimate.h -- a frame's metrics from a run on the whole GPU. The counters of the run are
 * completed to those of the whole frame first: sim/model/complete.h has the formulas,
 * frame_sample.h calls them.
 *
 * With g the metric's scale (interval.h), y the completed metric and `shift` of the model's row in
 * errors.h, the estimate follows from
 *
 *     g(estimate) = g(y) + shift,
 *
 * and its interval from the rule of interval.h, in which w is the standard error of the time of the
 * sampling units that were run. */
#pragma once

#include "heatmap/sample.h"
#include "orchestrator/result/result.h"

/* How the instruction count of the whole frame is known. */
struct frame_counting {
    bool known; /* counted by another run of the same program, not estimated from this one */
    struct sample_error error;
};

/* Sets r->counters and r->metrics from r->evidence.run. A metric whose counters the model does not
 * count gets no value. */
void frame_estimate(struct result *r, const struct frame_counting *counting);

/* The half width, in percent, that the metric's interval would have if sampling units filled the
 * GPU `fills` times; infinite where the metric's errors are not known. */
double frame_expected_percent(const struct result *r, enum metric_id m, double fills);

/* How often sampling units should fill the GPU to meet the target; 0 where only the whole frame
 * meets it, or only units that cost as much as the frame. A fifth more than expected are run, as
 * the spread of the new units may be larger. */
uint32_t frame_fills_to_target(const struct result *r);
