#include "orchestrator/predict/combine.h"

#include "common/memory.h"
#include "orchestrator/predict/extrapolate.h"
#include "orchestrator/predict/interval.h"

#include <string.h>

enum { NO_GROUP = -1 };

/* Whether group g counts: it is finished and is not `left_out`, which may be NO_GROUP. */
static bool counts(const struct result *r, uint32_t g, int32_t left_out)
{
    return r->groups[g].finished && (int32_t)g != left_out;
}

static void merge_counters(const struct result *r, uint32_t level, int32_t left_out,
                           struct gpu_counters *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t g = 0; g < r->n_groups; g++)
        if (counts(r, g, left_out))
            gpu_counters_merge(out, &extrapolate_run(&r->groups[g], level)->counters);
}

void combine_counters(const struct result *r, uint32_t level, struct gpu_counters *out)
{
    merge_counters(r, level, NO_GROUP, out);
}

static double over_groups(const struct result *r, int32_t left_out, int metric)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t g = 0; g < r->n_groups; g++) {
        if (!counts(r, g, left_out))
            continue;
        sum += r->groups[g].metrics[metric];
        n++;
    }
    return metrics[metric].kind == METRIC_SUMMED ? sum * ((double)result_groups(r) / n) : sum / n;
}

static double percent_at(const struct result *r, uint32_t level, int32_t left_out)
{
    uint64_t traced = 0, pixels = 0;
    for (uint32_t g = 0; g < r->n_groups; g++) {
        if (!counts(r, g, left_out))
            continue;
        traced += extrapolate_run(&r->groups[g], level)->traced;
        pixels += r->groups[g].pixels;
    }
    return result_percent(traced, pixels);
}

static bool is_rate(int metric)
{
    return metrics[metric].kind == METRIC_RATE || metrics[metric].kind == METRIC_SHARE;
}

static enum st_code fit_rates(struct result *r, int32_t left_out, double out[METRIC_COUNT],
                              struct status *st)
{
    double at[RESULT_LEVELS][METRIC_COUNT], percent[RESULT_LEVELS], value[RESULT_LEVELS];
    for (uint32_t i = 0; i < RESULT_LEVELS; i++) {
        struct gpu_counters merged;
        merge_counters(r, i, left_out, &merged);
        metrics_compute(&merged, at[i]);
        percent[i] = percent_at(r, i, left_out);
    }
    for (int m = 0; m < METRIC_COUNT; m++) {
        struct metric_fit fit;
        if (!is_rate(m))
            continue;
        for (int i = 0; i < RESULT_LEVELS; i++)
            value[i] = at[i][m];
        TRY(extrapolate_fit(&fit, (enum metric_id)m, percent, value, &out[m], st));
        if (left_out == NO_GROUP)
            TRY(extrapolate_append(r, &fit, st));
    }
    return ST_OK;
}

/* Computes the frame's metrics from all finished groups except `left_out`. */
static enum st_code combine_without(struct result *r, int32_t left_out, double out[METRIC_COUNT],
                                    struct status *st)
{
    struct gpu_counters merged;
    double rates[METRIC_COUNT];
    bool counted = r->settings.method.combine == COMBINE_COUNTERS;
    merge_counters(r, 0, left_out, &merged);
    metrics_compute(&merged, rates);
    for (int m = 0; m < METRIC_COUNT; m++)
        out[m] = counted && is_rate(m) ? rates[m] : over_groups(r, left_out, m);
    if (counted && r->n_levels == RESULT_LEVELS && percent_at(r, 0, left_out) < 100)
        return fit_rates(r, left_out, out, st);
    return ST_OK;
}

/* Fills without[m * n + i] with metric m computed without the i-th of the n finished groups. */
static enum st_code fill_without(struct result *r, uint32_t n, double *without, struct status *st)
{
    uint32_t i = 0;
    for (uint32_t g = 0; g < r->n_groups; g++) {
        double values[METRIC_COUNT];
        if (!r->groups[g].finished)
            continue;
        TRY(combine_without(r, (int32_t)g, values, st));
        for (uint32_t m = 0; m < METRIC_COUNT; m++)
            without[m * n + i] = values[m];
        i++;
    }
    return ST_OK;
}

static void set_bounds(struct result *r, uint32_t n, const double *without)
{
    for (int i = 0; i < METRIC_COUNT; i++) {
        enum metric_id m = (enum metric_id)i;
        double value = r->metrics[m].value;
        r->metrics[m] =
            interval_make(m, value, interval_of_replicates(m, value, &without[m * n], n),
                          interval_known_error(SAMPLE_GROUPS, r->evidence.model, m),
                          r->settings.method.confidence);
    }
}

static enum st_code bound_metrics(struct result *r, struct status *st)
{
    uint32_t n = result_finished(r);
    if (n < 2) {
        bool exact = result_is_exact(r);
        for (int m = 0; exact && m < METRIC_COUNT; m++)
            r->metrics[m] = survey_exact(r->metrics[m].value);
        return ST_OK;
    }
    MEM_AUTO double *without = NULL;
    TRY(mem_make(&without, (size_t)n * METRIC_COUNT, sizeof *without, "intervals", st));
    TRY(fill_without(r, n, without, st));
    set_bounds(r, n, without);
    return ST_OK;
}

enum st_code combine_groups(struct result *r, struct status *st)
{
    double values[METRIC_COUNT];
    combine_counters(r, 0, &r->counters);
    TRY(combine_without(r, NO_GROUP, values, st));
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = survey_unbounded(values[m]);
    return bound_metrics(r, st);
}
