/* unit.h -- computes the unit in which rays are traced through a scene.
 *
 * The shaders' rays begin 0.001 from their origin and reach to 10000, those of ambient occlusion to
 * 10: a range for scenes of some tens of units. A scene's own unit may be anything, so rays are
 * traced in another unit, in which the scene's size is 16 (docs/decisions.md has the reason). The
 * size is the larger of two: the spread of the middle half of the triangles' corners, which neither
 * a huge ground nor a distant wall makes large, and 1/64 of the extent of all geometry and cameras,
 * so rays reach all of it. Scaling by a power of two gives the same scene to the bit, by another
 * number except for rounding. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

/* The range of the shaders' rays, in that unit. */
#define SCENE_NEAREST  0.001f
#define SCENE_FARTHEST 10000.0f

/* The unit computed from the scene's size, in the scene's own; 1 if all of it is in one point. */
enum st_code scene_unit_of(const struct scene *s, double *unit, struct status *st);

/* Converts every length to s->unit: vertices, spheres, instances, cameras and light. Powers of two
 * move from transforms to the vertices, unless the scene gives its unit, so a mesh's scale may be
 * in either of them. To be called once. Fails, with the scene's file, if a coordinate is then above
 * SCENE_MOST_COORDINATE or a number too small. */
enum st_code scene_fit(struct scene *s, struct status *st);

/* The same for a camera of such a scene. */
void scene_fit_camera(const struct scene *s, struct scene_camera *c);
