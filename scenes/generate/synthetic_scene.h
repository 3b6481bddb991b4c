/* synthetic_scene.h -- geometry for work without a scene of its own: uniform for any ray.
 *
 * Tetrahedra of random shape, one in each unit cell of a cubic lattice that begins at the origin. A
 * ray meets one after a few cells for any origin and direction, so its cost depends on the tree's
 * depth, not on its place. One grey material, no texture, a sky. */
#pragma once

#include "scenes/scene.h"

enum { SYNTHETIC_LEAST_CELLS = 8, SYNTHETIC_MOST_CELLS = 1 << 21 };

/* Cells must be SYNTHETIC_LEAST_CELLS to SYNTHETIC_MOST_CELLS, each with four triangles. `origin`
 * is the file of the work, after which the scene is named. */
enum st_code synthetic_scene_create(struct scene **out, const char *origin, uint32_t cells,
                                    struct status *st);

/* Sides of the lattice's box, in cells, which are scene units: as near to a cube as possible, the
 * last layer not always full. */
void synthetic_scene_size(uint32_t cells, uint32_t size[3]);
