/* camera.h -- seeds and primary rays, as LumiBench's ray generation makes them. */
#pragma once

#include "rt.h"
#include "shader_math.h"

struct pixel_ray {
    struct vec origin, direction;
};

/* Seed of all random choices of a pixel's rays. For seed 1 it is LumiBench's. */
INLINE unsigned ray_seed(unsigned x, unsigned y, CONSTANT const struct rt_uniform *u)
{
    return hash(hash(x, y), u->total_samples + 0x10000u * (u->random_seed - 1u));
}

/* One sample through pixel (x, y): `jitter` moves it inside the pixel, `seed` over the lens. */
INLINE struct pixel_ray camera_ray(unsigned x, unsigned y, unsigned *jitter, unsigned *seed,
                                   CONSTANT const struct rt_uniform *u)
{
    CONSTANT const float *view = u->model_view_inverse, *proj = u->projection_inverse;
    float px = (float)x + random01(jitter), py = (float)y + random01(jitter);
    float s = (px * 2.0f) * rcp((float)rt_launch_size_x()) - 1.0f;
    float t = (py * 2.0f) * rcp((float)rt_launch_size_y()) - 1.0f;
    float lx, ly;
    do {
        lx = random11(seed);
        ly = random11(seed);
    } while (!(lx * lx + ly * ly < 1.0f));
    float radius = u->aperture * 0.5f;
    lx *= radius;
    ly *= radius;
    struct vec target = add(scale(load3_uniform(proj), s),
                            add(scale(load3_uniform(proj + 4), t),
                                add(load3_uniform(proj + 8), load3_uniform(proj + 12))));
    struct vec q = vec(target.x * u->focus_distance - lx, target.y * u->focus_distance - ly,
                       target.z * u->focus_distance);
    struct vec n = normalize(q);
    struct pixel_ray r;
    r.origin = add(scale(load3_uniform(view), lx),
                   add(scale(load3_uniform(view + 4), ly), load3_uniform(view + 12)));
    r.direction = add(scale(load3_uniform(view), n.x), add(scale(load3_uniform(view + 4), n.y),
                                                           scale(load3_uniform(view + 8), n.z)));
    return r;
}
