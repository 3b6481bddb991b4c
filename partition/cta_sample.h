/* cta_sample.h -- a sample of the CTAs that stands for all of a frame.
 *
 * A frame is launched in order, and CTAs in flight together share data and memory bandwidth. So the
 * sample consists of sampling units of consecutive CTAs, each as long as the machine is wide, like
 * the units of a sampled simulation (Wunderlich, Wenisch, Falsafi, Hoe, SMARTS, ISCA 2003). The
 * CTAs in dispatch order are cut into strata of similar size, and each gives one unit. Its place
 * within the stratum advances by the golden ratio from stratum to stratum (systematic selection:
 * Cochran, Sampling Techniques, 3rd edition, 1977, ch. 8). Many places in the first stratum are
 * tried; the best sample is the one whose weights have a mean and a mean square nearest to those of
 * the frame (balanced sampling: Deville and Tille, Efficient Balanced Sampling: The Cube Method,
 * Biometrika 2004). */
#pragma once

#include "common/status.h"

#include <stdint.h>

struct cta_sample {
    uint32_t *ctas; /* numbers of its CTAs, increasing; NULL: every CTA of the frame */
    uint32_t n;     /* number of CTAs of the sample */
    uint32_t of;    /* number of CTAs of the frame */
    uint32_t unit;  /* number of consecutive CTAs in a sampling unit, of which n is a multiple; 1:
                       single CTAs */
    double *before; /* n + 1 elements: for each CTA of the sample the weight of all frame's CTAs
                       before it, in units of the mean weight of a CTA; NULL: unknown */
};

/* A sample that is a larger part of the frame is replaced by the whole frame, because it would save
 * too little. */
#define CTA_SAMPLE_MOST 0.75

/* Chooses `units` sampling units of `unit` >= 1 CTAs of the frame; all CTAs if units is 0 or the
 * units are more than CTA_SAMPLE_MOST of the frame. temperature: width * height pixels, row 0 on
 * top, >= 0 in any unit; the weight of a CTA is the sum over its pixels. On failure *out is empty.
 */
enum st_code cta_sample_choose(struct cta_sample *out, const float *temperature, uint32_t width,
                               uint32_t height, uint32_t unit, uint32_t units, uint64_t seed,
                               struct status *st);
/* For each sampling unit the CTAs between it and the unit before it, at most the last `most` of
 * them: before unit w these are ctas[first[w]] to ctas[first[w + 1] - 1]. `p` must have units. */
struct cta_sample_before {
    uint32_t *ctas, *first; /* `first` has units + 1 elements */
    uint32_t units;
};
enum st_code cta_sample_look_before(struct cta_sample_before *out, const struct cta_sample *p,
                                    uint32_t most, struct status *st);
void cta_sample_before_free(struct cta_sample_before *b); /* leaves it empty */
/* Returns the part, 0 to 1, of the frame's weight that its first k CTAs have. */
double cta_sample_share(const struct cta_sample *p, uint32_t k);
/* Returns the number of pixels that the sample's CTAs have in an image plane of that size. */
uint64_t cta_sample_pixels(const struct cta_sample *p, uint32_t width, uint32_t height);
void cta_sample_free(struct cta_sample *p); /* leaves it empty */
