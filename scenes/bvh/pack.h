/* pack.h -- converts a tree to the bytes of format.h: bvh_pack() for BVH_INTEL6 (pack.c),
 * bvh_pack_wide() for BVH_CWBVH8 (pack_wide.c). */
#pragma once

#include "scenes/bvh/build.h"

#include <stdint.h>

/* Writes one leaf. `out` is zeroed; `level` counts the root as 1. */
typedef void bvh_leaf_writer(void *context, uint32_t primitive, uint8_t *out, uint32_t level);

struct bvh_leaves {
    enum bvh_child_type type; /* BVH_INSTANCE, BVH_QUAD or BVH_PROCEDURAL */
    bvh_leaf_writer *write;
    void *context;
};

static inline unsigned bvh_leaf_units(enum bvh_child_type type)
{
    return type == BVH_INSTANCE ? 2 : 1;
}

/* Returns the bytes that lavapipe reserves for a structure of n leaves: the most that it can need,
 * rounded up to DEVICE_ALIGN (Mesa's bound: header 256, internal nodes as in a binary tree). */
uint64_t bvh_reserved_bytes(uint64_t n, enum bvh_child_type type);

/* Packs the tree of n leaves to out[0 .. bvh_reserved_bytes(n, type)), which is zeroed. *depth
 * is the level of its deepest leaf, the root being 1. */
void bvh_pack(const struct bvh_inner *root, uint64_t n, const struct bvh_leaves *leaves,
              uint8_t *out, uint32_t *depth);

/* bvh_reserved_bytes() and bvh_pack() for BVH_CWBVH8; the bytes are a multiple of DEVICE_ALIGN.
 * Structures over triangles or one procedural primitive never need more than bvh_reserved_bytes(),
 * those over instances at most 16 bytes more for each. */
uint64_t bvh_wide_bytes(uint64_t n, enum bvh_child_type type);
void bvh_pack_wide(const struct bvh_inner *root, uint64_t n, const struct bvh_leaves *leaves,
                   uint8_t *out, uint32_t *depth);

/* Quantises the bounds of a node's children on all axes by bvh_quantize(). Each of lower[axis] and
 * upper[axis] has `width` elements; for missing children, lower is above upper. */
void bvh_quantize_children(const struct bvh_inner *inner, unsigned width, float origin[3],
                           int8_t exponent[3], uint8_t *const lower[3], uint8_t *const upper[3]);
/* Sets the bounds of a structure on one axis from its root, whose n children have these upper
 * bounds. */
struct bvh_header;
void bvh_header_axis(struct bvh_header *header, int axis, float origin, int8_t exponent,
                     const uint8_t *upper, unsigned n);

/* Quantises one axis of a node: computes origin, exponent and each child's bounds. lower[i] is
 * rounded down and upper[i] up, so that the dequantised box contains the box. For n = 0 only the
 * origin is set. */
void bvh_quantize(const float *lo, const float *hi, unsigned n, float *origin, int8_t *exponent,
                  uint8_t *lower, uint8_t *upper);
