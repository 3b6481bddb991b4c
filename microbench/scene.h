/* scene.h -- the scenes of the benchmarks: one triangle, or columns of pairs of triangles. The
 * pairs of a column are one below the other, and the columns far from each other.
 *
 * The single triangle has edge 2 and lies around the origin in the plane z = 0. A ray down the
 * middle of a column passes between the two triangles of every pair: it visits every internal node
 * of its column and no leaf. Rays of different columns share only the nodes above their columns.
 * This holds for nodes with six children (rt.nodes), which the caller must choose. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

#include <stdint.h>

/* Makes the scene; 0 columns: the single triangle. The caller frees it with scene_free(). */
enum st_code bench_scene(struct scene **out, uint32_t columns, uint32_t pairs, struct status *st);
