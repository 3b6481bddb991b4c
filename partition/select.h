/* select.h -- chooses the section blocks of a group that are traced (paper, III-E, second step).
 *
 * Each colour gets its share of the wanted pixels: blocks of that colour are drawn at random
 * without replacement until their pixels are as near to the share as whole blocks can be. The
 * rounding difference is added to the next colour's share. A colour may run out of blocks; its
 * missing pixels are drawn at the end from all remaining blocks. So the total is within half a
 * block of the wanted one, and a colour that has enough blocks is within one block of its share.
 *
 * The order in which a colour's blocks are drawn depends only on the seed and the colour, so a
 * larger selection with the same shares contains a smaller one, except for rounding and for blocks
 * drawn to fill up. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

struct select_block {
    uint64_t pixels; /* >= 1 */
    uint32_t color;
};

/* Sets taken[i] (n bytes) to 1 if block i is chosen and to 0 otherwise. `share` has n_colors
 * elements, which add up to 1. wanted_pixels is from 0 to the pixels of all blocks. At the upper
 * end every block is chosen; at least one always is if n > 0. Fails only if memory runs out. */
enum st_code select_blocks(const struct select_block *blocks, size_t n, const double *share,
                           uint32_t n_colors, double wanted_pixels, uint64_t seed, uint8_t *taken,
                           struct status *st);
