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
    FIGURE_STACKS, /* a bar per category, in which each series has a piece from `low` to `high`;
                      loose series are marks at y */
};

/* A point; missing numbers are NAN. A point without y is in the table but not in the picture. */
struct figure_point {
    double x, y, low, high; /* low and high are the ends of the error bar */
};

struct figure_series {
    const char *name; /* shown in the legend */
    const struct figure_point *points;
    size_t n;
    bool dashed;
    bool plain; /* of lines: no marks, for values that are computed and not measured */
    bool loose; /* of lines and stacks: only marks */
};

struct figure {
    const char *name; /* the name of files and of ids in a page: letters, digits, '-', '_', '.' */
    const char *title, *x_label, *y_label;
    enum figure_kind kind;
    const char *const *categories; /* for bars and stacks: labels of x = 0, 1, ... */
    size_t n_categories;
    const struct figure_series *series;
    size_t n_series;
    bool log_x, log_y;       /* logarithmic axes, on which values of 0 and below are not drawn;
                                log_x only for lines */
    const char *curve;       /* a formula of x (formula.h), drawn in grey; NULL: none */
    const char *curve_title; /* NULL: the formula itself */
};

/* Widths of pictures in a page. */
enum figure_size { FIGURE_WIDE, FIGURE_NARROW };

/* Writes STEM.svg, STEM.pdf, STEM.csv and STEM.gp. The last is a gnuplot script that draws the
 * first two from the third when it runs in their folder. The last part of the stem is the name of
 * the data in the script. ST_FAILED where gnuplot is missing or fails, a file cannot be written, or
 * there is no point to draw; ST_USAGE where the curve is no formula. */
enum st_code figure_write(const struct figure *f, const char *stem, struct status *st);

/* Makes the picture as an <svg> element for an HTML page, without the title: it has no background,
 * black is currentColor, and every id begins with the figure's name. To screen readers it is an
 * image that the title names. The caller frees *svg (mem_free). Fails as figure_write does. */
enum st_code figure_svg(const struct figure *f, enum figure_size size, char **svg, size_t *n,
                        struct status *st);

/* Whether any point can be drawn. */
bool figure_has_points(const struct figure *f);
