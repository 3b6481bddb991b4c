/* assimp_files.h -- lets assimp open and read files through source_files, so that everything it
 * reads is in the scene's hash. Internal to scenes/import. */
#pragma once

#include "scenes/source_files.h"

#include <assimp/cfileio.h>
#include <stdbool.h>
#include <stddef.h>

/* Bytes that assimp reads in place of a file of that name, which may be missing. */
struct mesh_stand_in {
    const char *path;
    const unsigned char *bytes;
    size_t n;
};

enum { MESH_STAND_INS = 2 };

struct mesh_files {
    struct aiFileIO io; /* what assimp calls to open files */
    struct source_files sources;
    struct mesh_stand_in stand_ins[MESH_STAND_INS]; /* replacements; a path of NULL: none */
    bool is_obj;       /* whether files without a replacement are materials of an OBJ file
                          (mesh_check_mtl) */
    struct status why; /* not ST_OK: an existing file could not be read; the import has then failed
                          even if assimp went on without it */
};

/* Starts. `f` must not move afterwards, since assimp keeps its address. */
void mesh_files_start(struct mesh_files *f, struct hash *hash);
