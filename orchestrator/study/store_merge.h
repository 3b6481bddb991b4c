/* store_merge.h -- the part of a merge that is SQLite's: tables of one file into another's. */
#pragma once

#include "orchestrator/study/merge.h"

/* A store that is being written from others and that no other process uses: without a journal on
 * the disk, since the file is thrown away if it is not completed. */
enum st_code store_merge_begin(struct store *to, struct status *st);
/* Everything of another file: whole, or the rows that can be read. */
enum st_code store_merge_file(struct store *to, struct merge_file *file, struct status *st);
/* Counts, and puts all of it on the disk. */
enum st_code store_merge_end(struct store *to, struct merge_end *out, struct status *st);

/* What the file says that it is, of its only or last study; `name` "": it has none. */
enum st_code store_merge_identity(const char *path, char name[STORE_NAME],
                                  struct store_identity *out, struct status *st);
/* An SQLite file of another program, or of a newer version of this one. */
bool store_merge_is_foreign(const char *path);
/* Locks the file until it is closed; ST_FAILED where another process writes it for a minute. */
enum st_code store_merge_lock(struct store *s, struct status *st);
