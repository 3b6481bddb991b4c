/* shard_status.h -- the progress of the shards in a folder, read from their files alone. */
#pragma once

#include "orchestrator/study/shard.h"
#include "orchestrator/study/store.h"

enum { SHARD_REASONS = 5 };

struct shard_status {
    char study[STORE_NAME];
    uint32_t of, begun, finished;     /* shards in total, shards that have a file, and shards in
                                         which no run is missing */
    uint64_t done, failed;            /* runs, in the files that can be read */
    uint64_t begun_runs;              /* runs of the shards that have begun, done or not */
    uint32_t damaged;                 /* number of damaged files */
    char reasons[SHARD_REASONS][256]; /* reasons why runs failed, each once */
    uint32_t n_reasons;
};

/* Reads the progress of all shards of a study that has `of` shards. */
enum st_code shard_status_read(struct shard_status *out, const char *folder, uint32_t of,
                               struct status *st);
/* Lists, in rising order, the numbers of shards for which the folder has files. The caller frees
 * *all (mem_free). *n is 0 where there is no such folder, or no shard has begun. */
enum st_code shard_status_counts(const char *folder, uint32_t **all, size_t *n, struct status *st);
