/* flatten.h -- a scene without transforms, as LumiBench's are: one model an instance, in its place.
 *
 * LumiBench's shaders take normals as they stand in the vertex buffer, so whoever runs them needs
 * vertices in world space. */
#ifndef SCENES_FLATTEN_H
#define SCENES_FLATTEN_H

#include "common/status.h"
#include "scenes/scene.h"

/* No instance has a transform. */
bool scene_is_flat(const struct scene *s);

/* Triangles that a scene may have when it is flat. */
enum { FLATTEN_MOST_TRIANGLES = 1 << 23 };

/* Bakes every transform into the vertices (mesh_bake); meshes that several instances place are
 * copied. Before the acceleration structure is built. Fails where that makes more than
 * FLATTEN_MOST_TRIANGLES, or coordinates that are not finite. */
enum st_code scene_flatten(struct scene *s, struct status *st);

#endif
