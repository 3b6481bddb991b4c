/* figure.h -- a figure as plain data: lines over numbers, bars or stacks over categories, drawn by
 * gnuplot.
 *
 * All texts may hold anything: they reach gnuplot, SVG and CSV as texts and nothing else. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>

enum figure_kind {
    FIGURE_LINES,
    FIGURE_BARS,
    FIGURE_STACKS, /* a bar for each category: pieces from `low` to `high` of each series' points;
                      of loose series, marks at y */
};

/* A point; NAN: there is none. A point without y is in the table but not in the picture. */
struct figure_point {
    double x, y, low, high; /* low and high: ends of the error bar */
};

struct figure_series {
    const char *name; /* in the legend */
    const struct figure_point *points;
    size_t n;
    bool dashed;
    bool plain; /* lines: without marks, for computed and not measured values */
    bool loose; /* lines and stacks: marks only */
};

struct figure {
    const char *name; /* of files and of ids in a page: letters, digits, '-', '_', '.' */
    const char *title, *x_label, *y_label;
    enum figure_kind kind;
    const char *const *categories; /* bars and stacks: the labels of x = 0, 1, ... */
    size_t n_categories;
    const struct figure_series *series;
    size_t n_series;
    bool log_x, log_y;       /* values of 0 and below have no place on such an axis; x of lines */
    const char *curve;       /* formula of x, as formula.h reads it, drawn grey; NULL: none */
    const char *curve_title; /* NULL: the formula */
};

/* The width of a picture, which is made for one. */
enum figure_size { FIGURE_WIDE, FIGURE_NARROW };

/* Writes STEM.svg, STEM.pdf, STEM.csv, and STEM.gp, the script of gnuplot that draws the first two
 * from the third when it is run in their folder. The last part of the stem names the data in the
 * script. ST_FAILED where gnuplot is missing or fails, a file cannot be written, or there is no
 * point to draw; ST_USAGE where the curve is no formula. */
enum st_code figure_write(const struct figure *f, const char *stem, struct status *st);

/* The picture as an <svg> element to stand in an HTML page, without the title: without background,
 * black is currentColor, every id begins with the figure's name. It is an image to screen readers,
 * named by the title. *svg is the caller's (mem_free). Fails as figure_write. */
enum st_code figure_svg(const struct figure *f, enum figure_size size, char **svg, size_t *n,
                        struct status *st);

/* Whether any point can be drawn. */
bool figure_has_points(const struct figure *f);
