/* once.h -- a file that several programs may want to make, and one of them does.
 *
 * Made for folders that many machines share, whose locks cannot be trusted: a file is written under
 * a name of the writer's own and linked to the common name, which fails where that is taken. No
 * clock is looked at. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* "PATH.HOST.PROCESS.N.new", which nobody else uses; the caller's (mem_free). NULL: no memory. */
char *once_own_name(const char *path);

/* Gives the file `own` the name `path` as well, and takes its own name from it. *first false: there
 * was one of that name, which stays as it is. */
enum st_code once_link(const char *own, const char *path, bool *first, struct status *st);

/* Writes and links: whole or not at all. */
enum st_code once_write(const char *path, const void *bytes, size_t n, bool *first,
                        struct status *st);
