/* Makes rows from a store's documents. */
#include "orchestrator/study/table.h"

#include "common/auto.h"
#include "common/json_writer.h"
#include "common/labels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- documents ---- */

static struct cost read_cost(const json_t *document)
{
    struct cost c = {0};
    for (size_t i = 0; i < n_cost_rows; i++) {
        const json_t *value = json_object_get(document, cost_rows[i].name);
        cost_write(&c, &cost_rows[i],
                   cost_rows[i].kind == COST_FLAG ? json_is_true(value)
                                                  : json_real_of(document, cost_rows[i].name));
    }
    return c;
}

static void read_values(struct result_values *out, const json_t *document)
{
    const json_t *all = json_object_get(document, "metrics");
    out->exact = json_is_true(json_object_get(document, "exact"));
    for (int m = 0; m < METRIC_COUNT; m++) {
        const json_t *one = json_object_get(all, metrics[m].name);
        double value = json_real_of(one, "value");
        out->metrics[m] = out->exact ? survey_exact(value)
                                     : (struct estimate){value, json_real_of(one, "low"),
                                                         json_real_of(one, "high")};
    }
    const struct estimate *cycles = &out->metrics[METRIC_CYCLES];
    double ms = json_real_of(document, "frame_time_ms");
    if (isnan(ms)) /* a kernel has no frame time */
        ms = json_real_of(document, "time_ms");
    double each = cycles->value > 0 ? ms / cycles->value : (double)NAN;
    out->time_ms = out->exact ? survey_exact(ms)
                              : (struct estimate){ms, cycles->low * each, cycles->high * each};
    out->percent = json_real_of(document, "percent");
    const char *sample = json_string_value(json_object_get(document, "sample"));
    out->fills = samples_named(sample) == SAMPLE_WINDOWS
                     ? json_real_of(json_object_get(document, "evidence"), "fills")
                     : 0;
    const json_t *repeats = json_object_get(document, "repeats");
    size_t runs = json_array_size(json_object_get(repeats, "runs"));
    out->runs = runs ? (uint32_t)runs : 1;
    for (int m = 0; m < METRIC_COUNT; m++)
        out->deviation[m] =
            runs ? json_real_of(json_object_get(repeats, "deviation"), metrics[m].name) : 0;
    out->cost = read_cost(json_object_get(document, "cost"));
}

enum st_code study_document(json_t **out, const struct store *store, const char *key,
                            struct status *st)
{
    AUTO(store_result_free) struct store_result found;
    TRY(store_find(store, key, &found, st));
    return json_of_text(out, found.document, st);
}

/* Reads the values of a document. *has is false where it is missing or no JSON with metrics, as in
 * STORE_WHOLE; all values are then NAN. */
static enum st_code read_document(struct result_values *out, const char *text, bool *has,
                                  struct status *st)
{
    json_auto_t *document = NULL;
    TRY(json_of_text(&document, text, st));
    read_values(out, document);
    *has = json_is_object(json_object_get(document, "metrics"));
    return ST_OK;
}

/* ---- rows ---- */

/* Sets the reason unless the row has one already. */
static enum st_code set_reason(struct study_row *row, const char *whose, const char *reason,
                               struct status *st)
{
    size_t n = strlen(whose) + strlen(reason) + 1;
    if (row->reason)
        return ST_OK;
    TRY(mem_make(&row->reason, n, 1, "table", st));
    snprintf(row->reason, n, "%s%s", whose, reason);
    return ST_OK;
}

/* Reads one result of a row, the prediction or the reference. The row's state becomes worse where
 * the result is missing or failed. */
static enum st_code read_side(struct study_row *row, const struct store *store, const char *key,
                              const char *whose, struct result_values *values, bool *has,
                              struct status *st)
{
    AUTO(store_result_free) struct store_result found;
    TRY(store_find(store, key, &found, st));
    TRY(read_document(values, found.state == STORE_DONE ? found.document : NULL, has, st));
    if (found.state == STORE_MISSING)
        row->state = row->state == STORE_DONE ? STORE_MISSING : row->state;
    if (found.state == STORE_MISSING || *has)
        return ST_OK;
    row->state = STORE_FAILED;
    return set_reason(
        row, whose, found.reason ? found.reason : "the document in the file of results is damaged",
        st);
}

/* Reads a point's value on every axis. */
static enum st_code read_settings(struct study_row *row, const struct study_table *t,
                                  const struct store *store, const struct store_study *study,
                                  const struct store_point *p, struct status *st)
{
    json_auto_t *all = NULL;
    TRY(json_of_text(&all, p->settings, st));
    TRY(mem_make(&row->values, t->n_axes, sizeof *row->values, "table", st));
    for (uint32_t a = 0; a < t->n_axes; a++) {
        const char *value = json_string_value(json_object_get(all, t->axes[a]));
        if (!value)
            return status_fail_at(st, ST_FAILED, store_path(store), 0,
                                  "point %td of study '%s' lacks its %s; sweep it again",
                                  p - study->points + 1, study->name, t->axes[a]);
        TRY(mem_copy_text(&row->values[a], value, "table", st));
    }
    return ST_OK;
}

static enum st_code read_row(struct study_row *row, const struct study_table *t,
                             const struct store *store, const struct store_study *study,
                             const struct store_point *p, struct status *st)
{
    TRY(read_settings(row, t, store, study, p, st));
    memcpy(row->key, p->key, sizeof row->key);
    memcpy(row->reference_key, p->reference_key, sizeof row->reference_key);
    memcpy(row->scene_key, p->scene_key, sizeof row->scene_key);
    row->state = STORE_DONE;
    validate_nothing(&row->validation);
    read_values(&row->reference, NULL);
    TRY(read_side(row, store, p->key, "", &row->prediction, &row->has_prediction, st));
    if (p->reference_key[0])
        TRY(read_side(row, store, p->reference_key, "reference: ", &row->reference,
                      &row->has_reference, st));
    if (row->state == STORE_DONE && row->has_reference)
        validate_compare(&row->validation, &row->prediction, &row->reference);
    return ST_OK;
}

/* ---- tables ---- */

static enum st_code read_axes(struct study_table *t, const struct store_study *study,
                              const struct store *store, struct status *st)
{
    TRY(json_of_text(&t->definition, study->definition, st));
    const json_t *axes = json_object_get(t->definition, "axes");
    bool whole = json_is_array(axes);
    for (size_t a = 0; whole && a < json_array_size(axes); a++)
        whole = json_is_string(json_array_get(axes, a));
    if (!whole)
        return status_fail_at(st, ST_FAILED, store_path(store), 0,
                              "the definition of study '%s' is damaged; sweep it again",
                              study->name);
    t->reference = json_is_true(json_object_get(t->definition, "reference"));
    TRY(mem_make(&t->axes, json_array_size(axes), sizeof *t->axes, "table", st));
    for (size_t a = 0; a < json_array_size(axes); a++) {
        TRY(mem_copy_text(&t->axes[a], json_string_value(json_array_get(axes, a)), "table", st));
        t->n_axes++;
    }
    return ST_OK;
}

static const char *column(const struct study_table *t, size_t row, uint32_t c)
{
    const struct study_row *r = &t->rows[row];
    return c < t->n_axes ? r->values[c] : c == t->n_axes ? r->reference_key : r->scene_key;
}

enum { KEYS = 2 }; /* columns behind those of the axes: reference and scene */

/* Fills t->varies and t->first. */
static enum st_code compare_rows(struct study_table *t, struct status *st)
{
    uint32_t columns = t->n_axes + KEYS;
    TRY(mem_make(&t->varies, columns, sizeof *t->varies, "table", st));
    TRY(mem_make(&t->first, t->n * columns, sizeof *t->first, "table", st));
    for (uint32_t c = 0; c < columns; c++) {
        AUTO(labels_free) struct labels seen = {0};
        for (size_t i = 0; i < t->n; i++) {
            uint32_t before = seen.n;
            size_t at;
            if (!labels_add(&seen, column(t, i, c), &at))
                return status_no_memory(st, "table");
            t->first[i * columns + c] = seen.n > before;
        }
        t->varies[c] = seen.n > 1;
    }
    return ST_OK;
}

static enum st_code fill(struct study_table *t, const struct store *store,
                         struct store_study *study, struct status *st)
{
    TRY(read_axes(t, study, store, st));
    TRY(mem_make(&t->rows, study->n, sizeof *t->rows, "table", st));
    t->n = study->n;
    for (size_t i = 0; i < t->n; i++) {
        TRY(read_row(&t->rows[i], t, store, study, &study->points[i], st));
        t->done += t->rows[i].state == STORE_DONE;
        t->failed += t->rows[i].state == STORE_FAILED;
    }
    TRY(compare_rows(t, st));
    t->name = study->name;
    t->title = study->title;
    study->name = study->title = NULL;
    return ST_OK;
}

enum st_code study_table_load(struct study_table *out, const struct store *store, const char *name,
                              struct status *st)
{
    AUTO(store_study_free) struct store_study study;
    *out = (struct study_table){0};
    TRY(store_study(store, name, &study, st));
    TRY_ELSE(fill(out, store, &study, st), study_table_free(out));
    return ST_OK;
}

void study_table_free(struct study_table *t)
{
    for (size_t i = 0; i < t->n; i++) {
        for (uint32_t a = 0; t->rows[i].values && a < t->n_axes; a++)
            mem_free(t->rows[i].values[a]);
        mem_free(t->rows[i].values);
        mem_free(t->rows[i].reason);
    }
    for (uint32_t a = 0; a < t->n_axes; a++)
        mem_free(t->axes[a]);
    MEM_FREE(t->axes, t->rows, t->varies, t->first);
    mem_free(t->name);
    mem_free(t->title);
    json_decref(t->definition);
    *t = (struct study_table){0};
}

int study_table_axis(const struct study_table *t, const char *name)
{
    for (uint32_t a = 0; a < t->n_axes; a++)
        if (strcmp(t->axes[a], name) == 0)
            return (int)a;
    return -1;
}

bool study_table_is_first(const struct study_table *t, size_t row, uint32_t axis)
{
    return t->first[row * (t->n_axes + KEYS) + axis];
}

bool study_table_first_reference(const struct study_table *t, size_t row)
{
    return study_table_is_first(t, row, t->n_axes);
}

bool study_table_first_scene(const struct study_table *t, size_t row)
{
    return study_table_is_first(t, row, t->n_axes + 1);
}

bool study_table_varies(const struct study_table *t, uint32_t axis)
{
    return t->varies[axis];
}

void study_table_describe(const struct study_table *t, const struct study_row *row, char *text,
                          size_t n)
{
    size_t used = 0;
    text[0] = 0;
    for (uint32_t a = 0; a < t->n_axes && used < n; a++)
        if (row->values[a][0] && (a == 0 || study_table_varies(t, a)))
            used += (size_t)snprintf(text + used, n - used, "%s%s=%s", used ? ", " : "", t->axes[a],
                                     row->values[a]);
}
