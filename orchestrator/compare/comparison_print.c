#include "orchestrator/compare/comparison_print.h"

#include "common/listing.h"
#include "orchestrator/result/result_json.h"

#include <math.h>
#include <string.h>

/* The numbers in the text output; JSON and CSV have all numbers. */
static const int shown[] = {
    METRIC_IPC,           METRIC_CYCLES,          METRIC_L1D_MISS_RATE,         METRIC_L2_MISS_RATE,
    METRIC_RT_EFFICIENCY, METRIC_DRAM_EFFICIENCY, METRIC_BANDWIDTH_UTILIZATION, COMPARED_TIME};
enum { SHOWN = sizeof shown / sizeof *shown };

/* ---- rows ---- */

static void put_line(struct sheet *s, const char *scene, const char *gpu,
                     const struct comparison_cell *cell, int compared)
{
    const struct estimate *value = &cell->value[compared], *ratio = &cell->ratio[compared].estimate;
    sheet_row(s);
    sheet_text(s, "scene", scene);
    sheet_text(s, "gpu", gpu);
    sheet_text(s, "metric", comparison_name(compared));
    sheet_real(s, "value", value->value);
    sheet_real(s, "low", value->low);
    sheet_real(s, "high", value->high);
    result_sheet(s, "ratio", ratio, false);
    sheet_real(s, "reference", cell->truth[compared]);
    sheet_real(s, "reference_ratio", cell->truth_ratio[compared]);
    sheet_text(s, "exact", survey_is_exact(value) ? "yes" : "no");
    sheet_real(s, "reference_low", cell->simulated[compared].low);
    sheet_real(s, "reference_high", cell->simulated[compared].high);
    sheet_real(s, "reference_ratio_low", cell->simulated_ratio[compared].estimate.low);
    sheet_real(s, "reference_ratio_high", cell->simulated_ratio[compared].estimate.high);
    sheet_text(s, "state", store_state_names[cell->row ? cell->row->state : STORE_MISSING]);
    sheet_text(s, "reason", cell->row ? cell->row->reason : NULL);
    sheet_text(s, "unit", compared == COMPARED_TIME ? "ms" : metrics[compared].unit);
}

enum st_code comparison_write_csv(const struct comparison *c, FILE *out, struct status *st)
{
    struct sheet sheet;
    sheet_open(&sheet, false, out);
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++)
            for (int i = 0; i < COMPARED; i++)
                put_line(&sheet, c->scenes[s].name, c->gpus[g], &c->scenes[s].cells[g], i);
    return sheet_close(&sheet, st);
}

/* ---- tables ---- */

static const struct listing_column metric_columns[] = {
    LISTING_WORDS("metric", "metric"),
    LISTING_WORDS("GPU", "gpu"),
    LISTING_METRIC("value", "value"),
    LISTING_METRIC("from", "low"),
    LISTING_METRIC("to", "high"),
    LISTING_NUMBER("ratio", "ratio", 3),
    LISTING_NUMBER("from", "ratio_low", 3),
    LISTING_NUMBER("to", "ratio_high", 3),
    LISTING_METRIC("simulated", "reference"),
    LISTING_NUMBER("ratio", "reference_ratio", 3),
    LISTING_NUMBER("from", "reference_ratio_low", 4),
    LISTING_NUMBER("to", "reference_ratio_high", 4),
    LISTING_WORDS("unit", "unit"),
};

static const struct listing_column place_columns[] = {
    LISTING_WORDS("place", "place"),
    LISTING_WORDS("GPU", "gpu"),
    LISTING_NUMBER("ms", "frame_time_ms.value", 4),
    LISTING_NUMBER("from", "frame_time_ms.low", 4),
    LISTING_NUMBER("to", "frame_time_ms.high", 4),
    LISTING_NUMBER("simulated", "reference_frame_time_ms", 4),
    LISTING_NUMBER("place", "reference_place", 0),
};

static const struct listing_column ratio_columns[] = {
    LISTING_WORDS("frame time against the first", "gpu"),
    LISTING_NUMBER("ratio", "frame_time.value", 4),
    LISTING_NUMBER("from", "frame_time.low", 4),
    LISTING_NUMBER("to", "frame_time.high", 4),
    LISTING_WORDS("verdict", "verdict"),
};

/* Puts the text "exact" in place of an interval whose ends are equal. */
static void mark_exact(struct json_writer *w, json_t *estimate)
{
    if (json_real_of(estimate, "low") != json_real_of(estimate, "high"))
        return;
    json_put_text(w, estimate, "low", "");
    json_put_text(w, estimate, "high", "exact");
}

static enum st_code print_metrics(const struct comparison *c, const struct comparison_scene *s,
                                  FILE *out, struct status *st)
{
    struct sheet rows;
    json_t *row;
    size_t at;
    sheet_open(&rows, true, NULL);
    for (size_t i = 0; i < SHOWN; i++)
        for (size_t g = 0; g < c->n_gpus; g++)
            put_line(&rows, s->name, c->gpus[g], &s->cells[g], shown[i]);
    json_array_foreach(rows.rows, at, row) mark_exact(&rows.writer, row);
    if (!rows.writer.failed)
        LISTING(rows.rows, metric_columns, out);
    json_decref(rows.rows);
    return rows.writer.failed ? status_no_memory(st, "table") : ST_OK;
}

/* ---- ranking ---- */

/* Puts the place by simulated frame time, where the frames were simulated. */
static void put_true_place(struct json_writer *w, json_t *places)
{
    json_t *one, *other;
    size_t i, k;
    json_array_foreach(places, i, one)
    {
        double time = json_real_of(one, "reference_frame_time_ms");
        uint64_t place = 1;
        json_array_foreach(places, k, other)
        {
            place += json_real_of(other, "reference_frame_time_ms") < time;
        }
        if (!isnan(time))
            json_put_count(w, one, "reference_place", place);
    }
}

/* Puts a place as text: "1", or "1-2" where the order of two GPUs is open. */
static void put_place(struct json_writer *w, json_t *place)
{
    char text[48];
    double first = json_real_of(place, "first"), last = json_real_of(place, "last");
    if (first == last)
        snprintf(text, sizeof text, "%.0f", first);
    else
        snprintf(text, sizeof text, "%.0f-%.0f", first, last);
    json_put_text(w, place, "place", text);
    mark_exact(w, json_object_get(place, "frame_time_ms"));
}

/* Puts whether the ratio is certain or, if not, how fine a difference its interval resolves. */
static void put_verdict(struct json_writer *w, json_t *ratio)
{
    char text[64];
    double half = 100 * json_real_of(ratio, "resolution");
    const char *by = json_string_value(json_object_get(ratio, "by"));
    const char *how = strcmp(by, ratio_kind_names[RATIO_SIMULATED]) == 0 ? ", by simulated pairs"
                      : strcmp(by, ratio_kind_names[RATIO_PAIRS]) == 0   ? ", by calibrated pairs"
                                                                         : "";
    if (json_is_true(json_object_get(ratio, "certain")))
        snprintf(text, sizeof text, "certain%s", how);
    else if (half == 0)
        snprintf(text, sizeof text, "they are equal%s", how);
    else if (isnan(half))
        snprintf(text, sizeof text, "there is no interval");
    else
        snprintf(text, sizeof text, "below the resolution of %.2g %%%s", half, how);
    json_put_text(w, ratio, "verdict", text);
}

static void print_doubt(const struct comparison *c, const struct comparison_scene *s, size_t a,
                        size_t b, FILE *out)
{
    const struct ratio *r = comparison_times(c, s, a, b);
    double half = 100 * survey_half_width(&r->estimate);
    fprintf(out, "not certain: %s before %s; ", c->gpus[a], c->gpus[b]);
    if (s->cells[a].machine == s->cells[b].machine)
        fputs("they are the same machine\n", out);
    else if (half == 0)
        fputs("they are equal\n", out);
    else if (!isfinite(half))
        fputs("there is no interval\n", out);
    else
        fprintf(out, "%.2g %% apart is below the resolution of %.2g %%\n",
                100 * fabs(r->estimate.value - 1), half);
}

/* Prints a line for each pair of GPUs whose order is open. */
static void print_doubts(const struct comparison *c, const struct comparison_scene *s, FILE *out)
{
    size_t open = 0;
    for (size_t i = 0; i < s->done; i++)
        for (size_t j = i + 1; j < s->done; j++) {
            size_t a = s->order[i].index, b = s->order[j].index;
            if (ranking_certain(&comparison_times(c, s, a, b)->estimate))
                continue;
            open++;
            print_doubt(c, s, a, b, out);
        }
    if (!open && s->done > 1)
        fputs("certain: no two can be equal\n", out);
}

static enum st_code print_ranking(const struct comparison *c, const struct comparison_scene *s,
                                  FILE *out, struct status *st)
{
    struct json_writer w = {0};
    json_t *ranking = json_writer_object(&w), *one;
    size_t i;
    comparison_put_ranking(&w, ranking, c, s);
    json_t *places = json_object_get(ranking, "places"),
           *ratios = json_object_get(ranking, "ratios");
    if (!w.failed) { /* else members are missing */
        json_array_foreach(places, i, one) put_place(&w, one);
        json_array_foreach(ratios, i, one) put_verdict(&w, one);
        json_array_remove(ratios, 0);
        put_true_place(&w, places);
    }
    if (!w.failed) {
        fputs("\nranking by frame time\n", out);
        LISTING(places, place_columns, out);
        if (s->cells[0].done)
            LISTING(ratios, ratio_columns, out);
        print_doubts(c, s, out);
    }
    json_decref(ranking);
    return w.failed ? status_no_memory(st, "table") : ST_OK;
}

/* ---- scenes ---- */

static const json_t *any_document(const struct comparison_scene *s, size_t n_gpus)
{
    for (size_t g = 0; g < n_gpus; g++)
        if (s->cells[g].document)
            return s->cells[g].document;
    return NULL;
}

/* The confidence of the predictions' intervals, in percent. Exact results have none, so the first
 * other one counts. */
static double confidence_of(const struct comparison *c)
{
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++)
            if (c->scenes[s].cells[g].done && !isnan(c->scenes[s].cells[g].basis.confidence))
                return c->scenes[s].cells[g].basis.confidence;
    return (double)NAN;
}

static void print_failures(const struct comparison *c, const struct comparison_scene *s, FILE *out)
{
    for (size_t g = 0; g < c->n_gpus; g++)
        if (!s->cells[g].done)
            fprintf(out, "  %s failed: %s\n", c->gpus[g], comparison_reason(&s->cells[g]));
}

static json_int_t whole_of(const json_t *document, const char *key)
{
    return json_integer_value(json_object_get(document, key));
}

static void print_kernel(const json_t *d, FILE *out)
{
    const json_t *size = json_object_get(d, "size");
    fputs(": compute kernel", out);
    if (json_is_integer(size))
        fprintf(out, ", size %lld", (long long)json_integer_value(size));
    fprintf(out, ", %lld CTAs, %s model, seed %lld", (long long)whole_of(d, "ctas"),
            json_string_value(json_object_get(d, "model")), (long long)whole_of(d, "seed"));
}

static void print_frame(const json_t *d, FILE *out)
{
    if (json_object_get(d, "kernel")) {
        print_kernel(d, out);
        return;
    }
    const char *shader = json_string_value(json_object_get(d, "shader"));
    const char *folder = json_string_value(json_object_get(d, "shaders"));
    json_int_t samples = whole_of(d, "samples");
    fprintf(out, ": %lld x %lld pixels, %lld sample%s, %s %s, seed %lld",
            (long long)whole_of(d, "width"), (long long)whole_of(d, "height"), (long long)samples,
            samples == 1 ? "" : "s", shader ? "shader" : "shaders of",
            shader   ? shader
            : folder ? folder
                     : "another folder",
            (long long)whole_of(d, "seed"));
}

/* Prints which GPUs hold more warps at once than the frame has. */
static void print_fills(const struct comparison *c, const struct comparison_scene *s, FILE *out)
{
    const char *before = "  the frame fills only ";
    for (size_t g = 0; g < c->n_gpus; g++) {
        const json_t *fills = json_object_get(s->cells[g].document, "fills");
        if (!json_is_number(fills) || json_number_value(fills) >= 1)
            continue;
        fprintf(out, "%s%.2g of %s", before, json_number_value(fills), c->gpus[g]);
        before = ", ";
    }
    if (before[0] == ',')
        fputc('\n', out);
}

static enum st_code print_tables(const struct comparison *c, const struct comparison_scene *s,
                                 FILE *out, struct status *st)
{
    TRY(print_metrics(c, s, out, st));
    return print_ranking(c, s, out, st);
}

static enum st_code print_scene(const struct comparison *c, const struct comparison_scene *s,
                                FILE *out, struct status *st)
{
    const json_t *d = any_document(s, c->n_gpus);
    fprintf(out, "\n%s", s->name);
    if (d)
        print_frame(d, out);
    fputc('\n', out);
    print_fills(c, s, out);
    print_failures(c, s, out);
    return s->done ? print_tables(c, s, out, st) : ST_OK;
}

static enum st_code print_means(const struct comparison *c, FILE *out, struct status *st)
{
    if (c->n_shared == c->n_scenes)
        fprintf(out, "\ngeometric means over %zu scenes\n", c->n_scenes);
    else
        fprintf(out, "\ngeometric means over %zu of %zu scenes: those that all GPUs have\n",
                c->n_shared, c->n_scenes);
    return c->n_shared ? print_tables(c, &c->mean, out, st) : ST_OK;
}

enum st_code comparison_print(const struct comparison *c, FILE *out, struct status *st)
{
    const double confidence = confidence_of(c);
    fprintf(out, "%zu GPU%s on %zu scene%s; ratios are to %s\n", c->n_gpus,
            c->n_gpus == 1 ? "" : "s", c->n_scenes, c->n_scenes == 1 ? "" : "s", c->gpus[0]);
    if (isfinite(confidence))
        fprintf(out, "from and to are the ends of the intervals of %g %%\n", confidence);
    if (c->reference_runs > 1)
        fprintf(out,
                "simulated: means of %u runs, each perturbed; the ratios of the means with their "
                "intervals\n",
                c->reference_runs);
    for (size_t s = 0; s < c->n_scenes; s++)
        TRY(print_scene(c, &c->scenes[s], out, st));
    return c->n_scenes > 1 ? print_means(c, out, st) : ST_OK;
}
