/* Shares of studies in a store. A file without shares lacks their table. */
#include "orchestrator/study/store_sql.h"

#include "common/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- identity ---- */

enum st_code store_identify(struct store_identity *out, const struct store_study *study,
                            const char *program, struct status *st)
{
    struct hash *settings, *keys;
    TRY(hash_start(&settings, st));
    enum st_code code = hash_start(&keys, st);
    if (code != ST_OK) {
        hash_finish(settings, out->settings);
        return code;
    }
    for (size_t i = 0; i < study->n; i++) {
        const struct store_point *p = &study->points[i];
        bool reference = p->reference_key[0] != 0;
        hash_add(settings, p->settings, strlen(p->settings) + 1);
        hash_add(settings, &reference, sizeof reference);
        hash_add(keys, p->key, strlen(p->key) + 1);
        hash_add(keys, p->reference_key, strlen(p->reference_key) + 1);
    }
    hash_finish(settings, out->settings);
    hash_finish(keys, out->keys);
    snprintf(out->program, sizeof out->program, "%s", program);
    return ST_OK;
}

enum st_code store_same(const struct store_identity *there, const struct store_identity *here,
                        const char *path, struct status *st)
{
    if (strcmp(there->settings, here->settings) != 0)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "belongs to another study, or to this one as it was before it "
                              "changed; merge what belongs together, or name another --output");
    if (there->program[0] && here->program[0] && strcmp(there->program, here->program) != 0)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "was made by another program (%.8s, not %.8s); go on with that one, "
                              "or name another --output",
                              there->program, here->program);
    if (strcmp(there->keys, here->keys) != 0)
        return status_fail_at(st, ST_FAILED, path, 0,
                              "was made by another program, or with scenes, GPUs or shaders that "
                              "have changed since; name another --output");
    return ST_OK;
}

/* ---- shares ---- */

static enum st_code has_table(const struct store *s, bool *has, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, s, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'shard'",
                    st));
    return query_next(&q, has, st);
}

enum st_code store_forget_shards(struct store *s, const char *study, struct status *st)
{
    AUTO(query_end) struct query q = {0};
    bool has;
    TRY(has_table(s, &has, st));
    if (!has)
        return ST_OK;
    TRY(query_start(&q, s, "DELETE FROM shard WHERE study = ?", st));
    query_text(&q, study);
    return query_finish(&q, st);
}

static enum st_code put_shard(struct store *s, const struct store_shard *shard, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, s, "INSERT OR REPLACE INTO shard VALUES(?, ?, ?, ?, ?, ?, ?, ?)", st));
    query_text(&q, shard->study);
    query_whole(&q, shard->index);
    query_whole(&q, shard->of);
    query_text(&q, shard->identity.settings);
    query_text(&q, shard->identity.keys);
    query_text(&q, shard->identity.program);
    query_whole(&q, (int64_t)shard->points);
    query_whole(&q, (int64_t)shard->runs);
    return query_finish(&q, st);
}

/* An index that lets store_tally count without reading the documents. A merged file has none: its
 * rows are in an order in which writing an index would be slow. */

static enum st_code put_share(struct store *s, const struct store_study *study, const bool *mine,
                              const struct store_shard *shard, struct status *st)
{
    TRY(store_run(s, STORE_SHARD_TABLE, st));
    TRY(store_run(s, STORE_TALLY_INDEX, st));
    TRY(store_put_head(s, study, st));
    for (size_t i = 0; i < study->n; i++)
        if (mine[i])
            TRY(store_put_point(s, study->name, i, &study->points[i], st));
    return put_shard(s, shard, st);
}

enum st_code store_put_share(struct store *s, const struct store_study *study, const bool *mine,
                             const struct store_shard *shard, struct status *st)
{
    TRY(store_begin(s, st));
    return store_end(s, put_share(s, study, mine, shard, st), st);
}

static void read_shard(const struct query *q, struct store_shard *out)
{
    const char *study = (const char *)sqlite3_column_text(q->statement, 0);
    snprintf(out->study, sizeof out->study, "%s", study ? study : "");
    out->index = (uint32_t)sqlite3_column_int64(q->statement, 1);
    out->of = (uint32_t)sqlite3_column_int64(q->statement, 2);
    query_get_key(q, 3, out->identity.settings);
    query_get_key(q, 4, out->identity.keys);
    query_get_key(q, 5, out->identity.program);
    out->points = (uint64_t)sqlite3_column_int64(q->statement, 6);
    out->runs = (uint64_t)sqlite3_column_int64(q->statement, 7);
}

enum st_code store_find_shard(const struct store *s, const char *study, struct store_shard *out,
                              struct status *st)
{
    AUTO(query_end) struct query q = {0};
    bool row;
    *out = (struct store_shard){.of = 0};
    TRY(has_table(s, &row, st));
    if (!row)
        return ST_OK;
    TRY(query_start(&q, s,
                    "SELECT study, shard, shards, settings, keys, program, points, runs FROM shard"
                    " WHERE ?1 IS NULL OR study = ?1 LIMIT 1",
                    st));
    query_text(&q, study);
    TRY(query_next(&q, &row, st));
    if (row)
        read_shard(&q, out);
    return ST_OK;
}

/* ---- all results ---- */

enum st_code store_each_key(const struct store *s, store_see_key see, void *context,
                            struct status *st)
{
    AUTO(query_end) struct query q;
    char key[HASH_TEXT];
    enum st_code code;
    TRY(query_start(&q, s,
                    "SELECT key, state = 'done' FROM result WHERE " STORE_WHOLE " UNION ALL"
                    " SELECT scene_key, 1 FROM picture WHERE kind = 'chosen'",
                    st));
    for (bool row; (code = query_next(&q, &row, st)) == ST_OK && row;) {
        query_get_key(&q, 0, key);
        TRY(see(context, key, sqlite3_column_int(q.statement, 1) ? STORE_DONE : STORE_FAILED, st));
    }
    return code;
}

/* The index has all that is needed, so documents, which can be long, are not read. */
enum st_code store_tally(const struct store *s, uint64_t *done, uint64_t *failed,
                         void (*see)(void *context, const char *reason), void *context,
                         struct status *st)
{
    AUTO(query_end) struct query q;
    enum st_code code;
    *done = *failed = 0;
    TRY(query_start(&q, s,
                    "SELECT state = 'done', reason, count(*) FROM result"
                    "  GROUP BY state, reason",
                    st));
    for (bool row; (code = query_next(&q, &row, st)) == ST_OK && row;) {
        bool good = sqlite3_column_int(q.statement, 0);
        const char *reason = good ? NULL : (const char *)sqlite3_column_text(q.statement, 1);
        uint64_t n = (uint64_t)sqlite3_column_int64(q.statement, 2);
        *done += good ? n : 0;
        *failed += good ? 0 : n;
        if (reason)
            see(context, reason);
    }
    return code;
}
