#include "tests/rig/rays.h"

#include "tests/rig/rig.h"

#include <string.h>

int rig_rays_setup(void **state)
{
    static struct rig_rays f;
    memset(&f, 0, sizeof f);
    *state = &f;
    return 0;
}

int rig_rays_teardown(void **state)
{
    struct rig_rays *f = *state;
    device_image_free(f->image);
    trace_result_release(&f->result);
    return 0;
}

void rig_rays_open(struct rig_rays *f)
{
    assert_ok(device_image_create(&f->image, &f->scene.scene, &st));
}

const char *rig_rays_trace(struct rig_rays *f, const struct ray *ray)
{
    assert_ok(traverse(f->image, &f->options, ray, &f->result, &st));
    const struct trace_result *r = &f->result;
    uint32_t n = r->n_records < 255 ? r->n_records : 255;
    for (uint32_t i = 0; i < n; i++)
        f->text[i] = "hiLdtTpsrmMbwvV"[record_kind(r->records[i])];
    f->text[n] = 0;
    if (n > 0 && record_addr(r->records[0]) == f->image->buffers[DEVICE_TLAS].addr)
        f->text[0] = 'H';
    return f->text;
}

unsigned rig_rays_count(const struct rig_rays *f, enum record_kind kind)
{
    unsigned n = 0;
    for (uint32_t i = 0; i < f->result.n_records; i++)
        n += record_kind(f->result.records[i]) == kind;
    return n;
}

struct ray rig_ray(float ox, float oy, float oz, float dx, float dy, float dz)
{
    return (struct ray){.origin = {ox, oy, oz},
                        .tmin = 0.001f,
                        .direction = {dx, dy, dz},
                        .tmax = 10000,
                        .flags = RAY_OPAQUE};
}

void rig_rays_screens(struct rig_rays *f, const float *distance, int n, const int32_t *material)
{
    uint32_t mesh = rig_add_mesh(&f->scene);
    rig_add_instance(&f->scene, mesh, NULL);
    for (int i = 0; i < n; i++) {
        float z = -distance[i];
        rig_add_triangle(&f->scene, mesh, (float[]){-1, -1, z}, (float[]){3, -1, z},
                         (float[]){-1, 3, z}, material ? material[i] : 0);
    }
}
