#include "orchestrator/compare/correlate_stored.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/predict/repeat.h"
#include "orchestrator/settings/options.h"
#include "orchestrator/study/key.h"

#include <jansson.h>
#include <string.h>

/* ---- the study ---- */

/* The options in which rows differ, or that the command line can set for all rows. */
static const char *const axes[] = {"gpu",    "shader",    "shaders",   "width",
                                   "height", "samples",   "max-depth", "rays",
                                   "seed",   "first-run", "size",      "fills"};

static enum st_code fill_grid(struct grid *g, const struct settings *row, struct status *st)
{
    TRY(grid_add(g, GRID_SCENE, row->render.scene, st));
    for (size_t i = 0; i < sizeof axes / sizeof *axes; i++) {
        const struct option_row *option = options_find(axes[i]);
        const char *const *text = (const void *)((const char *)row + option->offset);
        char value[OPTION_VALUE_TEXT];
        options_value(option, row, value, sizeof value);
        const char *whole = option->type == OPTION_TEXT ? *text : value;
        if (whole && *whole)
            TRY(grid_add(g, axes[i], whole, st));
    }
    return ST_OK;
}

static enum st_code make_grids(struct grid *grids, size_t *n, const struct correlation *c,
                               struct status *st)
{
    *n = 0;
    for (size_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; c->rows[i].code == ST_OK && k < c->repeat; k++)
            TRY(fill_grid(&grids[(*n)++], &c->rows[i].runs[k], st));
    if (*n)
        return ST_OK;
    return status_fail(st, ST_FAILED, "all of %zu runs failed; the first, %s: %s", c->n,
                       c->rows[0].run->name, c->rows[0].st.text);
}

enum st_code correlate_study(struct study *out, const struct correlation *c,
                             const struct settings *settings, struct status *st)
{
    struct settings base = *settings;
    struct grid *grids;
    size_t n;
    base.output.stats = true;
    base.method.repeat = 1;
    TRY(mem_make(&grids, c->n * c->repeat, sizeof *grids, "runs", st));
    enum st_code code = make_grids(grids, &n, c, st);
    if (code == ST_OK)
        code = study_of_grids(out, "correlate", "Runs of another simulator, repeated", grids, n,
                              &base, st);
    else {
        for (size_t i = 0; i < n; i++)
            grid_free(&grids[i]);
        mem_free(grids);
    }
    if (code != ST_OK)
        return code;
    out->result = c->n ? correlate_kind(&c->rows[0]) : KEY_SIMULATE;
    return ST_OK;
}

/* ---- stored results ---- */

static enum st_code take_document(struct correlation_row *row, uint32_t i, const char *text,
                                  const struct store *store)
{
    bool whole;
    TRY(correlate_take_document(row, i, text, &whole, &row->st));
    if (!whole)
        return status_fail_at(&row->st, ST_FAILED, store_path(store), 0,
                              "has this run without its counters, as sweeps keep it; name another "
                              "--output");
    return ST_OK;
}

static enum st_code take_run(struct correlation_row *row, uint32_t i, struct keys *keys,
                             const struct store *store, struct status *st)
{
    AUTO(store_result_free) struct store_result found;
    char key[HASH_TEXT];
    TRY(keys_make(keys, correlate_kind(row), &row->runs[i], key, NULL, st));
    TRY(store_find(store, key, &found, st));
    if (found.state == STORE_DONE && found.document)
        row->code = take_document(row, i, found.document, store);
    else
        row->code = status_fail(&row->st, ST_FAILED, "%s", found.reason ? found.reason : "not run");
    return ST_OK;
}

static enum st_code take_rows(struct correlation *c, struct keys *keys, const struct store *store,
                              struct status *st)
{
    for (size_t i = 0; i < c->n; i++)
        for (uint32_t k = 0; c->rows[i].code == ST_OK && k < c->repeat; k++)
            TRY(take_run(&c->rows[i], k, keys, store, st));
    return correlate_summarise(c, st);
}

enum st_code correlate_take(struct correlation *c, const struct store *store, struct status *st)
{
    struct keys *keys;
    TRY(keys_create(&keys, st));
    enum st_code code = take_rows(c, keys, store, st);
    keys_free(keys);
    return code;
}
