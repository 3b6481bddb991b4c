/* store_sql.h -- SQL statements of the store, with messages about their errors. */
#pragma once

#include "common/auto.h"
#include "orchestrator/study/store.h"

#include <sqlite3.h>

struct store {
    sqlite3 *db;
    char *path;
    bool in_memory;
    uint64_t merge_bad; /* during a merge: number of damaged results in the file */
    bool merge_failed;  /* during a merge: whether any result that was read had failed */
};

#define STORE_DAMAGED "damaged (%s); name another file, or save what is left: sqlite3 FILE .recover"

/* The table of shares of studies in the file; a file without shares has none. */
#define STORE_SHARD_TABLE "CREATE TABLE IF NOT EXISTS " STORE_SHARD
#define STORE_SHARD                                                                                \
    "shard(study TEXT NOT NULL, shard INTEGER NOT NULL,"                                           \
    "  shards INTEGER NOT NULL, settings TEXT NOT NULL, keys TEXT NOT NULL,"                       \
    "  program TEXT NOT NULL, points INTEGER NOT NULL, runs INTEGER NOT NULL,"                     \
    "  PRIMARY KEY(study, shards, shard))"

/* An index that store_tally makes. */
#define STORE_TALLY_INDEX "CREATE INDEX IF NOT EXISTS " STORE_TALLY
#define STORE_TALLY       "result_tally ON result(state, reason)"

/* Checks that the database `of` ("main", or the name of an attached one) has no tables, views,
 * triggers and indices but those of a store: anything else would run as code whenever it is read.
 * ST_FAILED, with `path` and the first such name. */
enum st_code store_check_schema(const struct store *s, const char *of, const char *path,
                                struct status *st);

/* SQL condition that a row of `result` is undamaged. A done result whose document is no JSON with
 * metrics was damaged: it counts as missing and is run again. */
#define STORE_WHOLE                                                                                \
    "(state <> 'done' OR CASE WHEN json_valid(document)"                                           \
    " THEN json_type(document, '$.metrics') = 'object' END)"

/* Makes a one-line message about the error of the last SQLite call: ST_FAILED or ST_NOMEM. */
enum st_code store_fail(const struct store *s, struct status *st);

#define STORE_NO_NEW "its folder takes no new file"
/* Returns why no file can be made in the folder of `path`, such as a full disk; NULL: nothing is
 * known to be in the way. */
const char *store_obstacle(const char *path);

enum st_code store_run(const struct store *s, const char *sql, struct status *st);

/* A prepared statement. */
struct query {
    const struct store *store;
    sqlite3_stmt *statement;
    int bound;
};
enum st_code query_start(struct query *q, const struct store *s, const char *sql,
                         struct status *st);
/* Bind values to the question marks, in order. Texts must live until query_end; NULL becomes SQL's
 * NULL. A failure shows at the first query_next. */
void query_text(struct query *q, const char *text);
void query_whole(struct query *q, int64_t number);
void query_bytes(struct query *q, const void *bytes, size_t n);
/* Steps to the next row; *row becomes false where there is none. */
enum st_code query_next(struct query *q, bool *row, struct status *st);
/* Copies the text of a column, for the caller to free (mem_free). For SQL's NULL query_find_text
 * sets *out to NULL, and query_get_text says that the file is damaged. */
enum st_code query_find_text(const struct query *q, int column, char **out, struct status *st);
enum st_code query_get_text(const struct query *q, int column, char **out, struct status *st);
/* Copies a key; a text that is no key becomes "". */
void query_get_key(const struct query *q, int column, char key[HASH_TEXT]);
void query_end(struct query *q); /* leaves nothing to be ended */
/* Runs a statement that returns no rows. */
enum st_code query_finish(struct query *q, struct status *st);

/* The two parts of store_put_study: they put the study without its points, and one point. */
enum st_code store_put_head(struct store *s, const struct store_study *study, struct status *st);
enum st_code store_put_point(struct store *s, const char *study, size_t position,
                             const struct store_point *p, struct status *st);
/* Removes the shares of a study, when the file has all of the study. */
enum st_code store_forget_shards(struct store *s, const char *study, struct status *st);

/* Begin and end a transaction, of whose changes all or none are stored. `code` is the result so
 * far; the transaction is rolled back where that is not ST_OK or where committing fails. */
enum st_code store_begin(struct store *s, struct status *st);
enum st_code store_end(struct store *s, enum st_code code, struct status *st);
