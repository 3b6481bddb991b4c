/* mesh.h -- what every triangle of a generated mesh must be. */
#pragma once

#include "scenes/generate/arithmetic.h"
#include "scenes/scene.h"

struct dvec rig_position(const struct scene_vertex *v);

/* Fails the test unless every triangle has an area, normals of unit length, and its normals on the
 * side from which it is counter-clockwise; on rough surfaces one in a thousand may have a corner
 * whose smooth normal leans further. */
void rig_check_mesh(const struct scene_mesh *m);
