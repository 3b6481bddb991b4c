#include "orchestrator/study/sequence_print.h"

#include "common/auto.h"
#include "common/listing.h"
#include "common/sheet.h"
#include "orchestrator/figure/figure.h"
#include "orchestrator/predict/session.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"

#include <string.h>

/* ---- rows ---- */

static void put_frame(struct sheet *sheet, const struct sequence_frame *f)
{
    const struct cost_row *column;
    const struct result_values *v = &f->values;
    sheet_row(sheet);
    sheet_real(sheet, "frame", f->number);
    result_sheet(sheet, "frame_time_ms", &v->time_ms, v->exact);
    for (int m = 0; m < METRIC_COUNT; m++)
        result_sheet(sheet, metrics[m].name, &v->metrics[m], v->exact);
    sheet_real(sheet, "frames_per_second", 1000 / v->time_ms.value);
    sheet_real(sheet, "traced_percent", v->percent);
    sheet_text(sheet, "exact", v->exact ? "yes" : "no");
    for (uint32_t p = 1; (column = cost_column(COST_OF_FRAMES, p)); p++)
        sheet_real(sheet, column->name, cost_read(&v->cost, column));
}

enum st_code sequence_write_csv(const struct sequence *s, FILE *out, struct status *st)
{
    struct sheet sheet;
    sheet_open(&sheet, false, out);
    for (size_t i = 0; i < s->n; i++)
        put_frame(&sheet, &s->frames[i]);
    return sheet_close(&sheet, st);
}

/* ---- for people ---- */

/* Whether any frame is estimated, and not exact. */
static bool estimates(const struct sequence *s)
{
    bool some = false;
    for (size_t i = 0; i < s->n; i++)
        some = some || !s->frames[i].values.exact;
    return some;
}

static void print_heading(const struct sequence *s, FILE *out)
{
    const struct frame *f = &s->frame;
    fprintf(out, "Prediction of %s on %s, frames %.0f to %.0f in steps of %.0f%s\n", s->scene,
            s->gpu.name, s->range.first, range_at(&s->range, s->asked - 1), s->range.step,
            s->interrupted ? ", interrupted" : "");
    fprintf(out, "  frame    %u x %u pixels, %u sample%s, ", f->width, f->height, f->samples,
            f->samples == 1 ? "" : "s");
    frame_print_shader(f, out);
    fprintf(out, ", seed %llu\n", (unsigned long long)f->seed);
    fprintf(out, "  frames   %zu of %zu", s->n, s->asked);
    if (s->profiles_cached)
        fprintf(out, ", %zu with a profile from the cache", s->profiles_cached);
    if (estimates(s))
        fprintf(out, "\n  from, to the ends of the intervals of %g %%\n\n",
                s->settings.method.confidence);
    else
        fputs("\n  exact    the whole frames were simulated on the whole GPU\n\n", out);
}

#define SHARE(title, path)                                                                         \
    {                                                                                              \
        title, path, LISTING_REAL, 2, 100, " %"                                                    \
    }

static const struct listing_column frame_columns[] = {
    LISTING_NUMBER("frame", "frame", 0),
    LISTING_NUMBER("time, ms", "frame_time_ms", 4),
    LISTING_NUMBER("from", "frame_time_ms_low", 4),
    LISTING_NUMBER("to", "frame_time_ms_high", 4),
    LISTING_NUMBER("frames/s", "frames_per_second", 2),
    LISTING_NUMBER("IPC", "ipc", 3),
    LISTING_NUMBER("cycles", "cycles", 0),
    SHARE("L1D miss", "l1d_miss_rate"),
    SHARE("L2 miss", "l2_miss_rate"),
    SHARE("RT eff.", "rt_efficiency"),
    SHARE("DRAM", "dram_efficiency"),
    SHARE("bandw.", "bandwidth_utilization"),
};

static const struct listing_column summary_columns[] = {
    LISTING_WORDS("all frames", "what"), LISTING_NUMBER("value", "value", 4),
    LISTING_NUMBER("from", "low", 4),    LISTING_NUMBER("to", "high", 4),
    LISTING_WORDS("unit", "unit"),
};

static void put_line(struct json_writer *w, json_t *lines, const char *what,
                     const struct estimate *e, const char *unit)
{
    json_t *one = json_append_object(w, lines);
    json_put_text(w, one, "what", what);
    json_put_text(w, one, "unit", unit);
    result_put_estimate(w, one, e);
}

enum st_code sequence_print(const struct sequence *s, const struct sequence_summary *summary,
                            FILE *out, struct status *st)
{
    char slowest[64];
    struct sheet frames;
    struct json_writer w = {0};
    json_t *lines = json_writer_array(&w);
    sheet_open(&frames, true, NULL);
    for (size_t i = 0; i < s->n; i++)
        put_frame(&frames, &s->frames[i]);
    snprintf(slowest, sizeof slowest, "slowest, frame %u", summary->slowest);
    put_line(&w, lines, "mean", &summary->mean_ms, "ms");
    put_line(&w, lines, slowest, &summary->slowest_ms, "ms");
    if (s->n >= SEQUENCE_PERCENTILE_FROM)
        put_line(&w, lines, "99th percentile", &summary->percentile_ms, "ms");
    put_line(&w, lines, "frames per second", &summary->frames_per_second, "1/s");
    print_heading(s, out);
    LISTING(frames.rows, frame_columns, out);
    fputc('\n', out);
    LISTING(lines, summary_columns, out);
    bool failed = w.failed || frames.writer.failed;
    json_decref(frames.rows);
    json_decref(lines);
    return failed ? status_no_memory(st, "table") : ST_OK;
}

/* ---- for programs ---- */

static void put_summary(struct json_writer *w, json_t *document, const struct sequence *s,
                        const struct sequence_summary *summary)
{
    json_t *d = json_put_object(w, document, "summary");
    json_put_count(w, d, "frames", s->n);
    json_put_count(w, d, "asked", s->asked);
    if (estimates(s))
        json_put_real(w, d, "confidence", s->settings.method.confidence);
    else
        json_put(w, d, "exact", json_true());
    json_t *times = json_put_object(w, d, "frame_time_ms");
    result_put_bounded(w, times, "mean", &summary->mean_ms);
    json_t *slowest = json_put_object(w, times, "slowest");
    json_put_count(w, slowest, "frame", summary->slowest);
    result_put_estimate(w, slowest, &summary->slowest_ms);
    if (s->n >= SEQUENCE_PERCENTILE_FROM)
        result_put_bounded(w, times, "percentile_99", &summary->percentile_ms);
    else
        json_put(w, times, "percentile_99", json_null());
    result_put_bounded(w, d, "frames_per_second", &summary->frames_per_second);
    json_t *means = json_put_object(w, d, "metrics");
    for (int m = 0; m < METRIC_COUNT; m++)
        result_put_bounded(w, means, metrics[m].name, &summary->metrics[m]);
}

json_t *sequence_to_json(struct json_writer *w, const struct sequence *s,
                         const struct sequence_summary *summary, json_t *documents)
{
    json_t *d = json_writer_document(w, "predict");
    json_put_text(w, d, "scene", s->scene);
    json_put_text(w, d, "gpu", s->gpu.name);
    json_t *range = json_put_object(w, d, "range");
    json_put_count(w, range, "first", (uint64_t)s->range.first);
    json_put_count(w, range, "last", (uint64_t)range_at(&s->range, s->asked - 1));
    json_put_count(w, range, "step", (uint64_t)s->range.step);
    json_put(w, d, "interrupted", json_boolean(s->interrupted));
    json_put_text(w, d, "failure", s->code != ST_OK ? s->reason : NULL);
    json_put(w, d, "frames", documents);
    put_summary(w, d, s, summary);
    json_t *reused = json_put_object(w, result_put_cost(w, d, &s->cost), "reused");
    json_put_count(w, reused, "scene", s->n - 1);
    json_put_count(w, reused, "profiles", s->profiles_cached);
    return d;
}

/* ---- the figure ---- */

enum st_code sequence_plot(const struct sequence *s, const char *stem, struct status *st)
{
    char title[STATUS_TEXT];
    MEM_AUTO struct figure_point *points;
    TRY(mem_make(&points, s->n, sizeof *points, stem, st));
    for (size_t i = 0; i < s->n; i++) {
        const struct estimate *e = &s->frames[i].values.time_ms;
        points[i] = (struct figure_point){s->frames[i].number, e->value, e->low, e->high};
    }
    snprintf(title, sizeof title, "Predicted frame time of %s on %s", s->scene, s->gpu.name);
    const struct figure_series series = {.name = "frame time", .points = points, .n = s->n};
    const struct figure figure = {.name = "frame_time",
                                  .title = title,
                                  .x_label = "frame",
                                  .y_label = "frame time, ms",
                                  .kind = FIGURE_LINES,
                                  .series = &series,
                                  .n_series = 1};
    return figure_write(&figure, stem, st);
}
