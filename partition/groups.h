/* groups.h -- divides the image plane into K groups, and each group into section blocks (paper,
 * III-D and the first half of III-E).
 *
 * Section blocks lie on one grid over the image plane that starts at pixel (0, 0), so that blocks
 * of 32 x 2 are whole warps; at the edges of the plane and of coarse groups they are clipped. Every
 * pixel is in exactly one group and in exactly one of its blocks.
 *
 * fine: block (x, y) of the grid belongs to group (x + y) mod K (Fig. 6); the chunks of the paper
 * are the section blocks.
 *
 * coarse: the groups are a grid of K rectangles. Columns differ by at most one pixel in width, and
 * rows in height. The numbers of columns and rows are as near to each other as can be, and the
 * larger one lies along the longer side of the plane (rows where both sides are equal, Fig. 5).
 *
 * Where a plane has too few blocks (fine), columns or rows (coarse), some groups are empty. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum division { DIVISION_FINE, DIVISION_COARSE };
extern const char *const division_names[]; /* "fine", "coarse", NULL */

enum { GROUPS_MOST = 1024, BLOCK_WIDTH = 32, BLOCK_HEIGHT = 2 };

struct groups {
    uint32_t width, height; /* pixels */
    uint32_t n;             /* number of groups, K */
    enum division division;
    uint32_t block_width, block_height; /* pixels */
    uint32_t columns, rows;             /* numbers of columns and rows of coarse groups */
};

/* A section block: a rectangle of pixels of one group. */
struct block {
    uint32_t x, y, width, height;
};

/* Divides the plane into n groups, 1 to GROUPS_MOST. A block larger than the image plane, or than
 * the largest coarse group, is an error. Both are first rounded up to whole blocks of 32 x 2, so
 * the standard block fits every plane. All errors are ST_USAGE. */
enum st_code groups_init(struct groups *out, uint32_t width, uint32_t height, uint32_t n,
                         enum division division, uint32_t block_width, uint32_t block_height,
                         struct status *st);

/* Lists the blocks of one group, row by row; the caller frees *out (mem_free), even if *n is 0. */
enum st_code groups_blocks(const struct groups *g, uint32_t group, struct block **out, size_t *n,
                           struct status *st);
