/* path.c -- path tracing: `bounces` ray segments at most, a path ends where nothing scatters on. */
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
        struct vec c = vec(1.0f, 1.0f, 1.0f);
        p->seed = seed;
        for (unsigned b = 0;; b++) {
            if (b == u->bounces) {
                c = vec(0.0f, 0.0f, 0.0f);
                break;
            }
            trace(0, r.origin, 0.001f, r.direction, 10000.0f);
            float t = p->distance;
            c = mul(c, load3(p->color));
            if (t < 0.0f || !(p->scatter_further > 0.0f))
                break;
            r.origin = add(r.origin, scale(r.direction, t));
            r.direction = load3(p->scatter);
        }
        sum = add(sum, c);
    }
    store_pixel(x, y, sum, u->total_samples);
}
