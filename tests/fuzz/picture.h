/* picture.h -- a picture that was read becomes temperatures and clusters. */
#pragma once

#include "heatmap/heatmap.h"
#include "heatmap/quantize.h"
#include "tests/fuzz/fuzz.h"

/* Larger pictures are only read, so that a run stays short. */
enum { FUZZ_MOST_PIXELS = 4096 };

static inline void fuzz_use_picture(const struct image *image)
{
    struct status st = {0};
    struct heatmap heat;
    struct quantized q;
    uint64_t n = (uint64_t)image->width * image->height;
    FUZZ_CHECK(n >= 1 && n <= IMAGE_MOST_PIXELS);
    if (n > FUZZ_MOST_PIXELS)
        return;
    FUZZ_CHECK(heatmap_from_picture(&heat, image, &st) == ST_OK);
    for (uint64_t i = 0; i < n; i++)
        FUZZ_CHECK(heat.temperature[i] >= 0.0f && heat.temperature[i] <= 1.0f);
    heatmap_free(&heat);
    FUZZ_CHECK(quantize(&q, image, 3, 1, &st) == ST_OK);
    uint64_t pixels = 0;
    for (uint32_t j = 0; j < q.n; j++)
        pixels += q.pixels[j];
    FUZZ_CHECK(pixels == n);
    quantized_free(&q);
}
