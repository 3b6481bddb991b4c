#include "orchestrator/study/measure.h"

#include "orchestrator/statistics/ranking.h"

#include <math.h>
#include <string.h>

const char *const measure_short_names[METRIC_SEVEN] = {
    "IPC",           "Cycles",          "L1D miss rate", "L2 miss rate",
    "RT efficiency", "DRAM efficiency", "Bandwidth"};

const struct measure_kind_row measure_kinds[MEASURE_KINDS] = {
    [MEASURE_VALUE] = {"value", "value", "", ", ", true, true},
    [MEASURE_ERROR] = {"error", "error, %", "error of ", ", %", true, false},
    [MEASURE_ABS_ERROR] = {"abs_error", "|error|, %", "|error| of ", ", %", true, false},
    [MEASURE_NORMALIZED] = {"normalized", "value over the first GPU's", "", " over the first GPU's",
                            true, true},
    [MEASURE_MAE] = {"mae", "mean |error| of the seven metrics, %", "", "", false, false},
    [MEASURE_SPEEDUP] = {"speedup", "speedup, processor time without profile", "", "", false,
                         false},
    [MEASURE_SPEEDUP_WITH_PROFILE] = {"speedup_with_profile",
                                      "speedup, processor time with profile", "", "", false, false},
    [MEASURE_SIMULATE_CPU] = {"simulate_cpu_s", "processor time simulating, s", "", "", false,
                              false},
    [MEASURE_FRAME_TIME] = {"frame_time_ms", "frame time, ms", "", "", false, true},
};

static int find_metric(const char *name)
{
    for (int m = 0; m < METRIC_COUNT; m++)
        if (strcmp(metrics[m].name, name) == 0)
            return m;
    return -1;
}

bool measure_parse(struct measure *out, const char *text)
{
    const char *dot = strchr(text, '.');
    size_t n = dot ? (size_t)(dot - text) : strlen(text);
    for (int i = 0; i < MEASURE_KINDS; i++) {
        const struct measure_kind_row *row = &measure_kinds[i];
        if (strlen(row->name) != n || strncmp(row->name, text, n) != 0)
            continue;
        *out = (struct measure){(enum measure_kind)i, dot ? find_metric(dot + 1) : -1};
        return !dot || (row->of_metric && out->metric >= 0);
    }
    return false;
}

void measure_label(const struct measure *m, char *out, size_t n)
{
    const struct measure_kind_row *row = &measure_kinds[m->kind];
    if (m->metric < 0)
        snprintf(out, n, "%s", row->label);
    else
        snprintf(out, n, "%s%s%s%s", row->before, metrics[m->metric].title, row->after,
                 m->kind == MEASURE_VALUE ? metrics[m->metric].unit : "");
}

/* Returns the row of the same point on the GPU of the study's first row; NULL: there is no such
 * row, or it is not done. */
static const struct study_row *first_gpu(const struct study_table *t, size_t row)
{
    int gpu = study_table_axis(t, "gpu");
    if (gpu < 0)
        return NULL;
    for (size_t i = 0; i < t->n; i++) {
        bool same = strcmp(t->rows[i].values[gpu], t->rows[0].values[gpu]) == 0;
        for (uint32_t a = 0; a < t->n_axes && same; a++)
            same = (int)a == gpu || strcmp(t->rows[i].values[a], t->rows[row].values[a]) == 0;
        if (same)
            return t->rows[i].state == STORE_DONE ? &t->rows[i] : NULL;
    }
    return NULL;
}

static struct estimate normalized(const struct study_table *t, size_t row, int metric)
{
    const struct study_row *first = first_gpu(t, row);
    if (!first)
        return survey_unbounded(NAN);
    const struct estimate *by = &first->prediction.metrics[metric];
    if (first == &t->rows[row] && by->value > 0)
        return survey_exact(1);
    return ranking_ratio(&t->rows[row].prediction.metrics[metric], by);
}

static double normalized_reference(const struct study_table *t, size_t row, int metric)
{
    const struct study_row *first = first_gpu(t, row);
    if (!first || !first->has_reference || !(first->reference.metrics[metric].value > 0))
        return NAN;
    return t->rows[row].reference.metrics[metric].value / first->reference.metrics[metric].value;
}

static struct estimate error(const struct study_row *row, int metric)
{
    struct estimate e = row->prediction.metrics[metric];
    double reference = row->has_reference ? row->reference.metrics[metric].value : 0;
    struct estimate r = survey_unbounded(100 * row->validation.error[metric]);
    if (reference > 0 && survey_has_bounds(&e)) {
        r.low = 100 * (e.low / reference - 1);
        r.high = 100 * (e.high / reference - 1);
    }
    return r;
}

struct estimate measure_row(const struct study_table *t, size_t row, const struct measure *m,
                            int metric)
{
    const struct study_row *r = &t->rows[row];
    int of = m->metric >= 0 ? m->metric : metric;
    if (r->state != STORE_DONE || !r->has_prediction ||
        (measure_kinds[m->kind].of_metric && of < 0))
        return survey_unbounded(NAN);
    switch (m->kind) {
    case MEASURE_VALUE:
        return r->prediction.metrics[of];
    case MEASURE_ERROR:
        return error(r, of);
    case MEASURE_ABS_ERROR:
        return survey_unbounded(fabs(100 * r->validation.error[of]));
    case MEASURE_NORMALIZED:
        return normalized(t, row, of);
    case MEASURE_MAE:
        return survey_unbounded(100 * r->validation.mae);
    case MEASURE_SPEEDUP:
        return survey_unbounded(r->validation.speedup[SPEEDUP_CPU]);
    case MEASURE_SPEEDUP_WITH_PROFILE:
        return survey_unbounded(r->validation.speedup[SPEEDUP_CPU_WITH_PROFILE]);
    case MEASURE_SIMULATE_CPU:
        return survey_unbounded(r->prediction.cost.simulate.cpu_s);
    case MEASURE_FRAME_TIME:
        return r->prediction.time_ms;
    case MEASURE_KINDS:
        break;
    }
    return survey_unbounded(NAN);
}

struct estimate measure_reference(const struct study_table *t, size_t row, const struct measure *m,
                                  int metric)
{
    const struct study_row *r = &t->rows[row];
    int of = m->metric >= 0 ? m->metric : metric;
    if (r->state != STORE_DONE || !r->has_reference || !measure_kinds[m->kind].of_reference ||
        (measure_kinds[m->kind].of_metric && of < 0))
        return survey_unbounded(NAN);
    if (m->kind == MEASURE_NORMALIZED)
        return survey_unbounded(normalized_reference(t, row, of));
    return survey_unbounded(m->kind == MEASURE_VALUE ? r->reference.metrics[of].value
                                                     : r->reference.time_ms.value);
}
