/* survey.h -- survey sampling: the error of an estimate made from a part.
 *
 * Replicates are parts each of which could stand for the whole, such as groups of pixels. The
 * formulas are those of Wolter, Introduction to Variance Estimation, 2nd edition, 2007. Nothing
 * here depends on the estimated metric; predict/interval.h does. */
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
/* The farther bound's distance from the value, as a fraction of the value: 0 where both are 0,
 * infinite without bounds. */
double survey_half_width(const struct estimate *e);

/* The scale on which an estimate's error is taken to be symmetric. */
enum survey_scale {
    SURVEY_LINEAR,
    SURVEY_LOG,   /* totals: above 0 */
    SURVEY_LOGIT, /* shares: above 0 and below 1 */
};
/* The wanted scale; linear where the value or one of the n others is no number of that scale, such
 * as a rate of 0. */
enum survey_scale survey_scale_of(enum survey_scale wanted, double value, const double *others,
                                  size_t n);

/* Convert a number to the scale and back. */
double survey_to_scale(enum survey_scale scale, double x);
double survey_from_scale(enum survey_scale scale, double x);

/* Variance of an estimate on some scale, and the degrees of freedom of that variance. Degrees of 0
 * or a variance that is no number: the error is not known. */
struct survey_spread {
    double variance, degrees;
};
/* Degrees at which Student's t is the normal distribution: for known, not estimated, variances. */
#define SURVEY_NORMAL 1e6

/* Student's t: the half width, in standard errors, of a two-sided interval. */
double survey_quantile(double confidence, double degrees);

/* Value and bounds: t sqrt(variance) to each side on the scale, cut to the possible range, 0 to
 * `most`. `confidence` is in percent, above 0 and below 100. Without bounds where the value is no
 * number of the scale. */
struct estimate survey_bounds(enum survey_scale scale, double value, struct survey_spread spread,
                              double confidence, double most);

/* The mean of n >= 1 numbers, and the variance of that mean, which is not known for one number. */
double survey_mean(const double *values, size_t n, struct survey_spread *spread);

/* The variance of the logarithm of the mean of y, from a balanced sample: n units at like distances
 * in an order, a share `fraction` of all units, chosen so that their mean of x is that of all units
 * (Deville and Tille, Efficient Balanced Sampling: The Cube Method, Biometrika 2004, section 6). It
 * comes from successive differences (Wolter, eq. 8.2.4) of the residuals about the line through (x,
 * y). It is not known for fewer than three units, or where the mean is not above 0. */
struct survey_spread survey_balanced(const double *y, const double *x, size_t n, double fraction);

/* Delete-one jackknife (Wolter, eq. 4.2.5): without[i] is the estimate from all of n >= 2
 * replicates except the i-th. */
struct survey_spread survey_jackknife(enum survey_scale scale, const double *without, size_t n);
