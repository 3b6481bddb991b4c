/* Rays through small scenes: records, hits, candidates. The expected records and distances of scene
 * REF were read from Vulkan-Sim runs. Distance and primitive of the second ray too, but not its
 * records: it starts on the ceiling and leaves through the left wall, whose two leaves have equal
 * boxes, so that neither can be visited without the other, and the first child comes first. */
#include "tests/rig/rig.h"

#include "tests/rig/scenes.h"

#include "sim/functional/traverse.h"

#include <math.h>
#include <string.h>

struct fixture {
    struct rig_scene rig;
    struct device_image *image;
    struct trace_result result;
};

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* H/h header of TLAS/BLAS, i internal, L instance, d descriptor, t/T triangle missed/hit, p sphere
 */
static const char *trace_text(const struct device_image *image, const struct trace_result *r,
                              char text[256])
{
    uint32_t n = r->n_records < 255 ? r->n_records : 255;
    for (uint32_t i = 0; i < n; i++)
        text[i] = "hiLdtTp"[record_kind(r->records[i])];
    text[n] = 0;
    if (n > 0 && record_addr(r->records[0]) == image->buffers[DEVICE_TLAS].addr)
        text[0] = 'H';
    return text;
}

static void open_image(struct fixture *f)
{
    struct status st = {0};
    assert_ok(device_image_create(&f->image, &f->rig.scene, &st));
}

static int setup(void **state)
{
    static struct fixture f;
    memset(&f, 0, sizeof f);
    *state = &f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    device_image_free(f->image);
    trace_result_release(&f->result);
    return 0;
}

static void trace(struct fixture *f, const struct ray *ray)
{
    struct status st = {0};
    assert_ok(traverse(f->image, ray, &f->result, &st));
}

static void records_of_reference_rays_equal_vulkan_sims(void **state)
{
    static const struct {
        uint32_t origin[3], direction[3], t, primitive;
        const char *records;
    } rays[] = {
        {{0x438B0000, 0x438B0000, 0x43AF0000},
         {0xBF06555A, 0x3F0653D8, 0xBF2B99AA},
         0x4403F9D7,
         9,
         "HiLhiidtdtidTdt"},
        {{0x3F7CE400, 0x440AC000, 0xC0771A80},
         {0xBE89846C, 0xBE8EF400, 0xBEBE9684},
         0x406B637B,
         1,
         "HiLhiidTdti"},
        {{0x33800000, 0x440A7E47, 0xC0A75CCF},
         {0x3EFFF496, 0xBF050956, 0xBF315DEB},
         0x4446602C,
         4,
         "HiLhiiidtdT"},
        {{0x438B0000, 0x438B0000, 0x43AF0000},
         {0x3CDCAA8D, 0xBCDCF291, 0xBF7FD060},
         0x44626A1F,
         4,
         "HiLhiidtdT"},
    };
    struct fixture *f = *state;
    rig_scene_ref(&f->rig);
    open_image(f);
    for (size_t i = 0; i < sizeof rays / sizeof *rays; i++) {
        struct ray ray = {.tmin = 0.001f, .tmax = 10000, .flags = RAY_OPAQUE};
        for (int axis = 0; axis < 3; axis++) {
            ray.origin[axis] = float_of(rays[i].origin[axis]);
            ray.direction[axis] = float_of(rays[i].direction[axis]);
        }
        trace(f, &ray);
        char text[256];
        assert_string_equal(trace_text(f->image, &f->result, text), rays[i].records);
        assert_true(f->result.hit);
        assert_int_equal(bits_of(f->result.t), rays[i].t);
        assert_int_equal(f->result.primitive, rays[i].primitive);
        assert_int_equal(f->result.instance, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(records_of_reference_rays_equal_vulkan_sims, setup,
                                        teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
