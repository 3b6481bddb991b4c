/* fit.h -- exponential regression y = a + b exp(-c p) by non-linear least squares, and power laws
 * y = a x^b by linear least squares of the logarithms (GSL). */
#pragma once

#include "common/status.h"

#include <stddef.h>

enum fit_verdict {
    FIT_GOOD,
    FIT_DIVERGED,     /* the solver found no minimum */
    FIT_NO_DECAY,     /* the values do not level off: c is not positive */
    FIT_OUT_OF_RANGE, /* the value at 100 % cannot be one of this metric */
    FIT_SAME_POINTS,  /* the percentages do not rise: the image plane is too small for three */
};
extern const char *const fit_verdict_names[]; /* for JSON: "good", ... */

struct fit {
    enum fit_verdict verdict;
    double a, b, c;  /* p in percent */
    double residual; /* root of the mean squared difference, in the metric's unit */
    double at_100;   /* a + b exp(-100 c) */
};

/* Fits n >= 3 points, percentages p rising; least and most bound the possible y. Numbers that
 * differ only in rounding, or not at all, are a constant: a good fit with b = c = 0. Fails only
 * where memory runs out; *out has the verdict of the fit. GSL's error handler belongs to the
 * process: it is switched off during the call, so no two threads may call GSL's setters at the same
 * time. */
enum st_code fit_exponential(struct fit *out, const double *percent, const double *value, size_t n,
                             double least, double most, struct status *st);

struct power_fit {
    double a, b;
    double r_squared;       /* of the logarithms; 1 where they are all the same */
    double least_x, most_x; /* the range that was fitted */
    size_t n;               /* points that counted; 0: there is no fit */
};

/* Fits the points above 0. Points at or below 0, or without a number, do not count; there is no fit
 * for fewer than three, or where their x are all the same. Fails only where memory runs out. */
enum st_code fit_power(struct power_fit *out, const double *x, const double *y, size_t n,
                       struct status *st);
