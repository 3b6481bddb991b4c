/* scene.h -- a scene that was read from a file is valid and can be built. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

/* Larger scenes are only read, so that a run stays short. */
enum { FUZZ_MOST_TRIANGLES = 2000 };

static inline void fuzz_check_scene(const struct scene *s)
{
    FUZZ_CHECK(s->n_instances > 0);
    for (uint32_t i = 0; i < s->n_instances; i++) {
        const struct scene_instance *instance = &s->instances[i];
        FUZZ_CHECK(instance->index <
                   (instance->geometry == GEOMETRY_MESH ? s->n_meshes : s->n_spheres));
        for (int k = 0; k < 12; k++)
            FUZZ_CHECK(isfinite(instance->transform.m[k]));
    }
    for (uint32_t m = 0; m < s->n_meshes; m++) {
        const struct scene_mesh *mesh = &s->meshes[m];
        FUZZ_CHECK(mesh->n_triangles > 0);
        for (uint64_t i = 0; i < 3 * (uint64_t)mesh->n_triangles; i++)
            FUZZ_CHECK(mesh->indices[i] < mesh->n_vertices);
        for (uint32_t v = 0; v < mesh->n_vertices; v++) {
            for (int k = 0; k < 3; k++)
                FUZZ_CHECK(isfinite(mesh->vertices[v].position[k]));
            FUZZ_CHECK((uint32_t)mesh->vertices[v].material < s->n_materials);
        }
    }
    for (uint32_t i = 0; i < s->n_materials; i++)
        FUZZ_CHECK(s->materials[i].texture >= -1 &&
                   s->materials[i].texture < (int32_t)s->n_textures);
}

/* Loads the bytes as a file with this ending. */
static inline enum st_code fuzz_load_scene(const uint8_t *bytes, size_t n, const char *ending,
                                           struct status *st)
{
    struct scene *s;
    struct device_image *image;
    struct status why = {0};
    char *path = fuzz_file(bytes, n, ending);
    if (!path)
        return status_fail(st, ST_FAILED, "fuzz: no room for a file; free some");
    enum st_code code = scene_load(&s, path, st);
    fuzz_file_remove(path);
    if (code != ST_OK)
        return code;
    fuzz_check_scene(s);
    if (scene_triangles(s) <= FUZZ_MOST_TRIANGLES && s->n_spheres <= FUZZ_MOST_TRIANGLES) {
        /* Coordinates that are finite may still be too large to build with; that is one line. */
        code = device_image_create(&image, s, &why);
        FUZZ_CHECK(code == why.code && (code == ST_OK || why.text[0]));
        if (code == ST_OK)
            device_image_free(image);
    }
    scene_free(s);
    return ST_OK;
}
