#include "orchestrator/predict/pairs.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

enum metric_id pairs_errs_as(enum metric_id m)
{
    enum metric_id errs_as = interval_errs_as(m);
    return errs_as < METRIC_COUNT && pair_calibrations[errs_as].near > 0 ? errs_as : METRIC_COUNT;
}

double pairs_cycles(const struct pair_times *a, const struct pair_times *b)
{
    double last = log(a->cycles / b->cycles), mean = log(a->busy_cycles / b->busy_cycles);
    double steady = pair_calibrations[METRIC_CYCLES].steady;
    double ratio = exp(steady * mean + (1 - steady) * last);
    return a->sms == b->sms && ratio > 0 && isfinite(ratio) ? ratio : (double)NAN;
}

double pairs_luck(const struct pair_times *a, const struct pair_times *b)
{
    return (1 / a->runs + 1 / b->runs) / (1.0 / PAIRS_RUNS_OF_FIRST + 1);
}

double pairs_half_width(enum metric_id errs_as, double apart, double luck, double times,
                        double confidence)
{
    const struct pair_calibration *c = &pair_calibrations[errs_as];
    double near = c->near * sqrt(1 - c->luck + c->luck * luck);
    return times * interval_at(confidence) * hypot(near, c->far * log(apart));
}
