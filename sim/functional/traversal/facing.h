/* facing.h -- finds meshes whose back faces the camera.
 *
 * Our path and shadow shaders, like LumiBench's, scatter light only if the ray runs against the
 * normal: elsewhere the path ends with the surface's own colour, which looks flat and unlit. A mesh
 * alone does not show whether that happens: the walls of a room face inwards, and cloth is not
 * closed. So the test uses the side that the camera's rays meet first. */
#pragma once

#include "scenes/bvh/device_image.h"

/* Rays go through the centres of FACING_SIDE^2 equal fields of the picture. */
enum { FACING_SIDE = 32, FACING_LEAST_HITS = 16 };

struct facing {
    const char *mesh; /* name, which several meshes of a file may share; the scene's */
    double backs;     /* share of the rays' hits that are on the back */
};

/* Finds the meshes, generated ones excluded, that at least FACING_LEAST_HITS rays of that camera of
 * the fitted scene (scenes/unit.h) meet first, on a Lambertian or metal triangle, with more than
 * half of the hits on the back. Masked triangles count as solid; spheres are ignored. The caller
 * owns *out (mem_free). */
enum st_code facing_away(const struct device_image *image, const struct scene_camera *camera,
                         struct facing **out, uint32_t *n, struct status *st);
