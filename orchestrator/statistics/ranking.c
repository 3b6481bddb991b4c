#include "orchestrator/statistics/ranking.h"

#include <math.h>

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

bool ranking_certain(const struct estimate *a, const struct estimate *b)
{
    return survey_has_bounds(a) && survey_has_bounds(b) && (a->high < b->low || b->high < a->low);
}

/* NAN is above every number. */
static bool is_less(const struct estimate *a, const struct estimate *b)
{
    return a->value < b->value || (!isnan(a->value) && isnan(b->value));
}

/* By insertion, so that equal ones keep their order. */
static void sort(const struct estimate *estimates, size_t n, struct place *out)
{
    for (size_t i = 0; i < n; i++) {
        size_t at = i;
        for (; at > 0 && is_less(&estimates[i], &estimates[out[at - 1].index]); at--)
            out[at] = out[at - 1];
        out[at] = (struct place){i, 0, 0};
    }
}

void ranking_order(const struct estimate *estimates, size_t n, struct place *out)
{
    size_t known = 0;
    for (size_t i = 0; i < n; i++)
        known += !isnan(estimates[i].value);
    sort(estimates, n, out);
    for (size_t i = 0; i < n; i++) {
        const struct estimate *mine = &estimates[out[i].index];
        out[i].first = i < known ? 1 : known + 1;
        out[i].last = i < known ? known : n;
        for (size_t j = 0; i < known && j < known; j++) {
            const struct estimate *other = &estimates[out[j].index];
            if (!ranking_certain(mine, other))
                continue;
            if (other->high < mine->low)
                out[i].first++;
            else
                out[i].last--;
        }
    }
}
