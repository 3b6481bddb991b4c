/* facing.h -- meshes that turn their backs to the camera.
 *
 * Our path and shadow shaders, as LumiBench's, scatter light only where the ray runs against the
 * normal: elsewhere the path ends with the surface's own colour, which looks flat and unlit.
 * Whether that is so cannot be seen from a mesh alone: the walls of a room look inwards, and cloth
 * is not closed. So it is asked of what is seen: which side the camera's rays meet first. */
#pragma once

#include "scenes/bvh/device_image.h"

/* Rays through the middles of FACING_SIDE^2 equal fields of the picture. */
enum { FACING_SIDE = 32, FACING_LEAST_HITS = 16 };

struct facing {
    const char *mesh; /* the name, which several meshes of one file share; the scene's */
    double backs;     /* share of its hits */
};

/* The meshes that were not generated, of which FACING_LEAST_HITS rays at least from that camera of
 * the fitted scene (scenes/unit.h) meet a Lambertian or metal triangle first, and more than half of
 * these its back. Masked triangles count as whole; spheres are looked through. *out is the caller's
 * (mem_free). */
enum st_code facing_away(const struct device_image *image, const struct scene_camera *camera,
                         struct facing **out, uint32_t *n, struct status *st);
