/* traverse.h -- one ray through the acceleration structure: what it hits and what it fetches.
 *
 * Arithmetic and, where the options say so, walk follow Vulkan-Sim (vulkan_ray_tracing.cc), bit for
 * bit. The structure is read from the packed bytes of the device image, so that the layout that is
 * timed is the layout that is traversed. Where Vulkan-Sim is odd, this does what
 * hardware does:
 *   - without RAY_OPAQUE, triangles of opaque materials are still opaque; Vulkan-Sim then lets none
 *     shorten the ray, and hands all of them to the any-hit shader;
 *   - masked triangles beyond the nearest opaque hit so far are no candidates.
 *
 * With TRAVERSAL_NEAREST the hit is the same for every order of the walk. Three rules see to it. A
 * triangle is never nearer than the box around it: where rounding says so, the distance at which
 * the ray enters the box is taken. Of hits at equal distance the one with the lower instance, then
 * primitive, wins. A box is left out only where it begins behind the hit by more than rounding can
 * explain. */
#pragma once

#include "common/status.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

enum ray_flags {
    RAY_OPAQUE = 1,     /* treat every triangle as opaque: no any-hit shader */
    RAY_NOT_OPAQUE = 2, /* treat none as opaque: all in range are candidates */
    RAY_TERMINATE_ON_FIRST_HIT = 4,
};

/* Which of a ray's triangles in range is the hit. */
enum traversal_closest {
    TRAVERSAL_NEAREST, /* the nearest */
    TRAVERSAL_LAST,    /* Vulkan-Sim: distance of the nearest, but primitive and barycentrics of the
                          last one in the order of the walk */
};

/* Which child of a node comes next. */
enum traversal_order {
    TRAVERSAL_STACK, /* Vulkan-Sim: the first internal child that is hit; the others wait on the
                        stack in the order of children, and are visited even where something
                        nearer has been hit since they were pushed */
    TRAVERSAL_NEAREST_FIRST, /* the child that the ray enters first, of equals the first; the others
                                wait, the farthest lowest, and what is popped and begins behind the
                                nearest hit is dropped without being fetched */
};

/* What depends on the GPU: the way of its RT unit. The hit does not depend on order, stack_entries,
 * restart, one_leaf_record and overlap where the nearest triangle is the hit; nor on nodes but for
 * roundings: where a triangle's distance is that at which the ray enters a box, it may differ in
 * its last bits, and of triangles that lie at one place, as far as floats go, another may be the
 * nearest. What the hit is together with the candidates that the any-hit shader accepts does not
 * depend on micromap_level. */
struct traversal_options {
    enum traversal_closest closest;
    enum traversal_order order;
    uint32_t stack_entries; /* entries of the stack in the unit; 0: any number. One more sends the
                               oldest to memory, a sector of TRAVERSAL_SPILL of them (all, where the
                               stack is shorter); it comes back when the unit's are used up */
    bool restart;         /* one more than stack_entries is lost instead, the oldest; where entries
                             of the BLAS or TLAS that is walked were lost and those in the unit are
                             used up, the walk begins again at its root and fetches and tests
                             what it passes anew. With TRAVERSAL_NEAREST_FIRST only */
    bool one_leaf_record; /* false: descriptor and leaf are two records, fetched in turn */
    enum bvh_nodes nodes; /* the layout of the structure, which device_image_require() has made. Of
                             BVH_CWBVH8 leaves have no descriptors, whatever one_leaf_record says;
                             not with overlap, micromap_level or treelet_B */
    bool overlap;         /* what is next on the stack when a leaf is begun is begun beside it, if
                             it is an internal node: it is tested without knowing what the test of
                             the leaf finds, and only what comes behind it knows that. Nothing is
                             begun beside a leaf of which a micromap is fetched. Not with restart */
    uint32_t micromap_level; /* of the opacity micromaps that say which parts of masked triangles
                                need an any-hit shader (scenes/bvh/micromap.h); they have been
                                prepared. 0: all do. Needs TRAVERSAL_NEAREST */
    uint32_t treelet_B;      /* the structure is cut into treelets of so many bytes for the unit
                                (treelets.h), which changes no record; 0: it is not */
    bool fresh_traces;       /* what a trace leaves for the shaders lies where nothing has been
                                before; false: where the last trace of the thread left it */
};
enum { TRAVERSAL_SPILL = 4 }; /* entries of 8 bytes: address and distance */

/* Memory of a ray's stack: sectors TRAVERSAL_STACK_STEP apart, so that the 32 lanes of a warp have
 * neighbouring sectors, as local memory of a GPU has. */
enum {
    TRAVERSAL_STACK_SECTOR = 32,
    TRAVERSAL_STACK_STEP = 1024,
    TRAVERSAL_STACK_SECTORS = 256,
};

struct ray {
    float origin[3], tmin;
    float direction[3], tmax; /* not necessarily of unit length; t is in units of direction */
    uint32_t flags;           /* enum ray_flags */
    uint64_t stack_addr;      /* device address of the first sector of its stack */
};

enum candidate_kind { CANDIDATE_PROCEDURAL, CANDIDATE_MASKED };

/* A leaf whose test is left to a shader, in the order of the walk: a procedural primitive for the
 * intersection shader, or a triangle in range that is alpha-masked, for the any-hit shader. */
struct trace_candidate {
    enum candidate_kind kind;
    uint32_t instance, primitive;
    float t, u, v; /* CANDIDATE_MASKED only */
};

/* The result; its arrays grow as needed and are reused from ray to ray. Start with {0}. */
struct trace_result {
    bool hit;   /* an opaque triangle at tmin <= t < tmax was hit */
    float t;    /* of the nearest; tmax where not hit */
    float u, v; /* barycentrics of the second and third vertex; 0 where not hit */
    uint32_t instance, primitive;
    record_t *records; /* from `first` on those of the ray; the caller's before them stay */
    uint32_t first, n_records, room_records; /* n_records: of the ray */
    struct trace_candidate *candidates;
    uint32_t n_candidates, room_candidates;
    uint32_t n_nodes; /* internal nodes, instance leaves and primitive leaves, as
                         rt_avg_nodes_per_ray counts them */
    uint32_t depth;   /* deepest level of a node that was visited or put on the stack: the root of
                         the TLAS is 1, that of a BLAS has the level of its instance leaf */
};

/* Which of two hits at equal distance wins where the nearest does. */
static inline bool trace_precedes(uint32_t instance, uint32_t primitive, uint32_t other_instance,
                                  uint32_t other_primitive)
{
    return instance != other_instance ? instance < other_instance : primitive < other_primitive;
}

/* Fails only where memory runs out. A ray whose direction is zero or in which a number is not
 * finite (tmax may be infinite) fetches the TLAS header only and hits nothing. */
enum st_code traverse(const struct device_image *image, const struct traversal_options *options,
                      const struct ray *ray, struct trace_result *result, struct status *st);
void trace_result_release(struct trace_result *result);
