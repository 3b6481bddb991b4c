/* errors.h -- the errors of estimates on frames whose true values are known: the 14 scenes of
 * lab/calibration. lab/calibrate.py writes errors.c. An interval is made of these errors and of the
 * spread of the units that were run (interval.h). */
#pragma once

#include "orchestrator/settings/models.h"
#include "orchestrator/settings/samples.h"

/* The error of one metric, on the metric's scale: the logarithm, for shares the logit. */
struct error_row {
    double shift;  /* added to the model's metric: its mean error with the opposite sign */
    double spread; /* standard deviation of the errors about their mean; 0: not known */
};

/* A model's errors on whole frames. Those of the cycle model are 0: it is the reference. */
extern const struct error_row model_errors[TIMING_MODELS][METRIC_COUNT];
/* Standard deviations of the errors of samples that the cycle model runs, in addition to the spread
 * that the sample's own units show. */
extern const double sample_errors[SAMPLE_KINDS][METRIC_COUNT];
/* Standard deviations of the errors of a metric's ratio between two GPUs, both run by the
 * approximate model. */
extern const double ratio_errors[METRIC_COUNT];
