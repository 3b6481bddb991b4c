#include "orchestrator/predict/frame_estimate.h"

#include "orchestrator/predict/interval.h"
#include "partition/cta_sample.h"

#include <math.h>

static double shifted(const struct result *r, enum metric_id m, double completed)
{
    enum survey_scale scale = interval_scale(m, completed, NULL, 0);
    double shift = model_errors[r->evidence.model][m].shift;
    if (scale == SURVEY_LINEAR || shift == 0)
        return completed;
    return survey_from_scale(scale, survey_to_scale(scale, completed) + shift);
}

static struct estimate bound(const struct result *r, const struct frame_counting *counting,
                             enum metric_id m, double value)
{
    double confidence = r->settings.method.confidence;
    if (!model_knows(r->evidence.model, m))
        return survey_unbounded((double)NAN);
    if (metrics[m].interval == INTERVAL_COUNTED) {
        const struct estimate exact = survey_exact(value);
        return counting->known
                   ? interval_widen(m, &exact, counting->error.simt_efficiency, confidence)
                   : survey_unbounded(value);
    }
    double known = interval_known_error(r->evidence.sample, r->evidence.model, m);
    struct estimate bounds = interval_make(m, value, r->evidence.spread, known, confidence);
    return m == METRIC_IPC
               ? interval_widen(m, &bounds, counting->error.thread_instructions, confidence)
               : bounds;
}

/* Estimates IPC from the estimated cycles (DERIVED in metric_rows.h), since the instructions of the
 * whole frame are known; where those of only a part are known, the part's surplus of instructions
 * is in its cycles as well. Bandwidth utilization counts the same data as DRAM efficiency, over all
 * cycles instead of active ones, so it cannot be larger. */
void frame_estimate(struct result *r, const struct frame_counting *counting)
{
    double values[METRIC_COUNT];
    r->counters = r->evidence.run.counters;
    metrics_compute(&r->counters, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        values[m] = shifted(r, (enum metric_id)m, values[m]);
    values[METRIC_IPC] = (double)r->counters.sm.thread_instructions / values[METRIC_CYCLES];
    values[METRIC_BANDWIDTH_UTILIZATION] =
        fmin(values[METRIC_BANDWIDTH_UTILIZATION], values[METRIC_DRAM_EFFICIENCY]);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = bound(r, counting, (enum metric_id)m, values[m]);
}

/* The variance falls in proportion to the number of sampling units. */
double frame_expected_percent(const struct result *r, enum metric_id m, double fills)
{
    double known = interval_known_error(r->evidence.sample, r->evidence.model, m);
    double more = fills / r->evidence.fills;
    struct survey_spread units = {r->evidence.spread.variance / more,
                                  r->evidence.spread.degrees * more};
    struct estimate expected =
        interval_make(m, r->metrics[m].value, units, known, r->settings.method.confidence);
    return 100 * survey_half_width(&expected);
}

/* The fills from which on the spread of sampling units predicts how many more are needed. With
 * fewer fills, the standard error mostly falls faster than with the root of their number, as
 * neighbouring units are alike. */
enum { MANY_FILLS = 32 };

uint32_t frame_fills_to_target(const struct result *r)
{
    const struct target_error *target = &r->settings.method.target;
    double most = CTA_SAMPLE_MOST * r->evidence.fills / r->evidence.share;
    uint32_t wanted = 0;
    if (r->evidence.sample != SAMPLE_WINDOWS)
        return 0;
    for (uint32_t fills = (uint32_t)r->evidence.fills + 1; !wanted && 1.2 * fills < most; fills++)
        if (frame_expected_percent(r, (enum metric_id)target->metric, fills) <= target->error)
            wanted = (uint32_t)ceil(1.2 * fills);
    bool few = 1.1 * r->evidence.fills < MANY_FILLS && 2 * MANY_FILLS <= most;
    return few && (wanted == 0 || wanted > MANY_FILLS) ? MANY_FILLS : wanted;
}
