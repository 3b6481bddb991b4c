/* shadow.c -- one primary ray per sample and rays_per_hit shadow rays from its hit, towards the
 * light or, under a sky, straight up. */
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
        float t = p->distance;
        if (!(t < 0.0f)) {
            struct vec n = load3(p->normal);
            struct vec point = add(add(r.origin, scale(r.direction, t)), scale(n, 0.001f));
            for (unsigned i = 0; i < u->rays_per_hit; i++) {
                struct vec l = vec(0.0f, 1.0f, 0.0f);
                float tmax = 10000.0f, occluded = 1.0f;
                if (!u->has_sky) {
                    seed = p->seed;
                    l = scale(random_in_unit_sphere(&seed), u->light_radius);
                    p->seed = seed;
                    l = sub(add(load3_uniform(u->light_position), l), point);
                    tmax = root(dot(l, l));
                    l = normalize(l);
                }
                if (dot(l, n) > 0.0f) {
                    trace(RT_TERMINATE_ON_FIRST_HIT, point, 0.001f, l, tmax);
                    occluded = p->distance;
                }
                if (occluded > 0.0f)
                    c = scale(c, 0.3f);
            }
        }
        sum = add(sum, c);
    }
    store_pixel(x, y, sum, u->total_samples);
}
