/* enclosed.h -- whether a scene is a room: is its middle walled in on nearly all sides? */
#pragma once

#include "scenes/scene.h"

/* What is seen from the middle of the scene's bounds, by rays into directions that are spread
 * evenly. */
struct enclosure {
    double hits;   /* share of the rays that meet something */
    double fronts; /* share of the hits that meet a surface's front, the side that its normal is on:
                      walls of a room turn it inwards, those of a solid outwards */
    double
        ahead[4]; /* how far it is to the first surface along x, -x, z, -z, at most to the bounds */
};

void scene_look_around(const struct scene *s, struct enclosure *out);

/* A camera in the middle of an enclosed scene, back towards the wall on the longest way through it.
 * False where it is not enclosed: *c is then as it was. */
bool scene_camera_inside(const struct scene *s, struct scene_camera *c);
