#include "orchestrator/predict/prefix.h"

#include "orchestrator/predict/interval.h"
#include "orchestrator/predict/prefix_calibration.h"

#include <math.h>

/* Ending a run with less than that left is worth nothing. */
static const double least_left = 0.02;
/* Runs of the calibration set had no more left. */
static const double most_left = 0.55;
/* Of the allowance that the target leaves, so that no rounding makes the end miss it. */
static const double within = 0.99;

/* NULL: nobody knows its errors. */
static const struct prefix_calibration *constants_of(enum metric_id m)
{
    enum metric_id errs_as = interval_errs_as(m);
    if (errs_as == METRIC_COUNT || !(prefix_calibrations[errs_as].times > 0))
        return NULL;
    return &prefix_calibrations[errs_as];
}

double prefix_unevenness(const struct result *r)
{
    double cycles = (double)r->abstract.counters.gpu.cycles;
    double u = log(cycles / result_busy_cycles(r, &r->abstract));
    return isfinite(u) ? fmax(u, 0) : 0;
}

/* Squared, and over `times`: what errors stay below though nothing is left. */
static double remains(const struct prefix_calibration *c, double unevenness)
{
    return c->base * c->base + c->uneven * c->uneven * unevenness;
}

struct prefix_end prefix_end_for(enum metric_id m, double percent, double confidence,
                                 double unevenness)
{
    const struct prefix_calibration *c = constants_of(m);
    if (!c)
        return (struct prefix_end){0};
    double allowance = within * log1p(percent / 100) / interval_at(confidence) / c->times;
    double reach = sqrt(fmax(allowance * allowance - remains(c, unevenness), 0));
    return reach < least_left ? (struct prefix_end){0}
                              : (struct prefix_end){fmin(reach, most_left), reach, c->apart};
}

static double share_of(uint64_t instructions, uint64_t stages, const struct gpu_counters *all)
{
    if (!all->sm.thread_instructions)
        return 0;
    double share = (double)instructions / (double)all->sm.thread_instructions;
    if (all->rt.stages)
        share = (share + (double)stages / (double)all->rt.stages) / 2;
    return fmin(share, 1);
}

static double share_done(const struct gpu_counters *part, const struct gpu_counters *all)
{
    return share_of(part->sm.thread_instructions, part->rt.stages, all);
}

/* The two moments around a share of the work, and how far it is from the one to the other. */
struct between {
    const struct gpu_counters *from, *to; /* NULL: it is before the first moment */
    double part;
};

static struct between find(const struct prefix *p, double share)
{
    size_t n = history_moments(p->history), i = 0;
    while (i < n && share_done(history_moment(p->history, i), p->all) < share)
        i++;
    if (i == 0)
        return (struct between){0};
    struct between b = {history_moment(p->history, i - 1),
                        i < n ? history_moment(p->history, i) : p->all, 0};
    double begins = share_done(b.from, p->all), ends = share_done(b.to, p->all);
    if (ends > begins)
        b.part = fmin((share - begins) / (ends - begins), 1);
    return b;
}

/* The abstract model's cycles then. */
static double cycles_at(const struct between *b)
{
    double from = (double)b->from->gpu.cycles, to = (double)b->to->gpu.cycles;
    return from + b->part * (to - from);
}

static double left_of(const struct prefix *p, const struct between *b)
{
    return b->from ? 1 - cycles_at(b) / (double)p->all->gpu.cycles : 1;
}

bool prefix_enough(void *context, const struct timeline *t)
{
    const struct prefix *p = context;
    const struct timeline_totals *now = timeline_totals(t, timeline_samples(t) - 1);
    double share = share_of(now->sms.thread_instructions, now->sms.rt_stages, p->all);
    const struct between b = find(p, share);
    if (!b.from)
        return false;
    double left = left_of(p, &b), apart = log((double)now->at / cycles_at(&b));
    return left <= p->end.most && hypot(left, p->end.apart * apart) <= p->end.reach;
}

static double value_between(enum metric_id m, double from, double to, double part)
{
    enum survey_scale scale = interval_scale(m, from, &to, 1);
    double x = survey_to_scale(scale, from), y = survey_to_scale(scale, to);
    return survey_from_scale(scale, x + part * (y - x));
}

void prefix_note(const struct prefix *p, struct result *r)
{
    double share = share_done(&r->whole.counters, p->all), from[METRIC_COUNT], to[METRIC_COUNT];
    const struct between b = find(p, share);
    r->begun = (struct begun){0};
    if (!b.from)
        return;
    r->begun.share = share;
    r->begun.left = left_of(p, &b);
    metrics_compute(b.from, from);
    metrics_compute(b.to, to);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->begun.assisted[m] = value_between((enum metric_id)m, from[m], to[m], b.part);
}

static double carry_on(const struct result *r, enum metric_id m, double all, double begun)
{
    const struct prefix_calibration *c = constants_of(m);
    const double others[2] = {begun, r->begun.assisted[m]};
    enum survey_scale scale = interval_scale(m, all, others, 2);
    if (scale == SURVEY_LINEAR || !c)
        return all;
    double apart = survey_to_scale(scale, begun) - survey_to_scale(scale, r->begun.assisted[m]);
    double slope = 1 - r->begun.left * (1 - c->rest);
    return survey_from_scale(scale, survey_to_scale(scale, all) + slope * apart);
}

/* `apart`: x, and `unevenness`: u (prefix.h). */
static void improve(struct result *r, enum metric_id m, double value, double apart,
                    double unevenness)
{
    const struct prefix_calibration *c = constants_of(m);
    if (!c)
        return;
    double unseen = hypot(hypot(r->begun.left, c->apart * apart), sqrt(remains(c, unevenness)));
    struct estimate e =
        interval_calibrated(m, value, c->times * unseen, r->settings.method.confidence);
    if (!survey_has_bounds(&r->metrics[m]) ||
        survey_half_width(&e) < survey_half_width(&r->metrics[m]))
        r->metrics[m] = e;
}

void prefix_estimate(struct result *r)
{
    double all[METRIC_COUNT], begun[METRIC_COUNT], values[METRIC_COUNT];
    if (r->begun.left > most_left)
        return;
    metrics_compute(&r->abstract.counters, all);
    metrics_compute(&r->whole.counters, begun);
    for (int m = 0; m < METRIC_COUNT; m++)
        values[m] = carry_on(r, (enum metric_id)m, all[m], begun[m]);
    values[METRIC_IPC] =
        (double)r->abstract.counters.sm.thread_instructions / values[METRIC_CYCLES];
    values[METRIC_BANDWIDTH_UTILIZATION] =
        fmin(values[METRIC_BANDWIDTH_UTILIZATION], values[METRIC_DRAM_EFFICIENCY]);
    double apart = log(begun[METRIC_CYCLES] / r->begun.assisted[METRIC_CYCLES]);
    double unevenness = prefix_unevenness(r);
    for (int m = 0; m < METRIC_COUNT; m++)
        improve(r, (enum metric_id)m, values[m], apart, unevenness);
}
