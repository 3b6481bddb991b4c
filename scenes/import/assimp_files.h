/* assimp_files.h -- lets assimp open and read files through source_files, so everything it reads is
 * in the scene's hash. Internal to scenes/import. */
#pragma once

#include "scenes/source_files.h"

#include <assimp/cfileio.h>
#include <stdbool.h>
#include <stddef.h>

/* A replacement for a file of that name, or for a missing one. */
struct mesh_stand_in {
    const char *path;
    const unsigned char *bytes;
    size_t n;
};

enum { MESH_STAND_INS = 2 };

struct mesh_files {
    struct aiFileIO io; /* passed to assimp */
    struct source_files sources;
    struct mesh_stand_in stand_ins[MESH_STAND_INS]; /* path NULL: none */
    bool is_obj;       /* files without a replacement are its materials (mesh_check_mtl) */
    struct status why; /* not ST_OK: an existing file could not be read, and the import has failed
                          even if assimp continued without it */
};

/* `f` must not move: assimp keeps its address. */
void mesh_files_start(struct mesh_files *f, struct hash *hash);
