#include "orchestrator/predict/pairs.h"

#include "orchestrator/predict/calibration.h"
#include "orchestrator/statistics/survey.h"

#include <math.h>

#define MANY 1e6 /* degrees of freedom: the normal distribution */

enum metric_id pairs_errs_as(enum metric_id m)
{
    enum metric_id errs_as = METRIC_COUNT;
    if (metrics[m].interval == INTERVAL_CALIBRATED)
        errs_as = m;
    if (metrics[m].interval == INTERVAL_DERIVED)
        errs_as = metrics[m].errs_as;
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
