#include "orchestrator/predict/frame_estimate.h"

#include "orchestrator/predict/interval.h"

#include <math.h>

static struct estimate bound(const struct result *r, const struct frame_counting *counting,
                             enum metric_id m, double value, const double allowances[METRIC_COUNT])
{
    double confidence = r->settings.method.confidence;
    enum metric_id errs_as = interval_errs_as(m);
    struct estimate bounds = survey_exact(value);
    if (metrics[m].interval == INTERVAL_COUNTED && counting->known)
        return interval_widen(m, &bounds, counting->error.simt_efficiency, confidence);
    if (errs_as == METRIC_COUNT)
        return survey_unbounded(value);
    bounds = interval_calibrated(m, value, allowances[errs_as], confidence);
    return m == METRIC_IPC
               ? interval_widen(m, &bounds, counting->error.thread_instructions, confidence)
               : bounds;
}

/* What was executed is known of the whole frame, so that IPC is DERIVED from cycles; where it is
 * only known of a part, what the part has too much of counts in its cycles as well. Bandwidth is
 * the same data as DRAM efficiency, over all cycles instead of active ones. */
void frame_estimate(struct result *r, uint64_t thread_instructions,
                    const struct frame_counting *counting, double values[METRIC_COUNT],
                    const double allowances[METRIC_COUNT])
{
    values[METRIC_IPC] = (double)thread_instructions / values[METRIC_CYCLES];
    values[METRIC_BANDWIDTH_UTILIZATION] =
        fmin(values[METRIC_BANDWIDTH_UTILIZATION], values[METRIC_DRAM_EFFICIENCY]);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = bound(r, counting, (enum metric_id)m, values[m], allowances);
}
