/* Merges stores. The files are attached to the new one, so that SQLite copies from table to table
 * and needs no more memory than its page cache, however much is copied. Write-ahead logs are not
 * used: they need memory that processes share, which network file systems do not have. */
#include "orchestrator/study/store_merge.h"

#include "orchestrator/study/store_sql.h"

#include "common/interrupt.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Settings for the merge. The index of keys is accessed at random: with all of it in memory, 10^6
 * results take seconds. */
#define SETTINGS                                                                                   \
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -131072;"         \
    "PRAGMA temp_store = MEMORY;"

/* Decides which of two results stays: a done one before a failed one, then by text, so that the
 * order of files does not matter. */
#define BETTER                                                                                     \
    "(excluded.state <> 'done', coalesce(excluded.document, excluded.reason, ''),"                 \
    " excluded.attempts) < (result.state <> 'done',"                                               \
    " coalesce(result.document, result.reason, ''), result.attempts)"

struct copied {
    const char *table, *insert, *where, *conflict;
};
static const struct copied tables[] = {
    {"study", "INSERT INTO main.study SELECT * FROM src.study", "1",
     " ON CONFLICT(name) DO NOTHING"},
    {"point", "INSERT OR REPLACE INTO main.point SELECT * FROM src.point", "1", ""},
    {"shard", "INSERT OR REPLACE INTO main.shard SELECT * FROM src.shard", "1", ""},
    {"picture", "INSERT INTO main.picture SELECT * FROM src.picture", "1",
     " ON CONFLICT(scene_key, kind) DO NOTHING"},
    {"result",
     "INSERT INTO main.result SELECT key, kind, inputs, state, reason, document, attempts"
     " FROM src.result",
     "whole(key, inputs, state, document)",
     " ON CONFLICT(key) DO UPDATE SET kind = excluded.kind, inputs = excluded.inputs,"
     " state = excluded.state, reason = excluded.reason, document = excluded.document,"
     " attempts = excluded.attempts WHERE " BETTER},
};
enum { TABLES = sizeof tables / sizeof *tables };

/* ---- damaged results ---- */

static bool is_object(const char *text, int n)
{
    return n >= 2 && text[0] == '{' && text[n - 1] == '}' && !memchr(text, 0, (size_t)n);
}

/* SQL function that tells whether a result is undamaged: its key must be the hash of its inputs. */
static void whole(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void)n;
    const char *key = (const char *)sqlite3_value_text(values[0]);
    const char *inputs = (const char *)sqlite3_value_text(values[1]);
    const char *state = (const char *)sqlite3_value_text(values[2]);
    const char *document = (const char *)sqlite3_value_text(values[3]);
    char hash[HASH_TEXT] = "";
    if (inputs)
        hash_bytes(inputs, strlen(inputs), hash);
    bool done = state && strcmp(state, "done") == 0;
    bool good = key && strcmp(key, hash) == 0 && state &&
                (!done || (document && is_object(document, sqlite3_value_bytes(values[3]))));
    struct store *to = sqlite3_user_data(context);
    to->merge_bad += !good;
    to->merge_failed = to->merge_failed || !done;
    sqlite3_result_int(context, good);
}

/* SQLite calls this every STEPS of its machine's steps, and stops where it is not 0. */
enum { STEPS = 10000 };
static int is_interrupted(void *unused)
{
    (void)unused;
    return interrupt_signal() != 0;
}

enum st_code store_merge_begin(struct store *to, const char *path, struct status *st)
{
    mem_free(to->path);
    TRY(mem_copy_text(&to->path, path, path, st));
    sqlite3_progress_handler(to->db, STEPS, is_interrupted, NULL);
    TRY(store_run(to, SETTINGS STORE_SHARD_TABLE, st));
    return sqlite3_create_function(to->db, "whole", 4, SQLITE_UTF8, to, whole, NULL, NULL) ==
                   SQLITE_OK
               ? ST_OK
               : store_fail(to, st);
}

/* ---- one file ---- */

/* Whether the file has a table. Returns SQLite's code: where it cannot be read, that is damage and
 * not a table that is missing. */
static int find_table(const struct store *to, const char *name, bool *has)
{
    AUTO(query_end) struct query q;
    struct status unused;
    *has = false;
    if (query_start(&q, to, "SELECT 1 FROM src.sqlite_master WHERE name = ?", &unused) != ST_OK)
        return sqlite3_errcode(to->db);
    query_text(&q, name);
    return query_next(&q, has, &unused) == ST_OK ? SQLITE_OK : sqlite3_errcode(to->db);
}

enum { SQL_TEXT = 1024 };

/* Writes the statement that copies a table. `row` is a further condition on its rows. */
static void write_sql(char sql[SQL_TEXT], const struct copied *what, const char *row)
{
    snprintf(sql, SQL_TEXT, "%s WHERE %s%s%s", what->insert, what->where, row, what->conflict);
}

static int copy_table(const struct store *to, const struct copied *what)
{
    char sql[SQL_TEXT];
    write_sql(sql, what, "");
    return sqlite3_exec(to->db, sql, NULL, NULL, NULL);
}

/* Returns the number of the last row. Damaged files are read row by row, as some rows may be
 * readable where others are not. Row numbers have no gaps, as nothing is deleted from files of
 * results, and a row has 64 bytes or more: a damaged number is no larger than the file's size
 * allows. */
static int64_t last_row(const struct store *to, const struct copied *what, const char *path)
{
    char sql[128];
    struct status unused;
    struct stat info;
    AUTO(query_end) struct query q = {0};
    bool row = false;
    const int64_t most = stat(path, &info) == 0 ? (int64_t)info.st_size / 64 : 0;
    snprintf(sql, sizeof sql, "SELECT max(rowid) FROM src.%s", what->table);
    if (query_start(&q, to, sql, &unused) != ST_OK || query_next(&q, &row, &unused) != ST_OK ||
        !row)
        return most;
    const int64_t last = sqlite3_column_int64(q.statement, 0);
    return last < most ? last : most;
}

/* A row that the rules of its table forbid was damaged on the disk, too. */
static bool is_damage(int code)
{
    return code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_CONSTRAINT;
}

static enum st_code save_rows(struct store *to, const struct copied *what, const char *path,
                              struct status *st)
{
    char sql[SQL_TEXT];
    AUTO(query_end) struct query q = {0};
    int64_t last = last_row(to, what, path);
    write_sql(sql, what, " AND rowid = ?1");
    if (sqlite3_prepare_v2(to->db, sql, -1, &q.statement, NULL) != SQLITE_OK)
        return is_damage(sqlite3_errcode(to->db)) ? ST_OK : store_fail(to, st);
    for (int64_t i = 1; i <= last; i++) {
        sqlite3_bind_int64(q.statement, 1, i);
        int code = sqlite3_step(q.statement);
        if (code != SQLITE_DONE && !is_damage(code))
            return store_fail(to, st);
        sqlite3_reset(q.statement);
    }
    return ST_OK;
}

static void tell_damage(struct merge_file *file, const char *reason)
{
    if (!file->damaged)
        snprintf(file->reason, sizeof file->reason, "%s", reason);
    file->damaged = true;
}

/* Copies all tables of a file. Where a part of the file cannot be read, *damage is SQLite's code
 * for it and nothing was copied. */
static enum st_code copy_tables(struct store *to, int *damage, struct status *st)
{
    *damage = SQLITE_OK;
    TRY(store_run(to, "BEGIN", st)); /* BEGIN IMMEDIATE would lock the source file */
    int code = SQLITE_OK;
    for (int i = 0; i < TABLES && code == SQLITE_OK; i++) {
        bool has;
        code = find_table(to, tables[i].table, &has);
        if (code == SQLITE_OK && has)
            code = copy_table(to, &tables[i]);
    }
    *damage = is_damage(code) ? code : SQLITE_OK;
    enum st_code ended = code == SQLITE_OK ? ST_OK : store_fail(to, st);
    if (ended == ST_OK || *damage == SQLITE_OK)
        return store_end(to, ended, st);
    store_end(to, ended, st);
    return ST_OK;
}

/* Copies the rows that can be read, each by itself: after a damaged row SQLite commits nothing else
 * of the same transaction. */
static enum st_code save_tables(struct store *to, const char *path, struct status *st)
{
    to->merge_bad = 0;
    for (int i = 0; i < TABLES; i++) {
        bool has;
        if (find_table(to, tables[i].table, &has) == SQLITE_OK && has)
            TRY(save_rows(to, &tables[i], path, st));
    }
    return ST_OK;
}

static enum st_code attach(struct store *to, const char *path, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, to, "ATTACH ? AS src", st));
    query_text(&q, path);
    return query_finish(&q, st);
}

enum st_code store_merge_file(struct store *to, struct merge_file *file, struct status *st)
{
    struct status why = {0};
    to->merge_bad = 0;
    if (attach(to, file->path, &why) != ST_OK) {
        tell_damage(file, sqlite3_errmsg(to->db));
        return ST_OK;
    }
    int damage = SQLITE_OK;
    enum st_code code = ST_OK;
    bool has;
    int found = find_table(to, "result", &has);
    if (found != SQLITE_OK || !has)
        tell_damage(file,
                    found != SQLITE_OK ? sqlite3_errstr(found) : "it has no table of results");
    code = store_check_schema(to, "src", file->path, &why);
    if (code == ST_OK)
        code = copy_tables(to, &damage, &why);
    else if (is_damage(sqlite3_errcode(to->db)))
        damage = sqlite3_errcode(to->db);
    if (damage)
        code = ST_OK;
    if (code != ST_OK)
        *st = why;
    if (code == ST_OK && damage) {
        tell_damage(file, sqlite3_errstr(damage));
        code = save_tables(to, file->path, st);
    }
    file->lost = to->merge_bad;
    if (file->lost)
        tell_damage(file, "results are not what was written");
    sqlite3_exec(to->db, "DETACH src", NULL, NULL, NULL);
    return code;
}

/* ---- counts of the new file ---- */

static enum st_code count_rows(const struct store *s, const char *sql, uint64_t *out,
                               struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    TRY(query_start(&q, s, sql, st));
    TRY(query_next(&q, &row, st));
    *out = row ? (uint64_t)sqlite3_column_int64(q.statement, 0) : 0;
    return ST_OK;
}

/* Counts the points by the state of their results. The index of keys is in memory and tells which
 * results exist. Their states are in the rows, and reading 10^6 rows takes as long as writing them,
 * so states are read only where some result has failed. */
static enum st_code count_points(const struct store *to, struct merge_end *out, struct status *st)
{
#define JOINED                                                                                     \
    "SELECT count(*) FROM point p LEFT JOIN result a ON a.key = p.key"                             \
    " LEFT JOIN result b ON b.key = p.reference_key WHERE "
    TRY(count_rows(to, "SELECT count(*) FROM point", &out->points, st));
    if (!to->merge_failed)
        return count_rows(to,
                          JOINED "a.key NOT NULL AND (p.reference_key IS NULL OR b.key NOT NULL)",
                          &out->done, st);
    TRY(count_rows(to, JOINED "a.state = 'failed' OR b.state = 'failed'", &out->failed, st));
    return count_rows(to,
                      JOINED "a.state = 'done' AND (p.reference_key IS NULL OR b.state = 'done')",
                      &out->done, st);
#undef JOINED
}

enum st_code store_merge_end(struct store *to, struct merge_end *out, struct status *st)
{
    TRY(count_rows(to, "SELECT count(*) FROM result", &out->results, st));
    TRY(count_points(to, out, st));
    return store_run(to, "PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA;", st);
}

/* ---- identity of files ---- */

static enum st_code program_of(const struct store *s, const char *study, char out[HASH_TEXT],
                               struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    out[0] = 0;
    TRY(query_start(&q, s,
                    "SELECT json_extract(r.inputs, '$.program') FROM point p JOIN result r"
                    " ON r.key = p.key WHERE p.study = ? LIMIT 1",
                    st));
    query_text(&q, study);
    TRY(query_next(&q, &row, st));
    if (row)
        query_get_key(&q, 0, out);
    return ST_OK;
}

static enum st_code identify_whole(const struct store *s, const char *name,
                                   struct store_identity *out, struct status *st)
{
    AUTO(store_study_free) struct store_study study = {0};
    char program[HASH_TEXT];
    TRY(program_of(s, name, program, st));
    TRY(store_study(s, name, &study, st));
    return store_identify(out, &study, program, st);
}

static enum st_code identify(const struct store *s, char name[STORE_NAME],
                             struct store_identity *out, struct status *st)
{
    AUTO(query_end) struct query q = {0};
    struct store_shard shard;
    MEM_AUTO char *last = NULL;
    char wanted[STORE_NAME];
    bool row;
    snprintf(wanted, sizeof wanted, "%s", name);
    TRY(store_find_shard(s, wanted[0] ? wanted : NULL, &shard, st));
    if (shard.of) {
        snprintf(name, STORE_NAME, "%s", shard.study);
        *out = shard.identity;
        return ST_OK;
    }
    TRY(query_start(&q, s,
                    "SELECT name FROM study WHERE ?1 = '' OR name = ?1 ORDER BY rowid DESC LIMIT 1",
                    st));
    query_text(&q, wanted);
    TRY(query_next(&q, &row, st));
    if (row)
        TRY(query_get_text(&q, 0, &last, st));
    snprintf(name, STORE_NAME, "%s", last ? last : "");
    return row ? identify_whole(s, name, out, st) : ST_OK;
}

enum st_code store_merge_identity(const char *path, char name[STORE_NAME],
                                  struct store_identity *out, struct status *st)
{
    struct store *s;
    TRY(store_open(&s, path, STORE_LOOK, st));
    enum st_code code = identify(s, name, out, st);
    store_close(s);
    return code;
}

/* Places of the version and the application id in the 100-byte header of an SQLite file. */
enum { HEADER = 100, VERSION_AT = 60, ID_AT = 68 };

static uint32_t number_at(const unsigned char *header, int at)
{
    return (uint32_t)header[at] << 24 | (uint32_t)header[at + 1] << 16 |
           (uint32_t)header[at + 2] << 8 | header[at + 3];
}

bool store_merge_is_foreign(const char *path)
{
    unsigned char header[HEADER];
    FILE *file = fopen(path, "rb");
    bool read = file && fread(header, 1, HEADER, file) == HEADER;
    if (file)
        fclose(file);
    return read && memcmp(header, "SQLite format 3", 16) == 0 &&
           (number_at(header, ID_AT) != STORE_ID || number_at(header, VERSION_AT) > STORE_VERSION);
}

enum st_code store_merge_lock(struct store *s, struct status *st)
{
    return store_run(s, "BEGIN IMMEDIATE", st);
}
