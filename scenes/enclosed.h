/* enclosed.h -- detects whether a scene is a room: whether its middle is enclosed by walls on
 * nearly all sides. */
#pragma once

#include "scenes/scene.h"

/* What is seen from the middle of the scene's bounds, by rays in evenly distributed directions. */
struct enclosure {
    double hits;     /* share of the rays that hit a surface */
    double fronts;   /* share of those hits that are on the front, the side of the normal: the walls
                        of a room face inwards, those of a solid outwards */
    double ahead[4]; /* distance to the first surface along x, -x, z, -z; at most to the bounds */
};

void scene_look_around(const struct scene *s, struct enclosure *out);

/* Places a camera in the middle of an enclosed scene, so that it looks along the longest way
 * through the room from near the wall behind it. False if the scene is not enclosed; *c is then
 * unchanged. */
bool scene_camera_inside(const struct scene *s, struct scene_camera *c);
