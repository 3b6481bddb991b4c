/* scene.h -- the scenes of benchmarks: one triangle, or columns of triangles in pairs, one below
 * the other, far apart from each other.
 *
 * The triangle has edge 2, around the origin in the plane z = 0. A ray down the middle of a column
 * passes between the two triangles of every pair: it visits every internal node of its column and
 * no leaf. Rays of different columns share only the nodes above these. This holds for nodes of six
 * children (rt.nodes), which the caller must choose. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

#include <stdint.h>

/* Makes the scene; 0 columns: the triangle. The caller releases it by scene_free(). */
enum st_code bench_scene(struct scene **out, uint32_t columns, uint32_t pairs, struct status *st);
