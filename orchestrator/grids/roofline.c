/* The command roofline: scenes and kernels are profiled on one GPU, and the quantitative roofline
 * model (sim/roofline/roofline.h) predicts them on others. */
#include "orchestrator/grids/roofline.h"

#include "common/auto.h"
#include "common/json_writer.h"
#include "common/listing.h"
#include "common/memory.h"
#include "orchestrator/workload/profile_json.h"
#include "sim/config/load/load.h"

#include <math.h>

/* ---- targets ---- */

struct target {
    const char *name; /* operand as given */
    struct gpu_config gpu;
    struct roofline_gpu peaks;
};

/* The GPUs. The first is the reference, whose runs are the profiles. */
struct targets {
    struct target *all;
    size_t n;
};

static enum st_code make_target(struct target *t, const char *name, const char *cache,
                                char note[STATUS_TEXT], struct status *st)
{
    char said[STATUS_TEXT];
    t->name = name;
    TRY(gpu_config_load(&t->gpu, name, st));
    TRY(peaks_cache(&t->peaks, &t->gpu, cache, said, st));
    if (said[0])
        snprintf(note, STATUS_TEXT, "%s", said);
    return ST_OK;
}

static enum st_code make_targets(struct targets *t, const struct grid *given, const char *cache,
                                 char note[STATUS_TEXT], struct status *st)
{
    const struct grid_axis *gpus = grid_axis(given, "gpu");
    struct settings initial;
    options_default(&initial);
    t->n = gpus ? gpus->n : 1;
    TRY(mem_make(&t->all, t->n, sizeof *t->all, "roofline", st));
    for (size_t g = 0; g < t->n; g++)
        TRY(make_target(&t->all[g], gpus ? gpus->values[g] : initial.render.gpu, cache, note, st));
    return ST_OK;
}

static void free_targets(struct targets *t)
{
    mem_free(t->all);
}

/* ---- the document ---- */

static void put_gpu(struct json_writer *w, json_t *gpus, const struct target *t)
{
    json_t *o = json_append_object(w, gpus);
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
}

/* Returns the index of a GPU among those that were run; others were only named. */
static size_t run_index(const struct cells *c, const char *gpu)
{
    return labels_at(&c->gpus, gpu);
}

/* Reads the simulated cycles of a scene on a GPU; NAN: it was not simulated. */
static enum st_code simulated_of(double *out, const struct cells *c, size_t scene, const char *gpu,
                                 struct status *st)
{
    const size_t g = run_index(c, gpu);
    json_t *run = NULL;
    if (g < c->gpus.n)
        TRY(cells_document(&run, c, scene, g, NULL, st));
    const json_t *all = json_object_get(run, "metrics");
    *out = json_real_of(json_object_get(all, "cycles"), "value");
    json_decref(run);
    return ST_OK;
}

static void put_prediction(struct json_writer *w, json_t *list, const struct target *t,
                           const struct roofline_profile *profile, double simulated, double *error)
{
    struct roofline_prediction p;
    json_t *o = json_append_object(w, list);
    roofline_predict(&p, profile, &t->peaks);
    const double cycles = p.seconds * t->gpu.machine.core_MHz * 1e6;
    *error = cycles / simulated - 1;
    json_put_text(w, o, "gpu", t->name);
    json_put_real(w, o, "cycles", cycles);
    json_put_real(w, o, "seconds", p.seconds);
    json_put_real(w, o, "compute_s", p.compute_s);
    json_put_real(w, o, "memory_s", p.memory_s);
    json_put_real(w, o, "rt_unit_s", p.trace_s);
    json_put_text(w, o, "bound", roofline_bound_name(p.bound));
    json_put_real(w, o, "attainable", p.attainable);
    json_put_real(w, o, "throughput", p.throughput);
    json_put_real(w, o, "efficiency", p.efficiency);
    json_put_real(w, o, "intensity", p.intensity);
    json_put_real(w, o, "balance", p.balance);
    json_put(w, o, "simulated",
             isnan(simulated) ? json_null() : json_integer((json_int_t)simulated));
    json_put_real(w, o, "error", *error);
}

struct mean {
    double sum;
    size_t n;
};

static enum st_code put_kernel(struct json_writer *w, json_t *kernels, const struct cells *c,
                               size_t scene, const struct targets *t, struct mean *mean,
                               struct status *st)
{
    struct roofline_profile profile;
    struct roofline_kernel k;
    json_t *run;
    TRY(cells_document(&run, c, scene, run_index(c, t->all[0].name), NULL, st));
    roofline_profile_read(&profile, json_object_get(run, "profile"));
    json_decref(run);
    roofline_kernel_make(&k, &profile);
    json_t *o = json_append_object(w, kernels);
    json_put_text(w, o, "scene", c->scenes.texts[scene]);
    json_put(w, o, "profile", roofline_profile_json(w, &profile));
    json_put_text(w, o, "type", roofline_type_name(k.type));
    json_put_real(w, o, "ops", k.ops);
    json_put_real(w, o, "bytes", k.bytes);
    json_put_real(w, o, "mix", k.mix);
    json_put_real(w, o, "dense_ops", k.dense_ops);
    json_put_real(w, o, "dense_ldst", k.dense_ldst);
    json_put_real(w, o, "dense_other", k.dense_other);
    json_t *list = json_put_array(w, o, "predictions");
    for (size_t g = 0; g < t->n; g++) {
        double simulated, error;
        TRY(simulated_of(&simulated, c, scene, t->all[g].name, st));
        put_prediction(w, list, &t->all[g], &profile, simulated, &error);
        mean->sum += g > 0 ? fabs(error) : 0;
        mean->n += g > 0;
    }
    return ST_OK;
}

/* Puts "reference", "gpus", "kernels" and "mean_abs_error"; shares are fractions, throughputs are
 * in 1e9 per second. GPUs that were simulated as well have errors; the mean is over all of those
 * except the first GPU. */
static enum st_code put(struct json_writer *w, json_t *document, const struct cells *c,
                        char note[STATUS_TEXT], struct status *st)
{
    AUTO(free_targets) struct targets targets = {0};
    const struct targets *t = &targets;
    struct mean mean = {0, 0};
    note[0] = 0;
    TRY(make_targets(&targets, c->given, c->cache, note, st));
    json_put_text(w, document, "reference", t->all[0].name);
    json_t *gpus = json_put_array(w, document, "gpus");
    for (size_t g = 0; g < t->n; g++)
        put_gpu(w, gpus, &t->all[g]);
    json_t *kernels = json_put_array(w, document, "kernels");
    for (size_t s = 0; s < c->scenes.n; s++)
        TRY(put_kernel(w, kernels, c, s, t, &mean, st));
    json_put_real(w, document, "mean_abs_error", mean.n ? mean.sum / (double)mean.n : (double)NAN);
    return ST_OK;
}

/* ---- the tables ---- */

static const struct listing_column gpu_columns[] = {
    LISTING_WORDS("peaks, 1e9 per second and GB/s", "gpu"),
    LISTING_NUMBER("SP", "sp", 1),
    LISTING_NUMBER("DP", "dp", 1),
    LISTING_NUMBER("int", "int", 1),
    LISTING_NUMBER("add", "add", 1),
    LISTING_NUMBER("ld/st", "ldst", 1),
    LISTING_NUMBER("memory", "bandwidth", 1),
    LISTING_NUMBER("RT steps", "rt_steps", 3),
    LISTING_NUMBER("RT requests", "rt_requests", 3),
};

static const struct listing_column kernel_columns[] = {
    LISTING_WORDS("profile", "scene"),
    LISTING_WORDS("type", "type"),
    {"1e6 ops", "ops", LISTING_REAL, 2, 1e-6, NULL},
    {"MB DRAM", "bytes", LISTING_REAL, 3, 1e-6, NULL},
    {"mix", "mix", LISTING_REAL, 1, 100, "%"},
    {"ops", "dense_ops", LISTING_REAL, 1, 100, "%"},
    {"ld/st", "dense_ldst", LISTING_REAL, 1, 100, "%"},
    {"other", "dense_other", LISTING_REAL, 1, 100, "%"},
    LISTING_NUMBER("steps", "profile.trace_steps", 0),
};

static const struct listing_column prediction_columns[] = {
    LISTING_WORDS("GPU", "gpu"),
    LISTING_NUMBER("core cycles", "cycles", 0),
    {"ms", "seconds", LISTING_REAL, 4, 1e3, NULL},
    {"compute", "compute_s", LISTING_REAL, 4, 1e3, NULL},
    {"memory", "memory_s", LISTING_REAL, 4, 1e3, NULL},
    {"RT unit", "rt_unit_s", LISTING_REAL, 4, 1e3, NULL},
    LISTING_NUMBER("ops/byte", "intensity", 2),
    LISTING_WORDS("bound", "bound"),
    LISTING_NUMBER("simulated", "simulated", 0),
    {"error", "error", LISTING_SIGNED, 1, 100, "%"},
};

static void print(const json_t *document, FILE *out)
{
    const json_t *kernels = json_object_get(document, "kernels"), *kernel;
    const json_t *mean = json_object_get(document, "mean_abs_error");
    const char *reference = json_string_value(json_object_get(document, "reference"));
    size_t i;
    LISTING(json_object_get(document, "gpus"), gpu_columns, out);
    fprintf(out, "\non %s\n", reference);
    LISTING(kernels, kernel_columns, out);
    json_array_foreach(kernels, i, kernel)
    {
        fprintf(out, "\n%s\n", json_string_value(json_object_get(kernel, "scene")));
        LISTING(json_object_get(kernel, "predictions"), prediction_columns, out);
    }
    if (json_is_number(mean))
        fprintf(out, "\nmean error of cycles, all but %s: %.1f %%\n", reference,
                100 * json_number_value(mean));
}

/* ---- the command ---- */

const struct grid_command roofline_grid = {
    .title = "Profiles of the roofline model",
    .slices = {{SLICE_FIRST, NULL, "profile", false}, {SLICE_OTHERS, NULL, NULL, true}},
    .n_slices = 2,
    .put = put,
    .print = print,
    .plot = roofline_plot,
};
