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

enum st_code command_kernels(const struct command_context *c, struct status *st)
{
    struct json_writer w = {0};
    json_t *document = NULL, *list = NULL;
    if (c->settings->output.json) {
        document = json_writer_document(&w, c->line->name);
        list = json_put_array(&w, document, "kernels");
    } else {
        fprintf(c->out, "%-12s %10s %-22s %s\n", "kernel", "size", "of", "what it computes");
    }
    for (size_t i = 0; i < n_workload_kernels; i++) {
        const struct workload_kernel *k = &workload_kernels[i];
        if (list)
            json_append(&w, list, kernel_json(&w, k));
        else
            fprintf(c->out, "%-12s %10u %-22s %s\n", k->name, k->initial, k->unit, k->summary);
    }
    return document ? json_writer_finish(&w, document, c->out, st) : ST_OK;
}
