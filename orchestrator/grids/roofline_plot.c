/* The two figures of the quantitative roofline model, for any number of GPUs and kernels. */
#include "orchestrator/grids/roofline.h"

#include "common/auto.h"
#include "common/json_writer.h"
#include "common/memory.h"
#include "orchestrator/figure/figure.h"

#include <math.h>

/* A figure in the making: series with room for equally many points, those of GPUs first. */
struct sketch {
    struct figure_series *series;
    struct figure_point *points;
    size_t n_series, room;
};

static void free_sketch(struct sketch *s)
{
    mem_free(s->series);
    mem_free(s->points);
}

/* The lists of the document from which the figures are drawn. */
struct drawn {
    const json_t *gpus, *kernels;
    size_t n_gpus, n_kernels;
};

static enum st_code make_sketch(struct sketch *s, const struct drawn *d, size_t room,
                                struct status *st)
{
    *s = (struct sketch){.n_series = d->n_gpus + d->n_kernels, .room = room};
    TRY(mem_make(&s->series, s->n_series, sizeof *s->series, "figure", st));
    TRY(mem_make(&s->points, s->n_series * room, sizeof *s->points, "figure", st));
    for (size_t i = 0; i < s->n_series; i++) {
        const json_t *name =
            i < d->n_gpus ? json_object_get(json_array_get(d->gpus, i), "gpu")
                          : json_object_get(json_array_get(d->kernels, i - d->n_gpus), "scene");
        s->series[i] =
            (struct figure_series){.name = json_string_value(name), .points = s->points + i * room};
    }
    return ST_OK;
}

static void add_point(struct sketch *s, size_t series, double x, double y)
{
    struct figure_series *to = &s->series[series];
    s->points[series * s->room + to->n++] = (struct figure_point){x, y, (double)NAN, (double)NAN};
}

static const json_t *prediction_of(const json_t *kernel, size_t gpu)
{
    return json_array_get(json_object_get(kernel, "predictions"), gpu);
}

/* Returns the operations per byte; 0: there is no traffic. */
static double intensity_of(const json_t *kernel)
{
    double intensity = json_real_of(prediction_of(kernel, 0), "intensity");
    return isfinite(intensity) && intensity > 0 ? intensity : 0;
}

/* ---- the classic roofline ---- */

struct span {
    double low, high;
};

/* Returns the range of the axis: from a decade below the least ridge or kernel to a decade above
 * the largest. */
static struct span intensities(const struct drawn *d)
{
    struct span s = {INFINITY, 0};
    for (size_t g = 0; g < d->n_gpus; g++) {
        const json_t *gpu = json_array_get(d->gpus, g);
        double ridge = json_real_of(gpu, "sp") / json_real_of(gpu, "bandwidth");
        s = (struct span){fmin(s.low, ridge), fmax(s.high, ridge)};
    }
    for (size_t k = 0; k < d->n_kernels; k++) {
        double at = intensity_of(json_array_get(d->kernels, k));
        if (at > 0)
            s = (struct span){fmin(s.low, at), fmax(s.high, at)};
    }
    return (struct span){s.low / 10, s.high * 10};
}

static void add_roof(struct sketch *s, size_t series, const json_t *gpu, struct span x)
{
    double bandwidth = json_real_of(gpu, "bandwidth"), sp = json_real_of(gpu, "sp");
    s->series[series].plain = true;
    add_point(s, series, x.low, x.low * bandwidth);
    add_point(s, series, sp / bandwidth, sp);
    add_point(s, series, x.high, sp);
}

static void add_kernel(struct sketch *s, size_t series, const json_t *kernel, size_t n_gpus)
{
    double at = intensity_of(kernel), ops = json_real_of(kernel, "ops");
    s->series[series].loose = true;
    for (size_t g = 0; at > 0 && g < n_gpus; g++)
        add_point(s, series, at, ops / json_real_of(prediction_of(kernel, g), "seconds") / 1e9);
}

static enum st_code draw_classic(const struct drawn *d, const char *stem, struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    struct span x = intensities(d);
    TRY(make_sketch(&s, d, d->n_gpus > 3 ? d->n_gpus : 3, st));
    for (size_t g = 0; g < d->n_gpus; g++)
        add_roof(&s, g, json_array_get(d->gpus, g), x);
    for (size_t k = 0; k < d->n_kernels; k++)
        add_kernel(&s, d->n_gpus + k, json_array_get(d->kernels, k), d->n_gpus);
    const struct figure f = {.name = "roofline",
                             .title = "Rooflines, and what is predicted of each scene",
                             .x_label = "operations per byte of DRAM traffic",
                             .y_label = "1e9 operations per second",
                             .kind = FIGURE_LINES,
                             .series = s.series,
                             .n_series = s.n_series,
                             .log_x = true,
                             .log_y = true};
    return figure_write(&f, stem, st);
}

/* ---- the quadrant split ---- */

static enum st_code draw_quadrant(const struct drawn *d, const char *stem, struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    struct span all = {INFINITY, 0};
    TRY(make_sketch(&s, d, 2, st));
    for (size_t g = 0; g < d->n_gpus; g++) {
        const json_t *gpu = json_array_get(d->gpus, g);
        double bandwidth = json_real_of(gpu, "bandwidth");
        s.series[g].loose = true;
        add_point(&s, g, bandwidth, json_real_of(gpu, "sp"));
        all = (struct span){fmin(all.low, bandwidth / 2), fmax(all.high, 2 * bandwidth)};
    }
    for (size_t k = 0; k < d->n_kernels; k++) {
        double slope = intensity_of(json_array_get(d->kernels, k));
        s.series[d->n_gpus + k].plain = true;
        if (slope <= 0)
            continue;
        add_point(&s, d->n_gpus + k, all.low, all.low * slope);
        add_point(&s, d->n_gpus + k, all.high, all.high * slope);
    }
    const struct figure f = {.name = "quadrant",
                             .title = "GPUs, and the intensity of each scene as a line",
                             .x_label = "memory bandwidth, GB/s",
                             .y_label = "1e9 single-precision operations per second",
                             .kind = FIGURE_LINES,
                             .series = s.series,
                             .n_series = s.n_series,
                             .log_x = true,
                             .log_y = true};
    return figure_write(&f, stem, st);
}

enum st_code roofline_plot(const json_t *document, const char *stem, struct status *st)
{
    const json_t *gpus = json_object_get(document, "gpus"),
                 *kernels = json_object_get(document, "kernels");
    const struct drawn d = {gpus, kernels, json_array_size(gpus), json_array_size(kernels)};
    char name[4096];
    int n = snprintf(name, sizeof name, "%s-quadrant", stem);
    if (n < 0 || (size_t)n >= sizeof name)
        return status_fail(st, ST_USAGE, "--plot: the name is too long");
    TRY(draw_classic(&d, stem, st));
    return draw_quadrant(&d, name, st);
}
