/* quantize.h -- k-means colour quantisation of a heatmap picture (paper, III-B, Fig. 4). */
#pragma once

#include "common/image.h"
#include "common/status.h"

#include <stdint.h>

enum { QUANTIZE_MOST = 64 };

struct quantized {
    uint32_t width, height;
    uint8_t *label;                    /* index of each pixel's centre, row 0 on top */
    uint32_t n;                        /* number of centres in use, 1..k, sorted from cold to hot */
    uint8_t rgb[QUANTIZE_MOST][3];     /* colours of the centres, all different */
    double temperature[QUANTIZE_MOST]; /* temperature of each centre's colour, by inverting the
                                          gradient */
    double coldness[QUANTIZE_MOST];    /* c of equation (1) for each centre, 0 hot .. 1 cold, by the
                                          hue of its colour (heat_curve_coldness) */
    uint64_t pixels[QUANTIZE_MOST];    /* number of pixels with each label, never 0 */
};

/* Quantises to k colours, k from 1 to QUANTIZE_MOST, else ST_USAGE. A picture with fewer distinct
 * colours than k gets one centre per colour. The result is the same for any number of threads:
 * k-means++ from the seed, restarted several times; the most compact clustering is taken. Works on
 * distinct colours; a picture with more than 65536 of them is clustered at 32 levels per channel.
 * On failure *out is empty. */
enum st_code quantize(struct quantized *out, const struct image *picture, uint32_t k, uint64_t seed,
                      struct status *st);
void quantized_free(struct quantized *q); /* leaves it empty */

/* Creates *picture, opaque, with every pixel in its centre's colour. */
enum st_code quantized_paint(const struct quantized *q, struct image *picture, struct status *st);
