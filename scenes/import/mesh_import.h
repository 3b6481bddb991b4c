/* mesh_import.h -- reads mesh files (formats.h) into a scene under construction. Only
 * assimp_scene.c and assimp_files.c know assimp, which runs in a process of its own.
 *
 * What comes out: triangles in the file's own space with node transforms applied, unit normals,
 * texture coordinates with v = 0 at the picture's top row, and the materials of
 * docs/reference/scene-files.md. Where a corner has no normal in the file it gets one that is
 * smooth up to a crease of 60 degrees, however the file shares its vertices; in glTF, which says
 * so, its triangle's. Meshes that the file places once are merged into one, or into those that
 * `models` says; those that it places more often stay apart and are placed by transforms. */
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

/* Adds the file's meshes, textures and materials to the scene, and its bytes to the hash. No
 * instance is added. `material` >= 0 replaces all of the file's materials. `models` NULL: one mesh.
 * Files that cannot be read, are truncated, hold no triangles or lack an object that `models` names
 * fail with ST_FAILED. What a file holds and nobody reads is noted, and textures that are missing,
 * and normals that are no numbers, which are as if they were not there. */
enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st);
