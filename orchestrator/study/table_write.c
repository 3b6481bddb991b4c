/* Writes tables as CSV and JSON: one list of columns gives both. */
#include "orchestrator/study/table.h"

#include "orchestrator/result/result_json.h"

#include <math.h>

/* Puts the numbers of intervals; empty cells where there are none, as for exact results. */
static void put_coverage(struct sheet *s, const struct study_row *row)
{
    const struct validation *v = &row->validation;
    sheet_real(s, "inside", v->intervals ? v->inside : (double)NAN);
    sheet_real(s, "intervals", v->intervals ? v->intervals : (double)NAN);
}

/* Puts the interval of the mean over the runs of a repeated reference, and the deviation of a
 * single run. */
static void put_spread(struct sheet *s, const struct study_row *row, enum metric_id m)
{
    const struct result_values *r = &row->reference;
    const double values[] = {r->metrics[m].low, r->metrics[m].high,
                             r->runs > 1 ? r->deviation[m] : (double)NAN};
    static const char *const names[] = {"low", "high", "deviation"};
    char name[80];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s_reference_%s", metrics[m].name, names[i]);
        sheet_real(s, name, values[i]);
    }
}

/* Puts the reference and the errors of the prediction. */
static void put_references(struct sheet *s, const struct study_row *row, bool repeated)
{
    char name[64];
    for (int m = 0; m < METRIC_COUNT; m++) {
        snprintf(name, sizeof name, "%s_reference", metrics[m].name);
        sheet_real(s, name, row->reference.metrics[m].value);
        snprintf(name, sizeof name, "%s_error", metrics[m].name);
        sheet_real(s, name, row->validation.error[m]);
        if (repeated)
            put_spread(s, row, (enum metric_id)m);
    }
    if (repeated)
        sheet_real(s, "reference_runs", row->has_reference ? row->reference.runs : (double)NAN);
    sheet_real(s, "reference_frame_time_ms", row->reference.time_ms.value);
    sheet_real(s, "mae", row->validation.mae);
    put_coverage(s, row);
    for (int i = 0; i < SPEEDUPS; i++)
        sheet_real(s, speedup_rows[i].column, row->validation.speedup[i]);
    sheet_real(s, "reference_simulate_cpu_s", row->reference.cost.simulate.cpu_s);
}

static void put_row(struct sheet *s, const struct study_table *t, const struct study_row *row)
{
    const struct cost_row *column;
    sheet_row(s);
    for (uint32_t a = 0; a < t->n_axes; a++)
        sheet_text(s, t->axes[a], row->values[a]);
    sheet_text(s, "state", store_state_names[row->state]);
    sheet_text(s, "reason", row->reason);
    for (int m = 0; m < METRIC_COUNT; m++)
        result_sheet(s, metrics[m].name, &row->prediction.metrics[m], row->prediction.exact);
    sheet_real(s, "traced_percent", row->prediction.percent);
    sheet_real(s, "frame_time_ms", row->prediction.time_ms.value);
    sheet_text(s, "exact", !row->has_prediction ? NULL : row->prediction.exact ? "yes" : "no");
    if (t->reference)
        put_references(s, row, study_table_axis(t, "repeat") >= 0);
    for (uint32_t i = 1; (column = cost_column(COST_OF_STUDY, i)); i++)
        sheet_real(s, column->name,
                   row->has_prediction ? cost_read(&row->prediction.cost, column) : (double)NAN);
}

enum st_code study_table_write(const struct study_table *t, bool json, FILE *out, struct status *st)
{
    struct sheet s;
    sheet_open(&s, json, out);
    for (size_t r = 0; r < t->n; r++)
        put_row(&s, t, &t->rows[r]);
    return sheet_close(&s, st);
}
