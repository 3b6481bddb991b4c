/* Our shaders in Vulkan-Sim's dialect (sim/shaders/vulkansim) against those that clang compiles:
 * the same rays, and the same picture to the last bit. */
#include "tests/rig/rig.h"

#include "orchestrator/predict/session.h"
#include "tests/rig/scenes.h"

#include <string.h>

#define SIDE 16

static void trace(const struct world *world, const struct frame *frame, float *picture,
                  struct functional_counts *counts)
{
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

static void compare(const char *scene, enum shader_kind shader, uint32_t rays_per_hit)
{
    struct world world ENDED_BY(world_close);
    struct functional_counts ours, dumps;
    float pictures[2][SIDE * SIDE * 3];
    char folder[512];
    struct frame frame = {.width = SIDE,
                          .height = SIDE,
                          .samples = 2,
                          .max_depth = 8,
                          .shader = shader,
                          .rays_per_hit = rays_per_hit,
                          .seed = 1};
    memset(pictures, 0, sizeof pictures);
    assert_ok(world_open(&world, scene, false, &st));
    trace(&world, &frame, pictures[0], &ours);
    snprintf(folder, sizeof folder, "sim/shaders/vulkansim/%s", shader_names[shader]);
    frame.shaders = folder;
    trace(&world, &frame, pictures[1], &dumps);
    assert_memory_equal(pictures[0], pictures[1], sizeof pictures[0]);
    assert_true(ours.rays > SIDE * SIDE);
    assert_int_equal(dumps.rays, ours.rays);
    assert_int_equal(dumps.records, ours.records);
    assert_true(dumps.warp_instructions > ours.warp_instructions);
}

TEST(paths_through_spheres_are_the_same)
{
    compare("weekend", SHADER_PATH, 1);
}

TEST(paths_through_triangles_are_the_same)
{
    compare("rigging", SHADER_PATH, 1);
    compare("blob", SHADER_PATH, 1);
}

TEST(shadows_are_the_same)
{
    compare("weekend", SHADER_SHADOW, 3);
    compare("blob", SHADER_SHADOW, 3);
}

/* With more than one ray per hit LumiBench takes the normal of what the ray before it hit. */
TEST(ambient_occlusion_is_the_same)
{
    compare("rigging", SHADER_AO, 1);
    compare("blob", SHADER_AO, 1);
}

/* A pipeline of five shaders, each of which leaves its colour: rays go from (x, y, 0) along z. */
TEST(every_shader_of_a_small_pipeline_runs)
{
    static struct rig_scene scene;
    static const struct frame frame = {.width = SIDE,
                                       .height = SIDE,
                                       .samples = 1,
                                       .max_depth = 1,
                                       .rays_per_hit = 1,
                                       .seed = 1,
                                       .shaders = "tests/data/vulkansim/small"};
    struct device_image *image;
    struct functional_counts counts;
    float picture[SIDE * SIDE * 3];
    rig_scene_init(&scene, 1);
    uint32_t mesh = rig_add_mesh(&scene); /* x < 8, y < x */
    rig_add_triangle(&scene, mesh, (float[3]){-0.5f, -0.75f, 2}, (float[3]){7.5f, -0.75f, 2},
                     (float[3]){7.5f, 7.25f, 2}, 0);
    rig_add_instance(&scene, mesh, NULL);
    rig_add_sphere(&scene, 12, 4, 3, 2.5f, 0);
    rig_add_sphere(&scene, 4, 1, 9, 2.5f, 0); /* mostly behind the triangle */
    assert_ok(device_image_create(&image, &scene.scene, &st));
    const struct world world = {.image = image};
    trace(&world, &frame, picture, &counts);
    for (int y = 0; y < SIDE; y++) {
        for (int x = 0; x < SIDE; x++) {
            bool triangle = x < 8 && y < x;
            bool sphere = (x - 12) * (x - 12) + (y - 4) * (y - 4) <= 6 ||
                          (x - 4) * (x - 4) + (y - 1) * (y - 1) <= 6;
            float want[3] = {triangle, sphere && !triangle, !sphere && !triangle};
            assert_memory_equal(picture + 3 * (y * SIDE + x), want, sizeof want);
        }
    }
    assert_int_equal(counts.rays, SIDE * SIDE);
    device_image_free(image);
}
