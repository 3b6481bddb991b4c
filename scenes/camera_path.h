/* camera_path.h -- computes the camera at each frame of its path.
 *
 * Frames are whole numbers from 0. The path goes through its keys exactly. Between two keys at
 * frames a and b each number of the camera is a function of t = (frame - a) / (b - a), computed in
 * doubles and rounded once:
 *   linear  (1 - t) * first + t * second
 *   smooth  the cubic Hermite curve through both values. The tangent at a key is that of Catmull
 *           and Rom: the difference of its two neighbours divided by the frames between them; at
 *           the ends of the path it is the slope to the only neighbour.
 * A smooth field of view, aperture or focus must stay between the values of its two keys. Its
 * tangents are therefore limited (Fritsch and Carlson, 1980): to 0 at a key whose neighbours are
 * both larger or both smaller, elsewhere to three times the smaller slope. */
#pragma once

#include "scenes/scene.h"

/* Returns the last frame of the path; 0 if the scene has no path. */
uint32_t scene_last_frame(const struct scene *s);

/* Returns the camera at a frame: the scene's if there is no path, and that of the last frame for
 * all later frames. */
struct scene_camera scene_camera_at(const struct scene *s, uint32_t frame);

/* Returns the path's camera at a frame; n_keys must be 2 or more. */
struct scene_camera camera_path_at(const struct scene_path *path, uint32_t frame);

/* Returns the distance from the eye to the point that it looks at; 1 if both are the same. */
float camera_distance(const struct scene_camera *c);
