/* interval.h -- how the interval of an estimate is made: one rule.
 *
 * On the metric's scale (the logarithm, of shares the logit) the estimate errs by
 *
 *     t sqrt(w^2 + m^2)
 *
 * at most, with the probability of --confidence: w is the standard error of the units that were
 * run, from their spread, and m the error that model and sample had on the calibration scenes
 * (errors.h). t is Student's, with the degrees of freedom that w has, and the more the larger m is
 * beside it (Satterthwaite's formula: Biometrics Bulletin 2, 1946, p. 110). A metric whose error
 * was not measured has no bounds. */
#pragma once

#include "orchestrator/predict/errors.h"
#include "orchestrator/statistics/survey.h"
#include "sim/timing/counters/metrics.h"

/* The metric's scale; linear where the scale has no number for the value or one of the n others. */
enum survey_scale interval_scale(enum metric_id m, double value, const double *others, size_t n);

/* w of replicates: without[i] is the metric from all of n >= 2 finished groups except the i-th. */
struct survey_spread interval_of_replicates(enum metric_id m, double value, const double *without,
                                            size_t n);

/* The metric whose errors this one has: itself where it is CALIBRATED in metric_rows.h, that of its
 * row where it is DERIVED; METRIC_COUNT where the errors are not known. */
enum metric_id interval_errs_as(enum metric_id m);

/* m of a sample run by a model; 0 where the metric is exact, NAN where m is not known. */
double interval_known_error(enum sample_kind sample, enum timing_model model, enum metric_id m);

/* The rule. `units` is w^2 with its degrees of freedom. */
struct estimate interval_make(enum metric_id m, double value, struct survey_spread units,
                              double known_error, double confidence);

/* The half width in percent where no unit is missing: the least for that sample and model. Infinite
 * where it is not known. */
double interval_least_percent(enum sample_kind sample, enum timing_model model, enum metric_id m,
                              double confidence);

/* Widens an interval by a further error of the value with a known relative standard error,
 * independent of those in the bounds: half widths are added in quadrature on the metric's scale.
 * The interval stays the same where it has no bounds or the error is 0. */
struct estimate interval_widen(enum metric_id m, const struct estimate *e, double relative_error,
                               double confidence);
