/* micromap_bake.h -- the opacity of a masked triangle's parts, found from its texture.
 *
 * A microtriangle is opaque where every texel that the any-hit shader may look up for a hit in it
 * passes its test (sim/shaders/hit.h: the nearest texel, coordinates wrapped, alpha of at least one
 * half), transparent where none does, else unknown. Texels are counted with those that rounding may
 * lead to: of the barycentrics up to MICROMAP_MARGIN beyond the microtriangle, of texture
 * coordinates by the shader's arithmetic. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "scenes/bvh/microtriangle.h"

#include <stdint.h>

/* Hits whose barycentrics lie farther out of the triangle than this are unknown, whatever the
 * micromap says. */
#define MICROMAP_MARGIN 0x1p-16f

/* Of the texels before each in its row, how many pass: (width + 1) x height. */
struct micromap_mask {
    uint32_t width, height;
    uint32_t *passed;
};
enum st_code micromap_mask_create(struct micromap_mask *out, const struct image *texture,
                                  struct status *st);
void micromap_mask_release(struct micromap_mask *mask);

/* Bytes of a micromap; level is 1 to MICROMAP_MOST_LEVEL. */
static inline uint64_t micromap_bytes(uint32_t level)
{
    return UINT64_C(1) << (2 * level - 2);
}

/* Fills in the states of a triangle whose vertices have these texture coordinates, four a byte, the
 * lowest bits first. Returns the state that all have, or -1. */
int micromap_bake(const struct micromap_mask *mask, const float coordinates[3][2], uint32_t level,
                  uint8_t *out);
