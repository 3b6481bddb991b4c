#include "orchestrator/predict/windows_estimate.h"

#include "orchestrator/predict/interval.h"
#include "orchestrator/predict/windows_calibration.h"

#include <math.h>

/* What an interrupt leaves open is no spread of windows, of which `times` is, but a standard error
 * of its own (frame_part.c): so many of it at least. */
static const double begun_times = 3;

/* What CALIBRATION_CONFIDENCE percent of the errors stay below with windows that fill the GPU
 * `waves` times. Where that is less often than the calibration set's, windows have fewer warps, so
 * that more of them, from all over the frame, are in flight together. */
static double allowance(const struct result *r, enum metric_id m, double waves)
{
    const struct windows_calibration *c = &windows_calibrations[m];
    if (!r->windows.finished)
        return hypot(c->times * c->base, fmax(c->times, begun_times) * r->windows_error);
    bool thinner = waves < r->calibrated_waves;
    double base = c->base * (thinner ? r->calibrated_waves / waves : 1);
    return c->times * hypot(base, r->windows_error * sqrt(r->part_waves / waves));
}

static double carry_over(enum metric_id m, double part)
{
    enum survey_scale scale = interval_scale(m, part, NULL, 0);
    if (scale == SURVEY_LINEAR || metrics[m].interval != INTERVAL_CALIBRATED)
        return part;
    return survey_from_scale(scale, survey_to_scale(scale, part) + windows_calibrations[m].shift);
}

void windows_estimate(struct result *r, const struct frame_counting *counting)
{
    double values[METRIC_COUNT], allowances[METRIC_COUNT];
    metrics_compute(&r->windows.counters, values);
    for (int m = 0; m < METRIC_COUNT; m++) {
        values[m] = carry_over((enum metric_id)m, values[m]);
        allowances[m] = allowance(r, (enum metric_id)m, r->part_waves);
    }
    frame_estimate(r, r->windows.counters.sm.thread_instructions, counting, values, allowances);
}

double windows_expected_percent(const struct result *r, enum metric_id m, double waves)
{
    enum metric_id errs_as = interval_errs_as(m);
    if (errs_as == METRIC_COUNT)
        return (double)INFINITY;
    struct estimate expected = interval_calibrated(
        m, r->metrics[m].value, allowance(r, errs_as, waves), r->settings.method.confidence);
    return 100 * survey_half_width(&expected);
}
