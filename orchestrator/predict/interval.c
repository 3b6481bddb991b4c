#include "orchestrator/predict/interval.h"

#include <math.h>

enum survey_scale interval_scale(enum metric_id m, double value, const double *others, size_t n)
{
    return survey_scale_of(metrics[m].kind == METRIC_SHARE ? SURVEY_LOGIT : SURVEY_LOG, value,
                           others, n);
}

struct survey_spread interval_of_replicates(enum metric_id m, double value, const double *without,
                                            size_t n)
{
    return survey_jackknife(interval_scale(m, value, without, n), without, n);
}

enum metric_id interval_errs_as(enum metric_id m)
{
    if (metrics[m].interval == INTERVAL_CALIBRATED)
        return m;
    return metrics[m].interval == INTERVAL_DERIVED ? metrics[m].errs_as : METRIC_COUNT;
}

double interval_known_error(enum sample_kind sample, enum timing_model model, enum metric_id m)
{
    enum metric_id errs_as = interval_errs_as(m);
    bool exact = sample == SAMPLE_ALL && model == MODEL_CYCLE;
    if (exact || metrics[m].interval == INTERVAL_COUNTED)
        return 0;
    if (errs_as == METRIC_COUNT)
        return (double)NAN;
    double of_model = model_errors[model][errs_as].spread,
           of_sample = sample_errors[sample][errs_as];
    if ((model != MODEL_CYCLE && !(of_model > 0)) || (sample != SAMPLE_ALL && !(of_sample > 0)))
        return (double)NAN;
    return hypot(of_model, of_sample);
}

/* Degrees of freedom of the sum `all` of an estimated variance, `units`, and a known one
 * (Satterthwaite). */
static double degrees_of(struct survey_spread units, double all)
{
    double share = units.variance / all;
    return fmin(units.degrees / (share * share), SURVEY_NORMAL);
}

struct estimate interval_make(enum metric_id m, double value, struct survey_spread units,
                              double known_error, double confidence)
{
    enum survey_scale scale = interval_scale(m, value, NULL, 0);
    struct survey_spread all = {units.variance + known_error * known_error, SURVEY_NORMAL};
    if (scale == SURVEY_LINEAR || !(all.variance > 0))
        return survey_unbounded(value);
    if (units.variance > 0)
        all.degrees = degrees_of(units, all.variance);
    return survey_bounds(scale, value, all, confidence, metrics[m].most);
}

double interval_least_percent(enum sample_kind sample, enum timing_model model, enum metric_id m,
                              double confidence)
{
    double error = interval_known_error(sample, model, m);
    if (isnan(error))
        return (double)INFINITY;
    return 100 * expm1(error * survey_quantile(confidence, SURVEY_NORMAL));
}

/* The half width towards one bound, on the scale, with a further error added in quadrature. */
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
