#include "orchestrator/study/store_sql.h"

#include "common/file.h"
#include "common/memory.h"

#include <errno.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

const char *store_obstacle(const char *path)
{
    struct statvfs disk;
    MEM_AUTO char *folder = file_folder(path);
    if (!folder)
        return NULL;
    if (statvfs(folder, &disk) == 0 && disk.f_flag & ST_RDONLY)
        return strerror(EROFS);
    if (statvfs(folder, &disk) == 0 && disk.f_bavail == 0)
        return strerror(ENOSPC);
    return access(folder, W_OK | X_OK) == 0 ? NULL : strerror(errno);
}

/* SQLite reports errors of files beside the store with the wrong reason or without one: it tries to
 * open a file in several ways and keeps the error of the last. */
static enum st_code fail_files(const struct store *s, int system, struct status *st)
{
    const char *path = store_path(s), *obstacle = store_obstacle(path);
    if (sqlite3_errcode(s->db) == SQLITE_CANTOPEN)
        return status_fail_at(st, ST_FAILED, path, 0, "its journal beside it cannot be made: %s",
                              obstacle                     ? obstacle
                              : system && system != ENOENT ? strerror(system)
                                                           : STORE_NO_NEW);
    return status_fail_at(st, ST_FAILED, path, 0,
                          "the disk reports an error (%s); what was finished before is kept",
                          obstacle ? obstacle
                          : system ? strerror(system)
                                   : strerror(EIO));
}

enum st_code store_fail(const struct store *s, struct status *st)
{
    const char *path = store_path(s);
    int system = sqlite3_system_errno(s->db);
    switch (sqlite3_errcode(s->db)) {
    case SQLITE_NOMEM:
        return status_no_memory(st, path);
    case SQLITE_CORRUPT:
        return status_fail_at(st, ST_FAILED, path, 0, STORE_DAMAGED, sqlite3_errmsg(s->db));
    case SQLITE_NOTADB:
        return status_fail_at(
            st, ST_FAILED, path, 0,
            "is no file of results; name one that sweep or compare wrote (to begin "
            "one, they take a name that is not there yet)");
    case SQLITE_FULL:
        return status_fail_at(st, ST_FAILED, path, 0,
                              "the disk is full; what was finished before is kept");
    case SQLITE_READONLY:
        if (sqlite3_extended_errcode(s->db) == SQLITE_READONLY_DBMOVED)
            return status_fail_at(st, ST_FAILED, path, 0,
                                  "was deleted, moved or replaced while it was in use; put it back "
                                  "and give the same command again");
        return status_fail_at(st, ST_FAILED, path, 0,
                              "cannot be written: it, or its folder, is read-only");
    case SQLITE_INTERRUPT:
        return status_fail_at(st, ST_FAILED, path, 0, "a signal came; nothing is changed");
    case SQLITE_BUSY:
        return status_fail_at(
            st, ST_FAILED, path, 0,
            "another program has kept it locked for %d s; try again when that has "
            "ended",
            STORE_WAIT_MS / 1000);
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        return fail_files(s, system, st);
    default:
        return status_fail_at(st, ST_FAILED, path, 0, "%s%s%s", sqlite3_errmsg(s->db),
                              system ? ": " : "", system ? strerror(system) : "");
    }
}

enum st_code store_run(const struct store *s, const char *sql, struct status *st)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK ? ST_OK : store_fail(s, st);
}

enum st_code query_start(struct query *q, const struct store *s, const char *sql, struct status *st)
{
    *q = (struct query){.store = s};
    if (sqlite3_prepare_v2(s->db, sql, -1, &q->statement, NULL) != SQLITE_OK)
        return store_fail(s, st);
    return ST_OK;
}

/* Binds a text. Where binding fails the value stays NULL, which no column that matters allows. */
void query_text(struct query *q, const char *text)
{
    sqlite3_bind_text(q->statement, ++q->bound, text, -1, SQLITE_STATIC);
}

void query_whole(struct query *q, int64_t number)
{
    sqlite3_bind_int64(q->statement, ++q->bound, number);
}

void query_bytes(struct query *q, const void *bytes, size_t n)
{
    sqlite3_bind_blob64(q->statement, ++q->bound, bytes, n, SQLITE_STATIC);
}

enum st_code query_next(struct query *q, bool *row, struct status *st)
{
    int code = sqlite3_step(q->statement);
    *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? ST_OK : store_fail(q->store, st);
}

enum st_code query_find_text(const struct query *q, int column, char **out, struct status *st)
{
    const char *text = (const char *)sqlite3_column_text(q->statement, column);
    *out = text ? mem_strdup(text) : NULL;
    return *out || !text ? ST_OK : status_no_memory(st, store_path(q->store));
}

enum st_code query_get_text(const struct query *q, int column, char **out, struct status *st)
{
    TRY(query_find_text(q, column, out, st));
    return *out ? ST_OK
                : status_fail_at(st, ST_FAILED, store_path(q->store), 0, STORE_DAMAGED,
                                 "a text is missing");
}

void query_get_key(const struct query *q, int column, char key[HASH_TEXT])
{
    const char *text = (const char *)sqlite3_column_text(q->statement, column);
    key[0] = 0;
    if (text && strlen(text) < HASH_TEXT)
        memcpy(key, text, strlen(text) + 1);
}

void query_end(struct query *q)
{
    sqlite3_finalize(q->statement);
    q->statement = NULL;
}

enum st_code query_finish(struct query *q, struct status *st)
{
    for (bool row = true; row;)
        TRY(query_next(q, &row, st));
    return ST_OK;
}

enum st_code store_begin(struct store *s, struct status *st)
{
    return store_run(s, "BEGIN IMMEDIATE", st);
}

enum st_code store_end(struct store *s, enum st_code code, struct status *st)
{
    if (code == ST_OK)
        code = store_run(s, "COMMIT", st);
    if (code != ST_OK && !sqlite3_get_autocommit(s->db))
        sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL); /* st holds the reason already */
    return code;
}
