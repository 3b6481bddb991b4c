#include "orchestrator/report/measure.h"

#include "orchestrator/compare/ranking.h"

#include <math.h>
#include <string.h>

const char *const measure_short_names[METRIC_SEVEN] = {
    "IPC",           "Cycles",          "L1D miss rate", "L2 miss rate",
    "RT efficiency", "DRAM efficiency", "Bandwidth"};

static const struct {
    const char *name;
    enum measure_kind kind;
    bool of_metric;
} names[] = {
    {"value", MEASURE_VALUE, true},
    {"error", MEASURE_ERROR, true},
    {"abs_error", MEASURE_ABS_ERROR, true},
    {"normalized", MEASURE_NORMALIZED, true},
    {"mae", MEASURE_MAE, false},
    {"speedup", MEASURE_SPEEDUP, false},
    {"speedup_with_profile", MEASURE_SPEEDUP_WITH_PROFILE, false},
    {"simulate_cpu_s", MEASURE_SIMULATE_CPU, false},
    {"frame_time_ms", MEASURE_FRAME_TIME, false},
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
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strlen(names[i].name) != n || strncmp(names[i].name, text, n) != 0)
            continue;
        *out = (struct measure){names[i].kind, dot ? find_metric(dot + 1) : -1};
        return !dot || (names[i].of_metric && out->metric >= 0);
    }
    return false;
}

bool measure_of_metric(const struct measure *m)
{
    return m->kind <= MEASURE_NORMALIZED;
}

void measure_label(const struct measure *m, char *out, size_t n)
{
    const char *of = m->metric >= 0 ? " of " : "";
    const char *title = m->metric >= 0 ? metrics[m->metric].title : "";
    switch (m->kind) {
    case MEASURE_VALUE:
        if (m->metric >= 0)
            snprintf(out, n, "%s, %s", title, metrics[m->metric].unit);
        else
            snprintf(out, n, "value");
        return;
    case MEASURE_ERROR:
        snprintf(out, n, "error%s%s, %%", of, title);
        return;
    case MEASURE_ABS_ERROR:
        snprintf(out, n, "|error|%s%s, %%", of, title);
        return;
    case MEASURE_NORMALIZED:
        snprintf(out, n, "%s over the first GPU's", m->metric >= 0 ? title : "value");
        return;
    case MEASURE_MAE:
        snprintf(out, n, "mean |error| of the seven metrics, %%");
        return;
    case MEASURE_SPEEDUP:
        snprintf(out, n, "speedup of simulating");
        return;
    case MEASURE_SPEEDUP_WITH_PROFILE:
        snprintf(out, n, "speedup, profile included");
        return;
    case MEASURE_SIMULATE_CPU:
        snprintf(out, n, "processor time simulating, s");
        return;
    case MEASURE_FRAME_TIME:
        snprintf(out, n, "frame time, ms");
        return;
    }
}

/* The same point on the GPU of the study's first row; NULL: there is none, or it is not done. */
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
    if (r->state != STORE_DONE || !r->has_prediction || (measure_of_metric(m) && of < 0))
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
        return survey_unbounded(r->validation.speedup_cpu);
    case MEASURE_SPEEDUP_WITH_PROFILE:
        return survey_unbounded(r->validation.speedup_cpu_with_profile);
    case MEASURE_SIMULATE_CPU:
        return survey_unbounded(r->prediction.cost.simulate.cpu_s);
    case MEASURE_FRAME_TIME:
        return r->prediction.time_ms;
    }
    return survey_unbounded(NAN);
}

bool measure_of_reference(const struct measure *m)
{
    return m->kind == MEASURE_VALUE || m->kind == MEASURE_NORMALIZED ||
           m->kind == MEASURE_FRAME_TIME;
}

struct estimate measure_reference(const struct study_table *t, size_t row, const struct measure *m,
                                  int metric)
{
    const struct study_row *r = &t->rows[row];
    int of = m->metric >= 0 ? m->metric : metric;
    if (r->state != STORE_DONE || !r->has_reference || (measure_of_metric(m) && of < 0))
        return survey_unbounded(NAN);
    if (m->kind == MEASURE_NORMALIZED)
        return survey_unbounded(normalized_reference(t, row, of));
    return survey_unbounded(m->kind == MEASURE_VALUE ? r->reference.metrics[of].value
                                                     : r->reference.time_ms.value);
}
