/* sample.h -- the CTAs that a profile runs where it does not run all of a frame's, and what they
 * say of the others.
 *
 * The CTAs, each a warp of 32 x 1 pixels, are cut into a grid of cells that are about square in
 * pixels, and each cell gives one CTA, drawn by the seed: stratified sampling with one unit a
 * stratum (Cochran, Sampling Techniques, 3rd edition, 1977, ch. 5A.12). */
#pragma once

#include "common/status.h"
#include "sim/functional/exec/launch.h"

#include <stdint.h>

struct sample {
    uint32_t width, height; /* of the frame, pixels */
    uint32_t columns, rows; /* of the grid */
    uint32_t n;             /* cells */
    uint32_t *ctas;         /* of each cell, row by row */
};

/* At most `most` >= 1 CTAs of the frame, and at least half as many; of a frame that has no more,
 * all. On failure *out is empty. */
enum st_code sample_choose(struct sample *out, uint32_t width, uint32_t height, uint32_t most,
                           uint64_t seed, struct status *st);
void sample_free(struct sample *s); /* leaves it empty */

uint32_t sample_frame_ctas(uint32_t width, uint32_t height);
/* The CTAs of cell i < n. */
uint32_t sample_stratum(const struct sample *s, uint32_t i);
uint64_t sample_pixels(const struct sample *s); /* of the chosen CTAs */

/* cost: width * height, set in the pixels of the chosen CTAs; fills in all others. Down each column
 * of pixels costs are linear between chosen CTAs, and beyond the first and the last one they are
 * theirs; where a cell is wider than its CTA, the CTA is mirrored at its ends. */
void sample_interpolate(const struct sample *s, uint64_t *cost);

/* Relative standard errors of what is said of the whole frame. */
struct sample_error {
    double thread_instructions;
    double simt_efficiency; /* thread instructions over lanes of warp instructions */
};

/* From what each chosen CTA counts to the whole frame: sums over the cells, each times its CTAs; of
 * the most nodes of a ray the most that was seen. The errors are those of successive differences: a
 * cell's variance is half the mean squared difference to the cells beside it, above and below
 * (Cochran ch. 5A.12 and 8.10; Wolter, Introduction to Variance Estimation, 2007, ch. 8). */
void sample_estimate(const struct sample *s, const struct functional_counts *of_cta,
                     struct functional_counts *total, struct sample_error *error);
