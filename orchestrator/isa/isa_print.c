#include "orchestrator/isa/isa_print.h"

#include "sim/workload/workload.h"

#include <math.h>

/* The ratio of the later instruction set to the first; NAN: one has no value. */
static double ratio(const struct isa_table *t, size_t scene, size_t gpu, const struct isa_row *row)
{
    double first = row->value(isa_cell(t, scene, gpu, ISA_PTX));
    double other = row->value(isa_cell(t, scene, gpu, ISA_RDNA2));
    return first > 0 && other > 0 ? other / first : (double)NAN;
}

/* Geometric mean of the existing ratios. */
static double mean_ratio(const struct isa_table *t, const struct isa_row *row)
{
    double sum = 0, n = 0;
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++) {
            double one = ratio(t, s, g, row);
            if (isnan(one))
                continue;
            sum += log(one);
            n++;
        }
    return n > 0 ? exp(sum / n) : (double)NAN;
}

/* ---- text ---- */

static void print_value(double value, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %14s", "-");
    else if (value == floor(value))
        fprintf(out, " %14.0f", value);
    else
        fprintf(out, " %14.4g", value);
}

static void print_ratio(double value, FILE *out)
{
    if (isnan(value))
        fprintf(out, " %8s", "-");
    else
        fprintf(out, " %8.3f", value);
}

static void print_frame(const struct isa_table *t, size_t s, size_t g, FILE *out)
{
    fprintf(out, "%s on %s\n%-18s", t->pairs.scenes.texts[s], t->pairs.gpus.texts[g], "");
    for (int isa = 0; isa < ISAS; isa++)
        fprintf(out, " %14s", isa_names[isa]);
    fprintf(out, " %8s  unit\n", "ratio");
    for (size_t i = 0; i < n_isa_rows; i++) {
        fprintf(out, "%-18s", isa_rows[i].name);
        for (int isa = 0; isa < ISAS; isa++)
            print_value(isa_rows[i].value(isa_cell(t, s, g, (enum isa)isa)), out);
        print_ratio(ratio(t, s, g, &isa_rows[i]), out);
        fprintf(out, "  %s\n", isa_rows[i].unit);
    }
    fputc('\n', out);
}

void isa_print(const struct isa_table *t, FILE *out)
{
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++)
            print_frame(t, s, g, out);
    if (t->pairs.scenes.n * t->pairs.gpus.n < 2)
        return;
    fprintf(out, "%-18s %14s\n", "all", "mean ratio");
    for (size_t i = 0; i < n_isa_rows; i++) {
        fprintf(out, "%-18s       ", isa_rows[i].name);
        print_ratio(mean_ratio(t, &isa_rows[i]), out);
        fputc('\n', out);
    }
}

/* ---- JSON ---- */

static json_t *frame_json(struct json_writer *w, const struct isa_table *t, size_t s, size_t g)
{
    json_t *o = json_writer_object(w);
    json_put_text(w, o, "scene", t->pairs.scenes.texts[s]);
    json_put_text(w, o, "workload", workload_find(t->pairs.scenes.texts[s]) ? "kernel" : "scene");
    json_put_text(w, o, "gpu", t->pairs.gpus.texts[g]);
    json_t *rows = json_put_array(w, o, "statistics");
    for (size_t i = 0; i < n_isa_rows; i++) {
        json_t *row = json_append_object(w, rows);
        json_put_text(w, row, "name", isa_rows[i].name);
        json_put_text(w, row, "unit", isa_rows[i].unit);
        json_put_text(w, row, "paper", isa_rows[i].where);
        for (int isa = 0; isa < ISAS; isa++)
            json_put_real(w, row, isa_names[isa],
                          isa_rows[i].value(isa_cell(t, s, g, (enum isa)isa)));
        json_put_real(w, row, "ratio", ratio(t, s, g, &isa_rows[i]));
    }
    return o;
}

void isa_json(struct json_writer *w, json_t *document, const struct isa_table *t)
{
    json_t *frames = json_put_array(w, document, "frames");
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++)
            json_append(w, frames, frame_json(w, t, s, g));
    json_t *ratios = json_put_object(w, document, "ratios");
    for (size_t i = 0; i < n_isa_rows; i++)
        json_put_real(w, ratios, isa_rows[i].name, mean_ratio(t, &isa_rows[i]));
}
