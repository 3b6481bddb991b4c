/* The command models: every timing model of orchestrator/settings/models.h on the same frames and
 * kernels, and the quantitative roofline model. The first timing model, the cycle model, gives the
 * reference. */
#include "orchestrator/grids/models.h"

#include "common/auto.h"
#include "common/json_writer.h"
#include "common/listing.h"
#include "common/memory.h"
#include "orchestrator/grids/peaks_cache.h"
#include "orchestrator/result/cost.h"
#include "orchestrator/workload/profile_json.h"
#include "sim/config/load/load.h"

#include <math.h>

/* ---- the roofline model of a GPU ---- */

struct target {
    struct gpu_config gpu;
    struct roofline_gpu peaks;
    double cpu_s; /* processor time of measuring the peaks */
};

static enum st_code measure(struct target *t, const char *gpu, const char *cache,
                            char note[STATUS_TEXT], struct status *st)
{
    char said[STATUS_TEXT];
    double start_s = cost_thread_cpu_s();
    TRY(gpu_config_load(&t->gpu, gpu, st));
    TRY(peaks_cache(&t->peaks, &t->gpu, cache, said, st));
    t->cpu_s = cost_thread_cpu_s() - start_s;
    if (said[0])
        snprintf(note, STATUS_TEXT, "%s", said);
    return ST_OK;
}

/* ---- a frame ---- */

struct means {
    double sum, worst, cpu_s, trace_cpu_s, cycle_cpu_s;
    size_t n;
};

/* The cycle model's numbers of a frame, with which the other models are compared; NAN: the run
 * failed. */
struct truth {
    double cycles, cpu_s;
};

static void put_cell(struct json_writer *w, json_t *cells, const char *model, double cycles,
                     double cpu_s, double trace_cpu_s, struct truth truth, struct means *m)
{
    const double error = cycles / truth.cycles - 1;
    json_t *o = json_append_object(w, cells);
    json_put_text(w, o, "model", model);
    json_put_real(w, o, "cycles", cycles);
    json_put_real(w, o, "error", error);
    json_put_real(w, o, "cpu_s", cpu_s);
    json_put_real(w, o, "trace_cpu_s", trace_cpu_s);
    json_put_real(w, o, "faster", cpu_s > 0 ? truth.cpu_s / cpu_s : (double)NAN);
    if (isnan(error))
        return;
    m->sum += fabs(error);
    m->worst = fabs(error) > fabs(m->worst) ? error : m->worst;
    m->cpu_s += cpu_s;
    m->trace_cpu_s += trace_cpu_s;
    m->cycle_cpu_s += truth.cpu_s;
    m->n++;
}

static double cycles_of(const json_t *document)
{
    const json_t *all = json_object_get(document, "metrics");
    return json_real_of(json_object_get(all, "cycles"), "value");
}

static double cpu_of(const json_t *document)
{
    return json_real_of(json_object_get(document, "cost"), "simulate_cpu_s");
}

/* Puts the run of a timing model or the reason why there is none. */
static enum st_code put_run(struct json_writer *w, json_t *list, const struct cells *c,
                            size_t scene, size_t gpu, int model, struct truth *truth,
                            struct means *m, struct status *st)
{
    const struct study_row *row = cells_row(c, scene, gpu, models[model].name);
    json_t *run;
    TRY(cells_document(&run, c, scene, gpu, models[model].name, st));
    if (model == MODEL_CYCLE)
        *truth = (struct truth){cycles_of(run), cpu_of(run)};
    double trace_cpu_s = run ? json_real_of(run, "trace_cpu_s") : 0;
    put_cell(w, list, models[model].name, cycles_of(run), run ? cpu_of(run) : 0, trace_cpu_s,
             *truth, m);
    json_t *cell = json_array_get(list, json_array_size(list) - 1);
    json_t *bottleneck = json_object_get(run, "bottleneck"),
           *stack = json_object_get(run, "cpi_stack");
    json_put(w, cell, "bottleneck", bottleneck ? json_incref(bottleneck) : json_null());
    json_put_text(w, cell, "reason", row && !run ? row->reason : NULL);
    if (run)
        json_put_real(w, cell, "cpi", json_real_of(run, "cpi"));
    if (stack)
        json_put(w, cell, "cpi_stack", json_incref(stack));
    json_decref(run);
    return ST_OK;
}

static enum st_code put_roofline(struct json_writer *w, json_t *list, const struct cells *c,
                                 size_t scene, const struct target *target, struct truth truth,
                                 struct means *m, struct status *st)
{
    struct roofline_profile profile;
    struct roofline_prediction p = {.seconds = (double)NAN};
    json_t *run;
    TRY(cells_document(&run, c, scene, 0, models[MODEL_CYCLE].name, st));
    roofline_profile_read(&profile, json_object_get(run, "profile"));
    if (run)
        roofline_predict(&p, &profile, &target->peaks);
    put_cell(w, list, "roofline", p.seconds * target->gpu.machine.core_MHz * 1e6, target->cpu_s, 0,
             truth, m);
    json_t *cell = json_array_get(list, json_array_size(list) - 1);
    json_put_text(w, cell, "bottleneck", run ? roofline_bound_name(p.bound) : NULL);
    json_put_text(w, cell, "reason", run ? NULL : "there is no profile");
    json_decref(run);
    return ST_OK;
}

static enum st_code put_frame(struct json_writer *w, json_t *frames, const struct cells *c,
                              size_t scene, size_t gpu, const struct target *target,
                              struct means means[MODELS_ALL], struct status *st)
{
    struct truth truth = {(double)NAN, (double)NAN};
    json_t *frame = json_append_object(w, frames);
    cells_put_names(w, frame, c, scene, gpu);
    json_t *list = json_put_array(w, frame, "models");
    for (int m = 0; m < TIMING_MODELS; m++)
        TRY(put_run(w, list, c, scene, gpu, m, &truth, &means[m], st));
    return put_roofline(w, list, c, scene, target, truth, &means[MODELS_ROOFLINE], st);
}

/* ---- all frames ---- */

static void put_means(struct json_writer *w, json_t *document, const struct means means[MODELS_ALL])
{
    json_t *all = json_put_array(w, document, "models");
    for (int i = 0; i < MODELS_ALL; i++) {
        const struct means *m = &means[i];
        const double none = (double)NAN, kept_cpu_s = m->cpu_s - m->trace_cpu_s;
        json_t *o = json_append_object(w, all);
        json_put_text(w, o, "model", i == MODELS_ROOFLINE ? "roofline" : models[i].name);
        json_put_real(w, o, "mean_abs_error", m->n ? m->sum / (double)m->n : none);
        json_put_real(w, o, "worst_error", m->n ? m->worst : none);
        json_put_real(w, o, "faster", m->cpu_s > 0 ? m->cycle_cpu_s / m->cpu_s : none);
        json_put_real(w, o, "faster_kept", kept_cpu_s > 0 ? m->cycle_cpu_s / kept_cpu_s : none);
    }
}

/* Puts "frames", each with its "models", and "models", their means over all frames. Errors are
 * relative to the cycle model. A model whose run failed has the reason instead. */
static enum st_code put(struct json_writer *w, json_t *document, const struct cells *c,
                        char note[STATUS_TEXT], struct status *st)
{
    struct means means[MODELS_ALL] = {{0}};
    MEM_AUTO struct target *targets = NULL;
    json_t *frames = json_put_array(w, document, "frames");
    note[0] = 0;
    TRY(mem_make(&targets, c->gpus.n, sizeof *targets, "GPUs", st));
    for (size_t g = 0; g < c->gpus.n; g++)
        TRY(measure(&targets[g], c->gpus.texts[g], c->cache, note, st));
    for (size_t s = 0; s < c->scenes.n; s++)
        for (size_t g = 0; g < c->gpus.n; g++)
            TRY(put_frame(w, frames, c, s, g, &targets[g], means, st));
    put_means(w, document, means);
    return ST_OK;
}

/* ---- the tables ---- */

static const struct listing_column cell_columns[] = {
    LISTING_WORDS("model", "model"),
    LISTING_NUMBER("core cycles", "cycles", 0),
    {"error", "error", LISTING_SIGNED, 1, 100, "%"},
    LISTING_NUMBER("host s", "cpu_s", 3),
    {"faster", "faster", LISTING_REAL, 1, 1, "x"},
    LISTING_WORDS("bottleneck", "bottleneck"),
    LISTING_WORDS("not run", "reason"),
};

static const struct listing_column mean_columns[] = {
    LISTING_WORDS("all frames", "model"),
    {"mean |error|", "mean_abs_error", LISTING_REAL, 1, 100, "%"},
    {"worst", "worst_error", LISTING_SIGNED, 1, 100, "%"},
    {"faster", "faster", LISTING_REAL, 1, 1, "x"},
    {"kept", "faster_kept", LISTING_REAL, 1, 1, "x"},
};

static void print(const json_t *document, FILE *out)
{
    const json_t *frame;
    size_t i;
    json_array_foreach(json_object_get(document, "frames"), i, frame)
    {
        fprintf(out, "%s on %s\n", json_string_value(json_object_get(frame, "scene")),
                json_string_value(json_object_get(frame, "gpu")));
        LISTING(json_object_get(frame, "models"), cell_columns, out);
        fputc('\n', out);
    }
    LISTING(json_object_get(document, "models"), mean_columns, out);
}

/* ---- the command ---- */

#define NAME(id, name, ...) "," name
static const char all[] = MODELS(NAME);
#undef NAME

const struct grid_command models_grid = {
    .title = "Timing models side by side",
    .slices = {{SLICE_FIRST, "cycle", "profile", false},
               {SLICE_FIRST, all + sizeof ",cycle", NULL, false},
               {SLICE_OTHERS, all + 1, NULL, false}},
    .n_slices = 3,
    .must = "cycle",
    .put = put,
    .print = print,
    .plot = models_plot,
};
