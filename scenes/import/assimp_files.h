/* assimp_files.h -- lets assimp open and read files through source_files, so that everything it
 * reads is in the scene's hash. Internal to mesh_import.c. */
#pragma once

#include "scenes/source_files.h"

#include <assimp/cfileio.h>
#include <stdbool.h>

struct mesh_files {
    struct aiFileIO io; /* to hand to assimp */
    struct source_files sources;
    bool no_memory; /* a file could not be opened for lack of memory: the import has failed, even
                       where assimp went on without it */
};

/* `f` must stay where it is: assimp keeps its address. */
void mesh_files_start(struct mesh_files *f, struct hash *hash);
