#include "orchestrator/predict/extrapolate.h"

#include "common/memory.h"

#include <string.h>

const double extrapolate_shares[RESULT_LEVELS] = {1.0, 0.75, 0.5};

void extrapolate_linear(const struct gpu_counters *counters, uint64_t traced, uint64_t pixels,
                        double out[METRIC_COUNT])
{
    if (!traced || !pixels) {
        memset(out, 0, METRIC_COUNT * sizeof *out);
        return;
    }
    metrics_compute(counters, out);
    for (int m = 0; m < METRIC_COUNT; m++)
        if (metrics[m].kind == METRIC_TOTAL)
            out[m] /= (double)traced / (double)pixels;
}

const struct run *extrapolate_run(const struct result_group *group, uint32_t level)
{
    return &group->runs[group->runs[0].traced == group->pixels ? 0 : level];
}

enum st_code extrapolate_append(struct result *r, const struct metric_fit *fit, struct status *st)
{
    TRY(mem_remake(&r->fits, (size_t)r->n_fits + 1, sizeof *r->fits, "fits", st));
    r->fits[r->n_fits++] = *fit;
    return ST_OK;
}

enum st_code extrapolate_fit(struct metric_fit *out, enum metric_id metric,
                             const double percent[RESULT_LEVELS], const double value[RESULT_LEVELS],
                             double *prediction, struct status *st)
{
    struct metric_fit f = {.metric = metric, .group = -1};
    for (int i = 0; i < RESULT_LEVELS; i++) {
        f.percent[i] = percent[RESULT_LEVELS - 1 - i];
        f.value[i] = value[RESULT_LEVELS - 1 - i];
    }
    TRY(fit_exponential(&f.fit, f.percent, f.value, RESULT_LEVELS, 0, metrics[metric].most, st));
    f.used = f.fit.verdict == FIT_GOOD;
    *prediction = f.used ? f.fit.at_100 : value[0];
    *out = f;
    return ST_OK;
}

static enum st_code fit_group(struct result *r, uint32_t g, struct status *st)
{
    struct result_group *group = &r->groups[g];
    double at[RESULT_LEVELS][METRIC_COUNT], percent[RESULT_LEVELS], value[RESULT_LEVELS];
    for (uint32_t i = 0; i < RESULT_LEVELS; i++) {
        const struct run *run = &group->runs[i];
        extrapolate_linear(&run->counters, run->traced, group->pixels, at[i]);
        percent[i] = result_percent(run->traced, group->pixels);
    }
    for (int m = 0; m < METRIC_COUNT; m++) {
        for (int i = 0; i < RESULT_LEVELS; i++)
            value[i] = at[i][m];
        struct metric_fit fit;
        TRY(extrapolate_fit(&fit, (enum metric_id)m, percent, value, &group->metrics[m], st));
        fit.group = (int32_t)g;
        TRY(extrapolate_append(r, &fit, st));
    }
    return ST_OK;
}

enum st_code extrapolate_groups(struct result *r, struct status *st)
{
    for (uint32_t g = 0; g < r->n_groups; g++) {
        struct result_group *group = &r->groups[g];
        const struct run *run = &group->runs[0];
        if (!group->finished)
            continue;
        extrapolate_linear(&run->counters, run->traced, group->pixels, group->metrics);
        if (r->n_levels == RESULT_LEVELS && run->traced < group->pixels)
            TRY(fit_group(r, g, st));
    }
    return ST_OK;
}
