/* enclosed.h -- detects whether a scene is a room: whether its middle is enclosed by walls on
 * nearly all sides. */
#pragma once

#include "scenes/scene.h"

/* The view from the middle of the scene's bounds, by rays in evenly spread directions. */
struct enclosure {
    double hits;     /* share of the rays with a hit */
    double fronts;   /* share of the hits on a surface's front, the side of its normal: walls of a
                        room face inwards, those of a solid outwards */
    double ahead[4]; /* distance to the first surface along x, -x, z, -z, at most to the bounds */
};

void scene_look_around(const struct scene *s, struct enclosure *out);

/* A camera in the middle of an enclosed scene, with its back to the wall, along the longest way
 * through the room. False if the scene is not enclosed; *c is then unchanged. */
bool scene_camera_inside(const struct scene *s, struct scene_camera *c);
