/* shard_status.h -- how far the shards are that lie in a folder, from their files alone. */
#pragma once

#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

enum { SHARD_REASONS = 5 };

struct shard_status {
    char study[STORE_NAME];
    uint32_t of, begun, finished;     /* shards; those that have a file; that lack nothing */
    uint64_t done, failed;            /* runs, of files that can be read */
    uint64_t begun_runs;              /* of the shards that have begun */
    uint32_t damaged;                 /* files */
    char reasons[SHARD_REASONS][256]; /* of failed runs, each once */
    uint32_t n_reasons;
};

/* Of all of `of` shards. */
enum st_code shard_status_read(struct shard_status *out, const char *folder, uint32_t of,
                               struct status *st);
/* Into how many shards studies in the folder were dealt, from few to many, by the names of its
 * files; the caller's (mem_free). *n 0: there is no such folder, or no shard has begun. */
enum st_code shard_status_counts(const char *folder, uint32_t **all, size_t *n, struct status *st);
