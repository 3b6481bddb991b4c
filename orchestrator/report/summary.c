#include "orchestrator/report/summary.h"

#include "common/memory.h"
#include "common/table.h"

#include <math.h>
#include <string.h>

enum { NUMBER = 32 };

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

/* ---- means ---- */

static void write_number(const struct pivot *p, int metric, double value, char *text)
{
    const struct measure *y = &p->y;
    bool rate = metric >= 0 && metric < METRIC_COUNT && metrics[metric].kind == METRIC_SHARE;
    bool share = y->kind == MEASURE_VALUE && rate;
    bool percent =
        y->kind == MEASURE_ERROR || y->kind == MEASURE_ABS_ERROR || y->kind == MEASURE_MAE || share;
    if (percent)
        snprintf(text, NUMBER, "%.2f %%", share ? 100 * value : value);
    else
        snprintf(text, NUMBER, fabs(value) >= 1000 ? "%.0f" : "%.4g", value);
}

static enum st_code fill_means(struct summary *s, const struct pivot *p, struct status *st)
{
    const uint32_t n = p->labels[1].n;
    for (uint32_t i = 0; i < p->labels[0].n * n; i++) {
        int metric = p->by[0] == AXIS_METRIC   ? (int)(i / n)
                     : p->by[1] == AXIS_METRIC ? (int)(i % n)
                                               : p->y.metric;
        s->cells[i].number = pivot_mean(&p->cells[i]);
        TRY(mem_make(&s->cells[i].text, NUMBER, 1, s->title, st));
        if (p->cells[i].n)
            write_number(p, metric, s->cells[i].number, s->cells[i].text);
        else
            s->cells[i].text[0] = '-';
    }
    return ST_OK;
}

/* ---- the summary ---- */

static enum st_code read_definition(struct summary *s, struct pivot *p, struct status *st)
{
    const char *kind = pivot_text(p->definition, "kind");
    const char *rows = pivot_text(p->definition, "rows");
    const char *columns = pivot_text(p->definition, "columns");
    s->corner = rows ? rows : "";
    if (!kind || (strcmp(kind, "mean") != 0 && strcmp(kind, "best") != 0))
        return status_fail(st, ST_FAILED, "table '%s' is of kind '%s'; mean or best is needed",
                           s->title, kind ? kind : "");
    TRY(pivot_read(p, "table", s->title, st));
    if (!axis_find(p->t, s->corner, &p->by[0]) || !axis_find(p->t, columns, &p->by[1]))
        return status_fail(st, ST_FAILED,
                           "table '%s' has rows by '%s' and columns by '%s'; the study has no such "
                           "axes",
                           s->title, s->corner, columns ? columns : "");
    return pivot_check(p, "table", s->title, "rows or columns", st);
}

static enum st_code make(struct summary *s, struct pivot *p, struct status *st)
{
    TRY(read_definition(s, p, st));
    TRY(pivot_fill(p, true, false, st));
    TRY(mem_make(&s->cells, (size_t)p->labels[0].n * p->labels[1].n, sizeof *s->cells, s->title,
                 st));
    if (strcmp(pivot_text(p->definition, "kind"), "best") != 0)
        return fill_means(s, p, st);
    s->note = SUMMARY_BEST_NOTE;
    return summary_fill_best(s, p, st);
}

enum st_code summary_make(struct summary *out, const struct study_table *t,
                          const json_t *definition, struct status *st)
{
    struct pivot p = {.t = t, .definition = definition};
    const char *title = pivot_text(definition, "title"), *name = pivot_text(definition, "name");
    *out = (struct summary){.name = name ? name : "",
                            .title = title && title[0] ? title
                                     : name && name[0] ? name
                                                       : "Table",
                            .note = "Means over all finished points."};
    enum st_code code = make(out, &p, st);
    out->rows = p.labels[0];
    out->columns = p.labels[1];
    mem_free(p.cells);
    if (code != ST_OK)
        summary_free(out);
    return code;
}
