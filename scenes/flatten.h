/* flatten.h -- replaces the transforms of instances by vertices in world space.
 *
 * LumiBench's scenes have no transforms, and its shaders read normals from the vertex buffer
 * without transforming them, so scenes are flattened before these shaders run on them. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

/* Whether no instance has a transform other than the identity. */
bool scene_is_flat(const struct scene *s);

/* Most triangles of a flat scene. */
enum { FLATTEN_MOST_TRIANGLES = 1 << 23 };

/* Applies every transform to the vertices (mesh_bake); a mesh with several instances is copied for
 * each. It must be called before the acceleration structure is built. Fails if the scene would have
 * more than FLATTEN_MOST_TRIANGLES, or coordinates that are not finite. */
enum st_code scene_flatten(struct scene *s, struct status *st);
