/* mesh_import.h -- reads mesh files (formats.h) into a scene under construction. Only
 * assimp_scene.c and assimp_files.c use assimp, which runs in a separate process.
 *
 * The result: triangles in the file's own space with node transforms applied, unit normals, texture
 * coordinates with v = 0 at the picture's top row, and the materials of
 * docs/reference/scene-files.md. A corner without a normal in the file gets one that is smooth up
 * to a crease of 60 degrees, for any sharing of vertices in the file; in glTF, by its
 * specification, its triangle's. Meshes that the file places once are merged into one, or into
 * those of `models`; those that it places several times stay separate and are placed by
 * transforms. */
#pragma once

#include "scenes/builder.h"
#include "scenes/import/formats.h"
#include "scenes/import/models.h"

struct mesh_part {
    uint32_t mesh;          /* index into the scene's meshes */
    struct mat34 transform; /* mesh to file space */
};

struct mesh_parts {
    struct mesh_part *items; /* mem_free */
    uint32_t n;
};

/* Adds the file's meshes, textures and materials to the scene, and its bytes to the hash. Adds no
 * instance. `material` >= 0 replaces all of the file's materials. `models` NULL: one mesh.
 * ST_FAILED for files that cannot be read, are truncated, have no triangles or lack an object of
 * `models`. Contents that are not read are noted, and so are missing textures, and NaN normals,
 * which count as missing. */
enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st);
