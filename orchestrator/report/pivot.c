#include "orchestrator/report/pivot.h"

#include "common/memory.h"

#include <math.h>
#include <string.h>

const char *pivot_text(const json_t *definition, const char *key)
{
    return json_string_value(json_object_get(definition, key));
}

static bool by_metric(const struct pivot *p)
{
    return p->by[0] == AXIS_METRIC || p->by[1] == AXIS_METRIC;
}

enum st_code pivot_read(struct pivot *p, const char *what, const char *name, struct status *st)
{
    const char *y = pivot_text(p->definition, "y");
    if (y && measure_parse(&p->y, y))
        return ST_OK;
    return status_fail(st, ST_FAILED, "%s '%s' shows '%s', which is no measure", what, name,
                       y ? y : "");
}

enum st_code pivot_check(const struct pivot *p, const char *what, const char *name,
                         const char *axes, struct status *st)
{
    if (measure_kinds[p->y.kind].of_metric && (p->y.metric < 0) != by_metric(p))
        return status_fail(st, ST_FAILED,
                           "%s '%s' needs a metric: y as in '%s.cycles', or metric as %s", what,
                           name, pivot_text(p->definition, "y"), axes);
    return ST_OK;
}

/* Collects labels from all rows, done or not, so that colours and categories stay the same when
 * more rows are done. */
static bool collect(struct pivot *p, struct labels *to, int axis)
{
    size_t at;
    for (int m = 0; axis == AXIS_METRIC && m < p->metrics; m++)
        if (!labels_add(to, m < METRIC_SEVEN ? measure_short_names[m] : "All seven", &at))
            return false;
    for (size_t row = 0; axis != AXIS_METRIC && row < p->t->n; row++)
        if (axis_where(p->t, p->definition, row) &&
            !labels_add(to, axis == AXIS_NONE ? "" : p->t->rows[row].values[axis], &at))
            return false;
    return labels_sort_numbers(to);
}

static void add_to(struct pivot_cell *c, struct estimate e)
{
    if (!isfinite(e.value))
        return;
    c->least = c->n ? fmin(c->least, e.value) : e.value;
    c->most = c->n ? fmax(c->most, e.value) : e.value;
    c->sum += e.value;
    c->last = e;
    c->n++;
}

static size_t place(const struct pivot *p, int k, size_t row, int metric)
{
    int axis = p->by[k];
    return axis == AXIS_METRIC ? (size_t)metric
           : axis == AXIS_NONE ? 0
                               : labels_at(&p->labels[k], p->t->rows[row].values[axis]);
}

static struct estimate value_of(const struct pivot *p, size_t row, int metric)
{
    const struct measure all = {MEASURE_MAE, -1};
    return measure_row(p->t, row, metric == METRIC_SEVEN ? &all : &p->y, metric);
}

static void add_row(struct pivot *p, size_t row, bool references)
{
    size_t n = p->labels[1].n;
    for (int m = 0; m < p->metrics; m++) {
        size_t at = place(p, 1, row, m);
        add_to(&p->cells[place(p, 0, row, m) * n + at], value_of(p, row, m));
        if (references)
            add_to(&p->cells[p->labels[0].n * n + at], measure_reference(p->t, row, &p->y, m));
    }
}

enum st_code pivot_fill(struct pivot *p, bool all_seven, bool references, struct status *st)
{
    bool one_more = all_seven && p->y.kind == MEASURE_ABS_ERROR;
    p->metrics = by_metric(p) ? METRIC_SEVEN + one_more : 1;
    for (int k = 0; k < 2; k++)
        if (!collect(p, &p->labels[k], p->by[k]))
            return status_no_memory(st, p->t->name);
    TRY(mem_make(&p->cells, (size_t)p->labels[1].n * (p->labels[0].n + 1), sizeof *p->cells,
                 p->t->name, st));
    for (size_t row = 0; row < p->t->n; row++)
        if (axis_where(p->t, p->definition, row))
            add_row(p, row, references);
    return ST_OK;
}

void pivot_free(struct pivot *p)
{
    labels_free(&p->labels[0]);
    labels_free(&p->labels[1]);
    mem_free(p->cells);
    p->cells = NULL;
}

double pivot_mean(const struct pivot_cell *c)
{
    return c->n ? c->sum / (double)c->n : (double)NAN;
}

bool pivot_has(const struct pivot *p, size_t row, const uint32_t at[2])
{
    for (int k = 0; k < 2; k++)
        if (p->by[k] >= 0 &&
            strcmp(p->t->rows[row].values[p->by[k]], p->labels[k].texts[at[k]]) != 0)
            return false;
    return axis_where(p->t, p->definition, row);
}

double pivot_value(const struct pivot *p, size_t row, const uint32_t at[2])
{
    uint32_t metric = p->by[0] == AXIS_METRIC ? at[0] : p->by[1] == AXIS_METRIC ? at[1] : 0;
    return value_of(p, row, (int)metric).value;
}
