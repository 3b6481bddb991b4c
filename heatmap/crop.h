/* crop.h -- finds the part of a picture that is the heatmap: figures have margins, axes and colour
 * bars. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/gradient_colors.h"

#include <stdbool.h>

/* A rectangle, in pixels from the top left corner. */
struct crop {
    uint32_t x, y, width, height;
};

/* Reads the value "X,Y,W,H" of --crop; the rectangle must be inside the picture, else ST_USAGE. */
enum st_code crop_read(struct crop *out, const char *text, const struct image *picture,
                       struct status *st);

/* The kind of a picture, by what is around the heatmap. */
enum crop_kind {
    CROP_NONE,   /* all of the picture is the heatmap */
    CROP_FIGURE, /* the heatmap is the rectangle *out, with white, axes or colour bars around it */
    CROP_UNCLEAR /* there is a white border, but not exactly one plot inside; *out is the largest */
};

/* Finds a figure's plot: the largest rectangle without white, less the lines of its axes, with
 * white on all sides. With a gradient that contains white, the rectangle counts only if it has
 * axes; if it has none, white is a temperature. *white is the share of white pixels. */
enum st_code crop_find(struct crop *out, enum crop_kind *kind, double *white,
                       const struct image *picture, enum gradient gradient, struct status *st);

/* Reduces the picture to the rectangle. */
enum st_code crop_apply(struct image *picture, const struct crop *crop, struct status *st);
