/* once.h -- creates a file that several programs may want to create, by exactly one of them.
 *
 * Made for folders that many machines share, whose locks are unreliable: a file is written under a
 * name unique to the writer and linked to the common name, which fails if that exists. It uses no
 * clock. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* A unique name, "PATH.HOST.PROCESS.N.new"; owned by the caller (mem_free). NULL: no memory. */
char *once_own_name(const char *path);

/* Gives the file `own` the name `path` as well, and removes its own name. *first false: the name
 * existed already, and stays as it is. */
enum st_code once_link(const char *own, const char *path, bool *first, struct status *st);

/* Writes and links: completely or not at all. */
enum st_code once_write(const char *path, const void *bytes, size_t n, bool *first,
                        struct status *st);
