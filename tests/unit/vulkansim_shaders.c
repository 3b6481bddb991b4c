/* Our shaders in Vulkan-Sim's dialect (sim/shaders/vulkansim) against those that clang compiles:
 * the same rays, and the same picture to the last bit. */
#include "tests/rig/rig.h"

#include "orchestrator/session.h"

#include <string.h>

#define SIDE 16

static void trace(const struct world *world, const struct frame *frame, float *picture,
                  struct functional_counts *counts)
{
    struct status st;
    struct launch *launch;
    struct kernel *kernel;
    const struct kernel_settings settings = {.picture = picture};
    assert_ok(launch_create(&launch, world->image, frame, &st));
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, counts);
    kernel->ops->free(kernel);
    launch_free(launch);
}

static void compare(const char *scene, enum shader_kind shader, const char *folder)
{
    struct status st;
    struct world world;
    struct functional_counts ours, dumps;
    float pictures[2][SIDE * SIDE * 3];
    struct frame frame = {.width = SIDE,
                          .height = SIDE,
                          .samples = 2,
                          .max_depth = 8,
                          .shader = shader,
                          .rays_per_hit = 3,
                          .seed = 1};
    memset(pictures, 0, sizeof pictures);
    assert_ok(world_open(&world, scene, &st));
    trace(&world, &frame, pictures[0], &ours);
    frame.shaders = folder;
    trace(&world, &frame, pictures[1], &dumps);
    assert_memory_equal(pictures[0], pictures[1], sizeof pictures[0]);
    assert_true(ours.rays > SIDE * SIDE);
    assert_int_equal(dumps.rays, ours.rays);
    assert_int_equal(dumps.records, ours.records);
    assert_true(dumps.warp_instructions > ours.warp_instructions);
    world_close(&world);
}

#define FOLDER TEST_SOURCE_DIR "/sim/shaders/vulkansim/"

static void paths_through_spheres_are_the_same(void **state)
{
    (void)state;
    compare("weekend", SHADER_PATH, FOLDER "path");
}

static void paths_through_triangles_are_the_same(void **state)
{
    (void)state;
    compare("rigging", SHADER_PATH, FOLDER "path");
    compare("blob", SHADER_PATH, FOLDER "path");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_through_spheres_are_the_same),
        cmocka_unit_test(paths_through_triangles_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
