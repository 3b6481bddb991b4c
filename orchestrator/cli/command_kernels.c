#include "orchestrator/cli/command.h"

#include "sim/workload/workload.h"

static json_t *kernel_json(struct json_writer *w, const struct workload_kernel *k)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "name", k->name);
    json_put_text(w, one, "summary", k->summary);
    json_put_text(w, one, "stresses", k->stresses);
    json_put_text(w, one, "unit", k->unit);
    json_put_count(w, one, "size", k->initial);
    json_put_count(w, one, "least_size", k->least);
    json_put_count(w, one, "most_size", k->most);
    return one;
}

static const struct listing_column columns[] = {
    LISTING_WORDS("kernel", "name"),
    LISTING_NUMBER("size", "size", 0),
    LISTING_WORDS("of", "unit"),
    LISTING_WORDS("what it computes", "summary"),
};

enum st_code command_kernels(const struct command_context *c, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = json_writer_document(&w, c->line->name),
           *list = json_put_array(&w, document, "kernels");
    for (size_t i = 0; i < n_workload_kernels; i++)
        json_append(&w, list, kernel_json(&w, &workload_kernels[i]));
    if (c->settings->output.json)
        return json_writer_finish(&w, document, c->out, st);
    LISTING(list, columns, c->out);
    json_decref(document);
    return w.failed ? status_no_memory(st, "list") : ST_OK;
}
