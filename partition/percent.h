/* percent.h -- which share of a group's pixels is traced, and how it is distributed over the
 * colours (paper, III-E, equations 1 to 3). */
#pragma once

#include <stdint.h>

enum distribution { DISTRIBUTION_UNIFORM, DISTRIBUTION_LINTMP, DISTRIBUTION_EXPTMP };
extern const char *const distribution_names[]; /* "uniform", "lintmp", "exptmp", NULL */

/* Equation (1): returns the mean coldness of the group's pixels in percent, limited to [min, max].
 * `pixels` holds the number of pixels of each of the n colours, `coldness` their c. A group without
 * pixels gets min. */
double percent_of_group(const uint64_t *pixels, const double *coldness, uint32_t n, double min,
                        double max);

/* Computes share[j], the part that colour j should have in the traced pixels. The shares add up to
 * 1;
 * for a group without pixels all are 0.
 *   uniform  the colour's part of the group's pixels
 *   lintmp   equation (2): the summed warmth c' = 1 - c of the colour's pixels over that of all
 *   exptmp   equation (3): as lintmp, with warmth to the fifth power
 * If every colour of the group has warmth 0, the distribution is uniform. */
void percent_shares(enum distribution distribution, const uint64_t *pixels, const double *coldness,
                    uint32_t n, double *share);
