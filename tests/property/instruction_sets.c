/* Shaders and kernels compute the same bits as PTX and as machine code for AMD RDNA 2: the sources
 * are the same, nothing is fused that is not written as such, and special functions are rounded
 * alike. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/lane_math.h"
#include "sim/functional/exec/launch.h"
#include "sim/shaders/synthetic.h"
#include "sim/workload/workload.h"
#include "tests/rig/scenes.h"

#include <stdlib.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 32, FLOATS = 3 * WIDTH * HEIGHT, SYNTHETIC_WORK = 20000 };

static void render(const struct device_image *image, const struct frame *frame,
                   const struct launch_storage *storage, float *picture,
                   struct functional_counts *counts)
{
    struct launch *launch;
    struct kernel *kernel;
    struct kernel_settings settings = {.picture = picture, .storage = storage};
    memset(picture, 0, FLOATS * sizeof *picture);
    assert_ok(launch_create(&launch, image, frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_int_equal(kernel->machine_code, frame->isa == ISA_RDNA2);
    assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, counts);
    kernel->ops->free(kernel);
    launch_free(launch);
}

static void compare(const struct device_image *image, const char *name, enum shader_kind shader,
                    const struct launch_storage *storage)
{
    static float pictures[ISAS_COMPARED][FLOATS];
    struct functional_counts counts[ISAS_COMPARED];
    struct frame frame = {.width = WIDTH,
                          .height = HEIGHT,
                          .samples = 2,
                          .max_depth = 6,
                          .shader = shader,
                          .rays_per_hit = 2,
                          .seed = 3};
    for (int isa = 0; isa < ISAS_COMPARED; isa++) {
        frame.isa = (enum isa)isa;
        render(image, &frame, storage, pictures[isa], &counts[isa]);
    }
    for (int i = 0; i < FLOATS; i++)
        if (math_bits_f32(pictures[ISA_PTX][i]) != math_bits_f32(pictures[ISA_RDNA2][i]))
            fail_msg("%s, %s, pixel (%d, %d): %a as PTX, %a as machine code", name,
                     shader_names[shader], i / 3 % WIDTH, i / 3 / WIDTH,
                     (double)pictures[ISA_PTX][i], (double)pictures[ISA_RDNA2][i]);
    assert_true(counts[ISA_PTX].rays >= WIDTH * HEIGHT);
    assert_int_equal(counts[ISA_PTX].rays, counts[ISA_RDNA2].rays);
    assert_int_equal(counts[ISA_PTX].node_visits, counts[ISA_RDNA2].node_visits);
}

TEST(pictures_are_the_same_bits)
{
    static const char *const names[] = {"atrium",  "bath", "cornell", "park",
                                        "rigging", "tree", "weekend"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(names[i], &scene, &image);
        for (int shader = 0; shader < SHADER_ANY_SCENE; shader++)
            compare(image, names[i], (enum shader_kind)shader, NULL);
    }
}

/* Rays go on up to their number, whatever work is left, of which the two have not the same number
 * of instructions; what then fills the work comes to rest at a value within a fraction of it. */
static void compare_synthetic(const struct device_image *image, uint32_t work, float coherence)
{
    static struct {
        struct synthetic_plan plan;
        uint32_t work[WIDTH * HEIGHT];
    } bytes;
    const struct launch_storage storage = {(const uint8_t *)&bytes, sizeof bytes};
    bytes.plan = (struct synthetic_plan){.full = {3, INT32_MIN, 1000},
                                         .brief = {2, INT32_MIN, 40},
                                         .coherence = coherence,
                                         .size = {555, 555, 555}};
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        bytes.work[i] = work;
    compare(image, "cornell", SHADER_SYNTHETIC, &storage);
}

TEST(synthetic_work_is_the_same_bits)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    rig_load_image("cornell", &scene, &image);
    compare_synthetic(image, 0, 0.5f);
    compare_synthetic(image, SYNTHETIC_WORK, 0);
    compare_synthetic(image, SYNTHETIC_WORK, 1);
}

/* The kernels' results are compared with plain C, bit for bit; `size` 0: the one of the table. */
TEST(kernels_compute_what_plain_C_does)
{
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        const uint32_t sizes[] = {k->least, k->least + 13 <= k->most ? k->least + 13 : k->most, 0};
        for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
            struct workload w;
            struct compute_launch launch;
            struct kernel *kernel;
            bool more;
            assert_ok(workload_open(&w, k, ISA_RDNA2, sizes[n], 5, &st));
            for (;;) {
                assert_ok(workload_next(&w, &launch, &more, &st));
                if (!more)
                    break;
                assert_ok(compute_kernel(&kernel, w.program, &w.memory, &launch, &st));
                assert_ok(compute_run(kernel, &st));
                kernel->ops->free(kernel);
            }
            if (workload_check(&w, &st) != ST_OK)
                fail_msg("%s of size %u: %s", k->name, sizes[n], st.text);
            workload_close(&w);
        }
    }
}
