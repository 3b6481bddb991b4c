/* traverse.h -- traverses the acceleration structure with one ray: its hit and its fetches.
 *
 * The arithmetic follows Vulkan-Sim (vulkan_ray_tracing.cc) bit for bit, and so does the order of
 * the walk with the options for it. The structure is read from the packed bytes of the device
 * image, so the timed layout is the traversed one. Unlike Vulkan-Sim, this follows hardware in two
 * cases:
 *   - without RAY_OPAQUE, triangles of opaque materials are still opaque; in Vulkan-Sim they then
 *     do not shorten the ray, and all are passed to the any-hit shader;
 *   - masked triangles beyond the nearest opaque hit so far are no candidates.
 *
 * The front of a triangle is the side from which its vertices are counter-clockwise in a
 * right-handed space, which is clockwise in a left-handed one (D3D12_RAYTRACING_INSTANCE_FLAGS; the
 * tests of face culling in Vulkan's conformance suite).
 *
 * With TRAVERSAL_NEAREST the hit is the same for every order of the walk. Three rules ensure that.
 * A triangle is never nearer than the box around it: if rounding makes it so, the distance at which
 * the ray enters the box is used. Of hits at equal distance the one with the lower instance, then
 * primitive, wins. A box is skipped only if it begins behind the hit by more than rounding can
 * explain. */
#pragma once

#include "common/status.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

enum ray_flags {
    RAY_OPAQUE = 1,     /* treat every triangle as opaque: no any-hit shader */
    RAY_NOT_OPAQUE = 2, /* treat no triangle as opaque: all in range are candidates */
    RAY_TERMINATE_ON_FIRST_HIT = 4,
    RAY_SKIP_CLOSEST_HIT = 8, /* concerns shaders alone */
    RAY_CULL_BACK = 16,       /* skip triangles whose back faces the origin of the ray ... */
    RAY_CULL_FRONT = 32,      /* ... or whose front does */
    RAY_CULL_OPAQUE = 64,     /* skip triangles that no any-hit shader decides about ... */
    RAY_CULL_NO_OPAQUE = 128, /* ... or the others */
    RAY_SKIP_TRIANGLES = 256,
    RAY_SKIP_PROCEDURAL = 512,
    RAY_CULLS = 1008, /* the six above */
    RAY_FLAGS = 1023,
};

/* Which of a ray's triangles in range becomes the hit. */
enum traversal_closest {
    TRAVERSAL_NEAREST, /* the nearest */
    TRAVERSAL_LAST,    /* Vulkan-Sim: distance of the nearest, but primitive and barycentrics of the
                          last one in the order of the walk */
};

/* The order in which the children of a node are visited. */
enum traversal_order {
    TRAVERSAL_STACK, /* Vulkan-Sim's order: the first internal child that is hit comes next; the
                        others wait on the stack in the order of children, and are visited even if a
                        nearer hit was found after they were pushed */
    TRAVERSAL_NEAREST_FIRST, /* the child that the ray enters first comes next, of equals the first;
                                the others wait on the stack, the farthest lowest, and a popped node
                                that begins behind the nearest hit is dropped without a fetch */
};

/* The options of traversal that depend on the GPU's RT unit. With TRAVERSAL_NEAREST the hit does
 * not depend on order, stack_entries, restart, one_leaf_record and overlap. It depends on nodes
 * only by rounding: if a triangle's distance is that at which the ray enters a box, its last bits
 * may differ, and of triangles at one place, within float precision, another may be the nearest.
 * The hit, together with the candidates that the any-hit shader accepts, does not depend on
 * micromap_level. */
struct traversal_options {
    enum traversal_closest closest;
    enum traversal_order order;
    uint32_t stack_entries; /* entries of the unit's stack; 0: unlimited. When a full stack gets a
                               further entry, its oldest entries are spilled to memory, a sector of
                               TRAVERSAL_SPILL of them (all, if the stack is shorter); they are
                               refilled when the entries in the unit are used up */
    bool restart; /* a full stack drops its oldest entry instead of spilling. When entries of the
                     walked BLAS or TLAS were dropped and those in the unit are used up, the walk
                     restarts at its root and fetches and tests the nodes on its path again. With
                     TRAVERSAL_NEAREST_FIRST only */
    bool one_leaf_record; /* a leaf is one record; false: descriptor and leaf are two records,
                             fetched in turn */
    enum bvh_nodes nodes; /* layout of the structure; device_image_require() must have made it. With
                             BVH_CWBVH8 leaves have no descriptors, whatever one_leaf_record is, and
                             overlap, micromap_level and treelet_B must be off */
    bool overlap; /* when a leaf is begun, the next entry of the stack is begun beside it, if it is
                     an internal node. Its test does not use the result of the leaf's test; only
                     later nodes do. No node is begun beside a leaf for which a micromap is fetched.
                     Not with restart */
    /* level of the opacity micromaps (scenes/bvh/micromap.h), which must be prepared and mark the
     * parts of masked triangles that need an any-hit shader; 0: none are used, all parts need one.
     * Needs TRAVERSAL_NEAREST */
    uint32_t micromap_level;
    uint32_t treelet_B; /* most bytes of the treelets into which the structure is cut for the unit
                           (treelets.h), which changes no record; 0: it is not cut */
    bool fresh_traces;  /* a trace's data for the shaders are at new addresses; false: at those of
                           the thread's last trace */
    bool interleaved;   /* each word of the threads' blocks is beside those of the warp's other
                           lanes, for timing; false: a thread's block is in one piece. Not with
                           fresh_traces */
};
enum { TRAVERSAL_SPILL = 4 }; /* entries per spilled sector, of 8 bytes: address and distance */

/* The layout of rays' stacks in memory: sectors of a ray are TRAVERSAL_STACK_STEP apart, so the 32
 * lanes of a warp have neighbouring sectors, as in a GPU's local memory. */
enum {
    TRAVERSAL_STACK_SECTOR = 32,
    TRAVERSAL_STACK_STEP = 1024,
    TRAVERSAL_STACK_SECTORS = 256,
};

struct ray {
    float origin[3], tmin;
    float direction[3], tmax; /* direction: not necessarily of unit length; t is in units of it */
    uint32_t flags;           /* enum ray_flags */
    uint32_t mask, structure; /* where instances have roles: those of the structure that have a bit
                                 of the mask are seen */
    uint64_t stack_addr;      /* device address of the first sector of the ray's stack */
};

enum candidate_kind { CANDIDATE_PROCEDURAL, CANDIDATE_MASKED };

/* A leaf that a shader tests, in the order of the walk: a procedural primitive for the intersection
 * shader, or an alpha-masked triangle in range, for the any-hit shader. */
struct trace_candidate {
    enum candidate_kind kind;
    uint32_t instance, primitive;
    float t, u, v; /* CANDIDATE_MASKED only */
};

/* The result of a traversal; its arrays grow as needed and are reused by the next ray. Initialise
 * with {0}. */
struct trace_result {
    bool hit;   /* an opaque triangle at tmin <= t < tmax was hit */
    float t;    /* distance of the nearest hit; tmax without a hit */
    float u, v; /* barycentrics of the second and third vertex; 0 without a hit */
    uint32_t instance, primitive;
    record_t *records; /* records of the walk; those before `first` are the caller's and stay */
    uint32_t first, n_records, room_records; /* n_records: number of the ray's records */
    struct trace_candidate *candidates;
    uint32_t n_candidates, room_candidates;
    uint32_t n_nodes; /* number of internal nodes, instance leaves and primitive leaves, as
                         rt_avg_nodes_per_ray counts them */
    uint32_t depth;   /* deepest level of a node that was visited or pushed: the root of the TLAS is
                         1, that of a BLAS has the level of its instance leaf */
};

/* Whether a triangle wins against another one at equal distance, with TRAVERSAL_NEAREST. */
static inline bool trace_precedes(uint32_t instance, uint32_t primitive, uint32_t other_instance,
                                  uint32_t other_primitive)
{
    return instance != other_instance ? instance < other_instance : primitive < other_primitive;
}

/* Traverses the structure with one ray. Fails only if memory runs out. A ray with a zero direction
 * or a number that is not finite (tmax may be infinite) fetches only the TLAS header and hits
 * nothing. */
enum st_code traverse(const struct device_image *image, const struct traversal_options *options,
                      const struct ray *ray, struct trace_result *result, struct status *st);
void trace_result_release(struct trace_result *result);
