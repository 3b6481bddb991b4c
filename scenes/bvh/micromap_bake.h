/* micromap_bake.h -- computes the opacity of a masked triangle's parts from its texture.
 *
 * A microtriangle is opaque if every texel that the any-hit shader may look up for a hit in it
 * passes its test (sim/shaders/hit.h: the nearest texel, coordinates wrapped, alpha of at least one
 * half), transparent if none does, else unknown. Texels include those that rounding may lead to:
 * for barycentrics up to MICROMAP_MARGIN beyond the microtriangle, for texture coordinates by the
 * shader's arithmetic. */
#pragma once

#include "common/image.h"
#include "common/status.h"
#include "scenes/bvh/microtriangle.h"

#include <stdint.h>

/* The largest distance from the triangle, in barycentrics, of hits to which a micromap applies; the
 * state of hits farther outside is unknown. */
#define MICROMAP_MARGIN 0x1p-16f

/* The mask of a texture. passed: for each texel, the number of texels before it in its row that
 * pass the test; (width + 1) x height elements. */
struct micromap_mask {
    uint32_t width, height;
    uint32_t *passed;
};
enum st_code micromap_mask_create(struct micromap_mask *out, const struct image *texture,
                                  struct status *st);
void micromap_mask_release(struct micromap_mask *mask);

/* Returns the bytes of a micromap; level is 1 to MICROMAP_MOST_LEVEL. */
static inline uint64_t micromap_bytes(uint32_t level)
{
    return UINT64_C(1) << (2 * level - 2);
}

/* Computes the states of the microtriangles of a triangle with these texture coordinates, four per
 * byte, the lowest bits first. Returns the state that all of them have, or -1. */
int micromap_bake(const struct micromap_mask *mask, const float coordinates[3][2], uint32_t level,
                  uint8_t *out);
