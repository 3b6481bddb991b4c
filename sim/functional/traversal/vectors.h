/* vectors.h -- functions that are compiled for every processor and a second time for wider vectors.
 *
 * Lane loops and the walk of rays are loops over vectors: execute_ops.c and traverse.c are built
 * twice, the second time for AVX2 if the target is an x86-64, and the program chooses by its
 * processor. Every bit of the results is the same, because both versions have the same operations
 * in the same order and contract none. */
#pragma once

#include "sim/functional/traversal/traverse.h"

#include <stdbool.h>

#ifdef DIORAMA_FOR_AVX2
#define FOR_VECTORS(name) name##_avx2
#else
#define FOR_VECTORS(name) name##_plain
#endif

struct warp_context;
struct code;

/* An operation that is a function of its operands, lane by lane. */
typedef void lane_op(struct warp_context *m, const struct code *c);
/* traverse() of traverse.h. */
typedef enum st_code walk_ray(const struct device_image *image,
                              const struct traversal_options *options, const struct ray *ray,
                              struct trace_result *result, struct status *st);

struct box_children;
struct space_ray;
/* box_hit_children() of box.h. */
typedef unsigned box_test(const struct box_children *node, const struct space_ray *r, float closest,
                          float least, float places[]);

extern lane_op *const FOR_VECTORS(lane_ops)[]; /* CODE_OPS; NULL from CODE_FIRST_SPECIAL on */
walk_ray FOR_VECTORS(traverse);
box_test FOR_VECTORS(box_test);

struct vectors {
    lane_op *const *lane_ops;
    walk_ray *traverse;
    box_test *box_test; /* for tests; the walk has its own copy */
};
/* vectors_best: the widest version that this processor has. vectors_plain: the version for every
 * processor, for tests. */
const struct vectors *vectors_best(void);
const struct vectors *vectors_plain(void);
