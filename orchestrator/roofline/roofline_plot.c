#include "orchestrator/roofline/roofline_plot.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/figure/figure.h"

#include <math.h>

/* A figure under construction: series with equal room, those of GPUs first. */
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

static enum st_code make_sketch(struct sketch *s, const struct roofline_table *t, size_t room,
                                struct status *st)
{
    *s = (struct sketch){.n_series = t->pairs.gpus.n + t->pairs.scenes.n, .room = room};
    TRY(mem_make(&s->series, s->n_series, sizeof *s->series, "figure", st));
    TRY(mem_make(&s->points, s->n_series * room, sizeof *s->points, "figure", st));
    for (size_t i = 0; i < s->n_series; i++)
        s->series[i] = (struct figure_series){
            .name = i < t->pairs.gpus.n ? t->pairs.gpus.texts[i]
                                        : t->pairs.scenes.texts[i - t->pairs.gpus.n],
            .points = s->points + i * room};
    return ST_OK;
}

static void add(struct sketch *s, size_t series, double x, double y)
{
    struct figure_series *to = &s->series[series];
    s->points[series * s->room + to->n++] = (struct figure_point){x, y, (double)NAN, (double)NAN};
}

static bool has_intensity(const struct roofline_row *r)
{
    double intensity = r->cells[0].prediction.intensity;
    return isfinite(intensity) && intensity > 0;
}

/* ---- classic ---- */

struct span {
    double low, high;
};

/* The range from a decade below the first ridge or kernel to one above the last. */
static struct span intensities(const struct roofline_table *t)
{
    struct span s = {INFINITY, 0};
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        double ridge = t->targets[g].peaks.sp / t->targets[g].peaks.bandwidth;
        s = (struct span){fmin(s.low, ridge), fmax(s.high, ridge)};
    }
    for (size_t k = 0; k < t->pairs.scenes.n; k++)
        if (has_intensity(&t->rows[k])) {
            double at = t->rows[k].cells[0].prediction.intensity;
            s = (struct span){fmin(s.low, at), fmax(s.high, at)};
        }
    return (struct span){s.low / 10, s.high * 10};
}

static enum st_code draw_classic(const struct roofline_table *t, const char *stem,
                                 struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    struct span x = intensities(t);
    TRY(make_sketch(&s, t, t->pairs.gpus.n > 3 ? t->pairs.gpus.n : 3, st));
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        const struct roofline_gpu *p = &t->targets[g].peaks;
        s.series[g].plain = true;
        add(&s, g, x.low, x.low * p->bandwidth);
        add(&s, g, p->sp / p->bandwidth, p->sp);
        add(&s, g, x.high, p->sp);
    }
    for (size_t k = 0; k < t->pairs.scenes.n; k++) {
        s.series[t->pairs.gpus.n + k].loose = true;
        for (size_t g = 0; has_intensity(&t->rows[k]) && g < t->pairs.gpus.n; g++) {
            const struct roofline_cell *c = &t->rows[k].cells[g];
            add(&s, t->pairs.gpus.n + k, c->prediction.intensity,
                t->rows[k].kernel.ops / c->prediction.seconds / 1e9);
        }
    }
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

/* ---- quadrant split ---- */

static enum st_code draw_quadrant(const struct roofline_table *t, const char *stem,
                                  struct status *st)
{
    AUTO(free_sketch) struct sketch s;
    struct span bandwidth = {INFINITY, 0};
    TRY(make_sketch(&s, t, 2, st));
    for (size_t g = 0; g < t->pairs.gpus.n; g++) {
        const struct roofline_gpu *p = &t->targets[g].peaks;
        s.series[g].loose = true;
        add(&s, g, p->bandwidth, p->sp);
        bandwidth = (struct span){fmin(bandwidth.low, p->bandwidth / 2),
                                  fmax(bandwidth.high, 2 * p->bandwidth)};
    }
    for (size_t k = 0; k < t->pairs.scenes.n; k++) {
        double slope = t->rows[k].cells[0].prediction.intensity;
        s.series[t->pairs.gpus.n + k].plain = true;
        if (!has_intensity(&t->rows[k]))
            continue;
        add(&s, t->pairs.gpus.n + k, bandwidth.low, bandwidth.low * slope);
        add(&s, t->pairs.gpus.n + k, bandwidth.high, bandwidth.high * slope);
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

enum st_code roofline_plot(const struct roofline_table *t, const char *stem, struct status *st)
{
    char name[4096];
    int n = snprintf(name, sizeof name, "%s-quadrant", stem);
    if (n < 0 || (size_t)n >= sizeof name)
        return status_fail(st, ST_USAGE, "--plot: the name is too long");
    TRY(draw_classic(t, stem, st));
    return draw_quadrant(t, name, st);
}
