/* The points of grids. */
#define _GNU_SOURCE /* for qsort_r */
#include "orchestrator/study/grid.h"

#include "common/auto.h"
#include "orchestrator/settings/options.h"

#include <stdlib.h>
#include <string.h>

#define GRID_GPU "gpu"

/* ---- axes ---- */

static bool add_axis(struct grid_points *p, const char *name)
{
    for (uint32_t i = 0; i < p->n_axes; i++)
        if (strcmp(p->axes[i], name) == 0)
            return false;
    p->axes[p->n_axes++] = name;
    return true;
}

static enum st_code collect_axes(struct grid_points *p, const struct grid *grids, size_t n,
                                 struct status *st)
{
    size_t most = 2;
    for (size_t i = 0; i < n; i++)
        most += grids[i].n;
    TRY(mem_make(&p->axes, most, sizeof *p->axes, "grid", st));
    add_axis(p, GRID_SCENE);
    add_axis(p, GRID_GPU);
    for (size_t i = 0; i < n; i++)
        for (uint32_t a = 0; a < grids[i].n; a++)
            add_axis(p, grids[i].axes[a].name);
    return ST_OK;
}

/* Returns the value of an option that was not given. */
static const char *default_value(const char *name)
{
    const struct option_row *row = options_find(name);
    return row && row->initial ? row->initial : "";
}

/* ---- number of points ---- */

static enum st_code count_points(const struct grid *g, size_t *n, struct status *st)
{
    size_t product = 1;
    if (!grid_axis(g, GRID_SCENE))
        return status_fail(st, ST_USAGE, "no SCENE; name one or more");
    if (grid_axis(g, "shader") && grid_axis(g, "shaders"))
        return status_fail(st, ST_USAGE,
                           "shader and shaders both say what runs; drop shader to run the dumps");
    for (uint32_t i = 0; i < g->n && product <= GRID_MOST_POINTS; i++)
        product *= g->axes[i].n;
    *n += product;
    if (*n > GRID_MOST_POINTS)
        return status_fail(st, ST_USAGE, "more than %d points; make the grid smaller",
                           GRID_MOST_POINTS);
    return ST_OK;
}

static enum st_code make_room(struct grid_points *p, const struct grid *grids, size_t n,
                              struct status *st)
{
    size_t all = 0;
    for (size_t i = 0; i < n; i++)
        TRY(count_points(&grids[i], &all, st));
    TRY(mem_make(&p->points, all, sizeof *p->points, "grid", st));
    return mem_make(&p->values, all * p->n_axes, sizeof *p->values, "grid", st);
}

/* ---- values of each point ---- */

static enum st_code read_point(struct grid_point *point, const struct grid_points *p,
                               const struct grid *g, const struct settings *base, struct status *st)
{
    point->settings = *base;
    for (uint32_t a = 0; a < p->n_axes; a++) {
        const char *value = point->values[a];
        if (strcmp(p->axes[a], GRID_SCENE) == 0)
            point->settings.render.scene = value;
        else if (value[0])
            TRY(options_set(&point->settings, p->axes[a], value, st));
        if (grid_axis(g, p->axes[a]) && options_find(p->axes[a]))
            point->settings.command.named[options_find(p->axes[a]) - option_rows] = true;
    }
    return options_settle(&point->settings, st);
}

/* Sets the values of point `at` of one grid, where points are counted with the last axis fastest.
 * Scene and GPU come first, in whatever order the axes were named. */
static void take_values(const char **values, const struct grid_points *p, const struct grid *g,
                        size_t at)
{
    for (uint32_t a = p->n_axes; a-- > 0;) {
        const struct grid_axis *axis = grid_axis(g, p->axes[a]);
        if (!axis) {
            values[a] = default_value(p->axes[a]);
            continue;
        }
        values[a] = axis->values[at % axis->n];
        at /= axis->n;
    }
}

static enum st_code add_points(struct grid_points *p, const struct grid *g,
                               const struct settings *base, struct status *st)
{
    size_t n = 0;
    TRY(count_points(g, &n, st));
    for (size_t i = 0; i < n; i++) {
        struct grid_point *point = &p->points[p->n];
        point->values = p->values + p->n * p->n_axes;
        take_values(point->values, p, g, i);
        TRY(read_point(point, p, g, base, st));
        p->n++;
    }
    return ST_OK;
}

/* ---- points of several grids ---- */

static int compare_values(const struct grid_point *x, const struct grid_point *y, uint32_t n_axes)
{
    int order = 0;
    for (uint32_t a = 0; a < n_axes && !order; a++)
        order = strcmp(x->values[a], y->values[a]);
    return order;
}

/* Compares values; equal points are ordered by their position. */
static int by_values(const void *a, const void *b, void *n_axes)
{
    const struct grid_point *x = *(const struct grid_point *const *)a;
    const struct grid_point *y = *(const struct grid_point *const *)b;
    int order = compare_values(x, y, *(const uint32_t *)n_axes);
    return order ? order : (x > y) - (x < y);
}

/* Drops points that occurred before: marks them with a NULL scene, then closes the gaps. */
static enum st_code drop_repeated(struct grid_points *p, struct status *st)
{
    MEM_AUTO struct grid_point **order;
    size_t kept = 0;
    TRY(mem_make(&order, p->n, sizeof *order, "grid", st));
    for (size_t i = 0; i < p->n; i++)
        order[i] = &p->points[i];
    qsort_r(order, p->n, sizeof *order, by_values, &p->n_axes);
    for (size_t i = 1; i < p->n; i++)
        if (compare_values(order[i - 1], order[i], p->n_axes) == 0)
            order[i]->settings.render.scene = NULL;
    for (size_t i = 0; i < p->n; i++)
        if (p->points[i].settings.render.scene)
            p->points[kept++] = p->points[i];
    p->n = kept;
    return ST_OK;
}

static enum st_code make_points(struct grid_points *p, const struct grid *grids, size_t n,
                                const struct settings *base, struct status *st)
{
    TRY(collect_axes(p, grids, n, st));
    TRY(make_room(p, grids, n, st));
    for (size_t i = 0; i < n; i++)
        TRY(add_points(p, &grids[i], base, st));
    return n > 1 ? drop_repeated(p, st) : ST_OK;
}

enum st_code grid_points(struct grid_points *out, const struct grid *grids, size_t n,
                         const struct settings *base, struct status *st)
{
    *out = (struct grid_points){0};
    TRY_ELSE(make_points(out, grids, n, base, st), grid_points_free(out));
    return ST_OK;
}

void grid_points_free(struct grid_points *p)
{
    mem_free(p->axes);
    mem_free(p->points);
    mem_free(p->values);
    *p = (struct grid_points){0};
}
