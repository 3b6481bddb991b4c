/* shard.h -- the I-th of N shares of a study, and its files.
 *
 * Beside a file of results, such as results.db, is the folder results.db.shards:
 *     00003-of-00020.1.db       results of shard 3, from the first process that ran it
 *     00003-of-00020.2.db       results of the process that continued the shard after the first
 * Each file is written by one process, so none needs locks. A process that continues a shard links
 * the next file into place; should the process before still run, it sees that file and ends. */
#pragma once

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

struct shard {
    uint32_t index, of; /* index is 1 to `of`; of 0: the whole study */
};

/* Reads a text such as "3/20". ST_USAGE for any other text. */
enum st_code shard_parse(struct shard *out, const char *text, struct status *st);
/* Finds the shard of a task of a Slurm array from SLURM_ARRAY_TASK_ID and _COUNT; `of` becomes 0
 * where they are not set. Arrays may begin at any number; ST_USAGE where their step is not 1. */
enum st_code shard_of_environment(struct shard *out, struct status *st);

/* Make names of folders and files. The caller frees each (mem_free); NULL: no memory. */
char *shard_folder(const char *results);
/* Whether a file is a note about results: it is in a folder called *.shards and its own name does
 * not end in .db. */
bool shard_is_note(const char *path);
char *shard_file(const char *folder, struct shard shard, uint32_t attempt); /* counted from 1 */

/* Returns the number of files that the shard has. */
uint32_t shard_attempts(const char *folder, struct shard shard);
