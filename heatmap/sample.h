/* sample.h -- chooses a sample of a frame's CTAs for a profile, and estimates the other CTAs from
 * it.
 *
 * The CTAs, each a warp of 32 x 1 pixels, are cut into a grid of cells that are about square in
 * pixels, and each cell gives one CTA, which the seed draws: stratified sampling with one unit per
 * stratum (Cochran, Sampling Techniques, 3rd edition, 1977, ch. 5A.12). */
#pragma once

#include "common/status.h"
#include "sim/functional/exec/launch.h"

#include <stdint.h>

struct sample {
    uint32_t width, height; /* of the frame, pixels */
    uint32_t columns, rows; /* of the grid */
    uint32_t n;             /* number of cells */
    uint32_t *ctas;         /* the chosen CTA of each cell, row by row */
};

/* Chooses at most `most` >= 1 CTAs of the frame, and at least half as many; all CTAs if the frame
 * has no more. On failure *out is empty. */
enum st_code sample_choose(struct sample *out, uint32_t width, uint32_t height, uint32_t most,
                           uint64_t seed, struct status *st);
void sample_free(struct sample *s); /* leaves it empty */

uint32_t sample_frame_ctas(uint32_t width, uint32_t height);
/* Returns the number of CTAs in cell i < n. */
uint32_t sample_stratum(const struct sample *s, uint32_t i);
uint64_t sample_pixels(const struct sample *s); /* pixels of the chosen CTAs */

/* Fills in the costs of all pixels that are not in the chosen CTAs; `cost` has width * height
 * elements. Down each column of pixels, costs are linear between chosen CTAs and constant beyond
 * the first and the last one; if a cell is wider than its CTA, the CTA is mirrored at its ends. */
void sample_interpolate(const struct sample *s, uint64_t *cost);

/* Relative standard errors of estimates of the whole frame. */
struct sample_error {
    double thread_instructions;
    double simt_efficiency; /* of thread instructions over lanes of warp instructions */
};

/* Estimates the whole frame's counts from those of each chosen CTA: each is multiplied by the
 * number of CTAs in its cell and added; for the most nodes of a ray it is the maximum. The errors
 * are those of successive differences: a cell's variance is half the mean squared difference to the
 * cells beside, above and below it (Cochran ch. 5A.12 and 8.10; Wolter, Introduction to Variance
 * Estimation, 2007, ch. 8). */
void sample_estimate(const struct sample *s, const struct functional_counts *of_cta,
                     struct functional_counts *total, struct sample_error *error);
