/* quantize.h -- k-means colour quantisation of a heatmap picture (paper, III-B, Fig. 4). */
#ifndef HEATMAP_QUANTIZE_H
#define HEATMAP_QUANTIZE_H

#include "common/image.h"
#include "common/status.h"

#include <stdint.h>

enum { QUANTIZE_MOST = 64 };

struct quantized {
    uint32_t width, height;
    uint8_t *label;                  /* per pixel: index of its centre */
    uint32_t n;                      /* centres in use, 1..k, sorted from cold to hot */
    uint8_t rgb[QUANTIZE_MOST][3];   /* the centres */
    double temperature[QUANTIZE_MOST]; /* of the centre's colour, by inverting the gradient */
    double coldness[QUANTIZE_MOST];  /* c of equation (1): 0 hot .. 1 cold, from the shifted hue */
    uint64_t pixels[QUANTIZE_MOST];  /* how many pixels carry the label */
};

/* k from 1 to QUANTIZE_MOST; fewer distinct colours than k gives fewer centres. Deterministic:
 * k-means++ from the seed, several restarts, the most compact wins. */
enum st_code quantize(struct quantized *out, const struct image *picture, uint32_t k, uint64_t seed,
                      struct status *st);
void quantized_free(struct quantized *q);
enum st_code quantized_paint(const struct quantized *q, struct image *picture, struct status *st);

#endif
