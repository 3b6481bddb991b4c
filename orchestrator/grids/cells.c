#include "orchestrator/grids/cells.h"

#include "common/auto.h"
#include "common/memory.h"
#include "orchestrator/workload/workload_open.h"

#include <string.h>

#define GPU "gpu"

/* ---- the study ---- */

/* The grids of a study under construction. */
struct slices {
    const struct grid *given;
    struct grid *grids; /* room for all slices of a command */
    size_t n;
};
enum { SLICES = 3 };

static uint32_t count_gpus(const struct grid *given)
{
    const struct grid_axis *gpus = grid_axis(given, GPU);
    return gpus ? gpus->n : 1;
}

/* Adds the given grid with only the GPUs from `first` to before `end`, and these values of two more
 * axes; NULL: none. */
static enum st_code add_slice(struct slices *s, uint32_t first, uint32_t end, const char *by,
                              const char *observe, struct status *st)
{
    const struct grid_axis *gpus = grid_axis(s->given, GPU);
    struct grid *g = &s->grids[s->n];
    if (first == end)
        return ST_OK;
    s->n++;
    TRY(grid_replace(g, s->given, st));
    if (gpus)
        grid_drop(g, GPU);
    for (uint32_t i = first; gpus && i < end; i++)
        TRY(grid_add(g, GPU, gpus->values[i], st));
    if (by)
        TRY(grid_add(g, "model", by, st));
    return observe ? grid_add(g, "observe", observe, st) : ST_OK;
}

static enum st_code add_models(struct slices *s, struct status *st)
{
    const uint32_t n = count_gpus(s->given);
    char all[128] = "", others[128] = "";
    for (int m = 0; m < TIMING_MODELS; m++) {
        size_t used = strlen(all), more = strlen(others);
        snprintf(all + used, sizeof all - used, "%s%s", used ? "," : "", models[m].name);
        if (m != MODEL_CYCLE)
            snprintf(others + more, sizeof others - more, "%s%s", more ? "," : "", models[m].name);
    }
    TRY(add_slice(s, 0, 1, models[MODEL_CYCLE].name, "profile", st));
    TRY(add_slice(s, 0, 1, others, NULL, st));
    return add_slice(s, 1, n, all, NULL, st);
}

static enum st_code add_slices(struct slices *s, enum command_bit command, bool reference,
                               struct status *st)
{
    const uint32_t n = count_gpus(s->given);
    if (command == COMMAND_MODELS)
        return add_models(s, st);
    if (command == COMMAND_ISA)
        return add_slice(s, 0, n, NULL, "instructions", st);
    TRY(add_slice(s, 0, 1, NULL, "profile", st));
    return reference ? add_slice(s, 1, n, NULL, NULL, st) : ST_OK;
}

static void free_slices(struct slices *s)
{
    for (size_t i = 0; i < s->n; i++)
        grid_free(&s->grids[i]);
    mem_free(s->grids);
}

enum st_code cells_study(struct study *out, enum command_bit command, const struct study *given,
                         const struct settings *base, struct status *st)
{
    const char *name = command == COMMAND_MODELS ? "models"
                       : command == COMMAND_ISA  ? "isa"
                                                 : "roofline";
    const char *title = command == COMMAND_MODELS ? "Timing models side by side"
                        : command == COMMAND_ISA  ? "Instruction sets side by side"
                                                  : "Profiles of the roofline model";
    struct slices s = {.given = &given->grids[0]};
    *out = (struct study){0};
    TRY(mem_make(&s.grids, SLICES, sizeof *s.grids, "study", st));
    TRY_ELSE(add_slices(&s, command, given->reference, st), free_slices(&s));
    TRY(study_of_grids(out, name, title, s.grids, s.n, base, st));
    out->result = KEY_MODEL;
    return ST_OK;
}

/* ---- its results ---- */

enum { SCENE_AXIS, GPU_AXIS }; /* the first ones of every table */

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

enum st_code cells_make(struct cells *out, const struct study_table *table,
                        const struct store *store, struct status *st)
{
    *out = (struct cells){.table = table, .store = store};
    TRY_ELSE(add_labels(out, st), cells_free(out));
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
