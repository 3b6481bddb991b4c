/* claim.h -- claims on jobs, where several processes share a file of results.
 *
 * A claim is a lock on one byte of the file, far behind its end, at a place that the key gives. It
 * is gone with the process that holds it, however that ends, so that none is ever stale; nothing is
 * written. (An open file description's lock: others of the process on the same file, which are
 * SQLite's, do not touch it.) */
#pragma once

#include "common/hash.h"
#include "common/status.h"

#include <stdbool.h>

struct claims {
    int file; /* -1: no other process can use the results, every claim is granted */
};

/* `path` NULL: results in memory. Open it after the store and close it after that, since closing
 * any descriptor of the file drops the locks that SQLite has on it. */
enum st_code claims_open(struct claims *out, const char *path, struct status *st);
void claims_close(struct claims *c);

/* false: another process has it. */
bool claims_take(struct claims *c, const char key[HASH_TEXT]);
void claims_give_back(struct claims *c, const char key[HASH_TEXT]);
