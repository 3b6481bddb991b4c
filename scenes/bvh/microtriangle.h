/* microtriangle.h -- the parts into which an opacity micromap divides a triangle, and their order.
 *
 * At level l each edge has 2^l parts and the triangle 4^l microtriangles. They are numbered along
 * the space-filling curve of VK_EXT_opacity_micromap (Vulkan specification, "Ray Opacity
 * Micromap"): first the part at vertex 0, then the middle, in reversed order, then the part at
 * vertex 1, then the one at vertex 2, reversed. So all parts of a part are adjacent, and the number
 * on each level is that of the next level without its last two bits. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MICROMAP_MOST_LEVEL = 12 }; /* maxOpacity4StateSubdivisionLevel of NVIDIA's drivers */

/* The two-bit states of a microtriangle, as in VK_OPACITY_MICROMAP_FORMAT_4_STATE_EXT; for unknown
 * ones the any-hit shader decides. The format has a second unknown value, 2, which differs only if
 * a ray forces a decision without the shader. */
enum micromap_state { MICROMAP_TRANSPARENT = 0, MICROMAP_OPAQUE = 1, MICROMAP_UNKNOWN = 3 };

/* A corner, by the weights of the triangle's vertices 1 and 2, in units of the parts of an edge. */
struct microcorner {
    uint32_t u, v;
};
struct microtriangle {
    struct microcorner corner[3];
};

/* Returns the n-th (0 to 3) quarter of a triangle whose edges have an even number of parts. */
static inline struct microtriangle microtriangle_part(const struct microtriangle *t, unsigned n)
{
    const struct microcorner *c = t->corner;
    const struct microcorner m01 = {(c[0].u + c[1].u) / 2, (c[0].v + c[1].v) / 2};
    const struct microcorner m12 = {(c[1].u + c[2].u) / 2, (c[1].v + c[2].v) / 2};
    const struct microcorner m20 = {(c[2].u + c[0].u) / 2, (c[2].v + c[0].v) / 2};
    switch (n) {
    case 0:
        return (struct microtriangle){{c[0], m01, m20}};
    case 1:
        return (struct microtriangle){{m20, m12, m01}};
    case 2:
        return (struct microtriangle){{m01, c[1], m12}};
    default:
        return (struct microtriangle){{m12, m20, c[2]}};
    }
}

static inline float micromap_unit(float x)
{
    return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f;
}

/* Returns the number of the microtriangle at barycentrics u and v (weights of vertices 1 and 2; not
 * NaN), which are clamped to the triangle. A point on an edge between two microtriangles belongs to
 * the one that the specification's reference code gives: u and v are rounded down to whole parts,
 * and the sum of the rests selects one half of the parallelogram. */
static inline uint32_t microtriangle_at(float u, float v, uint32_t level)
{
    const uint32_t parts = UINT32_C(1) << level, all = 3 * parts;
    const float in_u = micromap_unit(u) * (float)parts, in_v = micromap_unit(v) * (float)parts;
    uint32_t i = (uint32_t)in_u, k = (uint32_t)in_v, index = 0;
    const bool rest = (in_u - (float)i) + (in_v - (float)k) >= 1.0f;
    i = i < parts ? i : parts - 1;
    k = k < parts ? k : parts - 1;
    const bool beyond = i + k >= parts - 1; /* the parallelogram has no second half */
    i = i + k < parts ? i : parts - 1 - k;
    /* The weights of its centre, in thirds of a part: the centre is on no edge of any level. */
    uint32_t x = 3 * i + 1 + (rest && !beyond), y = 3 * k + 1 + (rest && !beyond);
    for (uint32_t l = 0; l < level; l++) {
        const uint32_t x2 = 2 * x, y2 = 2 * y;
        index *= 4;
        if (x2 + y2 < all) {
            x = x2;
            y = y2;
        } else if (x2 > all) {
            index += 2;
            x = x2 - all;
            y = y2;
        } else if (y2 > all) {
            index += 3;
            x = 2 * all - x2 - y2;
            y = y2 - all;
        } else {
            index += 1;
            x = x2 + y2 - all;
            y = all - y2;
        }
    }
    return index;
}
