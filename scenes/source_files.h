/* source_files.h -- the files from which one scene is read. Each is read once, however often an
 * importer opens it, and its bytes are then added to the scene's hash. */
#pragma once

#include "common/hash.h"
#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

struct source_file {
    char *path;
    unsigned char *bytes; /* a zero byte follows */
    size_t n;
};

struct source_files {
    struct hash *hash; /* borrowed */
    struct source_file *files;
    uint32_t n, room;
};

/* Returns a file's bytes, which stay valid until source_files_free. Fails as file_read does. */
enum st_code source_files_open(struct source_files *s, const char *path, struct source_file *out,
                               struct status *st);
void source_files_free(struct source_files *s); /* leaves it empty; keeps the hash */
