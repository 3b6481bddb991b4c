/* Shaders, as they are and rewritten as ptxas does: one that is read is also run, on three pixels
 * of a scene of one sphere, for a while. */
#include "tests/fuzz/isas.h"
#include "tests/fuzz/launch.h"
#include "tests/fuzz/words_ptx.h"

#include "scenes/bvh/device_image.h"
#include "sim/functional/exec/launch.h"

#include <string.h>

static enum st_code run(enum isa isa, const char *text, size_t n, struct status *st)
{
    struct scene_material material = {.color = {0.5f, 0.5f, 0.5f}, .texture = -1};
    struct scene_sphere sphere = {.radius = 1.0f};
    struct scene_instance instance = {GEOMETRY_SPHERE, 0, mat34_identity()};
    struct scene scene = {
        .camera = {.eye = {0, 0, 4}, .up = {0, 1, 0}, .vertical_fov_deg = 40, .focus_distance = 4},
        .materials = &material,
        .n_materials = 1,
        .spheres = &sphere,
        .n_spheres = 1,
        .instances = &instance,
        .n_instances = 1};
    struct frame frame = {.width = FUZZ_WIDTH,
                          .height = 1,
                          .samples = 1,
                          .max_depth = 2,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 1,
                          .seed = 1,
                          .isa = isa};
    struct device_image *image;
    struct launch *launch;
    TRY(device_image_create(&image, &scene, st));
    enum st_code code = launch_create_from_text(&launch, image, &frame, "fuzz.ptx", text, n, st);
    if (code == ST_OK) {
        fuzz_run(launch);
        launch_free(launch);
    }
    device_image_free(image);
    return code;
}

enum st_code fuzz_one(const uint8_t *bytes, size_t n, struct status *st)
{
    return fuzz_isas(run, bytes, n, st);
}
