#include "orchestrator/result/validate.h"

#include <math.h>
#include <string.h>

void result_values(struct result_values *out, const struct result *r)
{
    memcpy(out->metrics, r->metrics, sizeof out->metrics);
    out->time_ms = result_frame_time(r);
    out->percent = result_percent(result_traced(r), result_pixels(r));
    out->exact = result_is_exact(r) && r->kind == RESULT_PREDICTION;
    out->fills = r->evidence.sample == SAMPLE_WINDOWS ? r->evidence.fills : 0;
    out->runs = r->n_repeats ? result_repeated(r, METRIC_CYCLES).n : 1;
    for (int m = 0; m < METRIC_COUNT; m++)
        out->deviation[m] = r->n_repeats ? result_repeated(r, (enum metric_id)m).deviation : 0;
    out->cost = r->cost;
}

static double error_of(double predicted, double reference)
{
    if (reference == 0)
        return predicted == 0 ? 0 : (double)NAN;
    return (predicted - reference) / reference;
}

const struct speedup_row speedup_rows[SPEEDUPS] = {
    [SPEEDUP_CPU] = {"cpu_without_profile", "speedup", "processor time, without profile"},
    [SPEEDUP_CPU_WITH_PROFILE] = {"cpu_with_profile", "speedup_with_profile",
                                  "processor time, with profile"},
    [SPEEDUP_WALL] = {"wall_without_profile", "speedup_wall", "on the clock, without profile"},
    [SPEEDUP_WALL_WITH_PROFILE] = {"wall_with_profile", "speedup_wall_with_profile",
                                   "on the clock, with profile"},
};

static double ratio(double reference_s, double prediction_s)
{
    return prediction_s > 0 ? reference_s / prediction_s : (double)NAN;
}

static double threads_of(const struct cost *c)
{
    return c->threads ? (double)c->threads : 1;
}

static void set_speedups(double out[SPEEDUPS], const struct cost *p, const struct cost *r,
                         uint32_t runs)
{
    double clock = runs > 1 ? threads_of(r) / threads_of(p) : 1;
    struct cost_time one = {r->simulate.cpu_s / runs, r->simulate.wall_s * clock / runs};
    struct cost_time ours = p->simulate;
    out[SPEEDUP_CPU] = ratio(one.cpu_s, ours.cpu_s);
    out[SPEEDUP_WALL] = ratio(one.wall_s, ours.wall_s);
    cost_add(&ours, p->profile);
    out[SPEEDUP_CPU_WITH_PROFILE] = ratio(one.cpu_s, ours.cpu_s);
    out[SPEEDUP_WALL_WITH_PROFILE] = ratio(one.wall_s, ours.wall_s);
}

/* Counters of the whole frame are exact but for rounding, which occurs in means over runs: numbers
 * within this relative difference are equal. */
#define ROUNDING 1e-9

static enum coverage coverage_of(const struct estimate *e, double reference)
{
    double more = ROUNDING * fabs(reference);
    if (!survey_has_bounds(e) || !isfinite(reference))
        return COVERED_NOTHING;
    return e->low <= reference + more && reference <= e->high + more ? COVERED_INSIDE
                                                                     : COVERED_OUTSIDE;
}

void validate_compare(struct validation *out, const struct result_values *prediction,
                      const struct result_values *reference)
{
    *out = (struct validation){0};
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct estimate *e = &prediction->metrics[m];
        double truth = reference->metrics[m].value;
        out->error[m] = error_of(e->value, truth);
        out->covered[m] = prediction->exact ? COVERED_NOTHING : coverage_of(e, truth);
        out->intervals += out->covered[m] != COVERED_NOTHING;
        out->inside += out->covered[m] == COVERED_INSIDE;
        if (m < METRIC_SEVEN)
            out->mae += fabs(out->error[m]) / METRIC_SEVEN;
    }
    set_speedups(out->speedup, &prediction->cost, &reference->cost, reference->runs);
}

void validate_nothing(struct validation *out)
{
    *out = (struct validation){.mae = (double)NAN};
    for (int m = 0; m < METRIC_COUNT; m++)
        out->error[m] = (double)NAN;
    for (int i = 0; i < SPEEDUPS; i++)
        out->speedup[i] = (double)NAN;
}

struct cost validation_cost(const struct cost *prediction, const struct cost *reference)
{
    struct cost all = *prediction;
    cost_merge(&all, reference);
    all.setup = prediction->setup;
    all.total = all.setup;
    cost_add(&all.total, all.profile);
    cost_add(&all.total, all.simulate);
    return all;
}
