#include "orchestrator/compare/correlate_print.h"

#include "common/sheet.h"
#include "sim/functional/exec/launch.h"

#include <math.h>

/* Prints a value; counts have no digits after the point. */
static void print_value(double value, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %16s", "-");
    else if (value >= 1e15)
        fprintf(out, " %16.9g", value);
    else if (value == floor(value))
        fprintf(out, " %16.0f", value);
    else
        fprintf(out, " %16.*f", value < 10 ? 4 : 2, value);
}

static void print_error(double error, FILE *out)
{
    if (isnan(error))
        fprintf(out, " %10s", "-");
    else
        fprintf(out, " %+8.2f %%", 100 * error);
}

/* Prints our deviation in percent of theirs, as errors are. */
static void print_deviation(const struct correlation_row *row, enum metric_id m, FILE *out)
{
    double theirs = row->run->theirs[m];
    if (row->code == ST_OK && theirs > 0)
        fprintf(out, " %8.2f %%", 100 * row->deviation[m] / theirs);
    else
        fprintf(out, " %10s", "-");
}

static const char *inside_text(const struct correlation *c, const struct correlation_row *row,
                               enum metric_id m)
{
    if (row->code != ST_OK || isnan(row->run->theirs[m]))
        return "-";
    return correlate_inside(row, c->repeat, m) ? "yes" : "no";
}

static void print_metric(const struct correlation *c, enum metric_id m, FILE *out)
{
    fprintf(out, "%s: %s, %s\n", metrics[m].name, metrics[m].title, metrics[m].unit);
    fprintf(out, "  %-30s %16s", "run", "ours");
    if (c->repeat > 1)
        fprintf(out, " %10s", "deviation");
    fprintf(out, " %16s %10s%s\n", "theirs", "error", c->repeat > 1 ? "  inside" : "");
    for (size_t i = 0; i < c->n; i++) {
        const struct correlation_row *row = &c->rows[i];
        fprintf(out, "  %-30s", row->run->name);
        print_value(row->code == ST_OK ? row->ours[m] : (double)NAN, out);
        if (c->repeat > 1)
            print_deviation(row, m, out);
        print_value(row->run->theirs[m], out);
        print_error(correlate_error(row, m), out);
        if (c->repeat > 1)
            fprintf(out, "  %s", inside_text(c, row, m));
        fputc('\n', out);
    }
    fputc('\n', out);
}

static void print_summary(const struct correlation *c, enum metric_id m, FILE *out)
{
    const struct correlation_summary *s = &c->summary[m];
    fprintf(out, "%-24s %4zu", metrics[m].name, s->n);
    if (isnan(s->mean_error))
        fprintf(out, " %12s", "-");
    else
        fprintf(out, " %10.2f %%", 100 * s->mean_error);
    print_error(s->worst_error, out);
    if (isnan(s->rank_correlation))
        fprintf(out, " %9s", "-");
    else
        fprintf(out, " %9.4f", s->rank_correlation);
    if (c->repeat > 1)
        fprintf(out, " %4zu/%-4zu", s->inside, s->compared);
    fprintf(out, "  %s\n", s->n ? c->rows[s->worst_row].run->name : "-");
}

void correlate_print(const struct correlation *c, FILE *out)
{
    const char *shaders = c->rows[0].run->settings.render.shaders;
    if (shaders)
        fprintf(out, "ours run the shaders of %s\n\n", shaders);
    if (c->repeat > 1)
        fprintf(out,
                "ours is the mean of %u runs, each perturbed; a run of theirs is inside where it "
                "could be one more of ours (95 %%)\n\n",
                c->repeat);
    for (int m = 0; m < METRIC_ALL; m++)
        if (c->wanted[m])
            print_metric(c, (enum metric_id)m, out);
    fprintf(out, "%-24s %4s %12s %10s %9s%s  %s\n", "metric", "runs", "mean |error|", "worst",
            "rank", c->repeat > 1 ? "    inside" : "", "worst run");
    for (int m = 0; m < METRIC_ALL; m++)
        if (c->wanted[m])
            print_summary(c, (enum metric_id)m, out);
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].code != ST_OK)
            fprintf(out, "%s%s failed: %s\n", i == 0 || c->rows[i - 1].code == ST_OK ? "\n" : "",
                    c->rows[i].run->name, c->rows[i].st.text);
}

static void put_row(struct sheet *s, const struct correlation *c, const struct correlation_row *row,
                    enum metric_id m)
{
    bool good = row->code == ST_OK;
    sheet_row(s);
    sheet_text(s, "run", row->run->name);
    sheet_text(s, "scene", row->run->scene);
    sheet_text(s, "gpu", row->run->gpu);
    sheet_text(s, "metric", metrics[m].name);
    sheet_real(s, "ours", good ? row->ours[m] : (double)NAN);
    sheet_real(s, "theirs", row->run->theirs[m]);
    sheet_real(s, "error", correlate_error(row, m));
    if (c->repeat > 1) {
        sheet_real(s, "deviation", good ? row->deviation[m] : (double)NAN);
        sheet_text(s, "inside", inside_text(c, row, m));
    }
    sheet_text(s, "failure", good ? NULL : row->st.text);
}

enum st_code correlate_write_csv(const struct correlation *c, FILE *out, struct status *st)
{
    struct sheet s;
    sheet_open(&s, false, out);
    for (size_t i = 0; i < c->n; i++)
        for (int m = 0; m < METRIC_ALL; m++)
            if (c->shown[m])
                put_row(&s, c, &c->rows[i], (enum metric_id)m);
    return sheet_close(&s, st);
}

static void put_spread(struct json_writer *w, json_t *one, const struct correlation *c,
                       const struct correlation_row *row)
{
    json_t *deviation = json_put_object(w, one, "deviation");
    json_t *inside = json_put_object(w, one, "inside");
    for (int m = 0; m < METRIC_ALL; m++) {
        if (!c->shown[m] || row->code != ST_OK)
            continue;
        json_put_real(w, deviation, metrics[m].name, row->deviation[m]);
        if (!isnan(row->run->theirs[m]))
            json_put(w, inside, metrics[m].name,
                     json_boolean(correlate_inside(row, c->repeat, (enum metric_id)m)));
    }
}

static void put_run(struct json_writer *w, json_t *rows, const struct correlation *c,
                    const struct correlation_row *row)
{
    const struct settings *s = &row->run->settings;
    json_t *one = json_append_object(w, rows);
    json_put_text(w, one, "run", row->run->name);
    json_put_text(w, one, "scene", row->run->scene);
    json_put_text(w, one, "gpu", row->run->gpu);
    json_put_text(w, one, "shader", shader_names[s->render.shader]);
    json_put_text(w, one, "shaders", row->shaders);
    json_put_count(w, one, "width", s->render.width);
    json_put_count(w, one, "height", s->render.height);
    json_t *ours = json_put_object(w, one, "ours"), *theirs = json_put_object(w, one, "theirs");
    for (int m = 0; m < METRIC_ALL; m++) {
        if (!c->shown[m])
            continue;
        if (row->code == ST_OK)
            json_put_real(w, ours, metrics[m].name, row->ours[m]);
        if (!isnan(row->run->theirs[m]))
            json_put_real(w, theirs, metrics[m].name, row->run->theirs[m]);
    }
    if (c->repeat > 1)
        put_spread(w, one, c, row);
    json_put_text(w, one, "failure", row->code == ST_OK ? NULL : row->st.text);
}

static void put_summary(struct json_writer *w, json_t *all, const struct correlation *c,
                        enum metric_id m)
{
    const struct correlation_summary *s = &c->summary[m];
    json_t *one = json_put_object(w, all, metrics[m].name);
    json_put_real(w, one, "mean_error", s->mean_error);
    json_put_real(w, one, "worst_error", s->worst_error);
    json_put_real(w, one, "rank_correlation", s->rank_correlation);
    json_put_count(w, one, "runs", s->n);
    if (c->repeat > 1) {
        json_put_count(w, one, "compared", s->compared);
        json_put_count(w, one, "inside", s->inside);
    }
    json_put_text(w, one, "worst_run", s->n ? c->rows[s->worst_row].run->name : NULL);
    json_put_real(w, one, "worst_difference", s->worst_difference);
}

json_t *correlate_to_json(struct json_writer *w, const struct correlation *c)
{
    json_t *d = json_writer_document(w, "correlate");
    json_put_count(w, d, "repeat", c->repeat);
    json_t *rows = json_put_array(w, d, "rows"), *summary = json_put_object(w, d, "summary");
    for (size_t i = 0; i < c->n; i++)
        put_run(w, rows, c, &c->rows[i]);
    for (int m = 0; m < METRIC_ALL; m++)
        if (c->wanted[m])
            put_summary(w, summary, c, (enum metric_id)m);
    return d;
}
