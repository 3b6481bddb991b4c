/* interval.h -- the one rule that makes the interval of an estimate.
 *
 * On the metric's scale (the logarithm, for shares the logit) the estimate errs by at most
 *
 *     t sqrt(w^2 + m^2)
 *
 * with the probability of --confidence. w is the standard error of the units that were run, from
 * their spread, and m the error that the model and the sample had on the calibration scenes
 * (errors.h). t is Student's t. Its degrees of freedom are those of w, and more the larger m is in
 * comparison (Satterthwaite's formula: Biometrics Bulletin 2, 1946, p. 110). A metric whose error
 * was not measured has no bounds. */
#pragma once

#include "orchestrator/predict/errors.h"
#include "orchestrator/statistics/survey.h"
#include "sim/timing/counters/metrics.h"

/* The metric's scale; linear where that has no number for the value or one of the n others. */
enum survey_scale interval_scale(enum metric_id m, double value, const double *others, size_t n);

/* The variance w^2 of replicates: without[i] is the metric computed from all of the n >= 2 finished
 * groups except the i-th. */
struct survey_spread interval_of_replicates(enum metric_id m, double value, const double *without,
                                            size_t n);

/* The metric whose row of errors.h is used for m: itself where it is CALIBRATED in metric_rows.h,
 * the one that its row names where it is DERIVED; METRIC_COUNT where the errors are not known. */
enum metric_id interval_errs_as(enum metric_id m);

/* The error m of a sample run by a model; 0 where the metric is exact, NAN where m is not known. */
double interval_known_error(enum sample_kind sample, enum timing_model model, enum metric_id m);

/* Makes the interval by the rule. `units` is w^2 with its degrees of freedom, known_error is m, and
 * confidence is in percent. */
struct estimate interval_make(enum metric_id m, double value, struct survey_spread units,
                              double known_error, double confidence);

/* The half width, in percent, of an interval with w = 0: the least that the sample and model can
 * reach. Infinite where it is not known. */
double interval_least_percent(enum sample_kind sample, enum timing_model model, enum metric_id m,
                              double confidence);

/* Widens an interval by one more error of the value, whose relative standard error is known and
 * which is independent of those in the bounds: half widths are added in quadrature on the metric's
 * scale. The interval stays the same where it has no bounds or the error is 0. */
struct estimate interval_widen(enum metric_id m, const struct estimate *e, double relative_error,
                               double confidence);
