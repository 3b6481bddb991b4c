/* A box whose triangles are wound both ways, as files from elsewhere have it: without two_sided its
 * backs shade flat, with it the picture is that of a box that is wound right. */
#include "tests/rig/rig.h"

#include "common/file.h"
#include "common/memory.h"
#include "sim/functional/exec/launch.h"
#include "tests/rig/scenes.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 48, HEIGHT = 48, FLOATS = 3 * WIDTH * HEIGHT };

/* A cube; the last list of faces has every other triangle turned. */
#define CORNERS                                                                                    \
    "v -1 -1 -1\nv 1 -1 -1\nv -1 1 -1\nv 1 1 -1\nv -1 -1 1\nv 1 -1 1\nv -1 1 1\nv 1 1 1\n"
static const char right[] = CORNERS "f 5 6 8\nf 5 8 7\nf 2 1 3\nf 2 3 4\nf 6 2 4\nf 6 4 8\n"
                                    "f 1 5 7\nf 1 7 3\nf 7 8 4\nf 7 4 3\nf 1 2 6\nf 1 6 5\n";
static const char mixed[] = CORNERS "f 5 6 8\nf 5 7 8\nf 2 1 3\nf 2 4 3\nf 6 2 4\nf 6 8 4\n"
                                    "f 1 5 7\nf 1 3 7\nf 7 8 4\nf 7 3 4\nf 1 2 6\nf 1 5 6\n";

/* Renders a scene of one box with `keys`. */
static void render(const char *folder, const char *obj, const char *keys, enum shader_kind shader,
                   float *picture)
{
    struct scene *scene FREED_BY(scene_free);
    struct device_image *image FREED_BY(device_image_free);
    struct launch *launch;
    struct kernel *kernel;
    char text[512], *path FREED_BY(mem_free) = file_join(folder, "box.scene"),
                          *mesh = file_join(folder, "box.obj");
    snprintf(text, sizeof text,
             "camera = { eye = (3, 2.5, 4); look_at = (0, 0, 0); fov = 40; };\n"
             "materials = ( { name = \"grey\"; color = (0.7, 0.7, 0.7); } );\n"
             "meshes = ( { name = \"box\"; file = \"box.obj\"; material = \"grey\"; %s } );\n",
             keys);
    assert_ok(file_write(mesh, obj, strlen(obj), &st));
    assert_ok(file_write(path, text, strlen(text), &st));
    rig_load_image(path, &scene, &image);
    const struct frame frame = {.width = WIDTH,
                                .height = HEIGHT,
                                .samples = 4,
                                .max_depth = 6,
                                .shader = shader,
                                .rays_per_hit = 2,
                                .seed = 1};
    assert_ok(launch_create(&launch, image, &frame, &st));
    struct kernel_settings settings = {.picture = picture};
    memset(picture, 0, FLOATS * sizeof *picture);
    assert_ok(launch_kernel(launch, &settings, &kernel, &st));
    assert_ok(kernel_run(kernel, &st));
    kernel->ops->free(kernel);
    launch_free(launch);
    mem_free(mesh);
}

static double difference(const float *a, const float *b)
{
    double sum = 0;
    for (int i = 0; i < FLOATS; i++)
        sum += fabs((double)a[i] - (double)b[i]);
    return sum / FLOATS;
}

TEST(two_sided_boxes_look_as_boxes_that_are_wound_right)
{
    static float want[FLOATS], got[FLOATS];
    char folder[256];
    rig_make_folder(folder);
    for (int shader = 0; shader < SHADER_ANY_SCENE; shader++) {
        render(folder, right, "", (enum shader_kind)shader, want);
        render(folder, mixed, "two_sided = true;", (enum shader_kind)shader, got);
        double cured = difference(want, got);
        render(folder, mixed, "", (enum shader_kind)shader, got);
        double ill = difference(want, got);
        render(folder, right, "two_sided = true;", (enum shader_kind)shader, got);
        double unharmed = difference(want, got);
        /* Ambient occlusion turns normals to the ray by itself. */
        if (cured > 1e-3 || unharmed > 1e-3 || (shader != SHADER_AO && ill < 0.01))
            fail_msg("%s: two-sided differs by %g, one-sided by %g, of a good box by %g",
                     shader_names[shader], cured, ill, unharmed);
    }
    rig_remove_folder(folder);
}
