#include "orchestrator/predict/windows_estimate.h"

#include "orchestrator/predict/interval.h"
#include "orchestrator/predict/windows_calibration.h"

#include <math.h>

/* What an interrupt leaves open is no spread of windows, of which `times` is, but a standard error
 * of its own (frame_part.c): so many of it at least. */
static const double begun_times = 3;

/* Between a and b, as far as t. Geometrically, and linearly what has no logarithm. */
static double between(double a, double b, double t)
{
    return a > 0 && b > 0 ? a * pow(b / a, t) : a + t * (b - a);
}

/* Of windows that fill the GPU `waves` times: those of few or of many, or between them by the
 * logarithm of waves. */
static struct windows_constants constants(enum metric_id m, double waves)
{
    const struct windows_calibration *c = &windows_calibrations[m];
    double t = log(waves / WINDOWS_FEW) / log((double)WINDOWS_MANY / WINDOWS_FEW);
    t = fmin(fmax(t, 0), 1);
    return (struct windows_constants){c->few.shift + t * (c->many.shift - c->few.shift),
                                      between(c->few.base, c->many.base, t),
                                      between(c->few.times, c->many.times, t)};
}

/* What CALIBRATION_CONFIDENCE percent of the errors stay below with windows that fill the GPU
 * `waves` times. Where that is less often than the calibration set's, windows have fewer warps, so
 * that more of them, from all over the frame, are in flight together. */
static double allowance(const struct result *r, enum metric_id m, double waves)
{
    const struct windows_constants c = constants(m, waves);
    if (!r->windows.finished)
        return hypot(c.times * c.base, fmax(c.times, begun_times) * r->windows_error);
    bool thinner = waves < r->calibrated_waves;
    double base = c.base * (thinner ? r->calibrated_waves / waves : 1);
    return c.times * hypot(base, r->windows_error * sqrt(r->part_waves / waves));
}

static double carry_over(const struct result *r, enum metric_id m, double part)
{
    enum survey_scale scale = interval_scale(m, part, NULL, 0);
    if (scale == SURVEY_LINEAR || metrics[m].interval != INTERVAL_CALIBRATED)
        return part;
    double shift = constants(m, r->part_waves).shift;
    return survey_from_scale(scale, survey_to_scale(scale, part) + shift);
}

void windows_estimate(struct result *r, const struct frame_counting *counting)
{
    double values[METRIC_COUNT], allowances[METRIC_COUNT];
    metrics_compute(&r->windows.counters, values);
    for (int m = 0; m < METRIC_COUNT; m++) {
        values[m] = carry_over(r, (enum metric_id)m, values[m]);
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
