/* part.h -- a sample of the CTAs that stands for all of a frame.
 *
 * The CTAs in dispatch order are cut into n strata of like size, and each gives one CTA. Its place
 * within the stratum moves on by the golden ratio from stratum to stratum, so that columns of the
 * image plane are sampled as evenly as rows (systematic selection: Cochran, Sampling Techniques,
 * 3rd edition, 1977, ch. 8). Several places in the first stratum are tried; the sample is kept
 * whose weights have a mean and a mean square nearest to those of the frame (balanced sampling:
 * Deville and Tille, Efficient Balanced Sampling: The Cube Method, Biometrika 2004). */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct part {
    uint32_t *ctas; /* increasing; NULL: every CTA of the frame */
    uint32_t n;     /* how many there are in it */
    uint32_t of;    /* CTAs of the frame */
};

/* Chooses `wanted` of the frame's CTAs; all of them where `wanted` is 0 or more than three
 * quarters. temperature: width * height pixels, row 0 on top, >= 0 in any unit; the weight of a CTA
 * is the sum over its pixels. On failure *out is empty. */
enum st_code part_choose(struct part *out, const float *temperature, uint32_t width,
                         uint32_t height, uint64_t wanted, uint64_t seed, struct status *st);
/* The CTAs with a pixel to trace: filter has width * height bytes, 0 where nothing is traced. */
enum st_code part_of_filter(struct part *out, const uint8_t *filter, uint32_t width,
                            uint32_t height, struct status *st);
/* How many pixels it has of an image plane that wide and high. */
uint64_t part_pixels(const struct part *p, uint32_t width, uint32_t height);
void part_free(struct part *p); /* leaves it empty */
