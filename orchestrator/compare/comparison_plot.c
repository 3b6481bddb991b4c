#include "orchestrator/compare/comparison_plot.h"

#include "common/auto.h"
#include "orchestrator/figure/figure.h"
#include "orchestrator/settings/output.h"

#include <math.h>

enum { BARS = METRIC_SEVEN + 1 }; /* the paper's seven metrics and the frame time */

static const char *const bar_labels[BARS] = {
    [METRIC_IPC] = "IPC",
    [METRIC_CYCLES] = "cycles",
    [METRIC_L1D_MISS_RATE] = "L1D misses",
    [METRIC_L2_MISS_RATE] = "L2 misses",
    [METRIC_RT_EFFICIENCY] = "RT efficiency",
    [METRIC_DRAM_EFFICIENCY] = "DRAM efficiency",
    [METRIC_BANDWIDTH_UTILIZATION] = "bandwidth",
    [METRIC_SEVEN] = "frame time",
};

/* Returns the cell that is drawn for a GPU at x, and in *compared which number of it is drawn. */
typedef const struct comparison_cell *(*cell_at)(const struct comparison *c, size_t x, size_t gpu,
                                                 int *compared);

static const struct comparison_cell *metric_at(const struct comparison *c, size_t x, size_t gpu,
                                               int *compared)
{
    *compared = x == METRIC_SEVEN ? COMPARED_TIME : (int)x;
    return c->n_scenes == 1 ? &c->scenes[0].cells[gpu] : &c->mean.cells[gpu];
}

static const struct comparison_cell *scene_at(const struct comparison *c, size_t x, size_t gpu,
                                              int *compared)
{
    *compared = COMPARED_TIME;
    return x < c->n_scenes ? &c->scenes[x].cells[gpu] : &c->mean.cells[gpu];
}

/* A figure in the making: for each GPU one series of points and one of its references. */
struct bars {
    struct figure_series *series;
    struct figure_point *points;
    char (*names)[128]; /* names of the series of references */
    size_t n_series, n;
};

static void free_bars(struct bars *b)
{
    mem_free(b->series);
    mem_free(b->points);
    mem_free(b->names);
}

static void fill_series(struct bars *b, size_t at, const struct comparison *c, size_t gpu,
                        bool simulated, cell_at get)
{
    struct figure_point *points = b->points + at * b->n;
    for (size_t x = 0; x < b->n; x++) {
        int compared;
        const struct comparison_cell *cell = get(c, x, gpu, &compared);
        const struct estimate *ratio = &cell->ratio[compared].estimate;
        points[x] = simulated
                        ? (struct figure_point){(double)x, cell->truth_ratio[compared], (double)NAN,
                                                (double)NAN}
                        : (struct figure_point){(double)x, ratio->value, ratio->low, ratio->high};
    }
    snprintf(b->names[at], sizeof b->names[at], "%s%s", c->gpus[gpu],
             simulated ? ", simulated" : "");
    b->series[at] = (struct figure_series){
        .name = b->names[at], .points = points, .n = b->n, .dashed = simulated};
}

static enum st_code make_bars(struct bars *b, const struct comparison *c, size_t n, cell_at get,
                              struct status *st)
{
    size_t kinds = c->reference ? 2 : 1;
    *b = (struct bars){.n = n, .n_series = kinds * c->n_gpus};
    TRY(mem_make(&b->series, b->n_series, sizeof *b->series, "figure", st));
    TRY(mem_make(&b->points, b->n_series * n, sizeof *b->points, "figure", st));
    TRY(mem_make(&b->names, b->n_series, sizeof *b->names, "figure", st));
    for (size_t i = 0; i < b->n_series; i++)
        fill_series(b, i, c, i / kinds, i % kinds == 1, get);
    return ST_OK;
}

/* Whether the ratios need a logarithmic axis. On it a tenth and ten are at the same distance from
 * 1. */
static bool spans_decades(const struct bars *b)
{
    double least = 1, most = 1;
    for (size_t i = 0; i < b->n_series * b->n; i++) {
        double y = b->points[i].y;
        if (y > 0) {
            least = fmin(least, y);
            most = fmax(most, y);
        }
    }
    return most > 10 * least;
}

static enum st_code draw(const struct comparison *c, const char *stem, const char *title,
                         const char *const *categories, size_t n, cell_at get, struct status *st)
{
    AUTO(free_bars) struct bars b;
    char y_label[160];
    TRY(make_bars(&b, c, n, get, st));
    snprintf(y_label, sizeof y_label, "ratio to %s", c->gpus[0]);
    const struct figure f = {.name = "compare",
                             .title = title,
                             .x_label = "",
                             .y_label = y_label,
                             .kind = FIGURE_BARS,
                             .categories = categories,
                             .n_categories = n,
                             .series = b.series,
                             .n_series = b.n_series,
                             .log_y = spans_decades(&b)};
    return figure_write(&f, stem, st);
}

static enum st_code draw_scenes(const struct comparison *c, const char *stem, struct status *st)
{
    MEM_AUTO char *path = NULL;
    MEM_AUTO const char **names;
    TRY(mem_make(&names, c->n_scenes + 1, sizeof *names, "figure", st));
    for (size_t s = 0; s < c->n_scenes; s++)
        names[s] = c->scenes[s].name;
    names[c->n_scenes] = c->mean.name;
    TRY(output_name(&path, NULL, stem, COMPARISON_PLOT_SCENES, st));
    return draw(c, path, "Frame time by scene", names, c->n_scenes + 1, scene_at, st);
}

enum st_code comparison_plot(const struct comparison *c, const char *stem, struct status *st)
{
    char title[160];
    if (c->n_scenes == 1)
        snprintf(title, sizeof title, "%s", c->scenes[0].name);
    else
        snprintf(title, sizeof title, "Geometric means over %zu scenes", c->n_shared);
    TRY(draw(c, stem, title, bar_labels, BARS, metric_at, st));
    return c->n_scenes > 1 ? draw_scenes(c, stem, st) : ST_OK;
}
