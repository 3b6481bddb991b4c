#include "orchestrator/report/study_figure.h"

#include "common/grow.h"
#include "common/memory.h"
#include "orchestrator/report/pivot.h"
#include "orchestrator/statistics/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIT_POINTS = 33 };

/* A figure in the making: series by the axis pivot.by[0], x by pivot.by[1]. */
struct drawing {
    struct pivot pivot;
    const json_t *definition;
    const struct labels *names, *xs; /* the pivot's labels */
    bool simulated;                  /* whether the references are one more series */
};

/* ---- memory that lives as long as the figure ---- */

static void *hold(struct study_figure *f, size_t count, size_t size)
{
    void *block =
        grow(&f->held, f->n_held, &f->room, sizeof *f->held) ? mem_calloc(count, size) : NULL;
    if (block)
        f->held[f->n_held++] = block;
    return block;
}

void study_figure_free(struct study_figure *f)
{
    for (uint32_t i = 0; i < f->n_held; i++)
        mem_free(f->held[i]);
    mem_free(f->held);
    *f = (struct study_figure){0};
}

/* ---- the definition ---- */

static enum st_code read_definition(struct drawing *p, const char *name, struct status *st)
{
    const char *x = pivot_text(p->definition, "x"), *series = pivot_text(p->definition, "series");
    const struct study_table *t = p->pivot.t;
    TRY(pivot_read(&p->pivot, "figure", name, st));
    if (!x || !axis_find(t, x, &p->pivot.by[1]))
        return status_fail(st, ST_FAILED, "figure '%s' is over '%s', which is no axis of the study",
                           name, x ? x : "");
    if (!axis_find(t, series, &p->pivot.by[0]))
        return status_fail(st, ST_FAILED,
                           "figure '%s' has series by '%s', which is no axis of the study", name,
                           series);
    TRY(pivot_check(&p->pivot, "figure", name, "x or series", st));
    p->simulated = json_is_true(json_object_get(p->definition, "simulated"));
    return ST_OK;
}

/* ---- the points ---- */

static struct figure_point point_of(const struct drawing *p, const struct pivot_cell *c, double x)
{
    struct figure_point point = {x, pivot_mean(c), NAN, NAN};
    if (json_is_true(json_object_get(p->definition, "spread")) && c->n > 1) {
        point.low = c->least;
        point.high = c->most;
    } else if (c->n == 1) {
        point.low = c->last.low;
        point.high = c->last.high;
    }
    return point;
}

static int by_x(const void *a, const void *b)
{
    double x = ((const struct figure_point *)a)->x, y = ((const struct figure_point *)b)->x;
    return (x > y) - (x < y);
}

/* ---- the series ---- */

static bool is_bars(const struct drawing *p)
{
    const char *kind = pivot_text(p->definition, "kind");
    return p->pivot.by[1] == AXIS_METRIC || (kind && strcmp(kind, "bars") == 0);
}

static bool fill_series(struct study_figure *f, const struct drawing *p, size_t name,
                        struct figure_series *out)
{
    struct figure_point *points = hold(f, p->xs->n, sizeof *points);
    size_t n = 0;
    if (!points)
        return false;
    for (size_t x = 0; x < p->xs->n; x++) {
        double at = is_bars(p) ? (double)x : axis_number(p->xs->texts[x]);
        if (isfinite(at))
            points[n++] = point_of(p, &p->pivot.cells[name * p->xs->n + x], at);
    }
    if (!is_bars(p))
        qsort(points, n, sizeof *points, by_x);
    const char *text = name < p->names->n ? labels_shown(p->names, (uint32_t)name) : "simulated";
    *out = (struct figure_series){.name = text[0] ? text : "prediction", .points = points, .n = n};
    return true;
}

/* Returns the x of a paper's number; a category that no row has is not shown. */
static double paper_x(const struct drawing *p, const json_t *x)
{
    if (!is_bars(p))
        return json_is_string(x) ? axis_number(json_string_value(x)) : json_number_value(x);
    for (size_t i = 0; i < p->xs->n; i++)
        if (axis_equal(x, p->xs->texts[i]))
            return (double)i;
    const char *text = json_string_value(x);
    for (int m = 0; text && p->pivot.by[1] == AXIS_METRIC && m < METRIC_SEVEN; m++)
        if (strcmp(metrics[m].name, text) == 0)
            return m;
    return NAN;
}

static bool fill_paper(struct study_figure *f, const struct drawing *p, const json_t *paper,
                       struct figure_series *out)
{
    const json_t *xs = json_object_get(paper, "x"), *ys = json_object_get(paper, "y");
    size_t n =
        json_array_size(xs) < json_array_size(ys) ? json_array_size(xs) : json_array_size(ys);
    struct figure_point *points = hold(f, n, sizeof *points);
    size_t kept = 0;
    for (size_t i = 0; points && i < n; i++) {
        double x = paper_x(p, json_array_get(xs, i));
        if (isfinite(x))
            points[kept++] =
                (struct figure_point){x, json_number_value(json_array_get(ys, i)), NAN, NAN};
    }
    const char *name = pivot_text(paper, "name");
    *out = (struct figure_series){
        .name = name ? name : "the paper", .points = points, .n = kept, .dashed = true};
    return points != NULL;
}

/* Adds, as one more line, the least-squares fit through all points of ours that are drawn; adds
 * none where it does not exist. */
static bool fill_fit(struct study_figure *f, const struct figure_series *series, size_t n,
                     struct figure_series *out, size_t *added)
{
    size_t all = 0;
    for (size_t s = 0; s < n; s++)
        all += series[s].n;
    double *x = hold(f, all, sizeof *x), *y = hold(f, all, sizeof *y);
    struct figure_point *points = hold(f, FIT_POINTS, sizeof *points);
    char *name = hold(f, 96, 1);
    struct power_fit fit;
    struct status why; /* not read: only memory can fail here, which the caller reports */
    if (!x || !y || !points || !name)
        return false;
    all = 0;
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < series[s].n; i++, all++) {
            x[all] = series[s].points[i].x;
            y[all] = series[s].points[i].y;
        }
    if (fit_power(&fit, x, y, all, &why) != ST_OK)
        return false;
    if (!fit.n)
        return true;
    for (int i = 0; i < FIT_POINTS; i++) {
        double at = fit.least_x * pow(fit.most_x / fit.least_x, i / (FIT_POINTS - 1.0));
        points[i] = (struct figure_point){at, fit.a * pow(at, fit.b), NAN, NAN};
    }
    snprintf(name, 96, "fit %.4g·x^%.3f (R² %.3f)", fit.a, fit.b, fit.r_squared);
    *out = (struct figure_series){.name = name, .points = points, .n = FIT_POINTS, .plain = true};
    ++*added;
    return true;
}

static bool fill_all(struct study_figure *f, struct drawing *p)
{
    const json_t *paper = json_object_get(p->definition, "paper");
    size_t papers = json_is_array(paper) ? json_array_size(paper) : json_is_object(paper);
    size_t n = 0;
    struct figure_series *series = hold(f, p->names->n + papers + 2, sizeof *series);
    bool good = series != NULL;
    for (; good && n < p->names->n + p->simulated; n++)
        good = fill_series(f, p, n, &series[n]);
    for (size_t i = 0; good && i < papers; i++, n++)
        good =
            fill_paper(f, p, json_is_array(paper) ? json_array_get(paper, i) : paper, &series[n]);
    const char *fit = pivot_text(p->definition, "fit");
    if (good && fit && strcmp(fit, "power") == 0)
        good = fill_fit(f, series, p->names->n, &series[n], &n);
    f->figure.series = series;
    f->figure.n_series = n;
    return good;
}

static const char *axis_label(const struct drawing *p, int axis)
{
    if (axis < 0)
        return "";
    const char *name = p->pivot.t->axes[axis];
    return strcmp(name, "percent") == 0  ? "pixels traced, %"
           : strcmp(name, "factor") == 0 ? "factor K"
                                         : name;
}

static bool describe(struct study_figure *f, const struct drawing *p, const char *name)
{
    const char *title = pivot_text(p->definition, "title"), **categories;
    char *y_label = hold(f, 128, 1);
    if (!y_label)
        return false;
    measure_label(&p->pivot.y, y_label, 128);
    f->figure.name = name;
    f->figure.title = title ? title : name;
    const char *x_given = pivot_text(p->definition, "x_label");
    const char *y_given = pivot_text(p->definition, "y_label");
    f->figure.x_label = x_given ? x_given : axis_label(p, p->pivot.by[1]);
    f->figure.y_label = y_given ? y_given : y_label;
    f->figure.kind = is_bars(p) ? FIGURE_BARS : FIGURE_LINES;
    f->figure.log_y = json_is_true(json_object_get(p->definition, "log_y"));
    f->figure.curve = pivot_text(p->definition, "curve");
    f->figure.curve_title = pivot_text(p->definition, "curve_title");
    categories = hold(f, p->xs->n, sizeof *categories);
    if (!categories)
        return false;
    for (uint32_t i = 0; i < p->xs->n; i++)
        categories[i] = labels_shown(p->xs, i);
    f->figure.categories = categories;
    f->figure.n_categories = p->xs->n;
    return true;
}

static enum st_code make(struct study_figure *f, struct drawing *p, const char *name,
                         struct status *st)
{
    TRY(read_definition(p, name, st));
    TRY(pivot_fill(&p->pivot, false, p->simulated, st));
    p->names = &p->pivot.labels[0];
    p->xs = &p->pivot.labels[1];
    return fill_all(f, p) && describe(f, p, name) ? ST_OK : status_no_memory(st, name);
}

enum st_code study_figure_make(struct study_figure *out, const struct study_table *t,
                               const json_t *definition, const char *name, struct status *st)
{
    struct drawing p = {.pivot = {.t = t, .definition = definition}, .definition = definition};
    *out = (struct study_figure){0};
    enum st_code code = make(out, &p, name, st);
    pivot_free(&p.pivot);
    if (code != ST_OK)
        study_figure_free(out);
    return code;
}
