/* interval.h -- how the interval of a metric is made. What is known of an estimate's error decides:
 *
 * exact       the whole frame was simulated on the whole GPU: the interval is the value
 * replicates  each of several groups of pixels could stand for the frame: the delete-one jackknife
 *             over them (linear, exponential)
 * calibrated  one sample, whose errors are those of other frames with known truth (ratio):
 *             metric_rows.h says of each metric whether there are such errors, calibration.c what
 *             they are
 *
 * In all other cases there is none: a number whose error nobody knows has no bounds. Errors are
 * taken for symmetric on the metric's scale: logit for shares, log for all else. */
#pragma once

#include "orchestrator/predict/calibration.h"
#include "orchestrator/statistics/survey.h"
#include "sim/timing/counters/metrics.h"

/* The metric's scale; linear where the value or one of the n others is no number of it. */
enum survey_scale interval_scale(enum metric_id m, double value, const double *others, size_t n);

/* without[i] is the metric from all of n >= 2 finished groups but the i-th. `confidence` is in
 * percent. The interval covers what differs from group to group; what all scale models have in
 * common, bias, it cannot see. */
struct estimate interval_of_replicates(enum metric_id m, double value, const double *without,
                                       size_t n, double confidence);

/* The metric whose errors this one has: itself where it is CALIBRATED, that of its row where it is
 * DERIVED; METRIC_COUNT where nobody knows them. */
enum metric_id interval_errs_as(enum metric_id m);

/* How many times what CALIBRATION_CONFIDENCE percent of errors stay below `confidence` percent do,
 * of normal errors: nothing is counted beyond the calibration set. */
double interval_at(double confidence);

/* `allowance`: what CALIBRATION_CONFIDENCE percent of such errors stay below, on the metric's
 * scale. Without bounds where it is not above 0 or the value is no number of the scale. */
struct estimate interval_calibrated(enum metric_id m, double value, double allowance,
                                    double confidence);

/* The same with a further error of the value, independent of what the bounds hold and with a known
 * relative standard error: half widths are added in quadrature on the metric's scale. Stays as it
 * is where there are no bounds or the error is 0. */
struct estimate interval_widen(enum metric_id m, const struct estimate *e, double relative_error,
                               double confidence);
