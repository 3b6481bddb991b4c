#include "orchestrator/report/summary.h"

#include "common/grow.h"
#include "common/memory.h"
#include "orchestrator/report/measure.h"
#include "orchestrator/report/study_figure.h"
#include "orchestrator/report/summary_best.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = METRIC_SEVEN + 1 }; /* and all of them */

void summary_free(struct summary *s)
{
    for (uint32_t i = 0; s->cells && i < s->n_rows * s->n_columns; i++)
        mem_free(s->cells[i].text);
    for (uint32_t i = 0; i < s->n_rows; i++)
        mem_free(s->rows[i]);
    mem_free(s->rows);
    mem_free(s->cells);
    mem_free(s->columns);
    mem_free(s->hints);
    *s = (struct summary){0};
}

double summary_error(const struct study_table *t, size_t row, uint32_t column)
{
    struct measure m = {column < METRIC_SEVEN ? MEASURE_ABS_ERROR : MEASURE_MAE, -1};
    return measure_row(t, row, &m, (int)column).value;
}

static bool collect_rows(struct summary *s, const struct study_table *t, const json_t *definition,
                         int axis)
{
    for (size_t i = 0; i < t->n; i++) {
        const char *value = t->rows[i].values[axis];
        bool known = !study_figure_where(t, definition, i);
        for (uint32_t k = 0; k < s->n_rows && !known; k++)
            known = strcmp(s->rows[k], value) == 0;
        if (known)
            continue;
        if (!grow(&s->rows, s->n_rows, &s->room, sizeof *s->rows))
            return false;
        s->rows[s->n_rows] = mem_strdup(value);
        if (!s->rows[s->n_rows])
            return false;
        s->n_rows++;
    }
    return true;
}

static bool name_columns(struct summary *s)
{
    s->n_columns = COLUMNS;
    s->columns = mem_calloc(COLUMNS, sizeof *s->columns);
    s->hints = mem_calloc(COLUMNS, sizeof *s->hints);
    if (!s->columns || !s->hints)
        return false;
    for (int m = 0; m < METRIC_SEVEN; m++) {
        s->columns[m] = measure_short_names[m];
        s->hints[m] = metrics[m].title;
    }
    s->columns[METRIC_SEVEN] = "All seven";
    s->hints[METRIC_SEVEN] = "mean of the seven absolute errors";
    return true;
}

static bool fill_mean(struct summary *s, const struct study_table *t, const json_t *definition,
                      int axis, uint32_t row)
{
    for (uint32_t c = 0; c < COLUMNS; c++) {
        struct summary_cell *cell = &s->cells[row * COLUMNS + c];
        double sum = 0;
        size_t n = 0;
        for (size_t i = 0; i < t->n; i++) {
            double error = summary_error(t, i, c);
            if (!study_figure_where(t, definition, i) || !isfinite(error) ||
                strcmp(t->rows[i].values[axis], s->rows[row]) != 0)
                continue;
            sum += error;
            n++;
        }
        cell->number = n ? sum / (double)n : (double)NAN;
        cell->text = mem_calloc(32, 1);
        if (!cell->text)
            return false;
        snprintf(cell->text, 32, n ? "%.2f %%" : "-", cell->number);
    }
    return true;
}

static enum st_code fill(struct summary *s, const struct study_table *t, const json_t *definition,
                         int axis, bool best, struct status *st)
{
    if (!collect_rows(s, t, definition, axis) || !name_columns(s))
        return status_no_memory(st, s->title);
    s->cells = mem_calloc((size_t)s->n_rows * COLUMNS, sizeof *s->cells);
    if (!s->cells)
        return status_no_memory(st, s->title);
    if (best)
        return summary_fill_best(s, t, definition, axis, st);
    for (uint32_t row = 0; row < s->n_rows; row++)
        if (!fill_mean(s, t, definition, axis, row))
            return status_no_memory(st, s->title);
    return ST_OK;
}

enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st)
{
    const char *kind = json_string_value(json_object_get(definition, "kind"));
    const char *by = json_string_value(json_object_get(definition, "by"));
    const char *title = json_string_value(json_object_get(definition, "title"));
    bool best = kind && strcmp(kind, "best") == 0;
    *out = (struct summary){0};
    out->title = title ? title : best ? "Least error" : "Mean error";
    out->by = by ? by : "scene";
    out->note =
        best ? SUMMARY_BEST_NOTE
             : "Mean of the absolute errors against the reference, over all finished points.";
    int axis = study_table_axis(t, out->by);
    if (axis < 0 || (!best && (!kind || strcmp(kind, "mean") != 0)))
        return status_fail(st, ST_FAILED, "table '%s' is of kind '%s' by '%s'; %s", out->title,
                           kind ? kind : "", out->by,
                           axis < 0 ? "the study has no such axis" : "mean or best is needed");
    enum st_code code = fill(out, t, definition, axis, best, st);
    if (code != ST_OK)
        summary_free(out);
    return code;
}
