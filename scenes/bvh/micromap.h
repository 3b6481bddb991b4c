/* micromap.h -- opacity micromaps of a scene's masked triangles, in the simulated GPU's memory
 * (VK_EXT_opacity_micromap; docs/reference/rt-options.md, "Opacity micromaps").
 *
 * All triangles have the same level, with two bits per microtriangle. Triangles with the same
 * texture and texture coordinates share a micromap; a triangle whose microtriangles all have the
 * same state has none (VkOpacityMicromapSpecialIndexEXT). A triangle's leaf refers to its micromap,
 * in its unused bytes. Micromaps are below the scene's buffers, back to back in the order of their
 * first reference by a leaf. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/bvh/format.h"
#include "scenes/bvh/micromap_bake.h"

#include <stdbool.h>
#include <stdint.h>

#define MICROMAP_BASE UINT64_C(0x90000000)
#define MICROMAP_MOST (DEVICE_BASE - MICROMAP_BASE) /* bytes of all micromaps at most */

/* The value of a leaf without a micromap, in place of an offset: MICROMAP_SPECIAL | enum
 * micromap_state. */
#define MICROMAP_SPECIAL 0xfffffff0u

struct micromaps {
    uint32_t level;
    uint64_t size;        /* bytes of all micromaps, from MICROMAP_BASE on */
    uint8_t *bytes;       /* contents of all micromaps */
    uint32_t *of_leaf;    /* for each BVH_UNIT of DEVICE_BLAS that is the leaf of a masked triangle:
                             offset of its micromap, or a special value */
    uint64_t n_triangles; /* number of masked triangles; every mesh counts once */
    uint64_t n_special[MICROMAP_UNKNOWN + 1]; /* number of triangles without a micromap, by state */
};

/* The micromaps of an image, by level; those of a level are made when they are first used. */
struct micromap_cache; /* opaque */
enum st_code micromap_cache_create(struct micromap_cache **out, struct status *st);
void micromap_cache_free(struct micromap_cache *cache); /* NULL is a no-op */

/* Makes the micromaps of a level (1 to MICROMAP_MOST_LEVEL), unless they exist. The result is the
 * same for any number of threads, and any number may call it at the same time. ST_FAILED if those
 * that are not wholly opaque or transparent need more than MICROMAP_MOST bytes. */
enum st_code micromaps_prepare(const struct device_image *image, uint32_t level, struct status *st);
/* Returns the micromaps that micromaps_prepare made; they live as long as the image. */
const struct micromaps *micromaps_of(const struct device_image *image, uint32_t level);

/* The state of a masked triangle at the microtriangle of u and v. */
struct micromap_found {
    enum micromap_state state;
    uint64_t sector; /* device address of the 32 bytes of the micromap that hold the state; 0: the
                        state is in the leaf itself */
};

/* Finds the state. `leaf` is the leaf's offset in DEVICE_BLAS; u and v must not be NaN. */
static inline struct micromap_found micromap_find(const struct micromaps *m, uint64_t leaf, float u,
                                                  float v)
{
    uint32_t says = m->of_leaf[leaf / BVH_UNIT];
    if (says >= MICROMAP_SPECIAL)
        return (struct micromap_found){(enum micromap_state)(says - MICROMAP_SPECIAL), 0};
    uint32_t index = microtriangle_at(u, v, m->level);
    uint64_t at = says + index / 4;
    bool outside =
        !(u >= -MICROMAP_MARGIN && v >= -MICROMAP_MARGIN && u + v <= 1.0f + MICROMAP_MARGIN);
    unsigned state = outside ? MICROMAP_UNKNOWN : m->bytes[at] >> 2 * (index % 4) & 3u;
    return (struct micromap_found){(enum micromap_state)state,
                                   (MICROMAP_BASE + at) & ~UINT64_C(31)};
}
