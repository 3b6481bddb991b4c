/* grid.h -- many runs given as lists of values: every combination of the values is a point.
 *
 * An axis is an option by its long name, or "scene", the operand. Values are texts as on the
 * command line; lists have commas between values, numbers may also be A:B:STEP
 * (orchestrator/settings/range.h). Texts that may hold commas themselves, such as that of --gpu,
 * are never cut apart; such an option is given several times instead. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRID_SCENE "scene"

enum {
    GRID_MOST_POINTS = 100000,
    GRID_MOST_VALUES = 4096 /* points of all grids; values of an axis */
};

struct grid_axis {
    char *name;
    char **values; /* valid for the option, and all different */
    uint32_t n, room;
};

/* A grid starts as {0}. */
struct grid {
    struct grid_axis *axes; /* in the order in which the options first named them */
    uint32_t n, room;
};

/* Adds the values of a text to the axis of an option. ST_USAGE where sweeps have no such option, or
 * a value is out of the option's range or was given before; some values are then in the grid. */
enum st_code grid_add(struct grid *g, const char *name, const char *text, struct status *st);
/* Removes an axis; does nothing where the grid lacks it. */
void grid_drop(struct grid *g, const char *name);
const struct grid_axis *grid_axis(const struct grid *g, const char *name); /* NULL: none */
/* Copies every axis of the grid `by`; it replaces the axis of the same name. */
enum st_code grid_replace(struct grid *g, const struct grid *by, struct status *st);
/* Makes a grid of the axes that the command line gives; it is empty on failure. */
enum st_code grid_of_given(struct grid *out, const struct settings *settings, struct status *st);
void grid_free(struct grid *g); /* leaves it empty */

/* One run. Its texts belong to the grids. */
struct grid_point {
    const char **values;      /* value of each axis; where the point's grid lacks the axis, the
                                 option's default, or "" where it has none */
    struct settings settings; /* made from the values, and checked */
};

/* All points of several grids. The grids must outlive them. */
struct grid_points {
    const char **axes; /* scene and gpu first, then the others in the grids' order */
    uint32_t n_axes;
    struct grid_point *points; /* the points of each grid follow those of the last; within a grid
                                  the last axis changes fastest */
    size_t n;
    const char **values; /* memory of all points' values */
};

/* Makes the points. Every grid needs a scene. `base` has the settings that are no axis, such as
 * threads and quiet. A point that several grids have is kept once, as that of the first grid.
 * ST_USAGE where values of a point contradict each other, or there are no points or more than
 * GRID_MOST_POINTS. */
enum st_code grid_points(struct grid_points *out, const struct grid *grids, size_t n,
                         const struct settings *base, struct status *st);
void grid_points_free(struct grid_points *p); /* leaves it empty */
