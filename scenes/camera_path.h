/* camera_path.h -- where the camera is in each frame of its path.
 *
 * Frames are whole numbers from 0. A path goes through its keys exactly. Between two of them at
 * frames a and b every number is a function of t = (frame - a) / (b - a), computed in doubles and
 * rounded once:
 *   linear  (1 - t) * first + t * second
 *   smooth  the cubic that has the keys' values and tangents (Hermite). The tangent at a key is
 * that of Catmull and Rom for keys that need not be equally far apart, the difference of its
 *           neighbours over the frames between them; at the ends of the path it is the slope to the
 *           one neighbour. Field of view, aperture and focus must not leave the range of the two
 *           keys: there a tangent is 0 where the neighbours lie on one side, and at most three
 * times either slope (Fritsch and Carlson, 1980). */
#ifndef SCENES_CAMERA_PATH_H
#define SCENES_CAMERA_PATH_H

#include "scenes/scene.h"

/* 0 where the scene has no path. */
uint32_t scene_last_frame(const struct scene *s);

/* The scene's camera where there is no path; after the last frame that of the last. */
struct scene_camera scene_camera_at(const struct scene *s, uint32_t frame);

/* The camera of the frame as the path alone has it; n_keys must be 2 or more. */
struct scene_camera camera_path_at(const struct scene_path *path, uint32_t frame);

/* From the eye to what it looks at; 1 where that is the same place. */
float camera_distance(const struct scene_camera *c);

#endif
