#include "orchestrator/statistics/ranking.h"

#include <math.h>

const char *const ratio_kind_names[] = {"ends", "exact", "pairs", "simulated"};

struct estimate ranking_ratio(const struct estimate *a, const struct estimate *b)
{
    struct estimate ratio = survey_unbounded(b->value > 0 ? a->value / b->value : (double)NAN);
    if (!survey_has_bounds(a) || !survey_has_bounds(b) || !isfinite(ratio.value))
        return ratio;
    ratio.low = a->low / b->high;
    ratio.high = b->low > 0 ? a->high / b->low : (double)INFINITY;
    return ratio;
}

static double mean_log(const struct estimate *e, size_t n, double (*part)(const struct estimate *))
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += log(part(&e[i]));
    return exp(sum / (double)n);
}

static double value_of(const struct estimate *e)
{
    return e->value > 0 ? e->value : (double)NAN;
}

static double low_of(const struct estimate *e)
{
    return e->low;
}

static double high_of(const struct estimate *e)
{
    return e->high;
}

struct estimate ranking_geometric_mean(const struct estimate *estimates, size_t n)
{
    struct estimate mean = survey_unbounded(mean_log(estimates, n, value_of));
    bool bounds = isfinite(mean.value);
    for (size_t i = 0; i < n; i++)
        bounds = bounds && survey_has_bounds(&estimates[i]);
    if (!bounds)
        return mean;
    mean.low = mean_log(estimates, n, low_of);
    mean.high = mean_log(estimates, n, high_of);
    return mean;
}

struct ratio ranking_ratio_within(double value, double half_width, enum ratio_kind kind)
{
    double factor = exp(half_width);
    return (struct ratio){{value, value / factor, value * factor}, kind};
}

static double half_width_of(const struct estimate *e)
{
    return log(e->high / e->low) / 2;
}

/* The half-width of the mean of ratios, in logarithms. Half-widths are quantiles of errors, so they
 * add as standard deviations do. */
static double mean_half_width(const struct ratio *ratios, size_t n, double shared)
{
    double squares = 0, common = 0, common_squares = 0;
    for (size_t i = 0; i < n; i++) {
        double half = half_width_of(&ratios[i].estimate);
        squares += half * half;
        if (ratios[i].kind != RATIO_PAIRS)
            continue;
        common += half;
        common_squares += half * half;
    }
    return sqrt(squares + shared * (common * common - common_squares)) / (double)n;
}

struct ratio ranking_mean_ratio(const struct ratio *ratios, size_t n, double shared)
{
    struct ratio mean = {survey_exact(0), RATIO_EXACT};
    double sum = 0, low = 0, high = 0;
    bool ends = false;
    for (size_t i = 0; i < n; i++) {
        const struct estimate *e = &ratios[i].estimate;
        sum += e->value > 0 ? log(e->value) : (double)NAN;
        low += log(e->low);
        high += log(e->high);
        ends = ends || ratios[i].kind == RATIO_ENDS;
        if (mean.kind != RATIO_PAIRS && ratios[i].kind != RATIO_EXACT)
            mean.kind = ratios[i].kind;
    }
    double value = exp(sum / (double)n);
    if (ends) {
        mean = (struct ratio){survey_unbounded(value), RATIO_ENDS};
        if (isfinite(value) && isfinite(low) && isfinite(high))
            mean.estimate = (struct estimate){value, exp(low / (double)n), exp(high / (double)n)};
        return mean;
    }
    return ranking_ratio_within(value, mean_half_width(ratios, n, shared), mean.kind);
}

bool ranking_certain(const struct estimate *ratio)
{
    return ratio->low > 1 || ratio->high < 1;
}

/* Sorts by insertion, so that equal numbers keep their order. NAN is sorted above every number. */
static void sort(const double *values, size_t n, struct place *out)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0; at--) {
            double before = values[out[at - 1].index];
            if (!(values[i] < before || (!isnan(values[i]) && isnan(before))))
                break;
            out[at] = out[at - 1];
        }
        out[at] = (struct place){i, 0, 0};
    }
}

void ranking_order(const double *values, const struct ratio *ratios, size_t n, struct place *out)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += !isnan(values[i]);
    sort(values, n, out);
    for (size_t i = 0; i < n; i++) {
        out[i].first = i < known ? 1 : known + 1;
        out[i].last = i < known ? known : n;
        for (size_t j = 0; i < known && j < known; j++) {
            const struct estimate *ratio = &ratios[out[i].index * n + out[j].index].estimate;
            out[i].first += ratio->low > 1;
            out[i].last -= ratio->high < 1;
        }
    }
}
