/* store_merge.h -- the SQLite part of a merge: copies tables of one file into another's. */
#pragma once

#include "orchestrator/study/merge.h"

/* Begins a store that is written from others and that no other process uses. It has no journal on
 * the disk, since the file is thrown away if it is not completed. */
enum st_code store_merge_begin(struct store *to, struct status *st);
/* Copies everything of another file: as a whole, or the rows that can be read. */
enum st_code store_merge_file(struct store *to, struct merge_file *file, struct status *st);
/* Counts the results, and flushes all of them to the disk. */
enum st_code store_merge_end(struct store *to, struct merge_end *out, struct status *st);

/* The identity of the file's only or last study; `name` "": it has none. */
enum st_code store_merge_identity(const char *path, char name[STORE_NAME],
                                  struct store_identity *out, struct status *st);
/* Whether it is an SQLite file of another program, or of a newer version of this one. */
bool store_merge_is_foreign(const char *path);
/* Locks the file until it is closed; ST_FAILED where another process writes it for a minute. */
enum st_code store_merge_lock(struct store *s, struct status *st);
