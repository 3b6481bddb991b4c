/* Pictures do not depend on the way of the RT unit, where the nearest triangle is the hit, nor on
 * whether micromaps decide before any-hit shaders do. Rays that end at the first hit (shadow, ao)
 * may find another one in another order, whose shader may draw another number of random numbers:
 * their pictures are equal for one order. */
#include "tests/rig/rig.h"

#include "sim/functional/exec/launch.h"
#include "tests/rig/scenes.h"

#include <string.h>

enum { WIDTH = 48, HEIGHT = 32, FLOATS = 3 * WIDTH * HEIGHT };

static const struct traversal_options ways[] = {
    {.order = TRAVERSAL_STACK},
    {.order = TRAVERSAL_NEAREST_FIRST},
    {.order = TRAVERSAL_STACK, .stack_entries = 3, .one_leaf_record = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 6},
    {.order = TRAVERSAL_STACK, .stack_entries = 1},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 2, .restart = true},
    {.order = TRAVERSAL_STACK, .micromap_level = 3},
    {.order = TRAVERSAL_NEAREST_FIRST, .one_leaf_record = true, .micromap_level = 6},
    {.order = TRAVERSAL_STACK, .overlap = true},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 6, .overlap = true},
    /* Compressed wide nodes: distances may differ in their last bits from those above. */
    {.order = TRAVERSAL_STACK, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 3, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_STACK, .stack_entries = 1, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_NEAREST_FIRST, .stack_entries = 2, .restart = true, .nodes = BVH_CWBVH8},
    {.order = TRAVERSAL_STACK, .closest = TRAVERSAL_LAST},
};
enum { WAYS = sizeof ways / sizeof *ways, LAST = WAYS - 1, FIRST_WIDE = LAST - 4 };

static void render(const struct launch *launch, const struct traversal_options *way, float *picture,
                   struct functional_counts *counts)
{
    struct kernel *kernel;
    struct kernel_settings settings = {.picture = picture, .traversal = *way};
    memset(picture, 0, FLOATS * sizeof *picture);
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    launch_kernel_counts(kernel, counts);
    kernel->ops->free(kernel);
}

/* Whether the picture of the last triangle is another one. */
static bool check(const struct device_image *image, const char *name, enum shader_kind shader)
{
    static float pictures[WAYS][FLOATS];
    struct launch *launch;
    struct functional_counts counts[WAYS];
    const struct frame frame = {.width = WIDTH,
                                .height = HEIGHT,
                                .samples = 1,
                                .max_depth = 6,
                                .shader = shader,
                                .rays_per_hit = 2,
                                .seed = 1};
    assert_ok(launch_create(&launch, image, &frame, &st));
    for (int way = 0; way < WAYS; way++) {
        int like = (way < FIRST_WIDE ? 0 : FIRST_WIDE) + (shader == SHADER_PATH ? 0 : way % 2);
        render(launch, &ways[way], pictures[way], &counts[way]);
        if (way != LAST && (counts[way].rays != counts[like].rays ||
                            memcmp(pictures[like], pictures[way], sizeof pictures[way]) != 0))
            fail_msg("%s, %s, way %d: another picture", name, shader_names[shader], way);
    }
    launch_free(launch);
    return memcmp(pictures[0], pictures[LAST], sizeof pictures[0]) != 0;
}

TEST(every_order_gives_the_same_picture)
{
    static const char *const names[] = {"atrium",  "bath", "cornell", "park",
                                        "rigging", "tree", "weekend"};
    unsigned others = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct scene *scene FREED_BY(scene_free);
        struct device_image *image FREED_BY(device_image_free);
        rig_load_image(names[i], &scene, &image);
        for (int shader = 0; shader < SHADER_ANY_SCENE; shader++)
            others += check(image, names[i], (enum shader_kind)shader);
    }
    assert_true(others > 0);
}
