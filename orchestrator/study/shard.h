/* shard.h -- the I-th of N shares of a study, and its files.
 *
 * Beside a file of results, such as results.db, is the folder results.db.shards:
 *     00003-of-00020.1.db       results of shard 3
 *     00003-of-00020.2.db       of the process that went on with it, whatever became of the first
 * One process writes one file, so that none needs locks. A process that goes on with a shard links
 * the next file into place; the process before, should it still run, sees that and ends. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

struct shard {
    uint32_t index, of; /* 1 to `of`; of 0: the whole study */
};

/* Reads "3/20". ST_USAGE for all else. */
enum st_code shard_parse(struct shard *out, const char *text, struct status *st);
/* The shard of a task of a Slurm array, from SLURM_ARRAY_TASK_ID and _COUNT; `of` 0: there is none.
 * Arrays may begin anywhere; ST_USAGE where their steps are not 1. */
enum st_code shard_of_environment(struct shard *out, struct status *st);

/* Each result is the caller's (mem_free); NULL: no memory. */
char *shard_folder(const char *results);
/* Whether a file is a note about results: it is not called *.db and is in a folder called
 * *.shards. */
bool shard_is_note(const char *path);
char *shard_file(const char *folder, struct shard shard, uint32_t attempt); /* from 1 */

/* The number of files of the shard. */
uint32_t shard_attempts(const char *folder, struct shard shard);
