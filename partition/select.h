/* select.h -- which of a group's section blocks are traced (paper, III-E, second step).
 *
 * Each colour gets its share of the wanted pixels, in blocks of that colour drawn at random without
 * replacement: as many as bring the pixels nearest to the share, what rounding leaves over or short
 * being passed on to the next colour. When a colour has no more blocks, what it is short of is
 * drawn at the end from all blocks that are left, whatever their colour. So the total is within
 * half a block of what is wanted, and a colour with enough blocks within one block of its share.
 *
 * The order in which a colour's blocks are drawn depends on the seed and the colour alone, so that
 * of two selections with the same shares the larger contains the smaller but for rounding and what
 * was drawn to fill up. */
#ifndef PARTITION_SELECT_H
#define PARTITION_SELECT_H

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

#endif
