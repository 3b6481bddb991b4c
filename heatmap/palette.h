/* palette.h -- lists the distinct colours of a picture and counts the pixels of each. */
#pragma once

#include "common/image.h"
#include "common/status.h"

#include <stdint.h>

enum { PALETTE_LEAVES = 1 << 12, PALETTE_LEAF = 1 << 12 };

struct palette {
    uint32_t n;                     /* number of distinct colours, 1 to 2^24 */
    uint32_t *color;                /* 0xRRGGBB, ascending */
    uint32_t *pixels;               /* number of pixels of each colour, at most IMAGE_MOST_PIXELS */
    uint32_t *leaf[PALETTE_LEAVES]; /* leaves by the upper 12 bits of a colour; a leaf holds indices
                                       by the lower 12 bits */
};

static inline uint32_t palette_key(const uint8_t *rgb)
{
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

/* Makes the palette; the caller frees *out, which is NULL on failure. Ignores alpha. */
enum st_code palette_create(struct palette **out, const struct image *picture, struct status *st);
void palette_free(struct palette *p); /* NULL is a no-op */

/* Returns the index of a colour that the picture has. */
static inline uint32_t palette_index(const struct palette *p, const uint8_t *rgb)
{
    uint32_t key = palette_key(rgb);
    return p->leaf[key / PALETTE_LEAF][key % PALETTE_LEAF];
}
