/* grid.h -- many runs as lists of values: every combination of them is a point.
 *
 * An axis is an option by its long name, or "scene", the operand. Values are texts as on the
 * command line; lists have commas between them, numbers may also be A:B:STEP
 * (orchestrator/settings/range.h). Texts such as --gpu, whose commas belong to them, are never cut
 * apart: they are given several times. */
#pragma once

#include "common/status.h"
#include "orchestrator/settings/settings.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRID_SCENE "scene"

enum { GRID_MOST_POINTS = 100000, GRID_MOST_VALUES = 4096 /* of an axis */ };

struct grid_axis {
    char *name;
    char **values; /* each can be set; all differ */
    uint32_t n, room;
};

/* A grid starts as {0}. */
struct grid {
    struct grid_axis *axes; /* in the order in which they were first named */
    uint32_t n, room;
};

/* Adds the values of a text to the option's axis. ST_USAGE where sweeps have no such option, or a
 * value is out of the option's range or was given before; the grid is then half filled. */
enum st_code grid_add(struct grid *g, const char *name, const char *text, struct status *st);
/* Removes the axis; a no-op where there is none. */
void grid_drop(struct grid *g, const char *name);
const struct grid_axis *grid_axis(const struct grid *g, const char *name); /* NULL: none */
/* Takes over every axis of another grid, which replaces its own of the same name. */
enum st_code grid_replace(struct grid *g, const struct grid *by, struct status *st);
/* The axes of the command line; empty on failure. */
enum st_code grid_of_given(struct grid *out, const struct settings *settings, struct status *st);
void grid_free(struct grid *g); /* leaves it empty */

/* One run. Texts are the grids'. */
struct grid_point {
    const char **values;      /* of each axis; where its grid lacks the axis, the default or ""
                                 without one */
    struct settings settings; /* read and checked */
};

/* All points of several grids, which must outlive them. */
struct grid_points {
    const char **axes; /* scene, gpu, then in the grids' order */
    uint32_t n_axes;
    struct grid_point *points; /* grid after grid; in each the last axis changes fastest */
    size_t n;
    const char **values; /* of all points */
};

/* Makes the points. Every grid needs a scene. `base` has the settings that are no axis: threads,
 * quiet, ... ST_USAGE where values of a point contradict each other, or there are no points or more
 * than GRID_MOST_POINTS. A point that several grids have is kept once, from the first grid. */
enum st_code grid_points(struct grid_points *out, const struct grid *grids, size_t n,
                         const struct settings *base, struct status *st);
void grid_points_free(struct grid_points *p); /* leaves it empty */
