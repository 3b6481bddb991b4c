/* assimp_scene.h -- reads a mesh file with assimp, in a process that may come to harm by it. */
#pragma once

#include "common/status.h"
#include "scenes/import/assimp_files.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct assimp_scene {
    const char *path;
    struct mesh_files *files;
    uint64_t least; /* triangles that must come of it */
    bool flat;      /* a mesh without normals has edges only: glTF; else they are smooth up to 60
                       degrees */
};

/* An apart_fn: `context` is a struct assimp_scene, what it writes a mesh_file. Releases nothing,
 * and leaves assimp's data with arrays that assimp cannot release: the process must end then. */
enum st_code assimp_scene_read(void *context, FILE *out, struct status *st);

/* Assimp has a reader for this ending (with its dot). */
bool assimp_scene_knows(const char *ending);
