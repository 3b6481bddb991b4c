/* rays.h -- single rays through small scenes, their records as text. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "sim/functional/traversal/traverse.h"
#include "tests/rig/scenes.h"

struct rig_rays {
    struct rig_scene scene;
    struct device_image *image;
    struct traversal_options options;
    struct trace_result result;
    char text[256];
};

/* For TEST_WITH: an empty one as state. */
int rig_rays_setup(void **state);
int rig_rays_teardown(void **state);

/* Builds the scene's image. */
void rig_rays_open(struct rig_rays *f);
/* H/h header of TLAS/BLAS, i internal, L instance, d descriptor, t/T triangle missed/hit, p sphere,
 * s spill, r refill, m/M micromap that says transparent/anything else.;
 * of compressed wide nodes w internal, v/V triangle missed/hit. */
const char *rig_rays_trace(struct rig_rays *f, const struct ray *ray);
unsigned rig_rays_count(const struct rig_rays *f, enum record_kind kind);
/* Opaque, from 0.001 to 10000. */
struct ray rig_ray(float ox, float oy, float oz, float dx, float dy, float dz);

/* One more mesh and instance: n triangles facing the ray along -z, at the given distances from the
 * origin, with the given materials (NULL: 0). */
void rig_rays_screens(struct rig_rays *f, const float *distance, int n, const int32_t *material);
