/* shard_status.h -- the progress of the shards in a folder, read from their files alone. */
#pragma once

#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

enum { SHARD_REASONS = 5 };

struct shard_status {
    char study[STORE_NAME];
    uint32_t of, begun, finished;     /* shards; those with a file; those that lack nothing */
    uint64_t done, failed;            /* runs, in files that can be read */
    uint64_t begun_runs;              /* of the shards that have begun */
    uint32_t damaged;                 /* files */
    char reasons[SHARD_REASONS][256]; /* of failed runs, each once */
    uint32_t n_reasons;
};

/* Reads the progress of all of `of` shards. */
enum st_code shard_status_read(struct shard_status *out, const char *folder, uint32_t of,
                               struct status *st);
/* The numbers of shards of the studies in the folder, rising, by the names of its files; the
 * caller's (mem_free). *n 0: there is no such folder, or no shard has begun. */
enum st_code shard_status_counts(const char *folder, uint32_t **all, size_t *n, struct status *st);
