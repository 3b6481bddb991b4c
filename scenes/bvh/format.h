/* format.h -- the acceleration structure as bytes, in one of two layouts.
 *
 * BVH_INTEL6, the layout that Mesa's lavapipe packs for Vulkan-Sim, which is that of Intel's
 * ray-tracing hardware (Mesa genxml, gen 12.5). One structure (TLAS or BLAS) is
 *     offset 0    struct bvh_header, 64 bytes
 *     offset 64   the root, always an internal node
 *     behind it   the children of a node lie side by side in child order; the block of a node's
 *                 children is allocated before any block of its grandchildren (depth first)
 *
 * BVH_CWBVH8, nodes as in Ylitie, Karras, Laine, "Efficient Incoherent Ray Traversal on GPUs
 * Through Compressed Wide BVHs", HPG 2017: two arrays, which nodes name by index. One structure is
 *     offset 0    struct bvh_header, 64 bytes
 *     offset 64   struct bvh_wide, 80 bytes each: the root, then the internal children of a node
 *                 side by side, a node's before those of its children (depth first)
 *     `leaves`    leaves, all of one type: struct bvh_triangle, bvh_procedural or bvh_instance
 *
 * All addresses inside are relative, so a structure can be stored at any multiple of 64. */
#pragma once

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "structures are written by copying host structs; the format is little-endian");

enum bvh_nodes { BVH_INTEL6, BVH_CWBVH8 };

enum { BVH_WIDTH = 6, BVH_UNIT = 64 /* bytes: unit of child offsets and sizes */ };
enum { BVH_WIDE_WIDTH = 8, BVH_WIDE_LEAF = 3 /* most triangles of a leaf */ };
enum { BVH_MOST_WIDTH = 8, BVH_MOST_LEAF = 3 }; /* of both layouts */

enum bvh_child_type {
    BVH_INTERNAL = 0,
    BVH_INSTANCE = 1,
    BVH_PROCEDURAL = 3,
    BVH_QUAD = 4,
    BVH_INVALID = 7,
};

struct bvh_header {
    uint64_t root_offset; /*  0: from the header, always 64                       */
    float lo[3];          /* 8: bounds from the quantised root */
    float hi[3];          /* 20                                                   */
    uint64_t leaves;      /* 32: for BVH_CWBVH8, offset of the first leaf from the header */
    uint32_t leaf_type;   /* 40: for BVH_CWBVH8, enum bvh_child_type of all leaves */
    uint8_t unused[20];   /* 44                                                   */
};

/* An internal node of BVH_INTEL6. The world coordinate of a bound is origin[axis] +
 * bounds[axis][side][child] * 2^(exponent[axis] - 8). */
struct bvh_internal {
    float origin[3];          /*  0: smallest corner of all children          */
    int32_t child_offset;     /* 12: offset of the first child, in units of 64 bytes from this node
                               */
    uint8_t type;             /* 16: BVH_INTERNAL                              */
    uint8_t unused;           /* 17                                            */
    int8_t exponent[3];       /* 18                                            */
    uint8_t ray_mask;         /* 21: 0xff                                      */
    uint8_t child[BVH_WIDTH]; /* 22: bits 0-1 size in units of 64 bytes (0: no such child), bits 2-5
                                 enum bvh_child_type */
    uint8_t bounds[3][2][BVH_WIDTH]; /* 28: lower x, upper x, lower y, ...            */
};

/* A node of BVH_CWBVH8; bounds are those of struct bvh_internal. Exponents are int8_t, while e in
 * Ylitie et al. has a bias. */
struct bvh_wide {
    float origin[3];                  /*  0: smallest corner of all children         */
    int8_t exponent[3];               /* 12                                          */
    uint8_t internal;                 /* 15: bit per child that is an internal node  */
    uint32_t child_base;              /* 16: index of its first internal child */
    uint32_t leaf_base;               /* 20: index of its first leaf */
    uint8_t meta[BVH_WIDE_WIDTH];     /* 24: 0: there is no such child; internal child: 32 + 24 +
                                         its number; leaf: bits 5-7 have a one for each of its
                                         primitives, from bit 5 on, bits 0-4 the number of the
                                         first, from leaf_base */
    uint8_t lower[3][BVH_WIDE_WIDTH]; /* 32: x, y, z                                 */
    uint8_t upper[3][BVH_WIDE_WIDTH]; /* 56                                          */
};
#define BVH_WIDE_CHILD 0x20u /* set in every meta that is not 0 */

/* A triangle of BVH_CWBVH8: three times 16 bytes. */
struct bvh_triangle {
    struct {
        float position[3];
        uint32_t word; /* of the first vertex: number of the triangle in its mesh; of the second:
                          geometry, as in bvh_descriptor; of the third: 0 */
    } vertex[3];
};

/* A leaf for an instance. Matrices are stored by columns; the translation after each matrix is that
 * of the OTHER transform. */
struct bvh_instance {
    uint32_t shader_mask;        /*   0: bits 0-23 custom index, 24-31 ray mask 0xff       */
    uint32_t record_flags;       /* 4: bits 0-23 hit-group record (0 triangles, 1 spheres), 29 leaf
                                    type, 30-31 geometry flags */
    uint64_t start_flags;        /* 8: bits 0-47 device address of the BLAS root, 48-55 instance
                                    flags (1: both faces are hit) */
    float world_to_object[9];    /*  16                                                    */
    float object_to_world_at[3]; /*  52                                                    */
    int64_t blas;                /* 64: offset of the BLAS header from this leaf, in bytes */
    uint32_t id;                 /* 72: custom index, which is the index in scene.instances */
    uint32_t index;              /* 76: the same index */
    float object_to_world[9];    /*  80                                                    */
    float world_to_object_at[3]; /* 116                                                    */
};

/* The first 8 bytes of a quad or procedural leaf. */
struct bvh_descriptor {
    uint32_t shader_mask; /* 0: bits 0-23 geometry, 24-31 ray mask 0xff                    */
    uint32_t geometry;    /* 4: bits 0-28 geometry, 29 leaf type (0 quad, 1 procedural), 30-31 flags
                             (1: opaque, without any-hit shader) */
};
#define BVH_RAY_MASK            0xff000000u
#define BVH_GEOMETRY_PROCEDURAL (UINT32_C(1) << 29)
#define BVH_GEOMETRY_OPAQUE     (UINT32_C(1) << 30)

struct bvh_quad { /* a leaf for one triangle */
    struct bvh_descriptor descriptor;
    uint32_t primitive; /* 8: number of the triangle in its mesh */
    uint32_t misc;      /* 12: bit 22 is set in the last quad of the leaf */
    float vertex[4][3]; /* 16: the fourth is zero                     */
};
#define BVH_QUAD_LAST (UINT32_C(1) << 22)

struct bvh_procedural { /* a leaf for one procedural primitive */
    struct bvh_descriptor descriptor;
    uint32_t count;         /*  8: 1 */
    uint32_t primitive[13]; /* 12    */
};

static_assert(sizeof(struct bvh_header) == 64 && offsetof(struct bvh_header, hi) == 20, "layout");
static_assert(offsetof(struct bvh_header, leaves) == 32, "layout");
static_assert(sizeof(struct bvh_wide) == 80 && offsetof(struct bvh_wide, internal) == 15 &&
                  offsetof(struct bvh_wide, meta) == 24 && offsetof(struct bvh_wide, upper) == 56,
              "layout");
static_assert(sizeof(struct bvh_triangle) == 48, "layout");
static_assert(sizeof(struct bvh_internal) == 64 && offsetof(struct bvh_internal, exponent) == 18 &&
                  offsetof(struct bvh_internal, child) == 22 &&
                  offsetof(struct bvh_internal, bounds) == 28,
              "layout");
static_assert(sizeof(struct bvh_instance) == 128 && offsetof(struct bvh_instance, blas) == 64 &&
                  offsetof(struct bvh_instance, object_to_world) == 80 &&
                  offsetof(struct bvh_instance, world_to_object_at) == 116,
              "layout");
static_assert(sizeof(struct bvh_quad) == 64 && offsetof(struct bvh_quad, vertex) == 16, "layout");
static_assert(sizeof(struct bvh_procedural) == 64, "layout");

static inline uint8_t bvh_child_make(enum bvh_child_type type, unsigned units)
{
    return (uint8_t)(units | (unsigned)type << 2);
}
static inline unsigned bvh_child_units(uint8_t child)
{
    return child & 3u;
}
static inline enum bvh_child_type bvh_child_type(uint8_t child)
{
    return (enum bvh_child_type)(child >> 2 & 15u);
}

/* Returns the bytes of a leaf of BVH_CWBVH8, or of one triangle of it. */
static inline uint32_t bvh_wide_leaf_bytes(enum bvh_child_type type)
{
    return type == BVH_QUAD       ? sizeof(struct bvh_triangle)
           : type == BVH_INSTANCE ? sizeof(struct bvh_instance)
                                  : sizeof(struct bvh_procedural);
}

/* Returns 2^exponent exactly, for exponents from -149 to 127. */
static inline float bvh_power_of_two(int exponent)
{
    union {
        uint32_t bits;
        float value;
    } u;
    u.bits = exponent >= -126 ? (uint32_t)(exponent + 127) << 23 : UINT32_C(1) << (exponent + 149);
    return u.value;
}

/* Returns the coordinate of a quantised bound. It is rounded once, since the product is exact. */
static inline float bvh_dequantize(float origin, int exponent, uint8_t q)
{
    return origin + (float)q * bvh_power_of_two(exponent - 8);
}
