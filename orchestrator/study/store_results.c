/* Reads and writes the results and pictures of a store. */
#include "orchestrator/study/store_sql.h"

#include "common/memory.h"

#include <stdio.h>
#include <string.h>

const char *const store_state_names[] = {"missing", "done", "failed"};
const char *const store_picture_names[] = {"render", "heatmap", "quantized", "chosen"};

static enum store_state state_of(const char *name)
{
    return name && strcmp(name, store_state_names[STORE_DONE]) == 0 ? STORE_DONE : STORE_FAILED;
}

/* ---- results ---- */

static enum st_code read_result(const struct query *q, struct store_result *out, struct status *st)
{
    MEM_AUTO char *state = NULL;
    TRY(query_get_text(q, 0, &state, st));
    out->state = state_of(state);
    TRY(query_get_text(q, 1, &out->kind, st));
    TRY(query_get_text(q, 2, &out->inputs, st));
    TRY(query_find_text(q, 3, &out->reason, st));
    TRY(query_find_text(q, 4, &out->document, st));
    out->attempts = sqlite3_column_int64(q->statement, 5);
    return ST_OK;
}

enum st_code store_find(const struct store *s, const char *key, struct store_result *out,
                        struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    *out = (struct store_result){.state = STORE_MISSING};
    TRY(query_start(&q, s,
                    "SELECT state, kind, inputs, reason, document, attempts FROM result"
                    " WHERE key = ?",
                    st));
    query_text(&q, key);
    TRY(query_next(&q, &row, st));
    if (!row)
        return ST_OK;
    snprintf(out->key, sizeof out->key, "%s", key);
    TRY_ELSE(read_result(&q, out, st), store_result_free(out));
    return ST_OK;
}

enum st_code store_look(const struct store *s, const char *key, enum store_state *out,
                        struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    TRY(query_start(&q, s, "SELECT state FROM result WHERE key = ? AND " STORE_WHOLE, st));
    query_text(&q, key);
    TRY(query_next(&q, &row, st));
    *out = row ? state_of((const char *)sqlite3_column_text(q.statement, 0)) : STORE_MISSING;
    return ST_OK;
}

void store_result_free(struct store_result *r)
{
    mem_free(r->kind);
    mem_free(r->inputs);
    mem_free(r->reason);
    mem_free(r->document);
    *r = (struct store_result){.state = STORE_MISSING};
}

enum st_code store_put(struct store *s, const struct store_result *r, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, s,
                    "INSERT INTO result VALUES(?, ?, ?, ?, ?, ?, 1) ON CONFLICT(key) DO UPDATE SET"
                    " kind = excluded.kind, inputs = excluded.inputs, state = excluded.state,"
                    " reason = excluded.reason, document = excluded.document,"
                    " attempts = attempts + 1",
                    st));
    query_text(&q, r->key);
    query_text(&q, r->kind);
    query_text(&q, r->inputs);
    query_text(&q, store_state_names[r->state]);
    query_text(&q, r->reason);
    query_text(&q, r->document);
    return query_finish(&q, st);
}

/* ---- pictures ---- */

static enum st_code read_picture(const struct query *q, struct store_picture *out,
                                 struct status *st)
{
    TRY(query_get_text(q, 0, &out->caption, st));
    size_t n = (size_t)sqlite3_column_bytes(q->statement, 1);
    TRY(mem_make(&out->png, n, 1, "picture", st));
    if (n)
        memcpy(out->png, sqlite3_column_blob(q->statement, 1), n);
    out->n = n;
    return ST_OK;
}

enum st_code store_find_picture(const struct store *s, const char *scene_key,
                                enum store_picture_kind kind, struct store_picture *out,
                                struct status *st)
{
    AUTO(query_end) struct query q;
    bool row;
    *out = (struct store_picture){0};
    TRY(query_start(&q, s, "SELECT caption, png FROM picture WHERE scene_key = ? AND kind = ?",
                    st));
    query_text(&q, scene_key);
    query_text(&q, store_picture_names[kind]);
    TRY(query_next(&q, &row, st));
    if (row)
        TRY_ELSE(read_picture(&q, out, st), store_picture_free(out));
    return ST_OK;
}

void store_picture_free(struct store_picture *p)
{
    mem_free(p->caption);
    mem_free(p->png);
    *p = (struct store_picture){0};
}

enum st_code store_put_picture(struct store *s, const char *scene_key, enum store_picture_kind kind,
                               const struct store_picture *picture, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, s, "INSERT OR REPLACE INTO picture VALUES(?, ?, ?, ?)", st));
    query_text(&q, scene_key);
    query_text(&q, store_picture_names[kind]);
    query_text(&q, picture->caption);
    query_bytes(&q, picture->png, picture->n);
    return query_finish(&q, st);
}
