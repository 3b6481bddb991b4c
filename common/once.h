/* once.h -- creates a file that several programs may want to create, so that exactly one of them
 * does.
 *
 * It is made for folders that many machines share, where locks are unreliable: a file is written
 * under a name unique to the writer and then linked to the common name, which fails if that exists.
 * It uses no clock. */
#pragma once

#include "common/status.h"

#include <stddef.h>

/* Gives the complete file `own` (own_name.h) the name `path` as well, and removes the name `own`.
 * *first is false if `path` existed already; that file stays as it is. Where only the folder cannot
 * be synced, this fails although the file has its name, with *first true. */
enum st_code once_link(const char *own, const char *path, bool *first, struct status *st);

/* Writes a file and links it: it is there completely or not at all. */
enum st_code once_write(const char *path, const void *bytes, size_t n, bool *first,
                        struct status *st);
