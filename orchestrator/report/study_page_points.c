/* Tables with a row per point. */
#include "orchestrator/report/axis.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/study_page.h"
#include "orchestrator/study/measure.h"

#include <math.h>
#include <string.h>

enum { NUMBER = 64, RANGE = 160, CAPTION = 256, UNFOLDED_ROWS = 30 };

/* Where nothing varies the scene stands for the point. */
static bool is_shown(const struct study_table *t, uint32_t axis)
{
    bool any = false;
    for (uint32_t a = 0; a < t->n_axes; a++)
        any = any || study_table_varies(t, a);
    return any ? study_table_varies(t, axis) : axis == 0;
}

void study_page_row_name(const struct study_table *t, size_t row, char *name, size_t n)
{
    size_t at = 0;
    name[0] = 0;
    for (uint32_t a = 0; a < t->n_axes; a++)
        if (is_shown(t, a) && at < n) {
            int length =
                snprintf(name + at, n - at, "%s%s", at ? ", " : "", t->rows[row].values[a]);
            at += length > 0 ? (size_t)length : 0;
        }
}

static void write_axis_heads(const struct study_table *t, FILE *out)
{
    for (uint32_t a = 0; a < t->n_axes; a++)
        if (is_shown(t, a))
            html_column(t->axes[a], NULL, false, 0, out);
}

/* The first is the row's header. */
static void write_axis_cells(const struct study_table *t, size_t row, FILE *out)
{
    bool first = true;
    for (uint32_t a = 0; a < t->n_axes; a++) {
        const char *value = t->rows[row].values[a];
        if (!is_shown(t, a))
            continue;
        if (first)
            html_row_begin(value, out);
        else if (!isnan(axis_number(value)))
            html_number(axis_number(value), value, NULL, out);
        else
            html_cell(value, out);
        first = false;
    }
}

/* Rates as percentages, counts whole. */
static void format(char *text, double value, const struct metric *m)
{
    if (m && m->kind == METRIC_SHARE)
        snprintf(text, NUMBER, "%.2f %%", 100 * value);
    else if (fabs(value) >= 1000)
        snprintf(text, NUMBER, "%.0f", value);
    else
        snprintf(text, NUMBER, "%.4g", value);
}

static void write_estimate(const struct estimate *e, const struct metric *m, FILE *out)
{
    char shown[NUMBER], low[NUMBER], high[NUMBER], range[RANGE];
    bool bounded = survey_has_bounds(e) && e->low < e->high;
    format(shown, e->value, m);
    format(low, e->low, m);
    format(high, e->high, m);
    snprintf(range, sizeof range, "%s to %s", low, high);
    html_number(e->value, shown, bounded ? range : NULL, out);
}

static void write_measure(const struct study_table *t, size_t row, enum measure_kind kind,
                          int metric, const char *form, FILE *out)
{
    struct measure m = {kind, -1};
    struct estimate e = measure_row(t, row, &m, metric);
    char shown[NUMBER];
    snprintf(shown, sizeof shown,
             form[0] == '+'   ? "%+.2f %%"
             : form[0] == '%' ? "%.2f %%"
                              : "%.4g",
             e.value);
    html_number(e.value, shown, NULL, out);
}

static bool has_intervals(const struct study_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int m = 0; m < METRIC_SEVEN; m++) {
            const struct estimate *e = &t->rows[i].prediction.metrics[m];
            if (t->rows[i].state == STORE_DONE && survey_has_bounds(e) && e->low < e->high)
                return true;
        }
    return false;
}

static void write_values(const struct study_table *t, FILE *out)
{
    char caption[CAPTION];
    snprintf(caption, sizeof caption, "Predicted values, %zu points%s", t->done,
             has_intervals(t) ? ", with their intervals" : "");
    bool folded = t->done > UNFOLDED_ROWS;
    html_table_begin(caption, folded, out);
    write_axis_heads(t, out);
    for (int m = 0; m < METRIC_SEVEN; m++)
        html_column(measure_short_names[m], metrics[m].title, true, 0, out);
    html_column("Frame time, ms", NULL, true, 0, out);
    html_column("Traced", "share of the pixels that the cycle model traced", true, 0, out);
    html_column("CPU, s", "processor time of the cycle model; differs from run to run", true, 0,
                out);
    html_rows_begin(out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->rows[i].state != STORE_DONE)
            continue;
        const struct measure time = {MEASURE_FRAME_TIME, -1};
        struct estimate frame = measure_row(t, i, &time, -1);
        struct estimate traced = survey_unbounded(t->rows[i].prediction.percent / 100);
        write_axis_cells(t, i, out);
        for (int m = 0; m < METRIC_SEVEN; m++)
            write_estimate(&t->rows[i].prediction.metrics[m], &metrics[m], out);
        write_estimate(&frame, NULL, out);
        write_estimate(&traced, &metrics[METRIC_L1D_MISS_RATE], out);
        write_measure(t, i, MEASURE_SIMULATE_CPU, -1, "", out);
        html_row_end(out);
    }
    html_table_end(folded, out);
}

static void write_errors(const struct study_table *t, FILE *out)
{
    char caption[CAPTION];
    bool folded = t->done > UNFOLDED_ROWS;
    snprintf(caption, sizeof caption, "Errors against the whole frame, %zu points", t->done);
    html_table_begin(caption, folded, out);
    write_axis_heads(t, out);
    for (int m = 0; m < METRIC_SEVEN; m++)
        html_column(measure_short_names[m], metrics[m].title, true, 0, out);
    html_column("All seven", "mean of the seven absolute errors", true, 0, out);
    html_column("Speedup", "processor time simulating, whole frame over prediction", true, 0, out);
    html_column("With profile", "the same, the prediction's profile included", true, 0, out);
    html_rows_begin(out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->rows[i].state != STORE_DONE || !t->rows[i].has_reference)
            continue;
        write_axis_cells(t, i, out);
        for (int m = 0; m < METRIC_SEVEN; m++)
            write_measure(t, i, MEASURE_ERROR, m, "+", out);
        write_measure(t, i, MEASURE_MAE, -1, "%", out);
        write_measure(t, i, MEASURE_SPEEDUP, -1, "", out);
        write_measure(t, i, MEASURE_SPEEDUP_WITH_PROFILE, -1, "", out);
        html_row_end(out);
    }
    html_table_end(folded, out);
}

void study_page_points(const struct study_table *t, FILE *out)
{
    if (!t->done)
        return;
    html_element("h3", "", "Points", out);
    write_values(t, out);
    if (t->reference)
        write_errors(t, out);
}

void study_page_failures(const struct study_table *t, FILE *out)
{
    if (!t->failed)
        return;
    html_element("h3", "", "Failed points", out);
    html_element("p", " class=\"note\"", "They are in no mean and in no figure.", out);
    html_table_begin("Failed points and why", t->failed > UNFOLDED_ROWS, out);
    write_axis_heads(t, out);
    html_column("Reason", NULL, false, 0, out);
    html_rows_begin(out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->rows[i].state != STORE_FAILED)
            continue;
        write_axis_cells(t, i, out);
        html_cell(t->rows[i].reason ? t->rows[i].reason : "", out);
        html_row_end(out);
    }
    html_table_end(t->failed > UNFOLDED_ROWS, out);
}
