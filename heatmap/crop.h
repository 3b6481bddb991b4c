/* crop.h -- which part of a picture is the heatmap: figures have margins, axes and colour bars. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "heatmap/gradient_colors.h"

#include <stdbool.h>

/* Pixels from the top left corner. */
struct crop {
    uint32_t x, y, width, height;
};

/* "X,Y,W,H" of --crop; inside of the picture. ST_USAGE where it is not. */
enum st_code crop_read(struct crop *out, const char *text, const struct image *picture,
                       struct status *st);

/* How a picture looks. */
enum crop_kind {
    CROP_NONE,   /* all of it is the heatmap */
    CROP_FIGURE, /* the heatmap is *out, and what is around it is white, axes and colour bars */
    CROP_UNCLEAR /* there is a white border, and no one rectangle in it; *out is the largest */
};

/* Looks for a figure's plot: the largest rectangle without white, less the lines of its axes, that
 * has white on all sides. A gradient that contains white has to have such lines, and where there is
 * no such rectangle either, its white is temperature. *white is the share of white pixels. */
enum st_code crop_find(struct crop *out, enum crop_kind *kind, double *white,
                       const struct image *picture, enum gradient gradient, struct status *st);

/* Makes the picture that part of it. */
enum st_code crop_apply(struct image *picture, const struct crop *crop, struct status *st);
