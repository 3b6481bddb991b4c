/* mesh_import.h -- reads mesh files (.obj .ply .gltf .glb .fbx .stl and what else assimp reads)
 * into a scene under construction. Only mesh_import.c and assimp_files.c know assimp.
 *
 * What comes out: triangles in the file's own space with node transforms applied, unit normals
 * (smooth up to a crease of 60 degrees where the file has none), texture coordinates with v = 0 at
 * the picture's top row, and the materials of docs/reference/scene-files.md. Meshes that the file
 * places once are merged into one, or into those that `models` says; those that it places more
 * often stay apart and are placed by transforms. */
#pragma once

#include "scenes/builder.h"
#include "scenes/import/models.h"

/* Of the formats that are met most often, for messages. */
#define MESH_ENDINGS ".obj .ply .gltf .glb .fbx .stl"

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
 * fail with ST_FAILED. Normals of an OBJ file that are no numbers are as if it had none, which is
 * noted. */
enum st_code mesh_import(struct scene_builder *b, const char *path, int32_t material,
                         const struct mesh_models *models, struct mesh_parts *out,
                         struct status *st);
