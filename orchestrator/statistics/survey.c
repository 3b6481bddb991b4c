#include "orchestrator/statistics/survey.h"

#include <gsl/gsl_cdf.h>
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

enum survey_scale survey_scale_of(double least, double most, double value, const double *others,
                                  size_t n)
{
    enum survey_scale scale = least != 0 ? SURVEY_LINEAR : most == 1 ? SURVEY_LOGIT : SURVEY_LOG;
    bool good = is_on(scale, value);
    for (size_t i = 0; i < n; i++)
        good = good && is_on(scale, others[i]);
    return good ? scale : SURVEY_LINEAR;
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

/* One bound; `biased` is where bias alone could put it. */
static double bound(enum survey_scale scale, double value, double biased, double sampling,
                    const struct survey_terms *terms, double sign)
{
    double at = survey_to_scale(scale, value), off = UNKNOWN;
    if (is_on(scale, biased))
        off = fabs(survey_to_scale(scale, biased) - at);
    if (isnan(off)) /* a share that bias takes to 1 */
        return sign > 0 ? terms->most : terms->least;
    double edge = survey_from_scale(scale, at + sign * hypot(sampling, off));
    return fmin(fmax(edge, terms->least), terms->most);
}

struct estimate survey_bounds(enum survey_scale scale, double value, struct survey_spread spread,
                              const struct survey_terms *terms)
{
    struct estimate e = survey_unbounded(value);
    if (!(spread.degrees > 0) || !(spread.variance >= 0) || !is_on(scale, value))
        return e;
    double sampling = spread.variance > 0 ? survey_quantile(terms->confidence, spread.degrees) *
                                                sqrt(spread.variance)
                                          : 0;
    if (sampling == 0 && terms->bias == 0)
        return survey_exact(value);
    double up = value * exp(terms->bias), down = value * exp(-terms->bias);
    e.low = fmin(value, bound(scale, value, fmin(up, down), sampling, terms, -1));
    e.high = fmax(value, bound(scale, value, fmax(up, down), sampling, terms, 1));
    return e;
}

/* ---- replicates ---- */

/* Sums of squares about a mean, one number at a time (Welford, 1962). */
struct squares {
    double n, mean, sum;
};

static void squares_add(struct squares *s, double x)
{
    double before = x - s->mean;
    s->n++;
    s->mean += before / s->n;
    s->sum += before * (x - s->mean);
}

static struct survey_spread jackknife_spread(const struct squares *s, double fraction)
{
    return (struct survey_spread){(1 - fraction) * (s->n - 1) / s->n * s->sum, s->n - 1};
}

struct survey_spread survey_jackknife(enum survey_scale scale, const double *without, size_t n,
                                      double fraction)
{
    struct squares s = {0};
    for (size_t i = 0; i < n; i++)
        squares_add(&s, survey_to_scale(scale, without[i]));
    return jackknife_spread(&s, fraction);
}

struct estimate survey_ratio(const double *y, const double *x, size_t n, double whole,
                             double fraction, const struct survey_terms *terms)
{
    double all_y = 0, all_x = 0;
    struct squares s = {0};
    for (size_t i = 0; i < n; i++) {
        all_y += y[i];
        all_x += x[i];
    }
    if (!(all_y > 0 && all_x > 0 && whole > 0))
        return survey_unbounded(0);
    double value = whole * all_y / all_x;
    for (size_t i = 0; i < n; i++)
        squares_add(&s, log((all_y - y[i]) / (all_x - x[i])));
    if (n < 2 || !isfinite(s.sum))
        return survey_unbounded(value);
    return survey_bounds(SURVEY_LOG, value, jackknife_spread(&s, fraction), terms);
}

/* ---- strata ---- */

/* Variances that are added, and what Satterthwaite's degrees of freedom need of them. */
struct parts {
    double variance, squares_by_degrees, degrees;
};

static void parts_add(struct parts *p, double variance, double degrees)
{
    p->variance += variance;
    p->squares_by_degrees += variance * variance / degrees;
    p->degrees += degrees;
}

static struct survey_spread parts_spread(const struct parts *p)
{
    if (p->variance > 0)
        return (struct survey_spread){p->variance,
                                      p->variance * p->variance / p->squares_by_degrees};
    return (struct survey_spread){p->variance, fmax(1, p->degrees)};
}

static double mean_of(const struct survey_stratum *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->y[i];
    return sum / (double)s->n;
}

static double variance_within(const struct survey_stratum *s)
{
    struct squares squares = {0};
    for (size_t i = 0; i < s->n; i++)
        squares_add(&squares, s->y[i]);
    return squares.sum / (squares.n - 1);
}

static bool is_whole(const struct survey_stratum *s)
{
    return (double)s->n >= s->size;
}

static bool is_single(const struct survey_stratum *s)
{
    return s->n == 1 && !is_whole(s);
}

/* Variance of the stratum's total from that of its units. */
static double total_variance(const struct survey_stratum *s, double within)
{
    return s->size * (s->size - (double)s->n) * within / (double)s->n;
}

/* `members` single strata at[0], ... as if they were one. */
static void add_collapsed(struct parts *p, const struct survey_stratum *strata, const size_t *at,
                          size_t members)
{
    double size = 0, total = 0, sum = 0, corrected = 0;
    for (size_t i = 0; i < members; i++) {
        const struct survey_stratum *s = &strata[at[i]];
        size += s->size;
        total += s->size * s->y[0];
        corrected += s->size * (1 - 1 / s->size);
    }
    for (size_t i = 0; i < members; i++) {
        const struct survey_stratum *s = &strata[at[i]];
        double off = s->size * s->y[0] - s->size / size * total;
        sum += off * off;
    }
    double degrees = (double)members - 1;
    parts_add(p, corrected / size * (degrees + 1) / degrees * sum, degrees);
}

/* A single stratum without another: the variance of its nearest neighbour that has one. */
static void add_lone(struct parts *p, const struct survey_stratum *strata, size_t n, size_t at)
{
    for (size_t away = 1; away < n; away++)
        for (int side = -1; side <= 1; side += 2) {
            size_t i = side < 0 ? at - away : at + away;
            if (i >= n || strata[i].n < 2)
                continue;
            parts_add(p, total_variance(&strata[at], variance_within(&strata[i])),
                      (double)strata[i].n - 1);
            return;
        }
    p->variance = UNKNOWN;
}

static void add_singles(struct parts *p, const struct survey_stratum *strata, size_t n)
{
    size_t at[3], held = 0, left = 0;
    for (size_t i = 0; i < n; i++)
        left += is_single(&strata[i]);
    for (size_t i = 0; i < n; i++) {
        if (!is_single(&strata[i]))
            continue;
        at[held++] = i;
        left--;
        if (held < 2 || left == 1)
            continue;
        add_collapsed(p, strata, at, held);
        held = 0;
    }
    if (held)
        add_lone(p, strata, n, at[0]);
}

struct survey_total survey_stratified(const struct survey_stratum *strata, size_t n_strata)
{
    struct parts parts = {0};
    double total = 0;
    for (size_t i = 0; i < n_strata; i++) {
        const struct survey_stratum *s = &strata[i];
        total += s->size * mean_of(s);
        if (s->n > 1 && !is_whole(s))
            parts_add(&parts, total_variance(s, variance_within(s)), (double)s->n - 1);
    }
    add_singles(&parts, strata, n_strata);
    return (struct survey_total){total, parts_spread(&parts)};
}

struct survey_spread survey_systematic(const double *y, size_t n, double fraction)
{
    double sum = 0, units = (double)n;
    for (size_t i = 1; i < n; i++)
        sum += (y[i] - y[i - 1]) * (y[i] - y[i - 1]);
    double variance = (1 - fraction) / units * sum / (2 * (units - 1));
    return (struct survey_spread){variance, 2 * (units - 1) * (units - 1) / (3 * units - 4)};
}
