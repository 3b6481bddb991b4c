/* claim.h -- claims on jobs, where several processes share a file of results.
 *
 * A claim is a lock on one byte of the file, far after its end, at a place that depends on the key.
 * It ends with the process that holds it, however that ends, so that no claim is ever stale;
 * nothing is written. (It is an open file description's lock: other locks of the process on the
 * same file, which are SQLite's, do not touch it.) */
#pragma once

#include "common/hash.h"
#include "common/status.h"

#include <stdbool.h>

struct claims {
    int file; /* -1: no other process can use the results, every claim is granted */
};

/* `path` NULL: results in memory. Open claims after the store and close them after it, since
 * closing any descriptor of the file drops SQLite's locks on it. */
enum st_code claims_open(struct claims *out, const char *path, struct status *st);
void claims_close(struct claims *c);

/* False: another process has the claim. */
bool claims_take(struct claims *c, const char key[HASH_TEXT]);
void claims_give_back(struct claims *c, const char key[HASH_TEXT]);
