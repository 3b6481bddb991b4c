/* assimp_scene.h -- reads a mesh file with assimp, in a separate process, as assimp may crash. */
#pragma once

#include "common/status.h"
#include "scenes/import/assimp_files.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct assimp_scene {
    const char *path;
    struct mesh_files *files;
    uint64_t least; /* least number of triangles that the result must have */
    bool flat;      /* whether a mesh without normals is flat shaded, as in glTF; else its normals
                       are smooth up to 60 degrees */
};

/* Reads the file. It is an apart_fn: `context` is a struct assimp_scene, the output a mesh_file. It
 * frees nothing, and leaves assimp's data with arrays that assimp cannot free, so the process must
 * end afterwards. */
enum st_code assimp_scene_read(void *context, FILE *out, struct status *st);

/* Whether assimp has a reader for this extension (with its dot). */
bool assimp_scene_knows(const char *ending);
