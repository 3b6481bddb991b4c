/* children.h -- decodes the children of a node: those that a ray enters, and their addresses, in
 * either layout of nodes (format.h). */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/bvh/format.h"
#include "sim/functional/traversal/box.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A child to visit. */
struct visit {
    uint64_t at; /* device address, a multiple of 16, plus its type in the low bits; 0: no child */
    float enter; /* distance at which the ray has entered all boxes around the child, in the units
                    of its part (TLAS or BLAS) */
    uint16_t level; /* level of the node in the tree; 1 is the root of the TLAS */
    uint16_t child; /* number of the child, for a walk that restarts (trail.h) */
};
enum { VISIT_TYPE = 15 };

/* The enum bvh_child_type of a child. For a leaf of n triangles of BVH_CWBVH8 it is BVH_QUAD + n -
 * 1. */
static inline uint32_t visit_type(struct visit v)
{
    return (uint32_t)(v.at & VISIT_TYPE);
}
static inline uint64_t visit_addr(struct visit v)
{
    return v.at & ~(uint64_t)VISIT_TYPE;
}

/* The structure being walked. */
struct structure {
    uintptr_t host; /* host address that corresponds to device address 0 */
    /* The following members are set by structure_enter(), for BVH_CWBVH8 only. */
    uint64_t nodes, leaves; /* device addresses of the arrays */
    uint32_t leaf_type, leaf_bytes;
};

static inline uintptr_t structure_host(const struct device_buffer *buffer)
{
    return (uintptr_t)buffer->bytes - (uintptr_t)buffer->addr;
}

static inline const void *structure_at(const struct structure *s, uint64_t addr)
{
    return (const void *)(s->host + (uintptr_t)addr);
}

static inline void structure_enter(struct structure *s, const struct bvh_header *header,
                                   uint64_t addr)
{
    s->nodes = addr + header->root_offset;
    s->leaves = addr + header->leaves;
    s->leaf_type = header->leaf_type;
    s->leaf_bytes = bvh_wide_leaf_bytes((enum bvh_child_type)header->leaf_type);
}

/* ---- BVH_INTEL6 ---- */

/* Decodes the six child bytes of a node at once: before[i] is the size of the children before child
 * i, in units. Returns the existing children, bit per child. */
static inline unsigned children_sizes(const struct bvh_internal *node, uint8_t before[8])
{
    uint64_t child;
    /* Includes two bytes of bounds, which are ignored. */
    memcpy(&child, (const uint8_t *)node + offsetof(struct bvh_internal, child), sizeof child);
    uint64_t units = child & 0x0303030303030303u, sums = (units * 0x0101010101010101u) << 8;
    memcpy(before, &sums, sizeof sums);
    uint64_t some = (units | units >> 1) & 0x0000010101010101u;
    return (unsigned)(some * 0x0102040810204080u >> 56);
}

/* The children of the node that the ray enters before `limit`, in order; returns their number. */
static inline unsigned children_hit(const struct structure *s, struct visit node,
                                    const struct space_ray *r, float limit, struct visit out[])
{
    uint64_t addr = visit_addr(node);
    const struct bvh_internal *bytes = structure_at(s, addr);
    float enter[BOX_PLACES];
    uint8_t before[8];
    unsigned mask = box_hit_children(box_children_of(bytes), r, limit, node.enter, enter);
    uint64_t first = addr + (uint64_t)((int64_t)bytes->child_offset * BVH_UNIT);
    unsigned n = 0;
    for (mask &= children_sizes(bytes, before); mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        uint64_t child = first + (uint64_t)before[i] * BVH_UNIT;
        out[n].level = (uint16_t)(node.level + 1);
        out[n].at = child | bvh_child_type(bytes->child[i]);
        out[n++].enter = enter[i];
        __builtin_prefetch(structure_at(s, child)); /* the child will be visited soon */
    }
    return n;
}

/* ---- BVH_CWBVH8 ---- */

/* Address and type of child i of the node. */
static inline uint64_t children_wide_at(const struct structure *s, const struct bvh_wide *node,
                                        unsigned i)
{
    unsigned meta = node->meta[i], before = node->internal & ((1u << i) - 1);
    if (node->internal >> i & 1)
        return (s->nodes + sizeof *node * (uint64_t)(node->child_base +
                                                     (unsigned)__builtin_popcount(before))) |
               BVH_INTERNAL;
    uint64_t at = s->leaves + (uint64_t)s->leaf_bytes * (node->leaf_base + (meta & 31));
    return at | (s->leaf_type + (unsigned)__builtin_popcount(meta >> 5) - 1);
}

static inline unsigned children_hit_wide(const struct structure *s, struct visit node,
                                         const struct space_ray *r, float limit, struct visit out[])
{
    const struct bvh_wide *bytes = structure_at(s, visit_addr(node));
    float enter[BOX_PLACES];
    uint64_t meta;
    memcpy(&meta, bytes->meta, sizeof meta);
    uint64_t some =
        meta / BVH_WIDE_CHILD & 0x0101010101010101u; /* for each child that exists, bit 0 of its
                                                        byte; the multiplication collects them: */
    unsigned mask = (unsigned)(some * 0x0102040810204080u >> 56), n = 0;
    mask &= box_hit_children(box_children_of_wide(bytes), r, limit, node.enter, enter);
    for (; mask; mask &= mask - 1) {
        unsigned i = (unsigned)__builtin_ctz(mask);
        out[n].level = (uint16_t)(node.level + 1);
        out[n].at = children_wide_at(s, bytes, i);
        out[n].enter = enter[i];
        __builtin_prefetch(structure_at(s, visit_addr(out[n++])));
    }
    return n;
}
