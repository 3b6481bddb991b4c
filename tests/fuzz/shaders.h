/* shaders.h -- a folder of shaders which is run on three pixels of a scene of one sphere and one
 * triangle. */
#pragma once

#include "tests/fuzz/launch.h"

#include "common/file.h"
#include "common/memory.h"
#include "scenes/bvh/device_image.h"
#include "sim/functional/exec/launch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file of the folder, whose first is the one under test. */
struct fuzz_shader {
    const char *name, *text;
};

static char *fuzz_folder;
static const struct fuzz_shader *fuzz_shaders;

/* Unlike file_write(), it does not wait for the disk. */
static void fuzz_put(const char *name, const void *bytes, size_t n)
{
    char *path = file_join(fuzz_folder, name);
    FILE *f = path ? fopen(path, "wb") : NULL;
    FUZZ_CHECK(f && (n == 0 || fwrite(bytes, 1, n, f) == n));
    FUZZ_CHECK(fclose(f) == 0);
    mem_free(path);
}

static void fuzz_remove_folder(void)
{
    for (int i = 0; fuzz_shaders[i].name; i++) {
        char *path = file_join(fuzz_folder, fuzz_shaders[i].name);
        if (path)
            remove(path);
        mem_free(path);
    }
    rmdir(fuzz_folder);
    mem_free(fuzz_folder);
}

/* `shaders` end with a name that is NULL. */
static void fuzz_make_folder(const struct fuzz_shader *shaders)
{
    struct status st;
    if (fuzz_shaders)
        return;
    fuzz_shaders = shaders;
    FUZZ_CHECK(file_make_temporary(&fuzz_folder, &st) == ST_OK);
    atexit(fuzz_remove_folder);
    for (int i = 1; shaders[i].name; i++)
        fuzz_put(shaders[i].name, shaders[i].text, strlen(shaders[i].text));
}

/* Reads the folder with the bytes as its first file; what is read is run. */
static inline enum st_code fuzz_run_shaders(const struct fuzz_shader *shaders, const uint8_t *bytes,
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
