#include "orchestrator/combine.h"

#include "orchestrator/extrapolate.h"

#include <string.h>

void combine_counters(const struct result *r, uint32_t level, struct gpu_counters *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t g = 0; g < r->n_groups; g++)
        if (r->groups[g].pixels)
            counters_merge(gpu_counter_tables, n_gpu_counter_tables, out,
                           &extrapolate_run(&r->groups[g], level)->counters);
}

/* Sum of the groups where `summed`, else their mean. */
static double over_groups(const struct result *r, int metric, bool summed)
{
    double sum = 0;
    uint32_t n = 0;
    for (uint32_t g = 0; g < r->n_groups; g++) {
        if (!r->groups[g].pixels)
            continue;
        sum += r->groups[g].metrics[metric];
        n++;
    }
    return summed || n < 2 ? sum : sum / n;
}

static double percent_at(const struct result *r, uint32_t level)
{
    uint64_t traced = 0, pixels = 0;
    for (uint32_t g = 0; g < r->n_groups; g++) {
        traced += extrapolate_run(&r->groups[g], level)->traced;
        pixels += r->groups[g].pixels;
    }
    return result_percent(traced, pixels);
}

static bool is_rate(int metric)
{
    return !metrics[metric].summed && !metrics[metric].absolute;
}

static enum st_code fit_rates(struct result *r, struct status *st)
{
    double at[RESULT_LEVELS][METRIC_COUNT], percent[RESULT_LEVELS], value[RESULT_LEVELS];
    for (uint32_t i = 0; i < RESULT_LEVELS; i++) {
        struct gpu_counters merged;
        combine_counters(r, i, &merged);
        metrics_compute(&merged, at[i]);
        percent[i] = percent_at(r, i);
    }
    for (int m = 0; m < METRIC_COUNT; m++) {
        if (!is_rate(m))
            continue;
        for (int i = 0; i < RESULT_LEVELS; i++)
            value[i] = at[i][m];
        TRY(extrapolate_fit(r, -1, (enum metric_id)m, percent, value, &r->metrics[m], st));
    }
    return ST_OK;
}

enum st_code combine_groups(struct result *r, struct status *st)
{
    double rates[METRIC_COUNT];
    bool counted = r->settings.combine == COMBINE_COUNTERS;
    combine_counters(r, 0, &r->counters);
    metrics_compute(&r->counters, rates);
    for (int m = 0; m < METRIC_COUNT; m++)
        r->metrics[m] = counted && is_rate(m) ? rates[m] : over_groups(r, m, metrics[m].summed);
    if (counted && r->n_levels == RESULT_LEVELS && result_traced(r) < result_pixels(r))
        return fit_rates(r, st);
    return ST_OK;
}
