/* Opens stores: checks an existing file and makes the schema of a new one. */
#include "orchestrator/study/store_sql.h"

#include "common/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

const char *store_path(const struct store *s)
{
    return s->in_memory ? "results in memory" : s->path;
}

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)
#define ID       1147760498 /* STORE_ID in decimal, as SQL has no hexadecimal here */
_Static_assert(ID == STORE_ID, "the two are one");

static const char *const tables[] = {
    "CREATE TABLE result(key TEXT PRIMARY KEY NOT NULL,"
    "  kind TEXT NOT NULL CHECK(kind IN ('predict', 'simulate')), inputs TEXT NOT NULL,"
    "  state TEXT NOT NULL CHECK(state IN ('done', 'failed')), reason TEXT, document TEXT,"
    "  attempts INTEGER NOT NULL)",
    "CREATE TABLE study(name TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL,"
    "  definition TEXT NOT NULL)",
    "CREATE TABLE point(study TEXT NOT NULL, position INTEGER NOT NULL, key TEXT NOT NULL,"
    "  reference_key TEXT, scene_key TEXT NOT NULL, settings TEXT NOT NULL,"
    "  PRIMARY KEY(study, position))",
    "CREATE TABLE picture(scene_key TEXT NOT NULL, kind TEXT NOT NULL, caption TEXT NOT NULL,"
    "  png BLOB NOT NULL, PRIMARY KEY(scene_key, kind))",
};
enum { TABLES = sizeof tables / sizeof *tables };
static const char identity[] = "PRAGMA application_id = " VALUE(ID) "; PRAGMA user_version = 1;";
_Static_assert(STORE_VERSION == 1, "the identity says which version it is");

/* Most bytes of a text or picture in a row. */
enum { MOST_BYTES = 1 << 28 };

static enum st_code read_whole(const struct store *s, const char *sql, int64_t *out,
                               struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    TRY(query_start(&q, s, sql, st));
    TRY(query_next(&q, &row, st));
    *out = row ? sqlite3_column_int64(q.statement, 0) : 0;
    return ST_OK;
}

/* ---- existing files ---- */

static enum st_code check_intact(const struct store *s, struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    TRY(query_start(&q, s, "PRAGMA quick_check(1)", st));
    TRY(query_next(&q, &row, st));
    const char *said = row ? (const char *)sqlite3_column_text(q.statement, 0) : NULL;
    if (said && strcmp(said, "ok") == 0)
        return ST_OK;
    const char *line = said ? strrchr(said, '\n') : NULL; /* the one before names the database */
    return status_fail_at(st, ST_FAILED, s->path, 0, STORE_DAMAGED,
                          line   ? line + 1
                          : said ? said
                                 : "it cannot be checked");
}

enum st_code store_check_schema(const struct store *s, const char *of, const char *path,
                                struct status *st)
{
    AUTO(query_end) struct query q;
    char sql[128];
    bool row;
    snprintf(sql, sizeof sql,
             "SELECT name FROM %s.sqlite_master WHERE sql NOT NULL AND sql NOT IN"
             " (?, ?, ?, ?, ?, ?) LIMIT 1",
             of);
    TRY(query_start(&q, s, sql, st));
    for (int i = 0; i < TABLES; i++)
        query_text(&q, tables[i]);
    query_text(&q, "CREATE TABLE " STORE_SHARD);
    query_text(&q, "CREATE INDEX " STORE_TALLY);
    TRY(query_next(&q, &row, st));
    const char *name = row ? (const char *)sqlite3_column_text(q.statement, 0) : NULL;
    return row ? status_fail_at(st, ST_FAILED, path, 0,
                                "has '%.100s', which no file of results has; name a file that "
                                "sweep, compare or merge wrote",
                                name ? name : "")
               : ST_OK;
}

/* Checks that the file is a store. *empty: it has neither tables nor an application id. */
static enum st_code check_kind(const struct store *s, enum store_mode mode, bool *empty,
                               struct status *st)
{
    int64_t id, version, things;
    TRY(read_whole(s, "PRAGMA application_id", &id, st));
    TRY(read_whole(s, "PRAGMA user_version", &version, st));
    TRY(read_whole(s, "SELECT count(*) FROM sqlite_master", &things, st));
    *empty = id == 0 && things == 0;
    if (*empty)
        return ST_OK;
    if (id != STORE_ID)
        return status_fail_at(st, ST_FAILED, s->path, 0,
                              "is an SQLite file of another program; name another file");
    if (version > STORE_VERSION)
        return status_fail_at(st, ST_FAILED, s->path, 0,
                              "was written by a newer version of diorama (file version %lld, this "
                              "one knows %d); use that one",
                              (long long)version, STORE_VERSION);
    TRY(store_check_schema(s, "main", store_path(s), st));
    return mode == STORE_LOOK ? ST_OK : check_intact(s, st);
}

/* Makes the schema. The check is repeated inside the transaction, as another process may be making
 * the schema at the same time. */
static enum st_code make(struct store *s, struct status *st)
{
    bool empty;
    TRY(store_begin(s, st));
    enum st_code code = check_kind(s, STORE_WRITE, &empty, st);
    for (int i = 0; i < TABLES && code == ST_OK && empty; i++)
        code = store_run(s, tables[i], st);
    if (code == ST_OK && empty)
        code = store_run(s, identity, st);
    return store_end(s, code, st);
}

static enum st_code check_store(struct store *s, enum store_mode mode, struct status *st)
{
    bool empty;
    TRY(store_run(s, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;", st));
    TRY(check_kind(s, mode, &empty, st));
    if (mode == STORE_WRITE && sqlite3_db_readonly(s->db, "main")) {
        const char *obstacle = store_obstacle(s->path);
        return status_fail_at(st, ST_FAILED, s->path, 0,
                              "cannot be written%s%s; name another file, or change its permissions",
                              obstacle ? ": " : "", obstacle ? obstacle : "");
    }
    if (!empty)
        return ST_OK;
    return mode == STORE_WRITE ? make(s, st)
                               : status_fail_at(st, ST_FAILED, s->path, 0,
                                                "is empty; a file that 'sweep' has written is "
                                                "needed");
}

/* ---- opening ---- */

/* Checks for errors that SQLite would report less clearly. */
static enum st_code check_path(const char *path, enum store_mode mode, struct status *st)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        if (errno == ENOENT && mode == STORE_WRITE)
            return ST_OK;
        return status_fail_at(st, ST_FAILED, path, 0, "cannot be opened: %s", strerror(errno));
    }
    if (S_ISDIR(info.st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is a folder; a file name is needed");
    if (!S_ISREG(info.st_mode))
        return status_fail_at(st, ST_FAILED, path, 0, "is no regular file; name one");
    return ST_OK;
}

/* Opens the database. It is opened for writing even in order to read, as the first reader after a
 * killed writer repairs the file. Where SQLite may not write, it opens it for reading alone. */
static enum st_code open_database(struct store *s, enum store_mode mode, struct status *st)
{
    int flags = SQLITE_OPEN_READWRITE | (mode == STORE_WRITE ? SQLITE_OPEN_CREATE : 0);
    int code = sqlite3_open_v2(s->in_memory ? ":memory:" : s->path, &s->db, flags, NULL);
    if (!s->db)
        return status_no_memory(st, store_path(s));
    if (code == SQLITE_CANTOPEN) {
        int system = sqlite3_system_errno(s->db);
        const char *obstacle = store_obstacle(store_path(s));
        return status_fail_at(st, ST_FAILED, store_path(s), 0, "cannot be opened: %s",
                              obstacle                                  ? obstacle
                              : system == ENOENT && mode == STORE_WRITE ? STORE_NO_NEW
                                                                        : strerror(system));
    }
    if (code != SQLITE_OK)
        return store_fail(s, st);
    sqlite3_busy_timeout(s->db, STORE_WAIT_MS);
    /* The file may be another's: what its schema says is never run. */
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_limit(s->db, SQLITE_LIMIT_LENGTH, MOST_BYTES);
    return check_store(s, mode, st);
}

enum st_code store_open(struct store **out, const char *path, enum store_mode mode,
                        struct status *st)
{
    *out = NULL;
    if (path)
        TRY(check_path(path, mode, st));
    struct store *s;
    TRY(mem_make(&s, 1, sizeof *s, path ? path : "results", st));
    s->in_memory = !path;
    s->path = path ? mem_strdup(path) : NULL;
    enum st_code code = s->path || !path ? open_database(s, mode, st) : status_no_memory(st, path);
    if (code != ST_OK)
        store_close(s);
    else
        *out = s;
    return code;
}

void store_close(struct store *s)
{
    if (!s)
        return;
    sqlite3_close(s->db);
    mem_free(s->path);
    mem_free(s);
}
