/* store_sql.h -- SQL statements of the store, with messages about their errors. */
#pragma once

#include "common/auto.h"
#include "orchestrator/study/store.h"

#include <sqlite3.h>

struct store {
    sqlite3 *db;
    char *path;
    bool in_memory;
    uint64_t merge_bad; /* of a merge: results of the file that are damaged */
    bool merge_failed;  /* and whether any that was read had failed */
};

#define STORE_DAMAGED "damaged (%s); name another file, or save what is left: sqlite3 FILE .recover"

/* Which shares of which studies the file has; of files without any it is not there. */
#define STORE_SHARD_TABLE                                                                          \
    "CREATE TABLE IF NOT EXISTS shard(study TEXT NOT NULL, shard INTEGER NOT NULL,"                \
    "  shards INTEGER NOT NULL, settings TEXT NOT NULL, keys TEXT NOT NULL,"                       \
    "  program TEXT NOT NULL, points INTEGER NOT NULL, runs INTEGER NOT NULL,"                     \
    "  PRIMARY KEY(study, shards, shard))"

/* Condition on a row of `result`. A done one whose document is no JSON was damaged on the disk: it
 * is missing, and is run again. */
#define STORE_WHOLE "(state <> 'done' OR json_valid(document))"

/* One line for the error that the last call of SQLite's left; always ST_FAILED or ST_NOMEM. */
enum st_code store_fail(const struct store *s, struct status *st);

enum st_code store_run(const struct store *s, const char *sql, struct status *st);

/* A statement on its way. */
struct query {
    const struct store *store;
    sqlite3_stmt *statement;
    int bound;
};
enum st_code query_start(struct query *q, const struct store *s, const char *sql,
                         struct status *st);
/* In the order of the question marks. Texts are borrowed until query_end; NULL is SQL's. A failure
 * shows at the first query_next. */
void query_text(struct query *q, const char *text);
void query_whole(struct query *q, int64_t number);
void query_bytes(struct query *q, const void *bytes, size_t n);
/* Steps to the next row; *row false: there is none. */
enum st_code query_next(struct query *q, bool *row, struct status *st);
/* A column's text: the caller's (mem_free); *out NULL for SQL's NULL. */
enum st_code query_get_text(const struct query *q, int column, char **out, struct status *st);
/* Into a key's place; a text that is no key becomes "". */
void query_get_key(const struct query *q, int column, char key[HASH_TEXT]);
void query_end(struct query *q); /* leaves nothing to be ended */
/* For statements without rows: steps to the end. */
enum st_code query_finish(struct query *q, struct status *st);

/* Parts of store_put_study: the study without points, and one point. */
enum st_code store_put_head(struct store *s, const struct store_study *study, struct status *st);
enum st_code store_put_point(struct store *s, const char *study, size_t position,
                             const struct store_point *p, struct status *st);
/* The file has the whole study now. */
enum st_code store_forget_shards(struct store *s, const char *study, struct status *st);

/* Everything between is one change: all of it or nothing. `code` is how it went so far; the
 * transaction is rolled back where that is not ST_OK or it cannot be committed. */
enum st_code store_begin(struct store *s, struct status *st);
enum st_code store_end(struct store *s, enum st_code code, struct status *st);
