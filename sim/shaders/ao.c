/* ao.c -- ambient occlusion: one primary ray per sample and rays_per_hit rays of length 10 from its
 * hit into the hemisphere. */
#define AMBIENT_OCCLUSION
#include "camera.h"
#include "hit.h"

void raygen(void)
{
    if (!filter_shader())
        return;
    unsigned x = rt_launch_id_x(), y = rt_launch_id_y();
    if (x >= rt_launch_size_x() || y >= rt_launch_size_y())
        return;
    CONSTANT const struct rt_uniform *u = rt_uniform_descriptor(RT_UNIFORM);
    GLOBAL struct payload *p = rt_payload();
    unsigned jitter = u->random_seed;
    struct vec sum = vec(0.0f, 0.0f, 0.0f);
    p->seed = ray_seed(x, y, u);
    for (unsigned s = 0; s < u->samples; s++) {
        unsigned seed = p->seed;
        struct pixel_ray r = camera_ray(x, y, &jitter, &seed, u);
        p->seed = seed;
        trace(0, r.origin, 0.001f, r.direction, 10000.0f);
        struct vec c = load3(p->color);
        if (!(p->distance < 0.0f)) {
            struct vec point = load3(p->scatter), n = load3(p->normal);
            for (unsigned i = 0; i < u->rays_per_hit; i++) {
                seed = p->seed;
                struct vec d = normalize(random_in_unit_sphere(&seed));
                p->seed = seed;
                d = dot(d, n) > 0.0f ? d : scale(d, -1.0f);
                trace(RT_TERMINATE_ON_FIRST_HIT, add(point, scale(d, 0.01f)), 0.001f, d, 10.0f);
                if (p->distance > 0.0f)
                    c = scale(c, 0.9f);
            }
        }
        sum = add(sum, c);
    }
    store_pixel(x, y, sum, u->total_samples);
}
