/* Writes the tables that have a row per point. */
#include "orchestrator/report/axis.h"
#include "orchestrator/report/html.h"
#include "orchestrator/report/study_page.h"
#include "orchestrator/study/measure.h"

#include <math.h>
#include <string.h>

enum { NUMBER = 64, RANGE = 160, CAPTION = 256, UNFOLDED_ROWS = 30 };

/* Whether an axis has a column. Where no axis varies, only the scene has one. */
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

/* Writes the values of the axes; the first cell is the row's head. */
static void write_axis_cells(const struct study_table *t, size_t row, FILE *out)
{
    bool first = true;
    for (uint32_t a = 0; a < t->n_axes; a++) {
        const char *value = t->rows[row].values[a];
        if (!is_shown(t, a))
            continue;
        if (first)
            HTML_ROW(out, value);
        else if (!isnan(axis_number(value)))
            html_number(axis_number(value), value, NULL, out);
        else
            HTML_CELL(out, value);
        first = false;
    }
}

/* The form in which a column's numbers are written. */
enum form {
    PLAIN,
    OF_METRIC, /* as of the metric: rates in percent, large numbers whole; with the interval */
    SHARE,     /* in percent */
    PERCENT,
    SIGNED_PERCENT,
};

struct column {
    const char *name, *hint; /* `hint` is a longer text; NULL: none */
    enum measure_kind kind;  /* MEASURE_KINDS stands for the share of the pixels that was traced */
    enum form form;
};

enum { MORE = 3 }; /* number of columns after those of the seven metrics */

static void format(char *text, double value, enum form form)
{
    if (form == SHARE)
        snprintf(text, NUMBER, "%.2f %%", 100 * value);
    else if (form == PERCENT)
        snprintf(text, NUMBER, "%.2f %%", value);
    else if (form == SIGNED_PERCENT)
        snprintf(text, NUMBER, "%+.2f %%", value);
    else if (form == OF_METRIC && fabs(value) >= 1000)
        snprintf(text, NUMBER, "%.0f", value);
    else
        snprintf(text, NUMBER, "%.4g", value);
}

static bool is_interval(const struct estimate *e)
{
    return survey_has_bounds(e) && e->low < e->high;
}

/* Writes a number of a row; `metric` is -1 for a column that has no metric. */
static void write_number(const struct study_table *t, size_t row, const struct column *c,
                         int metric, FILE *out)
{
    const struct measure m = {c->kind, -1};
    struct estimate e = c->kind == MEASURE_KINDS
                            ? survey_unbounded(t->rows[row].prediction.percent / 100)
                            : measure_row(t, row, &m, metric);
    bool share = c->form == OF_METRIC && metric >= 0 && metrics[metric].kind == METRIC_SHARE;
    enum form form = share ? SHARE : c->form;
    char shown[NUMBER], low[NUMBER], high[NUMBER], range[RANGE];
    format(shown, e.value, form);
    format(low, e.low, form);
    format(high, e.high, form);
    snprintf(range, sizeof range, "%s to %s", low, high);
    const char *beside = is_interval(&e) ? range : t->rows[row].prediction.exact ? "exact" : NULL;
    html_number(e.value, shown, c->form == OF_METRIC ? beside : NULL, out);
}

/* Writes a row for every done point: the seven metrics, each in the form of the column `seven`,
 * then the columns `more`. */
static void write_points(const struct study_table *t, const char *caption, bool referenced,
                         const struct column *seven, const struct column more[MORE], FILE *out)
{
    bool folded = t->done > UNFOLDED_ROWS;
    html_table_begin(caption, folded, out);
    write_axis_heads(t, out);
    for (int m = 0; m < METRIC_SEVEN; m++)
        html_column(measure_short_names[m], metrics[m].title, true, 0, out);
    for (int i = 0; i < MORE; i++)
        html_column(more[i].name, more[i].hint, true, 0, out);
    html_rows_begin(out);
    for (size_t row = 0; row < t->n; row++) {
        if (t->rows[row].state != STORE_DONE || (referenced && !t->rows[row].has_reference))
            continue;
        write_axis_cells(t, row, out);
        for (int m = 0; m < METRIC_SEVEN; m++)
            write_number(t, row, seven, m, out);
        for (int i = 0; i < MORE; i++)
            write_number(t, row, &more[i], -1, out);
        fputs(HTML_ROW_END, out);
    }
    html_table_end(folded, out);
}

static bool has_intervals(const struct study_table *t)
{
    for (size_t i = 0; i < t->n; i++)
        for (int m = 0; m < METRIC_SEVEN; m++)
            if (t->rows[i].state == STORE_DONE && is_interval(&t->rows[i].prediction.metrics[m]))
                return true;
    return false;
}

void study_page_points(const struct study_table *t, FILE *out)
{
    static const struct column value = {NULL, NULL, MEASURE_VALUE, OF_METRIC};
    static const struct column error = {NULL, NULL, MEASURE_ERROR, SIGNED_PERCENT};
    static const struct column by_values[MORE] = {
        {"Frame time, ms", NULL, MEASURE_FRAME_TIME, OF_METRIC},
        {"Traced", "share of the pixels that were traced", MEASURE_KINDS, SHARE},
        {"CPU, s", "processor time of the timing model; differs from run to run",
         MEASURE_SIMULATE_CPU, PLAIN}};
    static const struct column by_errors[MORE] = {
        {"All seven", "mean of the seven absolute errors", MEASURE_MAE, PERCENT},
        {"Speedup",
         "processor time without profile: simulating the whole frame over the prediction",
         MEASURE_SPEEDUP, PLAIN},
        {"With profile", "the same, the prediction's profile counted", MEASURE_SPEEDUP_WITH_PROFILE,
         PLAIN}};
    char caption[CAPTION];
    if (!t->done)
        return;
    fputs("<h3>Points</h3>\n", out);
    snprintf(caption, sizeof caption, "Predicted values, %zu points%s", t->done,
             has_intervals(t) ? ", with their intervals" : "");
    write_points(t, caption, false, &value, by_values, out);
    snprintf(caption, sizeof caption, "Errors against the whole frame, %zu points", t->done);
    if (t->reference)
        write_points(t, caption, true, &error, by_errors, out);
}

void study_page_failures(const struct study_table *t, FILE *out)
{
    if (!t->failed)
        return;
    fputs("<h3>Failed points</h3>\n"
          "<p class=\"note\">They are in no mean and in no figure.</p>\n",
          out);
    html_table_begin("Failed points and why", t->failed > UNFOLDED_ROWS, out);
    write_axis_heads(t, out);
    html_column("Reason", NULL, false, 0, out);
    html_rows_begin(out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->rows[i].state != STORE_FAILED)
            continue;
        write_axis_cells(t, i, out);
        HTML_CELL(out, t->rows[i].reason ? t->rows[i].reason : "");
        fputs(HTML_ROW_END, out);
    }
    html_table_end(t->failed > UNFOLDED_ROWS, out);
}
