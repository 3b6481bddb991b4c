#include "orchestrator/predict/estimator.h"

#include "common/interrupt.h"
#include "common/progress.h"

#include <stdio.h>

estimator_create *const estimator_creators[SAMPLE_KINDS] = {
#define ESTIMATOR_CREATOR(id, name, create, ...) [SAMPLE_##id] = create,
    SAMPLES(ESTIMATOR_CREATOR)
#undef ESTIMATOR_CREATOR
};

enum st_code estimator_need_group(const struct result *r, struct status *st)
{
    if (result_finished(r) > 0)
        return ST_OK;
    return status_fail(st, ST_FAILED,
                       "interrupted before a group of pixels was finished; there is no estimate");
}

void estimator_exact(struct result *r)
{
    double values[METRIC_COUNT];
    r->exact = true;
    r->counters = r->evidence.run.counters;
    metrics_compute(&r->counters, values);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = survey_exact(values[m]);
}

void estimator_show(const struct result *r, struct progress *progress)
{
    enum metric_id metric = (enum metric_id)r->settings.method.target.metric;
    const struct estimate *now = &r->metrics[metric];
    char text[PROGRESS_NOTE];
    if (!(r->metrics[METRIC_CYCLES].value > 0)) /* nothing is estimated yet */
        return;
    if (survey_has_bounds(now))
        snprintf(text, sizeof text, "%s %.4g +- %.1f %%", metrics[metric].name, now->value,
                 100 * survey_half_width(now));
    else
        snprintf(text, sizeof text, "%s %.4g", metrics[metric].name, now->value);
    progress_note(progress, text);
}

enum st_code estimator_run(struct estimator *e, struct result *r, struct status *st)
{
    bool left = true;
    do {
        TRY(e->ops->next_batch(e, r, &left, st));
        TRY(e->ops->estimate(e, r, st));
        estimator_show(r, e->progress);
    } while (left && !interrupt_signal() && !result_on_target(r));
    r->interrupted = left && interrupt_signal() && !result_on_target(r);
    return ST_OK;
}
