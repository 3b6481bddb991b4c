/* build.h -- the tree over a set of boxes, as Embree's rtcBuildBVH makes it for lavapipe.
 *
 * Six children at most, one primitive a leaf, everything else Embree's defaults (medium quality:
 * binned surface-area heuristic). The only place that knows Embree. */
#pragma once

#include "common/status.h"
#include "scenes/bvh/format.h"

#include <stdint.h>

struct bvh_box {
    float lo[3], hi[3];
};

/* Either a leaf (n_children 0 and not the root) or the first member of an inner node. */
struct bvh_node {
    uint32_t n_children;
    uint32_t primitive; /* leaf: index of its box */
};

struct bvh_inner {
    struct bvh_node node;
    const struct bvh_node *child[BVH_WIDTH];
    struct bvh_box box[BVH_WIDTH]; /* of each child */
};

/* Coordinates larger than this (2^100) are refused: distances between them stay finite, and the
 * format's exponents hold them. */
#define BVH_MOST_COORDINATE 0x1p100f

struct bvh_builder; /* opaque: an Embree device that runs on the calling thread */

enum st_code bvh_builder_create(struct bvh_builder **out, struct status *st);
void bvh_builder_free(struct bvh_builder *b); /* NULL is a no-op */

/* The root is an inner node even over 0 boxes or 1. It stays valid until the next build by the same
 * builder. A box that is inverted, not finite or beyond BVH_MOST_COORDINATE fails with ST_FAILED;
 * `what` names the geometry in messages. Same boxes, same tree. */
enum st_code bvh_build(struct bvh_builder *b, const struct bvh_box *boxes, uint32_t n,
                       const char *what, const struct bvh_inner **root, struct status *st);
