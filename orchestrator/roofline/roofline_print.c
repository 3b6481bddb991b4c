#include "orchestrator/roofline/roofline_print.h"

#include <math.h>
#include <string.h>

/* ---- text ---- */

static int widest(const struct labels *l, size_t least)
{
    size_t width = least;
    for (size_t i = 0; i < l->n; i++)
        if (strlen(l->texts[i]) > width)
            width = strlen(l->texts[i]);
    return (int)width;
}

static void print_gpus(const struct roofline_table *t, FILE *out)
{
    int width = widest(&t->pairs.gpus, 12);
    fprintf(out, "Peaks, 1e9 per second and GB/s\n%-*s %9s %9s %9s %9s %9s %9s %9s %9s\n", width,
            "", "SP", "DP", "int", "add", "ld/st", "memory", "RT steps", "RT asks");
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        const struct roofline_gpu *p = &t->targets[g].peaks;
        fprintf(out, "%-*s %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %9.3f %9.3f\n", width,
                t->targets[g].name, p->sp, p->dp, p->integer, p->add, p->ldst, p->bandwidth,
                p->steps, p->requests);
    }
}

static void print_kernels(const struct roofline_table *t, FILE *out)
{
    int width = widest(&t->pairs.scenes, 12);
    fprintf(out, "\nProfiles on %s\n%-*s %5s %9s %9s %8s %8s %8s %8s %10s %9s\n",
            t->targets[0].name, width, "", "type", "1e6 ops", "MB DRAM", "mix", "ops", "ld/st",
            "other", "ops/byte", "steps");
    for (size_t s = 0; s < t->pairs.scenes.n; s++) {
        const struct roofline_row *r = &t->rows[s];
        const struct roofline_kernel *k = &r->kernel;
        fprintf(out, "%-*s %5s %9.2f %9.3f %7.1f%% %7.1f%% %7.1f%% %7.1f%% %10.2f %9llu\n", width,
                r->scene, roofline_type_name(k->type), k->ops / 1e6, k->bytes / 1e6, 100 * k->mix,
                100 * k->dense_ops, 100 * k->dense_ldst, 100 * k->dense_other,
                r->cells[0].prediction.intensity, (unsigned long long)r->profile.trace_steps);
    }
}

static void print_cell(const struct roofline_table *t, const struct roofline_cell *c, FILE *out)
{
    const struct roofline_prediction *p = &c->prediction;
    fprintf(out, " %12.0f %9.4f %9.4f %9.4f %9.4f %8s", c->cycles, 1e3 * p->seconds,
            1e3 * p->compute_s, 1e3 * p->memory_s, 1e3 * p->trace_s, roofline_bound_name(p->bound));
    if (c->simulated)
        fprintf(out, " %12llu %+8.1f%%", (unsigned long long)c->simulated, 100 * roofline_error(c));
    else if (t->reference)
        fprintf(out, " %12s %9s", "-", "-");
    fputc('\n', out);
}

void roofline_print(const struct roofline_table *t, FILE *out)
{
    int width = widest(&t->pairs.gpus, 12);
    print_gpus(t, out);
    print_kernels(t, out);
    for (size_t s = 0; s < t->pairs.scenes.n; s++) {
        fprintf(out, "\n%s\n%-*s %12s %9s %9s %9s %9s %8s %12s %9s\n", t->rows[s].scene, width, "",
                "core cycles", "ms", "compute", "memory", "RT unit", "bound", "simulated", "error");
        for (size_t g = 0; g < t->pairs.gpus.n; g++) {
            fprintf(out, "%-*s", width, t->targets[g].name);
            print_cell(t, &t->rows[s].cells[g], out);
        }
    }
    if (t->reference && t->pairs.gpus.n > 1)
        fprintf(out, "\nmean error of cycles, all but %s: %.1f %%\n", t->targets[0].name,
                100 * roofline_mean_error(t));
}

/* ---- JSON ---- */

static json_t *gpu_json(struct json_writer *w, const struct roofline_target *t)
{
    json_t *o = json_writer_object(w);
    const struct roofline_gpu *p = &t->peaks;
    const struct {
        const char *name;
        double value;
    } peaks[] = {{"sp", p->sp},
                 {"dp", p->dp},
                 {"int", p->integer},
                 {"add", p->add},
                 {"ldst", p->ldst},
                 {"bandwidth", p->bandwidth},
                 {"rt_places", p->places},
                 {"rt_steps", p->steps},
                 {"rt_requests", p->requests},
                 {"rt_l2_ns", p->l2_ns},
                 {"rt_dram_ns", p->dram_ns}};
    json_put_text(w, o, "gpu", t->name);
    for (size_t i = 0; i < sizeof peaks / sizeof *peaks; i++)
        json_put_real(w, o, peaks[i].name, peaks[i].value);
    return o;
}

static json_t *cell_json(struct json_writer *w, const struct roofline_cell *c, const char *gpu)
{
    json_t *o = json_writer_object(w);
    const struct roofline_prediction *p = &c->prediction;
    json_put_text(w, o, "gpu", gpu);
    json_put_real(w, o, "cycles", c->cycles);
    json_put_real(w, o, "seconds", p->seconds);
    json_put_real(w, o, "compute_s", p->compute_s);
    json_put_real(w, o, "memory_s", p->memory_s);
    json_put_real(w, o, "rt_unit_s", p->trace_s);
    json_put_text(w, o, "bound", roofline_bound_name(p->bound));
    json_put_real(w, o, "attainable", p->attainable);
    json_put_real(w, o, "throughput", p->throughput);
    json_put_real(w, o, "efficiency", p->efficiency);
    json_put_real(w, o, "balance", p->balance);
    json_put(w, o, "simulated",
             c->simulated ? json_integer((json_int_t)c->simulated) : json_null());
    json_put_real(w, o, "error", roofline_error(c));
    return o;
}

static json_t *profile_json(struct json_writer *w, const struct roofline_profile *p)
{
    json_t *o = json_writer_object(w);
    const struct {
        const char *name;
        uint64_t value;
    } counts[] = {{"fma32", p->fma32},
                  {"fma64", p->fma64},
                  {"fp32", p->fp32},
                  {"fp64", p->fp64},
                  {"int", p->integer},
                  {"ldst", p->ldst},
                  {"warp_instructions", p->inst},
                  {"dram_reads", p->dram_reads},
                  {"dram_writes", p->dram_writes},
                  {"trace_steps", p->trace_steps},
                  {"trace_requests", p->trace_requests}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        json_put_count(w, o, counts[i].name, counts[i].value);
    json_put_real(w, o, "trace_l2", p->trace_l2);
    json_put_real(w, o, "trace_dram", p->trace_dram);
    return o;
}

static json_t *row_json(struct json_writer *w, const struct roofline_table *t,
                        const struct roofline_row *r)
{
    json_t *o = json_writer_object(w);
    json_put_text(w, o, "scene", r->scene);
    json_put(w, o, "profile", profile_json(w, &r->profile));
    json_put_text(w, o, "type", roofline_type_name(r->kernel.type));
    json_put_real(w, o, "ops", r->kernel.ops);
    json_put_real(w, o, "bytes", r->kernel.bytes);
    json_put_real(w, o, "mix", r->kernel.mix);
    json_put_real(w, o, "dense_ops", r->kernel.dense_ops);
    json_put_real(w, o, "dense_ldst", r->kernel.dense_ldst);
    json_put_real(w, o, "dense_other", r->kernel.dense_other);
    json_t *cells = json_put_array(w, o, "predictions");
    for (size_t g = 0; g < t->pairs.gpus.n; g++)
        json_append(w, cells, cell_json(w, &r->cells[g], t->targets[g].name));
    return o;
}

void roofline_json(struct json_writer *w, json_t *document, const struct roofline_table *t)
{
    json_put_text(w, document, "reference", t->targets[0].name);
    json_t *gpus = json_put_array(w, document, "gpus");
    for (size_t g = 0; g < t->pairs.gpus.n; g++)
        json_append(w, gpus, gpu_json(w, &t->targets[g]));
    json_t *kernels = json_put_array(w, document, "kernels");
    for (size_t s = 0; s < t->pairs.scenes.n; s++)
        json_append(w, kernels, row_json(w, t, &t->rows[s]));
    json_put_real(w, document, "mean_abs_error", roofline_mean_error(t));
}
