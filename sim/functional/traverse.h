/* traverse.h -- one ray through the acceleration structure: what it hits and what it fetches.
 *
 * Walk and arithmetic follow Vulkan-Sim (vulkan_ray_tracing.cc), bit for bit: depth first through
 * the first child hit, the others on one stack in child order, no sorting by distance, no second
 * test of what is popped. The structure is read from the packed bytes of the device image, so that
 * the layout that is timed is the layout that is traversed. Where Vulkan-Sim is odd, this does what
 * hardware does:
 *   - the hit reported is the nearest triangle in range; Vulkan-Sim keeps the nearest distance but
 *     the primitive and barycentrics of the last triangle in range;
 *   - without RAY_OPAQUE, triangles of opaque materials are still opaque; Vulkan-Sim then lets none
 *     shorten the ray, and hands all of them to the any-hit shader;
 *   - masked triangles beyond the nearest opaque hit so far are no candidates.
 * Records are the same in all cases but those where the ray got shorter. */
#ifndef SIM_FUNCTIONAL_TRAVERSE_H
#define SIM_FUNCTIONAL_TRAVERSE_H

#include "common/status.h"
#include "scenes/device_image.h"
#include "sim/functional/warp.h"

#include <stdbool.h>
#include <stdint.h>

enum ray_flags {
    RAY_OPAQUE = 1, /* treat every triangle as opaque: no any-hit shader */
    RAY_TERMINATE_ON_FIRST_HIT = 4,
};

struct ray {
    float origin[3], tmin;
    float direction[3], tmax; /* not necessarily of unit length; t is in units of direction */
    uint32_t flags;           /* enum ray_flags */
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
    float t;    /* tmax where not hit */
    float u, v; /* barycentrics of the second and third vertex; 0 where not hit */
    uint32_t instance, primitive;
    record_t *records;
    uint32_t n_records, room_records;
    struct trace_candidate *candidates;
    uint32_t n_candidates, room_candidates;
    uint32_t n_nodes; /* internal nodes, instance leaves and primitive leaves, as
                         rt_avg_nodes_per_ray counts them */
};

/* Fails only where memory runs out. A ray whose direction is zero or in which a number is not
 * finite (tmax may be infinite) fetches the TLAS header only and hits nothing. */
enum st_code traverse(const struct device_image *image, const struct ray *ray,
                      struct trace_result *result, struct status *st);
void trace_result_release(struct trace_result *result);

#endif
