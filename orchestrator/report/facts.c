#include "orchestrator/report/facts.h"

#include "common/auto.h"
#include "common/grow.h"

#include <string.h>

void facts_free(struct facts *f)
{
    for (uint32_t i = 0; i < f->n_versions; i++)
        mem_free(f->versions[i]);
    mem_free(f->versions);
    mem_free(f->predictions);
    mem_free(f->references);
    json_decref(f->settings);
    *f = (struct facts){0};
}

static bool read_stack(double *share, const struct stall_stack *stack, const json_t *slots)
{
    struct stall_cause part;
    double sum = 0;
    for (size_t i = 0; stall_cause(stack, NULL, i, &part); i++) {
        if (i == FACTS_PARTS)
            BUG("facts: more than %d parts in a stack", FACTS_PARTS);
        share[i] = json_number_value(json_object_get(slots, part.name));
        sum += share[i];
    }
    for (size_t i = 0; i < FACTS_PARTS && sum > 0; i++)
        share[i] /= sum;
    return sum > 0;
}

static void read_stalls(struct run_stalls *out, const json_t *document)
{
    const json_t *stalls = json_object_get(document, "stalls");
    out->known = true;
    for (int s = 0; s < STALL_STACKS; s++)
        out->known = read_stack(out->share[s], &stall_stacks[s],
                                json_object_get(stalls, stall_stacks[s].name)) &&
                     out->known;
}

static bool add_version(struct facts *f, const char *version)
{
    for (uint32_t i = 0; i < f->n_versions; i++)
        if (strcmp(f->versions[i], version) == 0)
            return true;
    if (!grow(&f->versions, f->n_versions, &f->room, sizeof *f->versions))
        return false;
    f->versions[f->n_versions] = mem_strdup(version);
    return f->versions[f->n_versions] && ++f->n_versions;
}

/* Reads a run's document. One that cannot be read is skipped, as its row reports it
 * (study/table.h). */
static enum st_code read_run(struct facts *f, const struct store *store, const char *key,
                             struct run_stalls *stalls, struct status *st)
{
    json_auto_t *document = NULL;
    TRY(study_document(&document, store, key, st));
    const char *version = json_string_value(json_object_get(document, "version"));
    bool good = true;
    if (document)
        read_stalls(stalls, document);
    if (version)
        good = add_version(f, version);
    if (!f->settings)
        f->settings = json_incref(json_object_get(document, "settings"));
    return good ? ST_OK : status_no_memory(st, store_path(store));
}

static enum st_code read_rows(struct facts *f, const struct store *store,
                              const struct study_table *t, struct status *st)
{
    TRY(mem_make(&f->predictions, t->n, sizeof *f->predictions, store_path(store), st));
    TRY(mem_make(&f->references, t->n, sizeof *f->references, store_path(store), st));
    for (size_t i = 0; i < t->n; i++) {
        const struct study_row *row = &t->rows[i];
        if (row->has_prediction)
            TRY(read_run(f, store, row->key, &f->predictions[i], st));
        if (row->has_reference && study_table_first_reference(t, i))
            TRY(read_run(f, store, row->reference_key, &f->references[i], st));
    }
    return ST_OK;
}

enum st_code facts_load(struct facts *out, const struct store *store, const struct study_table *t,
                        struct status *st)
{
    *out = (struct facts){0};
    TRY_ELSE(read_rows(out, store, t, st), facts_free(out));
    return ST_OK;
}
