/* select.h -- which of a group's section blocks are traced (paper, III-E, second step).
 *
 * Each colour gets its share of the wanted pixels: blocks of that colour are drawn at random
 * without replacement until their pixels are as near to the share as whole blocks can be. What
 * rounding leaves over or short is added to the next colour's share. A colour may run out of
 * blocks; what it is short of is drawn at the end from all remaining blocks. So the total is within
 * half a block of what is wanted, and a colour that has enough blocks is within one block of its
 * share.
 *
 * The order in which a colour's blocks are drawn depends on the seed and the colour alone, so that
 * a larger selection with the same shares contains a smaller one, except for rounding and for
 * blocks drawn to fill up. */
#pragma once

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

struct select_block {
    uint64_t pixels; /* >= 1 */
    uint32_t color;
};

/* Sets taken[i] (n bytes) to 1 where block i is chosen and to 0 elsewhere. `share` (n_colors of
 * them) adds up to 1. wanted_pixels from 0 to the pixels of all blocks; with the latter every block
 * is chosen, and at least one always is where n > 0. Fails only where memory runs out. */
enum st_code select_blocks(const struct select_block *blocks, size_t n, const double *share,
                           uint32_t n_colors, double wanted_pixels, uint64_t seed, uint8_t *taken,
                           struct status *st);
