#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/json_writer.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"

static void print_gpu(const struct gpu_config *g, FILE *out)
{
    fprintf(out, "%-24s %5u %11u %10.0f  %s\n", g->name, g->machine.sms,
            g->machine.memory_partitions, g->machine.core_MHz, g->title);
}

static json_t *gpu_json(struct json_writer *w, const struct gpu_config *g)
{
    json_t *one = json_writer_object(w);
    json_put_text(w, one, "name", g->name);
    json_put_text(w, one, "title", g->title);
    json_put_count(w, one, "sms", g->machine.sms);
    json_put_count(w, one, "memory_partitions", g->machine.memory_partitions);
    json_put_real(w, one, "core_MHz", g->machine.core_MHz);
    json_put_text(w, one, "hash", g->hash);
    return one;
}

static enum st_code list_gpus(const struct command_context *c, char *const *names, size_t n,
                              struct json_writer *w, json_t *list, struct status *st)
{
    if (!c->settings->output.json)
        fprintf(c->out, "%-24s %5s %11s %10s  %s\n", "gpu", "SMs", "partitions", "core MHz",
                "title");
    for (size_t i = 0; i < n; i++) {
        struct gpu_config gpu;
        TRY(gpu_config_load(&gpu, names[i], st));
        if (c->settings->output.json)
            json_append(w, list, gpu_json(w, &gpu));
        else
            print_gpu(&gpu, c->out);
    }
    return ST_OK;
}

static enum st_code dump_gpu(const struct command_context *c, struct status *st)
{
    struct gpu_config gpu;
    if (c->settings->output.json)
        return status_fail(st, ST_USAGE, "--dump writes a configuration; leave out --json");
    TRY(command_load_gpu(c, c->settings->command.dump, &gpu, st));
    gpu_config_dump(&gpu, c->out);
    return ST_OK;
}

enum st_code command_gpus(const struct command_context *c, struct status *st)
{
    struct json_writer w = {0};
    char **names;
    size_t n;
    if (c->settings->command.dump)
        return dump_gpu(c, st);
    TRY(gpu_config_list(&names, &n, st));
    json_t *document = json_writer_document(&w, "gpus"), *list = json_writer_array(&w);
    enum st_code code = list_gpus(c, names, n, &w, list, st);
    file_free_list(names, n);
    json_put(&w, document, "gpus", list);
    if (code == ST_OK && c->settings->output.json)
        return json_writer_finish(&w, document, c->out, st);
    json_decref(document);
    return code;
}
