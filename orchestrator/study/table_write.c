/* Tables as CSV and JSON: one list of columns gives both. */
#include "orchestrator/study/table.h"

#include "common/json_writer.h"
#include "common/table.h"

#include <math.h>
#include <string.h>

enum { VALUE = 0, LOW = 1, HIGH = 2 };

/* A column of numbers. `part` is what of a metric it is, or 0. */
struct column {
    char name[64];
    double (*get)(const struct study_row *row, int metric, int part);
    int metric, part;
    bool varies;
};

static double of_prediction(const struct study_row *row, int m, int part)
{
    const struct estimate *e = &row->prediction.metrics[m];
    return part == VALUE ? e->value : part == LOW ? e->low : e->high;
}

static double of_reference(const struct study_row *row, int m, int part)
{
    (void)part;
    return row->has_reference ? row->reference.metrics[m].value : (double)NAN;
}

static double error_of(const struct study_row *row, int m, int part)
{
    (void)part;
    return row->validation.error[m];
}

enum {
    PERCENT,
    TIME,
    REFERENCE_TIME,
    MAE,
    SPEEDUP,
    SPEEDUP_WALL,
    SPEEDUP_PROFILE,
    REFERENCE_SIMULATE,
    SIMULATE,
    ABSTRACT,
    PROFILE,
    SETUP,
    WALL,
    MEMORY,
    OTHERS
};

static double cost_of(const struct cost *c, int which)
{
    switch (which) {
    case SIMULATE:
        return c->simulate.cpu_s;
    case ABSTRACT:
        return c->abstract.cpu_s;
    case PROFILE:
        return c->profile.cpu_s;
    case SETUP:
        return c->setup.cpu_s;
    case WALL:
        return c->total.wall_s;
    default:
        return (double)c->peak_rss_bytes;
    }
}

static double other_of(const struct study_row *row, int which, int part)
{
    const struct validation *v = &row->validation;
    (void)part;
    switch (which) {
    case PERCENT:
        return row->prediction.percent;
    case TIME:
        return row->prediction.frame_time_ms;
    case REFERENCE_TIME:
        return row->has_reference ? row->reference.frame_time_ms : (double)NAN;
    case MAE:
        return v->mae;
    case SPEEDUP:
        return v->speedup_cpu;
    case SPEEDUP_WALL:
        return v->speedup_wall;
    case SPEEDUP_PROFILE:
        return v->speedup_cpu_with_profile;
    case REFERENCE_SIMULATE:
        return row->has_reference ? row->reference.cost.simulate.cpu_s : (double)NAN;
    default:
        return cost_of(&row->prediction.cost, which);
    }
}

/* ---- which columns ---- */

struct columns {
    struct column all[5 * METRIC_COUNT + OTHERS];
    size_t n;
};

static void add(struct columns *c, const char *name, const char *ending,
                double (*get)(const struct study_row *, int, int), int metric, int part)
{
    struct column *column = &c->all[c->n++];
    *column = (struct column){.get = get, .metric = metric, .part = part};
    snprintf(column->name, sizeof column->name, "%s%s", name, ending);
}

static void add_other(struct columns *c, const char *name, int which)
{
    add(c, name, "", other_of, which, 0);
    c->all[c->n - 1].varies = which > MAE;
}

static void choose_columns(struct columns *c, const struct study_table *t)
{
    c->n = 0;
    for (int m = 0; m < METRIC_COUNT; m++) {
        add(c, metrics[m].name, "", of_prediction, m, VALUE);
        add(c, metrics[m].name, "_low", of_prediction, m, LOW);
        add(c, metrics[m].name, "_high", of_prediction, m, HIGH);
    }
    add_other(c, "traced_percent", PERCENT);
    add_other(c, "frame_time_ms", TIME);
    for (int m = 0; t->reference && m < METRIC_COUNT; m++) {
        add(c, metrics[m].name, "_reference", of_reference, m, 0);
        add(c, metrics[m].name, "_error", error_of, m, 0);
    }
    if (t->reference) {
        add_other(c, "reference_frame_time_ms", REFERENCE_TIME);
        add_other(c, "mae", MAE);
        add_other(c, "speedup", SPEEDUP);
        add_other(c, "speedup_wall", SPEEDUP_WALL);
        add_other(c, "speedup_with_profile", SPEEDUP_PROFILE);
        add_other(c, "reference_simulate_cpu_s", REFERENCE_SIMULATE);
    }
    add_other(c, "simulate_cpu_s", SIMULATE);
    add_other(c, "abstract_cpu_s", ABSTRACT);
    add_other(c, "profile_cpu_s", PROFILE);
    add_other(c, "setup_cpu_s", SETUP);
    add_other(c, "wall_s", WALL);
    add_other(c, "peak_rss_bytes", MEMORY);
}

size_t study_table_varying(const struct study_table *t)
{
    struct columns c;
    size_t n = 0;
    choose_columns(&c, t);
    for (size_t i = 0; i < c.n; i++)
        n += c.all[i].varies;
    return n;
}

/* Only references' columns mean something where the prediction is not there. */
static double value_of(const struct column *c, const struct study_row *row)
{
    bool of_others =
        c->get == of_reference ||
        (c->get == other_of && (c->metric == REFERENCE_TIME || c->metric == REFERENCE_SIMULATE));
    return row->has_prediction || of_others ? c->get(row, c->metric, c->part) : (double)NAN;
}

/* ---- CSV ---- */

void study_table_write_csv(const struct study_table *t, FILE *out)
{
    struct columns c;
    choose_columns(&c, t);
    for (uint32_t a = 0; a < t->n_axes; a++) {
        table_write_cell(t->axes[a], out);
        fputc(',', out);
    }
    fputs("state,reason", out);
    for (size_t i = 0; i < c.n; i++)
        fprintf(out, ",%s", c.all[i].name);
    fputc('\n', out);
    for (size_t r = 0; r < t->n; r++) {
        const struct study_row *row = &t->rows[r];
        for (uint32_t a = 0; a < t->n_axes; a++) {
            table_write_cell(row->values[a], out);
            fputc(',', out);
        }
        fprintf(out, "%s,", store_state_names[row->state]);
        table_write_cell(row->reason ? row->reason : "", out);
        for (size_t i = 0; i < c.n; i++) {
            double value = value_of(&c.all[i], row);
            fprintf(out, isfinite(value) ? ",%.17g" : ",", value);
        }
        fputc('\n', out);
    }
}

/* ---- JSON ---- */

static json_t *row_json(struct json_writer *w, const struct study_table *t, const struct columns *c,
                        const struct study_row *row)
{
    json_t *object = json_writer_object(w);
    for (uint32_t a = 0; a < t->n_axes; a++)
        json_put_text(w, object, t->axes[a], row->values[a]);
    json_put_text(w, object, "state", store_state_names[row->state]);
    json_put_text(w, object, "reason", row->reason);
    for (size_t i = 0; i < c->n; i++)
        json_put_real(w, object, c->all[i].name, value_of(&c->all[i], row));
    return object;
}

enum st_code study_table_write_json(const struct study_table *t, FILE *out, struct status *st)
{
    struct columns c;
    struct json_writer w = {0};
    json_t *rows = json_writer_array(&w);
    choose_columns(&c, t);
    for (size_t r = 0; r < t->n; r++)
        json_append(&w, rows, row_json(&w, t, &c, &t->rows[r]));
    return json_writer_finish(&w, rows, out, st);
}
