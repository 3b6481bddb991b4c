/* claim.h -- claims on jobs, for several processes that share a file of results.
 *
 * A claim is a lock on one byte of the file, far beyond its end, at a place that depends on the
 * job's key. Nothing is written there. The lock ends with the process that holds it, however that
 * ends, so no claim is ever left over. It belongs to an open file description: other locks that the
 * process has on the same file, which are SQLite's, do not affect it. */
#pragma once

#include "common/hash.h"
#include "common/status.h"

#include <stdbool.h>

struct claims {
    int file; /* -1: results in memory, which no other process can use, so every claim is granted */
};

/* Opens the claims of the results at `path`; NULL: results in memory. Open them after the store and
 * close them after it, too: closing any descriptor of the file drops SQLite's locks on it. */
enum st_code claims_open(struct claims *out, const char *path, struct status *st);
void claims_close(struct claims *c);

/* Takes the claim on a job; false: another process has it. */
bool claims_take(struct claims *c, const char key[HASH_TEXT]);
void claims_give_back(struct claims *c, const char key[HASH_TEXT]);
