/* assimp_scene.h -- reads a mesh file with assimp, in a separate process that may crash. */
#pragma once

#include "common/status.h"
#include "scenes/import/assimp_files.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct assimp_scene {
    const char *path;
    struct mesh_files *files;
    uint64_t least; /* least number of triangles in the result */
    bool flat;      /* a mesh without normals is flat shaded: glTF; else normals are smooth up to 60
                       degrees */
};

/* An apart_fn: `context` is a struct assimp_scene, its output a mesh_file. Releases nothing, and
 * leaves assimp's data with arrays that assimp cannot release: the process must end then. */
enum st_code assimp_scene_read(void *context, FILE *out, struct status *st);

/* Whether assimp has a reader for this extension (with its dot). */
bool assimp_scene_knows(const char *ending);
