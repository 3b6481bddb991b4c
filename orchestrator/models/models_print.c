#include "orchestrator/models/models_print.h"

#include "orchestrator/workload/workload_open.h"

#include <math.h>

/* ---- text ---- */

static void print_frame(const struct models_table *t, size_t s, size_t g, FILE *out)
{
    double cycle_s = models_cell(t, s, g, MODEL_CYCLE)->cpu_s;
    fprintf(out, "%s on %s\n%-12s %14s %9s %10s %10s  %s\n", t->pairs.scenes.texts[s],
            t->pairs.gpus.texts[g], "", "core cycles", "error", "host s", "faster", "bottleneck");
    for (int m = 0; m < MODELS_ALL; m++) {
        const struct models_cell *c = models_cell(t, s, g, m);
        if (isnan(c->cycles)) {
            fprintf(out, "%-12s %14s  %s\n", models_name(m), "-", c->reason);
            continue;
        }
        fprintf(out, "%-12s %14.0f", models_name(m), c->cycles);
        if (m == MODEL_CYCLE)
            fprintf(out, " %9s %10.3f %10s", "", c->cpu_s, "");
        else
            fprintf(out, " %+8.1f%% %10.3f %9.1fx", 100 * models_error(t, s, g, m), c->cpu_s,
                    c->cpu_s > 0 ? cycle_s / c->cpu_s : 0);
        fprintf(out, "  %s\n", c->verdict[0] ? c->verdict : "-");
    }
    fputc('\n', out);
}

static void print_means(const struct models_table *t, FILE *out)
{
    fprintf(out, "%-12s %14s %9s %10s %10s\n", "all frames", "mean |error|", "worst", "faster",
            "kept");
    for (int m = 0; m < MODELS_ALL; m++) {
        const struct models_mean mean = models_mean(t, m);
        if (m != MODEL_CYCLE && !isnan(mean.error))
            fprintf(out, "%-12s %13.1f%% %+8.1f%% %9.1fx %9.1fx\n", models_name(m),
                    100 * mean.error, 100 * mean.worst, mean.faster, mean.faster_kept);
    }
}

void models_print(const struct models_table *t, FILE *out)
{
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++)
            print_frame(t, s, g, out);
    print_means(t, out);
}

/* ---- JSON ---- */

static json_t *cell_json(struct json_writer *w, const struct models_table *t, size_t s, size_t g,
                         int model)
{
    const struct models_cell *c = models_cell(t, s, g, model);
    json_t *o = json_writer_object(w);
    json_put_text(w, o, "model", models_name(model));
    json_put_real(w, o, "cycles", c->cycles);
    json_put_real(w, o, "error", models_error(t, s, g, model));
    json_put_text(w, o, "bottleneck", c->verdict[0] ? c->verdict : NULL);
    json_put_text(w, o, "reason", c->reason[0] ? c->reason : NULL);
    json_put_real(w, o, "cpu_s", c->cpu_s);
    json_put_real(w, o, "trace_cpu_s", c->trace_cpu_s);
    return o;
}

static json_t *frame_json(struct json_writer *w, const struct models_table *t, size_t s, size_t g)
{
    json_t *o = json_writer_object(w);
    json_put_text(w, o, "scene", t->pairs.scenes.texts[s]);
    json_put_text(w, o, "workload", workload_is(t->pairs.scenes.texts[s]) ? "kernel" : "scene");
    json_put_text(w, o, "gpu", t->pairs.gpus.texts[g]);
    json_t *cells = json_put_array(w, o, "models");
    for (int m = 0; m < MODELS_ALL; m++)
        json_append(w, cells, cell_json(w, t, s, g, m));
    return o;
}

void models_json(struct json_writer *w, json_t *document, const struct models_table *t)
{
    json_t *frames = json_put_array(w, document, "frames");
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        for (size_t g = 0; g < t->pairs.gpus.n; g++)
            json_append(w, frames, frame_json(w, t, s, g));
    json_t *all = json_put_array(w, document, "models");
    for (int m = 0; m < MODELS_ALL; m++) {
        const struct models_mean mean = models_mean(t, m);
        json_t *o = json_append_object(w, all);
        json_put_text(w, o, "model", models_name(m));
        json_put_real(w, o, "mean_abs_error", mean.error);
        json_put_real(w, o, "worst_error", mean.worst);
        json_put_real(w, o, "faster", mean.faster);
        json_put_real(w, o, "faster_kept", mean.faster_kept);
    }
}
