/* build.h -- builds the tree over a set of boxes, with Embree's rtcBuildBVH as lavapipe does.
 *
 * The caller limits the children of a node (six for lavapipe) and the primitives of a leaf (one);
 * all other settings are Embree's defaults (medium quality: binned surface-area heuristic, which
 * also decides which leaves have more than one primitive). Only this module uses Embree. */
#pragma once

#include "common/status.h"
#include "scenes/bvh/format.h"

#include <stdint.h>

struct bvh_box {
    float lo[3], hi[3];
};

/* A node: a leaf, with n_children 0 and never the root, or the first member of an inner node. */
struct bvh_node {
    uint32_t n_children;
    uint32_t n_primitives;             /* of a leaf, at least 1 */
    uint32_t primitive[BVH_MOST_LEAF]; /* of a leaf: indices of boxes */
};

struct bvh_inner {
    struct bvh_node node;
    const struct bvh_node *child[BVH_MOST_WIDTH];
    struct bvh_box box[BVH_MOST_WIDTH]; /* box of each child */
};

/* The largest coordinate, 2^100, that does not fail. Distances between smaller coordinates stay
 * finite, and the format's exponents can hold them. */
#define BVH_MOST_COORDINATE 0x1p100f

struct bvh_builder; /* an Embree device that runs on the calling thread */

/* The limits of nodes and leaves, at most BVH_MOST_WIDTH and BVH_MOST_LEAF. */
struct bvh_shape {
    uint32_t width, leaf;
};

enum st_code bvh_builder_create(struct bvh_builder **out, struct status *st);
void bvh_builder_free(struct bvh_builder *b); /* NULL is a no-op */

/* Builds a tree. The root is an inner node even over 0 boxes or 1. It stays valid until the next
 * build by the same builder. Equal boxes give equal trees. ST_FAILED for a box that is inverted,
 * not finite or beyond BVH_MOST_COORDINATE; `what` is the geometry's name in messages. */
enum st_code bvh_build(struct bvh_builder *b, const struct bvh_box *boxes, uint32_t n,
                       struct bvh_shape shape, const char *what, const struct bvh_inner **root,
                       struct status *st);
