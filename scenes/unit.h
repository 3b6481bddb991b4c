/* unit.h -- computes the unit of length in which rays are traced through a scene.
 *
 * The shaders' rays begin 0.001 from their origin and reach to 10000, those of ambient occlusion to
 * 10: a range for scenes of some tens of units. A scene's own unit may be anything, so rays are
 * traced in another unit, in which the scene's size is 16 (docs/decisions.md has the reason). The
 * size is the larger of two numbers: the spread of the middle half of the triangles' corners, which
 * neither a huge ground nor a distant wall makes large, and 1/64 of the extent of all geometry and
 * cameras, so that rays reach all of it. A scene that is scaled by a power of two becomes the same
 * scene to the bit; scaled by another number it becomes the same except for rounding. */
#pragma once

#include "common/status.h"
#include "scenes/scene.h"

/* Where the shaders' rays begin and end, in units of ray tracing. */
#define SCENE_NEAREST  0.001f
#define SCENE_FARTHEST 10000.0f

/* Computes the unit from the scene's size; it is expressed in the scene's own unit, and 1 if all of
 * the scene is in one point. */
enum st_code scene_unit_of(const struct scene *s, double *unit, struct status *st);

/* Converts every length to s->unit: vertices, spheres, instances, cameras and light. Unless the
 * scene gives its unit, powers of two move from transforms to the vertices, so that it does not
 * matter in which of them a mesh's scale was. It must be called only once. Fails, with the scene's
 * file, if a coordinate is then above SCENE_MOST_COORDINATE or a number too small. */
enum st_code scene_fit(struct scene *s, struct status *st);

/* Converts the lengths of a camera as scene_fit does those of the scene's cameras. */
void scene_fit_camera(const struct scene *s, struct scene_camera *c);
