/* shaders.h -- a folder of shaders which is run on three pixels of a scene of one sphere and one
 * triangle. */
#pragma once

#include "tests/fuzz/folder.h"
#include "tests/fuzz/launch.h"

#include "scenes/bvh/device_image.h"
#include "sim/functional/exec/launch.h"

/* Reads the folder with the bytes as its first file; what is read is run. */
static inline enum st_code fuzz_run_shaders(const struct fuzz_member *shaders, const uint8_t *bytes,
                                            size_t n, struct status *st)
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
    struct frame frame = {.width = FUZZ_WIDTH,
                          .height = 1,
                          .samples = 1,
                          .max_depth = 2,
                          .shader = SHADER_PATH,
                          .rays_per_hit = 1,
                          .seed = 1,
                          .shaders = fuzz_folder,
                          .isa = ISA_PTX};
    struct device_image *image;
    struct launch *launch;
    fuzz_make_folder(shaders);
    fuzz_put(shaders[0].name, bytes, n);
    TRY(device_image_create(&image, &scene, st));
    enum st_code code = launch_create(&launch, image, &frame, st);
    if (code == ST_OK) {
        fuzz_run(launch);
        launch_free(launch);
    }
    device_image_free(image);
    return code;
}
