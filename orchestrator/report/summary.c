#include "orchestrator/report/summary.h"

#include "common/memory.h"
#include "common/table.h"
#include "orchestrator/report/summary_plan.h"

#include <math.h>
#include <string.h>

enum { NUMBER = 32 };
#define ALL_SEVEN "All seven"

void summary_free(struct summary *s)
{
    for (uint32_t i = 0; s->cells && i < s->rows.n * s->columns.n; i++)
        mem_free(s->cells[i].text);
    mem_free(s->cells);
    labels_free(&s->rows);
    labels_free(&s->columns);
    *s = (struct summary){0};
}

void summary_write_csv(const struct summary *s, FILE *out)
{
    table_write_cell(s->corner, out);
    for (uint32_t c = 0; c < s->columns.n; c++) {
        fputc(',', out);
        table_write_cell(labels_shown(&s->columns, c), out);
    }
    fputc('\n', out);
    for (uint32_t row = 0; row < s->rows.n; row++) {
        table_write_cell(labels_shown(&s->rows, row), out);
        for (uint32_t c = 0; c < s->columns.n; c++) {
            fputc(',', out);
            table_write_cell(s->cells[row * s->columns.n + c].text, out);
        }
        fputc('\n', out);
    }
}

/* ---- which rows of the study a cell stands for ---- */

struct summary_slot summary_slot(const struct summary *s, const struct summary_plan *p,
                                 uint32_t row, uint32_t column)
{
    bool by_row = p->rows == AXIS_METRIC, by_column = p->columns == AXIS_METRIC;
    return (struct summary_slot){p, s->rows.texts[row], s->columns.texts[column],
                                 by_row      ? (int)row
                                 : by_column ? (int)column
                                             : -1};
}

static bool is_on(const struct study_table *t, int axis, size_t i, const char *label)
{
    return axis < 0 || strcmp(t->rows[i].values[axis], label) == 0;
}

bool summary_has(const struct summary_slot *slot, size_t i)
{
    const struct summary_plan *p = slot->plan;
    return is_on(p->t, p->rows, i, slot->row) && is_on(p->t, p->columns, i, slot->column) &&
           axis_where(p->t, p->definition, i);
}

double summary_value(const struct summary_slot *slot, size_t i)
{
    const struct measure all = {MEASURE_MAE, -1};
    const struct summary_plan *p = slot->plan;
    return measure_row(p->t, i, slot->metric == METRIC_SEVEN ? &all : &p->y, slot->metric).value;
}

/* ---- labels ---- */

static bool collect(struct labels *to, const struct summary_plan *p, int axis)
{
    size_t at;
    bool good = true;
    for (int m = 0; axis == AXIS_METRIC && m < METRIC_SEVEN && good; m++)
        good = labels_add(to, measure_short_names[m], &at);
    if (axis == AXIS_METRIC)
        return good && (p->y.kind != MEASURE_ABS_ERROR || labels_add(to, ALL_SEVEN, &at));
    for (size_t i = 0; i < p->t->n && good; i++)
        if (axis_where(p->t, p->definition, i))
            good = labels_add(to, axis_value(p->t, axis, i, 0), &at);
    return good;
}

/* ---- means ---- */

static void write_number(const struct summary_slot *slot, double value, char *text)
{
    const struct measure *y = &slot->plan->y;
    int metric = y->metric >= 0 ? y->metric : slot->metric;
    bool share = y->kind == MEASURE_VALUE && metric >= 0 && metrics[metric].kind == METRIC_SHARE;
    bool percent =
        y->kind == MEASURE_ERROR || y->kind == MEASURE_ABS_ERROR || y->kind == MEASURE_MAE || share;
    if (percent)
        snprintf(text, NUMBER, "%.2f %%", share ? 100 * value : value);
    else
        snprintf(text, NUMBER, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
}

static bool fill_mean(struct summary_cell *cell, const struct summary_slot *slot)
{
    double sum = 0;
    size_t n = 0;
    for (size_t i = 0; i < slot->plan->t->n; i++) {
        double value = summary_has(slot, i) ? summary_value(slot, i) : (double)NAN;
        if (!isfinite(value))
            continue;
        sum += value;
        n++;
    }
    cell->number = n ? sum / (double)n : (double)NAN;
    cell->text = mem_calloc(NUMBER, 1);
    if (!cell->text)
        return false;
    if (n)
        write_number(slot, cell->number, cell->text);
    else
        cell->text[0] = '-';
    return true;
}

static enum st_code fill_means(struct summary *s, const struct summary_plan *p, struct status *st)
{
    for (uint32_t row = 0; row < s->rows.n; row++)
        for (uint32_t column = 0; column < s->columns.n; column++) {
            struct summary_slot slot = summary_slot(s, p, row, column);
            if (!fill_mean(&s->cells[row * s->columns.n + column], &slot))
                return status_no_memory(st, s->title);
        }
    return ST_OK;
}

/* ---- all of it ---- */

static const char *text_of(const json_t *definition, const char *key)
{
    const char *text = json_string_value(json_object_get(definition, key));
    return text ? text : "";
}

static enum st_code read_definition(struct summary *s, struct summary_plan *p, struct status *st)
{
    const json_t *columns = json_object_get(p->definition, "columns");
    const char *kind = text_of(p->definition, "kind"), *y = text_of(p->definition, "y");
    s->corner = text_of(p->definition, "rows");
    if (strcmp(kind, "mean") != 0 && strcmp(kind, "best") != 0)
        return status_fail(st, ST_FAILED, "table '%s' is of kind '%s'; mean or best is needed",
                           s->title, kind);
    if (!measure_parse(&p->y, y))
        return status_fail(st, ST_FAILED, "table '%s' shows '%s', which is no measure", s->title,
                           y);
    if (!axis_find(p->t, s->corner, &p->rows) ||
        !axis_find(p->t, json_string_value(columns), &p->columns))
        return status_fail(st, ST_FAILED,
                           "table '%s' has rows by '%s' and columns by '%s'; the study has no such "
                           "axes",
                           s->title, s->corner, text_of(p->definition, "columns"));
    bool by_metric = p->rows == AXIS_METRIC || p->columns == AXIS_METRIC;
    if (measure_kinds[p->y.kind].of_metric && (p->y.metric < 0) != by_metric)
        return status_fail(st, ST_FAILED,
                           "table '%s' needs a metric: y as in '%s.cycles', or "
                           "metric as rows or columns",
                           s->title, y);
    return ST_OK;
}

static enum st_code make(struct summary *s, struct summary_plan *p, struct status *st)
{
    TRY(read_definition(s, p, st));
    if (!collect(&s->rows, p, p->rows) || !collect(&s->columns, p, p->columns))
        return status_no_memory(st, s->title);
    labels_sort_numbers(&s->rows);
    labels_sort_numbers(&s->columns);
    TRY(mem_make(&s->cells, (size_t)s->rows.n * s->columns.n, sizeof *s->cells, s->title, st));
    if (strcmp(text_of(p->definition, "kind"), "best") != 0)
        return fill_means(s, p, st);
    s->note = SUMMARY_BEST_NOTE;
    return summary_fill_best(s, p, st);
}

enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st)
{
    struct summary_plan p = {.t = t, .definition = definition};
    const char *title = text_of(definition, "title"), *name = text_of(definition, "name");
    *out = (struct summary){.name = name,
                            .title = title[0]  ? title
                                     : name[0] ? name
                                               : "Table",
                            .note = "Means over all finished points."};
    enum st_code code = make(out, &p, st);
    if (code != ST_OK)
        summary_free(out);
    return code;
}
