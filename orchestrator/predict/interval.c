#include "orchestrator/predict/interval.h"

#include <math.h>

enum survey_scale interval_scale(enum metric_id m, double value, const double *others, size_t n)
{
    return survey_scale_of(metrics[m].kind == METRIC_SHARE ? SURVEY_LOGIT : SURVEY_LOG, value,
                           others, n);
}

struct estimate interval_of_replicates(enum metric_id m, double value, const double *without,
                                       size_t n, double confidence)
{
    enum survey_scale scale = interval_scale(m, value, without, n);
    return survey_bounds(scale, value, survey_jackknife(scale, without, n), confidence,
                         metrics[m].most);
}

enum metric_id interval_errs_as(enum metric_id m)
{
    if (metrics[m].interval == INTERVAL_CALIBRATED)
        return m;
    return metrics[m].interval == INTERVAL_DERIVED ? metrics[m].errs_as : METRIC_COUNT;
}

double interval_at(double confidence)
{
    return survey_quantile(confidence, SURVEY_NORMAL) /
           survey_quantile(CALIBRATION_CONFIDENCE, SURVEY_NORMAL);
}

struct estimate interval_calibrated(enum metric_id m, double value, double allowance,
                                    double confidence)
{
    enum survey_scale scale = interval_scale(m, value, NULL, 0);
    if (!(allowance > 0) || scale == SURVEY_LINEAR)
        return survey_unbounded(value);
    double deviation = allowance / survey_quantile(CALIBRATION_CONFIDENCE, SURVEY_NORMAL);
    return survey_bounds(scale, value, (struct survey_spread){deviation * deviation, SURVEY_NORMAL},
                         confidence, metrics[m].most);
}

/* The half width on the scale towards one bound, with the further one. */
static double wider(enum survey_scale scale, double value, double bound, double further)
{
    return hypot(survey_to_scale(scale, bound) - survey_to_scale(scale, value), further);
}

struct estimate interval_widen(enum metric_id m, const struct estimate *e, double relative_error,
                               double confidence)
{
    const double bounds[2] = {e->low, e->high};
    enum survey_scale scale = interval_scale(m, e->value, bounds, 2);
    if (!survey_has_bounds(e) || !(relative_error > 0))
        return *e;
    if (scale == SURVEY_LINEAR)
        return survey_unbounded(e->value);
    double at = survey_to_scale(scale, e->value);
    double further = relative_error * survey_quantile(confidence, SURVEY_NORMAL);
    if (scale == SURVEY_LOGIT) /* d logit(p) = dp / p / (1 - p) */
        further /= 1 - e->value;
    return (struct estimate){
        e->value,
        survey_from_scale(scale, at - wider(scale, e->value, e->low, further)),
        fmin(survey_from_scale(scale, at + wider(scale, e->value, e->high, further)),
             metrics[m].most),
    };
}
