/* crop.h -- finds the part of a picture that is the heatmap: figures have margins, axes and colour
 * bars. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/gradient_colors.h"

#include <stdbool.h>

/* Pixels from the top left corner. */
struct crop {
    uint32_t x, y, width, height;
};

/* Reads "X,Y,W,H" of --crop; must be inside of the picture, else ST_USAGE. */
enum st_code crop_read(struct crop *out, const char *text, const struct image *picture,
                       struct status *st);

/* The kind of a picture. */
enum crop_kind {
    CROP_NONE,   /* all of it is the heatmap */
    CROP_FIGURE, /* the heatmap is *out, surrounded by white, axes and colour bars */
    CROP_UNCLEAR /* there is a white border, but not exactly one rectangle in it; *out is the
                    largest */
};

/* Finds a figure's plot: the largest rectangle without white, minus the lines of its axes, with
 * white on all sides. With a gradient that contains white the rectangle must have such lines; if
 * there is none either, white is a temperature. *white is the share of white pixels. */
enum st_code crop_find(struct crop *out, enum crop_kind *kind, double *white,
                       const struct image *picture, enum gradient gradient, struct status *st);

/* Reduces the picture to that part. */
enum st_code crop_apply(struct image *picture, const struct crop *crop, struct status *st);
