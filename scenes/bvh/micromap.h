/* micromap.h -- opacity micromaps of a scene's masked triangles, as they lie in the simulated GPU's
 * memory (VK_EXT_opacity_micromap; docs/reference/rt-options.md, "Opacity micromaps").
 *
 * One level for all triangles, two bits a microtriangle. Triangles with the same texture and
 * texture coordinates share a micromap; one all of whose microtriangles have the same state has
 * none (VkOpacityMicromapSpecialIndexEXT). Which a triangle has is said by its leaf, in its unused
 * bytes. Micromaps are an object of their own, below the scene's buffers: they lie back to back in
 * the order in which leaves first name them. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/bvh/format.h"
#include "scenes/bvh/micromap_bake.h"

#include <stdbool.h>
#include <stdint.h>

#define MICROMAP_BASE UINT64_C(0x90000000)
#define MICROMAP_MOST (DEVICE_BASE - MICROMAP_BASE) /* bytes */

/* What a leaf says instead of where its micromap begins: MICROMAP_SPECIAL | enum micromap_state. */
#define MICROMAP_SPECIAL 0xfffffff0u

struct micromaps {
    uint32_t level;
    uint64_t size;        /* bytes of all, from MICROMAP_BASE on */
    uint8_t *bytes;       /* those */
    uint32_t *of_leaf;    /* per BVH_UNIT of DEVICE_BLAS, of masked triangles: the offset */
    uint64_t n_triangles; /* masked ones, of every mesh once */
    uint64_t n_special[MICROMAP_UNKNOWN + 1]; /* of them: without a micromap, by state */
};

/* The micromaps of an image, by level; made when they are first asked for. */
struct micromap_cache; /* opaque */
enum st_code micromap_cache_create(struct micromap_cache **out, struct status *st);
void micromap_cache_free(struct micromap_cache *cache); /* NULL is a no-op */

/* Makes those of a level (1 to MICROMAP_MOST_LEVEL), unless they are there: what they are is the
 * same for any number of threads, which may ask at the same time. Fails with ST_FAILED where
 * those that are not wholly opaque or transparent take more than MICROMAP_MOST. */
enum st_code micromaps_prepare(const struct device_image *image, uint32_t level, struct status *st);
/* Those that have been prepared; they live as long as the image. */
const struct micromaps *micromaps_of(const struct device_image *image, uint32_t level);

/* What the leaf of a masked triangle says of it, and of the microtriangle at u and v. */
struct micromap_found {
    enum micromap_state state;
    uint64_t
        sector; /* device address of the 32 bytes that it is read from; 0: the leaf's own say it
                 */
};

/* `leaf` is the leaf's offset in DEVICE_BLAS; u and v are numbers. */
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
