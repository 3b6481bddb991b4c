/* mesh_import.h -- reads mesh files (formats.h) into a scene in the making. Only assimp_scene.c and
 * assimp_files.c use assimp, which runs in a separate process.
 *
 * The result has triangles in the file's own space with node transforms applied, unit normals,
 * texture coordinates with v = 0 at the picture's top row, and the materials of
 * docs/reference/scene-files.md. A corner without a normal in the file gets one: in glTF, as its
 * specification says, that of its triangle; in other formats one that is smooth up to a crease of
 * 60
 * degrees, whichever vertices the file shares. Meshes that the file places once are merged into
 * one,
 * or into those of `models`; those that it places several times stay separate and are placed by
 * transforms. */
#pragma once

#include "scenes/builder.h"
#include "scenes/import/formats.h"
#include "scenes/import/models.h"

struct mesh_part {
    uint32_t mesh;          /* index into the scene's meshes */
    struct mat34 transform; /* from the mesh's space to the file's */
};

struct mesh_parts {
    struct mesh_part *items; /* freed with mem_free */
    uint32_t n;
};

/* Adds the file's meshes, textures and materials to the scene, and its bytes to the hash, but no
 * instance. `material` >= 0 replaces all of the file's materials. `models` NULL: one mesh.
 * ST_FAILED for files that cannot be read, are truncated, have no triangles or lack an object of
 * `models`. Notes in the scene tell of contents that are not read, missing textures, and NaN
 * normals, which count as missing. */
enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st);
