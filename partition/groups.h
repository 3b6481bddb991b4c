/* groups.h -- the image plane divided into K groups, and each group into section blocks (paper,
 * III-D and the first half of III-E).
 *
 * Section blocks lie on one grid over the image plane that starts at pixel (0, 0), so that blocks
 * of 32 x 2 are whole warps; at the edges of the plane and of coarse groups they are clipped. Every
 * pixel is in exactly one group and in exactly one block of it.
 *
 * fine: block (x, y) of the grid belongs to group (x + y) mod K (Fig. 6); the chunks of the paper
 * are the section blocks.
 *
 * coarse: a grid of rectangles whose columns, and rows, differ by at most one pixel in size;
 * columns times rows is K, as near to a square as can be, the larger of the two along the longer
 * side of the plane (rows where both sides are equal, Fig. 5).
 *
 * A plane with fewer blocks (fine), columns or rows (coarse) than needed leaves groups empty. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum division { DIVISION_FINE, DIVISION_COARSE };
extern const char *const division_names[]; /* "fine", "coarse", NULL */

enum { GROUPS_MOST = 1024, BLOCK_WIDTH = 32, BLOCK_HEIGHT = 2 };

struct groups {
    uint32_t width, height; /* pixels */
    uint32_t n;             /* K */
    enum division division;
    uint32_t block_width, block_height; /* pixels */
    uint32_t columns, rows;             /* of coarse groups */
};

/* Section block: a rectangle of one group's pixels. */
struct block {
    uint32_t x, y, width, height;
};

/* n from 1 to GROUPS_MOST. A block larger than the image plane, or than the largest coarse group,
 * is an error; both are rounded up to whole blocks of 32 x 2 first, so the standard block fits
 * every plane. All errors are ST_USAGE. */
enum st_code groups_init(struct groups *out, uint32_t width, uint32_t height, uint32_t n,
                         enum division division, uint32_t block_width, uint32_t block_height,
                         struct status *st);

/* The blocks of one group, row by row; the caller owns *out (mem_free), valid for *n = 0 too. */
enum st_code groups_blocks(const struct groups *g, uint32_t group, struct block **out, size_t *n,
                           struct status *st);
