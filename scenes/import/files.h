/* files.h -- assimp's view of source_files: it opens and reads what is in memory and
 * hashed. Internal to mesh_import.c. */
#ifndef SCENES_IMPORT_FILES_H
#define SCENES_IMPORT_FILES_H

#include "scenes/source_files.h"

#include <assimp/cfileio.h>
#include <stdbool.h>

struct mesh_files {
    struct aiFileIO io; /* to hand to assimp */
    struct source_files sources;
    bool no_memory; /* an open failed for lack of it: the import must not count */
};

/* In place: assimp keeps the address. */
void mesh_files_start(struct mesh_files *f, struct hash *hash);

#endif
