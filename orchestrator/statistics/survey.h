/* survey.h -- survey sampling: how far an estimate made from a part may be off.
 *
 * Replicates are parts that each could stand for the whole: groups of pixels, sub-samples of
 * blocks. Formulas are those of Cochran, Sampling Techniques, 3rd edition, 1977, and Wolter,
 * Introduction to Variance Estimation, 2nd edition, 2007. Nothing here knows what is estimated. */
#ifndef ORCHESTRATOR_STATISTICS_SURVEY_H
#define ORCHESTRATOR_STATISTICS_SURVEY_H

#include <stdbool.h>
#include <stddef.h>

/* A number and the bounds of its interval, in the number's unit; bounds that are not known are NAN.
 */
struct estimate {
    double value, low, high;
};

struct estimate survey_unbounded(double value); /* no bounds are known */
struct estimate survey_exact(double value);     /* both bounds are the value */
bool survey_has_bounds(const struct estimate *e);
/* The farther bound's distance from the value, as a fraction of the value; 0 of 0 is 0, and without
 * bounds it is infinite. */
double survey_half_width(const struct estimate *e);

/* On which scale an estimate's error is taken for symmetric. */
enum survey_scale {
    SURVEY_LINEAR,
    SURVEY_LOG,   /* totals: above 0 */
    SURVEY_LOGIT, /* shares: above 0 and below 1 */
};
/* Logit for what lies between 0 and 1, log for what only 0 bounds below; linear where the value or
 * one of the n others is no number of that scale, such as a rate of 0. */
enum survey_scale survey_scale_of(double least, double most, double value, const double *others,
                                  size_t n);

/* There and back, of numbers of the scale. */
double survey_to_scale(enum survey_scale scale, double x);
double survey_from_scale(enum survey_scale scale, double x);

/* Variance of an estimate on some scale, and the degrees of freedom of that variance. Degrees of 0
 * or a variance that is no number: nothing is known. */
struct survey_spread {
    double variance, degrees;
};

/* What an interval is made of beside the spread. */
struct survey_terms {
    double confidence;  /* percent, above 0 and below 100 */
    double bias;        /* what the model may be off: a factor from exp(-bias) to exp(bias) */
    double least, most; /* what the number can be */
};

/* Student's t: the half width, in standard errors, of a two-sided interval. */
double survey_quantile(double confidence, double degrees);

/* Value and bounds: on the scale, sampling error t sqrt(variance) and the allowance for bias are
 * added as independent (root of the sum of squares), each side for itself, and the bounds are cut
 * to [least, most]. The value must be a number of the scale. */
struct estimate survey_bounds(enum survey_scale scale, double value, struct survey_spread spread,
                              const struct survey_terms *terms);

/* Delete-one jackknife (Wolter, eq. 4.2.5): without[i] is the estimate from all of n >= 2
 * replicates but the i-th. `fraction` is the share of all possible replicates that n is, 0 where
 * they are many: the finite population correction is 1 - fraction. */
struct survey_spread survey_jackknife(enum survey_scale scale, const double *without, size_t n,
                                      double fraction);

/* Ratio estimator of a total (Cochran, eq. 6.1): value = whole * sum y / sum x, where `whole` is
 * the known total of x over everything. The spread is the jackknife's, on the log scale. Without
 * bounds where n < 2, the value 0 where a sum is not positive. */
struct estimate survey_ratio(const double *y, const double *x, size_t n, double whole,
                             double fraction, const struct survey_terms *terms);

/* A stratum: `size` units, of which n were measured. */
struct survey_stratum {
    double size;
    size_t n;
    const double *y;
};
struct survey_total {
    double total;
    struct survey_spread spread; /* of the total, linear scale */
};

/* Stratified random sampling (Cochran, eqs. 5.1 and 5.12), total over all strata. Strata measured
 * wholly add no variance. Strata of one unit are collapsed in pairs of neighbours, three where one
 * is left over (Wolter, eq. 2.5.2, with the sizes as auxiliary variable); one alone takes
 * the variance of the nearest stratum that has one. Degrees of freedom: Satterthwaite (Cochran,
 * eq. 5.16). Every n must be at least 1. */
struct survey_total survey_stratified(const struct survey_stratum *strata, size_t n_strata);

/* Mean of a systematic sample of n >= 2 units, in the order in which they lie: its variance from
 * successive differences (Wolter, eq. 8.2.3). Degrees of freedom: as for independent normal numbers
 * (von Neumann, 1941). */
struct survey_spread survey_systematic(const double *y, size_t n, double fraction);

#endif
