/* survey.h -- survey sampling: the error of an estimate that is made from a part of the whole.
 *
 * Replicates are parts each of which could stand for the whole, such as groups of pixels. The
 * formulas are those of Wolter, Introduction to Variance Estimation, 2nd edition, 2007. Nothing
 * here depends on which metric is estimated; predict/interval.h does. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* A number and the bounds of its interval, in the number's unit; bounds that are not known are NAN.
 */
struct estimate {
    double value, low, high;
};

struct estimate survey_unbounded(double value); /* no bounds are known */
struct estimate survey_exact(double value);     /* both bounds are the value */
bool survey_is_exact(const struct estimate *e); /* the bounds are the value */
bool survey_has_bounds(const struct estimate *e);
/* Returns the distance of the farther bound from the value, as a fraction of the value: 0 where
 * both are 0, infinite without bounds. */
double survey_half_width(const struct estimate *e);

/* The scale on which the error of an estimate is taken to be symmetric. */
enum survey_scale {
    SURVEY_LINEAR,
    SURVEY_LOG,   /* for totals, which are above 0 */
    SURVEY_LOGIT, /* for shares, which are above 0 and below 1 */
};
/* Returns the wanted scale, or the linear one where that scale has no number for the value or for
 * one of the n others, such as a rate of 0. */
enum survey_scale survey_scale_of(enum survey_scale wanted, double value, const double *others,
                                  size_t n);

/* Convert a number to the scale and back. */
double survey_to_scale(enum survey_scale scale, double x);
double survey_from_scale(enum survey_scale scale, double x);

/* The variance of an estimate on some scale, and the degrees of freedom of that variance. The error
 * is not known where `degrees` is 0 or the variance is no number. */
struct survey_spread {
    double variance, degrees;
};
/* Degrees of freedom at which Student's t equals the normal distribution. Variances that are known,
 * and not estimated, have these. */
#define SURVEY_NORMAL 1e6

/* Returns the half width, in standard errors, of a two-sided interval by Student's t; confidence is
 * in percent. */
double survey_quantile(double confidence, double degrees);

/* Returns the value with bounds t sqrt(variance) to each side on the scale, limited to the possible
 * range, 0 to `most`. `confidence` is in percent, above 0 and below 100. There are no bounds where
 * the scale has no number for the value. */
struct estimate survey_bounds(enum survey_scale scale, double value, struct survey_spread spread,
                              double confidence, double most);

/* Returns the mean of n >= 1 numbers, and in *spread the variance of that mean, which is not known
 * for one number. */
double survey_mean(const double *values, size_t n, struct survey_spread *spread);

/* Returns the variance of the logarithm of the mean of y in a balanced sample: n units at equal
 * distances in an order, which are the part `fraction` of all units and were chosen so that their
 * mean of x is that of all units (Deville and Tille, Efficient Balanced Sampling: The Cube Method,
 * Biometrika 2004, section 6). It comes from successive differences (Wolter, eq. 8.2.4) of the
 * residuals about the line through (x, y). It is not known for fewer than three units, or where the
 * mean is not above 0. */
struct survey_spread survey_balanced(const double *y, const double *x, size_t n, double fraction);

/* Returns the variance by the delete-one jackknife (Wolter, eq. 4.2.5): without[i] is the estimate
 * from all of the n >= 2 replicates except the i-th. */
struct survey_spread survey_jackknife(enum survey_scale scale, const double *without, size_t n);
