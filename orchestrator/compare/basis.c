#include "orchestrator/compare/basis.h"

#include "common/grow.h"
#include "common/json_writer.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static enum timing_model model_named(const char *name)
{
    int model = 0;
    while (model < TIMING_MODELS && (!name || strcmp(models[model].name, name) != 0))
        model++;
    return (enum timing_model)model;
}

/* Hashes the members of a document that are equal in two results of the same work. */
static enum st_code hash_frame(char out[HASH_TEXT], const json_t *document, struct status *st)
{
    static const char *const alike[] = {"shader", "shaders", "workload", "frame",
                                        "width",  "height",  "samples",  "seed",
                                        "sample", "model",   "settings"};
    struct hash *h;
    bool complete = true;
    out[0] = 0;
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (!json_object_get(document, alike[i]))
            return ST_OK;
    TRY(hash_start(&h, st));
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        char *text = json_text(json_object_get(document, alike[i]),
                               JSON_ENCODE_ANY | JSON_SORT_KEYS | JSON_REAL_PRECISION(17));
        complete = complete && text;
        hash_add(h, text ? text : "", text ? strlen(text) + 1 : 1);
        free(text); /* jansson allocated it with malloc */
    }
    hash_finish(h, out);
    return complete ? ST_OK : status_no_memory(st, "results");
}

enum st_code basis_read(struct basis *out, const json_t *document, struct status *st)
{
    const json_t *evidence = json_object_get(document, "evidence");
    const json_t *inputs = json_object_get(document, "inputs");
    const char *gpu = json_string_value(json_object_get(inputs, "gpu"));
    *out = (struct basis){
        .confidence = json_real_of(document, "confidence"),
        .sample = samples_named(json_string_value(json_object_get(document, "sample"))),
        .model = model_named(json_string_value(json_object_get(document, "model"))),
        .has_evidence = evidence != NULL,
        .unseen = json_object_get(evidence, "unseen") != NULL,
        .thread_instructions = json_real_of(evidence, "thread_instructions"),
        .pixels = json_real_of(evidence, "pixels"),
        .fills = json_real_of(evidence, "fills"),
        .units_error = json_number_value(json_object_get(evidence, "units_error"))};
    snprintf(out->gpu, sizeof out->gpu, "%s", gpu ? gpu : "");
    return hash_frame(out->frame, document, st);
}

enum st_code paired_runs_add(struct paired_runs *runs, const json_t *document, struct status *st)
{
    const json_t *list = json_object_get(json_object_get(document, "repeats"), "runs"), *one;
    size_t i;
    json_array_foreach(list, i, one)
    {
        if (!grow(&runs->of, runs->n, &runs->room, sizeof *runs->of))
            return status_no_memory(st, "runs");
        struct paired_run *run = &runs->of[runs->n++];
        run->delay = (uint32_t)json_integer_value(json_object_get(one, "delay"));
        for (int m = 0; m < METRIC_COUNT; m++)
            run->metrics[m] = json_real_of(json_object_get(one, "metrics"), metrics[m].name);
    }
    return ST_OK;
}

void paired_runs_free(struct paired_runs *runs)
{
    mem_free(runs->of);
    *runs = (struct paired_runs){0};
}
