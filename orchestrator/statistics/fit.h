/* fit.h -- exponential regression y = a + b exp(-c p) by non-linear least squares, and power laws
 * y = a x^b by linear least squares of the logarithms (GSL). */
#pragma once

#include "common/status.h"

#include <stddef.h>

enum fit_verdict {
    FIT_GOOD,
    FIT_DIVERGED,     /* the solver found no minimum */
    FIT_NO_DECAY,     /* the values do not level off: c is not above 0 */
    FIT_OUT_OF_RANGE, /* the metric cannot have the value that the fit has at 100 % */
    FIT_SAME_POINTS,  /* the percentages do not rise: the image plane is too small for three
                         different ones */
};
extern const char *const fit_verdict_names[]; /* names in JSON: "good", ... */

struct fit {
    enum fit_verdict verdict;
    double a, b, c;  /* for p in percent */
    double residual; /* root of the mean squared difference, in the metric's unit */
    double at_100;   /* a + b exp(-100 c) */
};

/* Fits n >= 3 points with rising percentages; `least` and `most` are the limits of the possible y.
 * Values that are equal but for rounding are a constant: a good fit with b = c = 0. Fails only
 * where memory runs out; *out has the verdict of the fit. GSL's error handler, which belongs to the
 * process, is off during the call, so that no other thread may set it at the same time. */
enum st_code fit_exponential(struct fit *out, const double *percent, const double *value, size_t n,
                             double least, double most, struct status *st);

struct power_fit {
    double a, b;
    double r_squared;       /* of the logarithms; 1 where the y are all equal */
    double least_x, most_x; /* range of the x that were fitted */
    size_t n;               /* number of points that counted; 0: there is no fit */
};

/* Fits a x^b to the points whose x and y are above 0; others do not count. There is no fit for
 * fewer than three such points, or where their x are all equal. Fails only where memory runs out.
 */
enum st_code fit_power(struct power_fit *out, const double *x, const double *y, size_t n,
                       struct status *st);
