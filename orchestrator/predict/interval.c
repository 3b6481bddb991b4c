#include "orchestrator/predict/interval.h"

#define MANY 1e6 /* degrees of freedom: the normal distribution */

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

/* Beyond what was counted in the calibration set, its errors are taken for normal. */
struct estimate interval_calibrated(enum metric_id m, double value, const struct calibration *c,
                                    double times, double confidence)
{
    enum survey_scale scale = interval_scale(m, value, NULL, 0);
    if (!(c->allowance > 0) || scale == SURVEY_LINEAR)
        return survey_unbounded(value);
    double deviation = c->allowance * times / survey_quantile(CALIBRATION_CONFIDENCE, MANY);
    return survey_bounds(scale, value, (struct survey_spread){deviation * deviation, MANY},
                         confidence, metrics[m].most);
}
