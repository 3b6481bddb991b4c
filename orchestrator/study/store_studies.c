/* Reads and writes the studies of a store and their points. */
#include "orchestrator/study/store_sql.h"

#include "common/file.h"
#include "common/grow.h"
#include "common/memory.h"

#include <stdio.h>
#include <string.h>

/* ---- names ---- */

static enum st_code read_names(struct query *q, char ***names, size_t *n, struct status *st)
{
    uint32_t used = 0, room = 0;
    enum st_code code;
    for (bool row; (code = query_next(q, &row, st)) == ST_OK && row;) {
        if (!grow(names, used, &room, sizeof **names))
            return status_no_memory(st, "studies");
        TRY(query_get_text(q, 0, &(*names)[used], st));
        *n = ++used;
    }
    return code;
}

enum st_code store_list(const struct store *s, char ***names, size_t *n, struct status *st)
{
    AUTO(query_end) struct query q;
    *names = NULL;
    *n = 0;
    TRY(query_start(&q, s, "SELECT name FROM study ORDER BY rowid", st));
    TRY_ELSE(read_names(&q, names, n, st), file_free_list(*names, *n));
    return ST_OK;
}

static enum st_code no_study(const struct store *s, const char *name, struct status *st)
{
    char **names, known[STATUS_TEXT / 2] = "no other";
    size_t n, used = 0;
    TRY(store_list(s, &names, &n, st));
    for (size_t i = 0; i < n && used < sizeof known; i++)
        used +=
            (size_t)snprintf(known + used, sizeof known - used, "%s'%s'", i ? ", " : "", names[i]);
    file_free_list(names, n);
    return status_fail_at(st, ST_FAILED, store_path(s), 0, "no study '%s'; there is %s", name,
                          known);
}

/* ---- reading ---- */

static enum st_code read_points(struct query *q, struct store_study *out, struct status *st)
{
    uint32_t used = 0, room = 0;
    enum st_code code;
    for (bool row; (code = query_next(q, &row, st)) == ST_OK && row;) {
        if (!grow(&out->points, used, &room, sizeof *out->points))
            return status_no_memory(st, "points");
        struct store_point *p = &out->points[used];
        memset(p, 0, sizeof *p);
        query_get_key(q, 0, p->key);
        query_get_key(q, 1, p->reference_key);
        query_get_key(q, 2, p->scene_key);
        TRY(query_get_text(q, 3, &p->settings, st));
        out->n = ++used;
    }
    return code;
}

static enum st_code read_study(const struct store *s, const char *name, struct store_study *out,
                               struct status *st)
{
    AUTO(query_end) struct query q, points = {0};
    bool row;
    TRY(query_start(&q, s, "SELECT name, title, definition FROM study WHERE name = ?", st));
    query_text(&q, name);
    TRY(query_next(&q, &row, st));
    if (!row)
        return no_study(s, name, st);
    TRY(query_get_text(&q, 0, &out->name, st));
    TRY(query_get_text(&q, 1, &out->title, st));
    TRY(query_get_text(&q, 2, &out->definition, st));
    TRY(query_start(&points, s,
                    "SELECT key, reference_key, scene_key, settings FROM point WHERE study = ?"
                    " ORDER BY position",
                    st));
    query_text(&points, name);
    return read_points(&points, out, st);
}

enum st_code store_study(const struct store *s, const char *name, struct store_study *out,
                         struct status *st)
{
    *out = (struct store_study){0};
    TRY_ELSE(read_study(s, name, out, st), store_study_free(out));
    return ST_OK;
}

void store_study_free(struct store_study *study)
{
    for (size_t i = 0; i < study->n; i++)
        mem_free(study->points[i].settings);
    mem_free(study->points);
    mem_free(study->name);
    mem_free(study->title);
    mem_free(study->definition);
    *study = (struct store_study){0};
}

/* ---- writing ---- */

enum st_code store_put_point(struct store *s, const char *study, size_t position,
                             const struct store_point *p, struct status *st)
{
    AUTO(query_end) struct query q;
    TRY(query_start(&q, s, "INSERT INTO point VALUES(?, ?, ?, ?, ?, ?)", st));
    query_text(&q, study);
    query_whole(&q, (int64_t)position);
    query_text(&q, p->key);
    query_text(&q, p->reference_key[0] ? p->reference_key : NULL);
    query_text(&q, p->scene_key);
    query_text(&q, p->settings);
    return query_finish(&q, st);
}

enum st_code store_put_head(struct store *s, const struct store_study *study, struct status *st)
{
    AUTO(query_end) struct query q, old = {0};
    TRY(query_start(&q, s,
                    "INSERT INTO study VALUES(?, ?, ?) ON CONFLICT(name) DO UPDATE SET"
                    " title = excluded.title, definition = excluded.definition",
                    st));
    query_text(&q, study->name);
    query_text(&q, study->title);
    query_text(&q, study->definition);
    TRY(query_finish(&q, st));
    TRY(query_start(&old, s, "DELETE FROM point WHERE study = ?", st));
    query_text(&old, study->name);
    TRY(query_finish(&old, st));
    return store_forget_shards(s, study->name, st);
}

static enum st_code put_study(struct store *s, const struct store_study *study, struct status *st)
{
    TRY(store_put_head(s, study, st));
    for (size_t i = 0; i < study->n; i++)
        TRY(store_put_point(s, study->name, i, &study->points[i], st));
    return ST_OK;
}

enum st_code store_put_study(struct store *s, const struct store_study *study, struct status *st)
{
    TRY(store_begin(s, st));
    return store_end(s, put_study(s, study, st), st);
}
