/* assimp_files.h -- lets assimp open and read files through source_files, so that everything it
 * reads is in the scene's hash. Internal to scenes/import. */
#pragma once

#include "scenes/source_files.h"

#include <assimp/cfileio.h>
#include <stdbool.h>
#include <stddef.h>

/* What assimp is given in place of a file of that name, or as a file that is not there. */
struct mesh_stand_in {
    const char *path;
    const unsigned char *bytes;
    size_t n;
};

enum { MESH_STAND_INS = 2 };

struct mesh_files {
    struct aiFileIO io; /* to hand to assimp */
    struct source_files sources;
    struct mesh_stand_in stand_ins[MESH_STAND_INS]; /* path NULL: none */
    bool is_obj;       /* what is not stood in for are its materials (mesh_check_mtl) */
    struct status why; /* not ST_OK: a file that is there could not be read, and the import has
                          failed even where assimp went on without it */
};

/* `f` must stay where it is: assimp keeps its address. */
void mesh_files_start(struct mesh_files *f, struct hash *hash);
