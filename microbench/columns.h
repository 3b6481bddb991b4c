/* columns.h -- a scene for choosing every lane's walk: columns of triangles in pairs, one below the
 * other, all of one mesh, far apart from each other.
 *
 * A ray down the middle of a column passes between the two triangles of every pair: it visits every
 * internal node of its column and no leaf. Rays of different columns share only the nodes above
 * these. This holds for nodes of six children (rt.nodes), which the caller must choose. */
#pragma once

#include "microbench/lab.h"

/* Opens a lab of this scene. */
enum st_code columns_open(struct lab *out, const struct gpu_config *gpu,
                          const struct traversal_options *traversal, uint32_t columns,
                          uint32_t pairs, struct status *st);

/* Computes the point where a trace_add() passes the column with number %r3 into %f0 and %f1. Uses
 * %r4. */
void columns_aim(FILE *t);

/* The records that a ray fetches. The caller releases the result. */
enum st_code columns_walk(const struct lab *lab, uint32_t column, struct trace_result *out,
                          struct status *st);
