#include "orchestrator/compare/correlate_print.h"

#include "common/listing.h"
#include "common/sheet.h"
#include "sim/functional/exec/launch.h"

#include <math.h>

/* ---- rows ---- */

/* Returns "yes" or "no", for whether the reference's value is inside, or "-" where a value is
 * missing. */
static const char *inside_text(const struct correlation *c, const struct correlation_row *row,
                               int m)
{
    if (row->code != ST_OK || isnan(row->run->theirs[m]))
        return "-";
    return correlate_inside(row, c->repeat, m) ? "yes" : "no";
}

/* Writes how a row compares with others of its scene; `any`: the value is a rate. */
static void put_place(struct sheet *s, const struct correlation_row *row, bool any)
{
    double none = NAN;
    sheet_real(s, "ratio", any ? row->ratio : none);
    sheet_real(s, "ratio_theirs", any ? row->ratio_theirs : none);
    sheet_real(s, "ratio_error", any ? row->ratio / row->ratio_theirs - 1 : none);
    sheet_real(s, "place", any ? row->place : none);
    sheet_real(s, "place_theirs", any ? row->place_theirs : none);
}

static void put_row(struct sheet *s, const struct correlation *c, const struct correlation_row *row,
                    int m)
{
    bool good = row->code == ST_OK;
    sheet_row(s);
    sheet_text(s, "run", row->run->name);
    sheet_text(s, "scene", row->run->scene);
    sheet_text(s, "gpu", row->run->gpu);
    sheet_text(s, "metric", run_value(m)->name);
    sheet_real(s, "ours", good ? row->ours[m] : (double)NAN);
    sheet_real(s, "theirs", row->run->theirs[m]);
    sheet_real(s, "error", correlate_error(row, m));
    if (c->predicted)
        put_place(s, row, m == RUN_FPS && good);
    if (c->repeat > 1) {
        sheet_real(s, "deviation", good ? row->deviation[m] : (double)NAN);
        sheet_text(s, "inside", inside_text(c, row, m));
    }
    sheet_text(s, "failure", good ? NULL : row->st.text);
    sheet_text(s, "unit", run_value(m)->unit);
}

enum st_code correlate_write_csv(const struct correlation *c, FILE *out, struct status *st)
{
    struct sheet s;
    sheet_open(&s, false, out);
    for (size_t i = 0; i < c->n; i++)
        for (int m = 0; m < RUN_VALUES; m++)
            if (c->shown[m])
                put_row(&s, c, &c->rows[i], m);
    return sheet_close(&s, st);
}

/* ---- the document ---- */

static void put_spread(struct json_writer *w, json_t *one, const struct correlation *c,
                       const struct correlation_row *row)
{
    json_t *deviation = json_put_object(w, one, "deviation");
    json_t *inside = json_put_object(w, one, "inside");
    for (int m = 0; m < RUN_VALUES; m++) {
        if (!c->shown[m] || row->code != ST_OK)
            continue;
        json_put_real(w, deviation, run_value(m)->name, row->deviation[m]);
        if (!isnan(row->run->theirs[m]))
            json_put(w, inside, run_value(m)->name,
                     json_boolean(correlate_inside(row, c->repeat, m)));
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
    json_put(w, one, "size", s->render.size ? json_integer(s->render.size) : json_null());
    json_t *ours = json_put_object(w, one, "ours"), *theirs = json_put_object(w, one, "theirs");
    for (int m = 0; m < RUN_VALUES; m++) {
        if (!c->shown[m])
            continue;
        if (row->code == ST_OK)
            json_put_real(w, ours, run_value(m)->name, row->ours[m]);
        if (!isnan(row->run->theirs[m]))
            json_put_real(w, theirs, run_value(m)->name, row->run->theirs[m]);
    }
    if (c->repeat > 1)
        put_spread(w, one, c, row);
    if (c->predicted) {
        json_put_real(w, one, "ratio", row->ratio);
        json_put_real(w, one, "ratio_theirs", row->ratio_theirs);
        json_put_count(w, one, "place", row->place);
        json_put_count(w, one, "place_theirs", row->place_theirs);
    }
    json_put_text(w, one, "failure", row->code == ST_OK ? NULL : row->st.text);
}

static void put_summary(struct json_writer *w, json_t *one, const struct correlation *c, int m)
{
    const struct correlation_summary *s = &c->summary[m];
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

static void put_order(struct json_writer *w, json_t *one, const struct correlation_order *o)
{
    json_put_count(w, one, "ratios", o->ratios);
    json_put_real(w, one, "mean_ratio_error", o->ratio_error);
    json_put_real(w, one, "worst_ratio_error", o->worst_ratio);
    json_put_count(w, one, "pairs", o->pairs);
    json_put_count(w, one, "ordered", o->ordered);
}

json_t *correlate_to_json(struct json_writer *w, const struct correlation *c)
{
    json_t *d = json_writer_document(w, "correlate");
    json_put_count(w, d, "repeat", c->repeat);
    json_t *rows = json_put_array(w, d, "rows"), *summary = json_put_object(w, d, "summary");
    for (size_t i = 0; i < c->n; i++)
        put_run(w, rows, c, &c->rows[i]);
    for (int m = 0; m < RUN_VALUES; m++)
        if (c->wanted[m])
            put_summary(w, json_put_object(w, summary, run_value(m)->name), c, m);
    if (c->predicted)
        put_order(w, json_put_object(w, d, "order"), &c->order);
    return d;
}

/* ---- tables ---- */

static const struct listing_column run_columns[] = {
    LISTING_WORDS("run", "run"),
    LISTING_METRIC("ours", "ours"),
    LISTING_METRIC("deviation", "deviation"),
    LISTING_METRIC("theirs", "theirs"),
    {"error", "error", LISTING_SIGNED, 2, 100, " %"},
    LISTING_NUMBER("ratio", "ratio", 3),
    LISTING_NUMBER("theirs", "ratio_theirs", 3),
    {"error", "ratio_error", LISTING_SIGNED, 1, 100, " %"},
    LISTING_NUMBER("place", "place", 0),
    LISTING_NUMBER("theirs", "place_theirs", 0),
    LISTING_WORDS("inside", "inside"),
};

static const struct listing_column summary_columns[] = {
    LISTING_WORDS("metric", "metric"),
    LISTING_NUMBER("runs", "runs", 0),
    {"mean |error|", "mean_error", LISTING_REAL, 2, 100, " %"},
    {"worst", "worst_error", LISTING_SIGNED, 2, 100, " %"},
    LISTING_NUMBER("rank", "rank_correlation", 4),
    LISTING_NUMBER("inside", "inside", 0),
    LISTING_NUMBER("of", "compared", 0),
    LISTING_WORDS("worst run", "worst_run"),
};

static enum st_code print_metric(const struct correlation *c, int m, FILE *out, struct status *st)
{
    struct sheet s;
    sheet_open(&s, true, NULL);
    for (size_t i = 0; i < c->n; i++)
        put_row(&s, c, &c->rows[i], m);
    fprintf(out, "%s: %s, %s\n", run_value(m)->name, run_value(m)->title, run_value(m)->unit);
    LISTING(s.rows, run_columns, out);
    fputc('\n', out);
    json_decref(s.rows);
    return s.writer.failed ? status_no_memory(st, "table") : ST_OK;
}

static enum st_code print_summaries(const struct correlation *c, FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *rows = json_writer_array(&w);
    for (int m = 0; m < RUN_VALUES; m++) {
        if (!c->wanted[m])
            continue;
        json_t *one = json_append_object(&w, rows);
        json_put_text(&w, one, "metric", run_value(m)->name);
        put_summary(&w, one, c, m);
    }
    LISTING(rows, summary_columns, out);
    json_decref(rows);
    return w.failed ? status_no_memory(st, "table") : ST_OK;
}

enum st_code correlate_print(const struct correlation *c, FILE *out, struct status *st)
{
    const char *shaders = c->rows[0].run->settings.render.shaders;
    if (shaders)
        fprintf(out, "ours run the shaders of %s\n\n", shaders);
    if (c->repeat > 1)
        fprintf(out,
                "ours is the mean of %u runs, each perturbed; a run of theirs is inside where it "
                "could be one more of ours (95 %%)\n\n",
                c->repeat);
    for (int m = 0; m < RUN_VALUES; m++)
        if (c->wanted[m])
            TRY(print_metric(c, m, out, st));
    TRY(print_summaries(c, out, st));
    if (c->order.ratios)
        fprintf(
            out,
            "\nratios to the first GPU of a group: mean |error| %.1f %%, worst %+.1f %%, of %u\n",
            100 * c->order.ratio_error, 100 * c->order.worst_ratio, c->order.ratios);
    if (c->order.pairs)
        fprintf(out, "pairs of GPUs in a scene: %u of %u in the measured order\n", c->order.ordered,
                c->order.pairs);
    for (size_t i = 0; i < c->n; i++)
        if (c->rows[i].code != ST_OK)
            fprintf(out, "%s%s failed: %s\n", i == 0 || c->rows[i - 1].code == ST_OK ? "\n" : "",
                    c->rows[i].run->name, c->rows[i].st.text);
    return ST_OK;
}
