/* scene.h -- a scene that was read from a file is valid and can be built. */
#pragma once

#include "scenes/bvh/device_image.h"
#include "scenes/scene.h"
#include "tests/fuzz/folder.h"

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

/* A picture of one pixel. */
static const char fuzz_png[] =
    "\211\120\116\107\015\012\032\012\000\000\000\015\111\110\104\122\000\000\000\001\000\000\000"
    "\001\010\006\000\000\000\037\025\304\211\000\000\000\015\111\104\101\124\170\234\143\370\337"
    "\340\320\000\000\006\201\002\100\143\243\267\157\000\000\000\000\111\105\116\104\256\102\140"
    "\202";
/* Files beside a scene or a mesh, which it may name. */
static const struct fuzz_member fuzz_beside[] = {
    {"in", NULL},
    {"a.obj", "mtllib a.mtl\no a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nvn 0 0 1\nf 1/1/1 "
              "2/1/1 3/1/1\no b\nf 3//1 2//1 1//1\n"},
    {"a.mtl", "newmtl m\nKd 1 0.5 0\nmap_Kd a.png\n"},
    {"a.png", ""},
    {"a.bin", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"},
    {"a.txt", "sphere 0 0 0 1 lambertian 1 0 0\n"},
    {"a.scene", "materials = ( { name = \"a\"; type = \"lambertian\"; color = [1, 1, 1]; } );\n"},
    {NULL, NULL}};

/* Loads the bytes as a file with this ending. */
static inline enum st_code fuzz_load_scene(const uint8_t *bytes, size_t n, const char *ending,
                                           struct status *st)
{
    struct scene *s;
    struct device_image *image;
    struct status why = {0};
    char name[16];
    if (!fuzz_members) {
        fuzz_make_folder(fuzz_beside);
        fuzz_put("a.png", fuzz_png, sizeof fuzz_png - 1);
    }
    snprintf(name, sizeof name, "in%s", ending);
    fuzz_put(name, bytes, n);
    char *path = file_join(fuzz_folder, name);
    FUZZ_CHECK(path != NULL);
    enum st_code code = scene_load(&s, path, st);
    remove(path);
    mem_free(path);
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
