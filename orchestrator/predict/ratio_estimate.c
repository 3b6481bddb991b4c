#include "orchestrator/predict/ratio_estimate.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

/* That has all numbers that there are. */
static enum survey_scale scale_of(const struct ratio_values *v, enum metric_id m)
{
    const double others[2] = {v->sample[m], v->assisted[m]};
    return interval_scale(m, v->whole[m], others, v->sampled ? 2 : 0);
}

/* How far the cycle model is from the approximate one on the sample, on the metric's scale; 0 where
 * there is none. */
static double disagreement(const struct ratio_values *v, enum metric_id m)
{
    enum survey_scale scale = scale_of(v, m);
    if (!v->sampled || scale == SURVEY_LINEAR)
        return 0;
    return survey_to_scale(scale, v->sample[m]) - survey_to_scale(scale, v->assisted[m]);
}

static double carry_over(const struct ratio_values *v, enum metric_id m)
{
    double whole = v->whole[m];
    enum survey_scale scale = scale_of(v, m);
    if (scale == SURVEY_LINEAR || metrics[m].interval != INTERVAL_CALIBRATED)
        return whole;
    const struct calibration *c = &calibrations[m];
    double shift = v->sampled ? c->shift : c->alone_shift;
    return survey_from_scale(scale,
                             survey_to_scale(scale, whole) + shift + c->slope * disagreement(v, m));
}

/* How much more a thinner part than the calibration set's may err: as if all of its error were that
 * of its one ramp and one tail, whose share falls with the waves between them. Of a part that was
 * not finished windows_error has all. */
static double thinner(const struct result *r, double waves)
{
    bool part = r->approximate.finished && r->approximate.traced < result_pixels(r);
    return part && waves < r->calibrated_waves ? r->calibrated_waves / waves : 1;
}

/* What CALIBRATION_CONFIDENCE percent of the errors of such a frame stay below where the part fills
 * the GPU `waves` times: r->part_waves, or more and placed as well. */
static double allowance(const struct ratio_values *v, const struct result *r, enum metric_id m,
                        double waves)
{
    const struct calibration *c = &calibrations[m];
    bool by_windows = m == METRIC_CYCLES || !r->approximate.finished;
    double further = by_windows ? r->windows_error * sqrt(r->part_waves / waves) : 0;
    double apart = disagreement(v, m);
    double spread = c->times * sqrt(c->base * c->base + apart * apart + further * further);
    return thinner(r, waves) * (v->sampled ? spread : hypot(c->alone, c->times * further));
}

void ratio_estimate(const struct ratio_values *v, struct result *r,
                    const struct frame_counting *counting)
{
    double values[METRIC_COUNT], allowances[METRIC_COUNT];
    for (int m = 0; m < METRIC_COUNT; m++) {
        values[m] = carry_over(v, (enum metric_id)m);
        allowances[m] = allowance(v, r, (enum metric_id)m, r->part_waves);
    }
    frame_estimate(r, r->approximate.counters.sm.thread_instructions, counting, values, allowances);
}

double ratio_expected_percent(const struct ratio_values *v, const struct result *r,
                              enum metric_id m, double waves)
{
    if (interval_errs_as(m) == METRIC_COUNT)
        return (double)INFINITY;
    struct estimate expected =
        interval_calibrated(m, r->metrics[m].value, allowance(v, r, interval_errs_as(m), waves),
                            r->settings.method.confidence);
    return 100 * survey_half_width(&expected);
}
