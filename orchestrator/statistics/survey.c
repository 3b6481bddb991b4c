#include "orchestrator/statistics/survey.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#define UNKNOWN ((double)NAN)

/* ---- estimates ---- */

struct estimate survey_unbounded(double value)
{
    return (struct estimate){value, UNKNOWN, UNKNOWN};
}

struct estimate survey_exact(double value)
{
    return (struct estimate){value, value, value};
}

bool survey_is_exact(const struct estimate *e)
{
    return e->low == e->value && e->high == e->value;
}

bool survey_has_bounds(const struct estimate *e)
{
    return isfinite(e->low) && isfinite(e->high);
}

double survey_half_width(const struct estimate *e)
{
    if (!survey_has_bounds(e))
        return (double)INFINITY;
    double half = fmax(e->high - e->value, e->value - e->low);
    return half > 0 ? half / fabs(e->value) : 0;
}

/* ---- scales ---- */

static bool is_on(enum survey_scale scale, double x)
{
    switch (scale) {
    case SURVEY_LOG:
        return x > 0 && isfinite(x);
    case SURVEY_LOGIT:
        return x > 0 && x < 1;
    case SURVEY_LINEAR:
        break;
    }
    return isfinite(x);
}

enum survey_scale survey_scale_of(enum survey_scale wanted, double value, const double *others,
                                  size_t n)
{
    bool good = is_on(wanted, value);
    for (size_t i = 0; i < n; i++)
        good = good && is_on(wanted, others[i]);
    return good ? wanted : SURVEY_LINEAR;
}

double survey_to_scale(enum survey_scale scale, double x)
{
    switch (scale) {
    case SURVEY_LOG:
        return log(x);
    case SURVEY_LOGIT:
        return log(x) - log1p(-x);
    case SURVEY_LINEAR:
        break;
    }
    return x;
}

double survey_from_scale(enum survey_scale scale, double x)
{
    switch (scale) {
    case SURVEY_LOG:
        return exp(x);
    case SURVEY_LOGIT:
        return 1 / (1 + exp(-x));
    case SURVEY_LINEAR:
        break;
    }
    return x;
}

/* ---- intervals ---- */

double survey_quantile(double confidence, double degrees)
{
    return gsl_cdf_tdist_Pinv(0.5 + confidence / 200, degrees);
}

struct estimate survey_bounds(enum survey_scale scale, double value, struct survey_spread spread,
                              double confidence, double most)
{
    struct estimate e = survey_unbounded(value);
    if (!(spread.degrees > 0) || !(spread.variance >= 0) || !is_on(scale, value))
        return e;
    if (spread.variance == 0)
        return survey_exact(value);
    double at = survey_to_scale(scale, value);
    double off = survey_quantile(confidence, spread.degrees) * sqrt(spread.variance);
    /* Converted to the scale and back, the value itself may differ by a rounding error, so the
     * bound is limited to it. */
    e.low = fmin(value, fmax(survey_from_scale(scale, at - off), 0));
    e.high = fmax(value, fmin(survey_from_scale(scale, at + off), most));
    return e;
}

/* Computes the sum of squares about the mean, one number at a time (Welford, 1962). */
static double sum_squares(enum survey_scale scale, const double *values, size_t n, double *mean)
{
    double sum = 0;
    *mean = 0;
    for (size_t i = 0; i < n; i++) {
        double x = survey_to_scale(scale, values[i]), before = x - *mean;
        *mean += before / (double)(i + 1);
        sum += before * (x - *mean);
    }
    return sum;
}

double survey_mean(const double *values, size_t n, struct survey_spread *spread)
{
    double mean, degrees = (double)n - 1, sum = sum_squares(SURVEY_LINEAR, values, n, &mean);
    *spread = (struct survey_spread){n > 1 ? sum / degrees / (double)n : 0, degrees};
    return mean;
}

struct survey_spread survey_balanced(const double *y, const double *x, size_t n, double fraction)
{
    double intercept, slope = 0, c00, c01, c11, about_line, squares = 0, units = (double)n;
    double mean = gsl_stats_mean(y, 1, n);
    if (n < 3 || !(mean > 0))
        return (struct survey_spread){0, 0};
    if (gsl_stats_variance(x, 1, n) > 0)
        gsl_fit_linear(x, 1, y, 1, n, &intercept, &slope, &c00, &c01, &c11, &about_line);
    for (size_t i = 1; i < n; i++) {
        double step = y[i] - y[i - 1] - slope * (x[i] - x[i - 1]);
        squares += step * step;
    }
    return (struct survey_spread){
        (1 - fraction) * squares / (2 * (units - 1)) / units / (mean * mean), units - 2};
}

struct survey_spread survey_jackknife(enum survey_scale scale, const double *without, size_t n)
{
    double mean, degrees = (double)n - 1, sum = sum_squares(scale, without, n, &mean);
    return (struct survey_spread){degrees / (double)n * sum, degrees};
}
