#include "orchestrator/grids/cells.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/workload/workload_open.h"

#include <string.h>

enum { SCENE_AXIS, GPU_AXIS }; /* the first two axes of every table */

static enum st_code add_labels(struct cells *c, struct status *st)
{
    size_t at;
    for (size_t i = 0; i < c->table->n; i++) {
        char **values = c->table->rows[i].values;
        if (!labels_add(&c->scenes, values[SCENE_AXIS], &at) ||
            !labels_add(&c->gpus, values[GPU_AXIS], &at))
            return status_no_memory(st, "table");
    }
    return ST_OK;
}

enum st_code cells_make(struct cells *c, struct status *st)
{
    TRY_ELSE(add_labels(c, st), cells_free(c));
    return ST_OK;
}

void cells_free(struct cells *c)
{
    labels_free(&c->scenes);
    labels_free(&c->gpus);
    *c = (struct cells){0};
}

static bool is_by(const struct cells *c, const struct study_row *row, const char *model)
{
    int axis = study_table_axis(c->table, "model");
    return !model || axis < 0 || strcmp(row->values[axis], model) == 0;
}

const struct study_row *cells_row(const struct cells *c, size_t scene, size_t gpu,
                                  const char *model)
{
    for (size_t i = 0; i < c->table->n; i++) {
        const struct study_row *row = &c->table->rows[i];
        if (strcmp(row->values[SCENE_AXIS], c->scenes.texts[scene]) == 0 &&
            strcmp(row->values[GPU_AXIS], c->gpus.texts[gpu]) == 0 && is_by(c, row, model))
            return row;
    }
    return NULL;
}

enum st_code cells_document(json_t **out, const struct cells *c, size_t scene, size_t gpu,
                            const char *model, struct status *st)
{
    const struct study_row *row = cells_row(c, scene, gpu, model);
    *out = NULL;
    return row ? study_document(out, c->store, row->key, st) : ST_OK;
}

enum st_code cells_check(const struct cells *c, const char *model, struct status *st)
{
    for (size_t i = 0; i < c->table->n; i++) {
        const struct study_row *row = &c->table->rows[i];
        if (row->state != STORE_DONE && is_by(c, row, model))
            return status_fail(st, ST_FAILED, "%s on %s: %s", row->values[SCENE_AXIS],
                               row->values[GPU_AXIS], row->reason ? row->reason : "was not run");
    }
    return ST_OK;
}

void cells_put_names(struct json_writer *w, json_t *object, const struct cells *c, size_t scene,
                     size_t gpu)
{
    const char *name = c->scenes.texts[scene];
    json_put_text(w, object, "scene", name);
    json_put_text(w, object, "workload", workload_is(name) ? "kernel" : "scene");
    json_put_text(w, object, "gpu", c->gpus.texts[gpu]);
}
