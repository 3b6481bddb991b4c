#include "orchestrator/compare/comparison_print.h"

#include "orchestrator/compare/verdicts.h"
#include "orchestrator/result/result_json.h"
#include "orchestrator/result/result_table.h"

#include <math.h>
#include <string.h>

/* The numbers of the text output; JSON and CSV have all. */
static const int shown[] = {
    METRIC_IPC,           METRIC_CYCLES,          METRIC_L1D_MISS_RATE,         METRIC_L2_MISS_RATE,
    METRIC_RT_EFFICIENCY, METRIC_DRAM_EFFICIENCY, METRIC_BANDWIDTH_UTILIZATION, COMPARED_TIME};
enum { SHOWN = sizeof shown / sizeof *shown };

/* Columns are as wide as the longest name of a GPU. */
struct page {
    const struct comparison *c;
    int width;
    double confidence; /* percent; NAN: nothing was predicted */
    FILE *out;
};

static int widest(const struct comparison *c)
{
    size_t width = 22;
    for (size_t g = 0; g < c->n_gpus; g++)
        if (strlen(c->gpus[g]) > width)
            width = strlen(c->gpus[g]);
    return (int)width;
}

static const json_t *any_document(const struct comparison_scene *s, size_t n_gpus)
{
    for (size_t g = 0; g < n_gpus; g++)
        if (s->cells[g].document)
            return s->cells[g].document;
    return NULL;
}

/* The confidence of the predictions; exact results have none. */
static double confidence_of(const struct comparison *c)
{
    for (size_t s = 0; s < c->n_scenes; s++)
        for (size_t g = 0; g < c->n_gpus; g++) {
            const json_t *level = json_object_get(c->scenes[s].cells[g].document, "confidence");
            if (level)
                return json_number_value(level);
        }
    return (double)NAN;
}

/* ---- numbers ---- */

static void value_text(int compared, double value, char *text, size_t n)
{
    if (!isfinite(value))
        snprintf(text, n, "-");
    else if (compared == COMPARED_TIME)
        snprintf(text, n, "%.4f", value);
    else
        metric_text((enum metric_id)compared, value, text, n);
}

static void print_value(int compared, double value, FILE *out)
{
    char text[64];
    value_text(compared, value, text, sizeof text);
    fprintf(out, " %14s", text);
}

static void print_estimate(int compared, const struct estimate *e, FILE *out)
{
    print_value(compared, e->value, out);
    if (survey_is_exact(e)) {
        fprintf(out, " %14s %14s", "", "exact");
        return;
    }
    print_value(compared, e->low, out);
    print_value(compared, e->high, out);
}

/* ---- metrics ---- */

static void print_columns(const struct page *p, const char *first)
{
    char level[32] = "from";
    if (isfinite(p->confidence))
        snprintf(level, sizeof level, "%g %% from", p->confidence);
    fprintf(p->out, "%-*s %14s %14s %14s %8s %8s %8s", p->width + 2, first, "value", level, "to",
            "ratio", "from", "to");
    if (p->c->reference)
        fprintf(p->out, " %14s %8s", "simulated", "ratio");
    if (p->c->reference_runs > 1)
        fprintf(p->out, " %8s %8s", "from", "to");
    fputc('\n', p->out);
}

static void print_cell(const struct page *p, const struct comparison_cell *cell, int compared)
{
    print_estimate(compared, &cell->value[compared], p->out);
    number_print(cell->ratio[compared].estimate.value, 8, 3, p->out);
    number_print(cell->ratio[compared].estimate.low, 8, 3, p->out);
    number_print(cell->ratio[compared].estimate.high, 8, 3, p->out);
    if (p->c->reference) {
        print_value(compared, cell->truth[compared], p->out);
        number_print(cell->truth_ratio[compared], 8, 3, p->out);
    }
    if (p->c->reference_runs > 1) {
        number_print(cell->simulated_ratio[compared].estimate.low, 8, 4, p->out);
        number_print(cell->simulated_ratio[compared].estimate.high, 8, 4, p->out);
    }
    fputc('\n', p->out);
}

static void print_title(int compared, FILE *out)
{
    bool share = compared < METRIC_COUNT && metrics[compared].kind == METRIC_SHARE;
    const char *unit = compared == COMPARED_TIME ? "ms" : metrics[compared].unit;
    fprintf(out, "%s%s%s\n", compared == COMPARED_TIME ? "Frame time" : metrics[compared].title,
            share ? "" : ", ", share ? "" : unit);
}

static void print_metrics(const struct page *p, const struct comparison_scene *s)
{
    print_columns(p, "metric, GPU");
    for (size_t i = 0; i < SHOWN; i++) {
        print_title(shown[i], p->out);
        for (size_t g = 0; g < p->c->n_gpus; g++) {
            fprintf(p->out, "  %-*s", p->width, p->c->gpus[g]);
            print_cell(p, &s->cells[g], shown[i]);
        }
    }
}

/* ---- ranking ---- */

static void print_place(const struct place *place, FILE *out)
{
    char text[48];
    if (place->first == place->last)
        snprintf(text, sizeof text, "%zu", place->first);
    else
        snprintf(text, sizeof text, "%zu-%zu", place->first, place->last);
    fprintf(out, "  %-7s", text);
}

static size_t place_by_truth(const struct comparison *c, const struct comparison_scene *s,
                             size_t gpu)
{
    size_t place = 1;
    for (size_t g = 0; g < c->n_gpus; g++)
        place += s->cells[g].truth[COMPARED_TIME] < s->cells[gpu].truth[COMPARED_TIME];
    return place;
}

static void print_places(const struct page *p, const struct comparison_scene *s)
{
    fprintf(p->out, "  %-7s%-*s %14s %14s %14s", "place", p->width, "GPU", "ms", "from", "to");
    if (p->c->reference)
        fprintf(p->out, " %14s  %s", "simulated", "place");
    if (p->c->reference_runs > 1)
        fprintf(p->out, " %14s %14s", "from", "to");
    fputc('\n', p->out);
    for (size_t i = 0; i < s->done; i++) {
        const struct comparison_cell *cell = &s->cells[s->order[i].index];
        print_place(&s->order[i], p->out);
        fprintf(p->out, "%-*s", p->width, p->c->gpus[s->order[i].index]);
        print_estimate(COMPARED_TIME, &cell->value[COMPARED_TIME], p->out);
        if (p->c->reference) {
            print_value(COMPARED_TIME, cell->truth[COMPARED_TIME], p->out);
            fprintf(p->out, p->c->reference_runs > 1 ? "  %-5zu" : "  %zu",
                    place_by_truth(p->c, s, s->order[i].index));
        }
        if (p->c->reference_runs > 1) {
            print_value(COMPARED_TIME, cell->simulated[COMPARED_TIME].low, p->out);
            print_value(COMPARED_TIME, cell->simulated[COMPARED_TIME].high, p->out);
        }
        fputc('\n', p->out);
    }
}

static void print_ranking(const struct page *p, const struct comparison_scene *s)
{
    fputs("ranking by frame time\n", p->out);
    print_places(p, s);
    comparison_print_verdicts(p->c, s, p->width, p->out);
}

/* ---- scenes ---- */

static void print_failures(const struct page *p, const struct comparison_scene *s)
{
    for (size_t g = 0; g < p->c->n_gpus; g++)
        if (!s->cells[g].done)
            fprintf(p->out, "  %s failed: %s\n", p->c->gpus[g], comparison_reason(&s->cells[g]));
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

/* Prints the GPUs that hold more warps at once than the frame has. */
static void print_fills(const struct page *p, const struct comparison_scene *s)
{
    const char *before = "  the frame fills only ";
    for (size_t g = 0; g < p->c->n_gpus; g++) {
        const json_t *fills = json_object_get(s->cells[g].document, "fills");
        if (!json_is_number(fills) || json_number_value(fills) >= 1)
            continue;
        fprintf(p->out, "%s%.2g of %s", before, json_number_value(fills), p->c->gpus[g]);
        before = ", ";
    }
    if (before[0] == ',')
        fputc('\n', p->out);
}

static void print_scene(const struct page *p, const struct comparison_scene *s)
{
    const json_t *d = any_document(s, p->c->n_gpus);
    fprintf(p->out, "%s", s->name);
    if (d)
        print_frame(d, p->out);
    fputc('\n', p->out);
    print_fills(p, s);
    print_failures(p, s);
    if (s->done == 0)
        return;
    print_metrics(p, s);
    fputc('\n', p->out);
    print_ranking(p, s);
}

static void print_means(const struct page *p)
{
    const struct comparison *c = p->c;
    if (c->n_shared == c->n_scenes)
        fprintf(p->out, "\ngeometric means over %zu scenes\n", c->n_scenes);
    else
        fprintf(p->out, "\ngeometric means over %zu of %zu scenes: those that all GPUs have\n",
                c->n_shared, c->n_scenes);
    if (c->n_shared == 0)
        return;
    print_metrics(p, &c->mean);
    fputc('\n', p->out);
    print_ranking(p, &c->mean);
}

void comparison_print(const struct comparison *c, FILE *out)
{
    const struct page p = {c, widest(c), confidence_of(c), out};
    fprintf(out, "%zu GPU%s on %zu scene%s; ratios are to %s\n", c->n_gpus,
            c->n_gpus == 1 ? "" : "s", c->n_scenes, c->n_scenes == 1 ? "" : "s", c->gpus[0]);
    if (c->reference_runs > 1)
        fprintf(out,
                "simulated: means of %u runs, each perturbed; the ratios of the means with their "
                "intervals\n",
                c->reference_runs);
    for (size_t s = 0; s < c->n_scenes; s++) {
        fputc('\n', out);
        print_scene(&p, &c->scenes[s]);
    }
    if (c->n_scenes > 1)
        print_means(&p);
}

/* ---- CSV ---- */

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
