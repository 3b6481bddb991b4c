/* Shader dumps of Vulkan-Sim: the bytes are the raygen shader of a folder that has the other
 * stages; what is read is also run, on three pixels of a scene of one sphere and one triangle. */
#include "tests/fuzz/fuzz.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/exec/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 3, STEPS = 2000, STAGES = 4 };

static const struct {
    const char *name, *text;
} stages[STAGES] = {
    {"MESA_SHADER_MISS_1.ptx", ".entry MESA_SHADER_MISS_func1_main () {\nret ;\n}\n"},
    {"MESA_SHADER_CLOSEST_HIT_2.ptx",
     ".entry MESA_SHADER_CLOSEST_HIT_func2_main () {\n.reg .b64 %a;\n.reg .f32 %f;\n"
     "rt_alloc_mem %a, 8, 64;\nld.global.f32 %f, [%a + 4];\nload_ray_t_max %f;\nret ;\n}\n"},
    {"MESA_SHADER_CLOSEST_HIT_3.ptx", ".entry MESA_SHADER_CLOSEST_HIT_func3_main () {\nret ;\n}\n"},
    {"MESA_SHADER_INTERSECTION_4.ptx",
     ".entry MESA_SHADER_INTERSECTION_func4_main () {\n.reg .pred %p;\n"
     "report_ray_intersection.pred %p, 0F3f800000, 0;\nret ;\n}\n"},
};

static char folder[256];

static void put(const char *name, const void *bytes, size_t n)
{
    struct status st;
    char *path = file_join(folder, name);
    FUZZ_CHECK(path && file_write(path, bytes, n, &st) == ST_OK);
    mem_free(path);
}

static void take_away(const char *name)
{
    char *path = file_join(folder, name);
    if (path)
        remove(path);
    mem_free(path);
}

static void remove_folder(void)
{
    for (int i = 0; i < STAGES; i++)
        take_away(stages[i].name);
    take_away("MESA_SHADER_RAYGEN_0.ptx");
    rmdir(folder);
}

static void make_folder(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/diorama-fuzz-XXXXXX", parent ? parent : "/tmp");
    FUZZ_CHECK(mkdtemp(folder));
    atexit(remove_folder);
    for (int i = 0; i < STAGES; i++)
        put(stages[i].name, stages[i].text, strlen(stages[i].text));
}

/* What comes of running is not judged: a shader may read outside every buffer, or never end. */
static void run(const struct launch *l)
{
    struct status st = {0};
    uint64_t work[WIDTH] = {0};
    float picture[3 * WIDTH] = {0};
    struct kernel_settings settings = {.work = work, .picture = picture, .step_budget = STEPS};
    struct kernel *kernel;
    FUZZ_CHECK(launch_kernel(l, &settings, &kernel, &st) == ST_OK);
    enum st_code code = kernel_run(kernel, &st);
    FUZZ_CHECK((code == ST_OK) == (st.text[0] == 0));
    kernel->ops->free(kernel);
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    struct scene_material material = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    struct scene_sphere sphere = {.radius = 1.0f};
    struct scene_vertex vertices[3] = {
        {.position = {-9, -9, -3}}, {.position = {9, -9, -3}}, {.position = {0, 9, -3}}};
    uint32_t indices[3] = {0, 1, 2};
    struct scene_mesh mesh = {
        .vertices = vertices, .n_vertices = 3, .indices = indices, .n_triangles = 1};
    struct scene_instance instances[2] = {{GEOMETRY_SPHERE, 0, mat34_identity()},
                                          {GEOMETRY_MESH, 0, mat34_identity()}};
    struct scene scene = {
        .camera = {.eye = {0, 0, 4}, .up = {0, 1, 0}, .vertical_fov_deg = 40, .focus_distance = 4},
        .materials = &material,
        .n_materials = 1,
        .meshes = &mesh,
        .n_meshes = 1,
        .spheres = &sphere,
        .n_spheres = 1,
        .instances = instances,
        .n_instances = 2};
    struct frame frame = {.width = WIDTH,
                          .height = 1,
                          .samples = 1,
                          .max_depth = 2,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 1,
                          .seed = 1,
                          .shaders = folder,
                          .isa = ISA_PTX};
    struct device_image *image;
    struct launch *launch;
    static bool made;
    if (!made)
        make_folder();
    made = true;
    put("MESA_SHADER_RAYGEN_0.ptx", bytes, n);
    TRY(device_image_create(&image, &scene, st));
    enum st_code code = launch_create(&launch, image, &frame, st);
    if (code == ST_OK) {
        run(launch);
        launch_free(launch);
    }
    device_image_free(image);
    return code;
}
