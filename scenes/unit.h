/* unit.h -- in which unit rays are traced through a scene.
 *
 * The shaders' rays begin 0.001 from where they start and reach to 10000, those of ambient
 * occlusion to 10: a range that is right for scenes of some tens. A scene's own unit may be
 * anything, so where rays are traced lengths are measured in another one, by which its size is 16
 * (docs/decisions.md has why). The size is the larger of two: how far the middle half of the
 * triangles' corners is spread, which neither a huge ground nor a distant wall makes large, and
 * 1/64 of what all geometry and cameras take up, so that rays reach all of it. Scaled by a power of
 * two a scene is the same to the bit, by another number but for rounding. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

/* The range of the shaders' rays, in that unit. */
#define SCENE_NEAREST  0.001f
#define SCENE_FARTHEST 10000.0f

/* The unit that the scene's size asks for, in the scene's own; 1 where all of it is in one point.
 */
enum st_code scene_unit_of(const struct scene *s, double *unit, struct status *st);

/* Makes s->unit the unit of every length: vertices, spheres, instances, cameras and light. Powers
 * of two go from transforms to the vertices, unless the scene states its unit, so that it does not
 * matter which of them has a mesh's scale. To be called once. Fails, naming the scene's file, where
 * a coordinate is then above SCENE_MOST_COORDINATE or a number too small. */
enum st_code scene_fit(struct scene *s, struct status *st);

/* The same for a camera of such a scene. */
void scene_fit_camera(const struct scene *s, struct scene_camera *c);
