/* synthetic_scene.h -- geometry for work that has no scene of its own; it is alike for any ray.
 *
 * Tetrahedra of random shape, one in each unit cell of a cubic lattice that begins at the origin. A
 * ray meets one after a few cells for any origin and direction, so its cost depends on the tree's
 * depth, not on where the ray is. There is one grey material, no texture, and a sky. */
#pragma once

#include "scenes/scene.h"

enum { SYNTHETIC_LEAST_CELLS = 8, SYNTHETIC_MOST_CELLS = 1 << 21 };

/* Makes the scene. `cells` must be SYNTHETIC_LEAST_CELLS to SYNTHETIC_MOST_CELLS; each cell has
 * four triangles. `origin` is the file from which the work is made; the scene is named after it. */
enum st_code synthetic_scene_create(struct scene **out, const char *origin, uint32_t cells,
                                    struct status *st);

/* Computes the sides of the lattice's box, in cells, which are scene units: as near to a cube as
 * possible; the last layer may not be full. */
void synthetic_scene_size(uint32_t cells, uint32_t size[3]);
