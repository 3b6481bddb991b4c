#include "orchestrator/predict/pairs.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

#define MANY 1e6 /* degrees of freedom: the normal distribution */

enum metric_id pairs_errs_as(enum metric_id m)
{
    enum metric_id errs_as = interval_errs_as(m);
    return errs_as < METRIC_COUNT && pair_calibrations[errs_as].near > 0 ? errs_as : METRIC_COUNT;
}

/* Beyond what was counted in the calibration set, its errors are taken for normal. */
double pairs_half_width(enum metric_id errs_as, double apart, double times, double confidence)
{
    const struct pair_calibration *c = &pair_calibrations[errs_as];
    double scale =
        survey_quantile(confidence, MANY) / survey_quantile(CALIBRATION_CONFIDENCE, MANY);
    return times * scale * hypot(c->near, c->far * log(apart));
}
