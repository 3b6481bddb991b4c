/* store_merge.h -- the SQLite part of a merge: copies tables of one file into those of another. */
#pragma once

#include "orchestrator/study/merge.h"

/* Prepares a new store to be filled from others, which will take the name `path`: messages have
 * that. No other process uses it. It has no journal on the disk, since the file is thrown away
 * where the merge does not complete. A signal (interrupt.h) makes later calls fail. */
enum st_code store_merge_begin(struct store *to, const char *path, struct status *st);
/* Copies everything of another file or, where that is damaged, the rows that can be read. */
enum st_code store_merge_file(struct store *to, struct merge_file *file, struct status *st);
/* Counts the results and flushes all of them to the disk. */
enum st_code store_merge_end(struct store *to, struct merge_end *out, struct status *st);

/* Reads the name and identity of the study in a file, the last one where there are several; `name`
 * becomes "" where there is none. */
enum st_code store_merge_identity(const char *path, char name[STORE_NAME],
                                  struct store_identity *out, struct status *st);
/* Whether the file is an SQLite file of another program, or a store of a newer version. */
bool store_merge_is_foreign(const char *path);
/* Locks the file until it is closed; ST_FAILED where another process has it locked for a minute. */
enum st_code store_merge_lock(struct store *s, struct status *st);
