#include "orchestrator/cli/command.h"

#include "common/file.h"
#include "common/memory.h"
#include "orchestrator/cli/gpu_sources.h"
#include "sim/config/gpu_config.h"
#include "sim/config/load/load.h"
#include "sim/config/load/sources.h"

static const struct listing_column columns[] = {
    LISTING_WORDS("gpu", "name"),
    LISTING_NUMBER("SMs", "sms", 0),
    LISTING_NUMBER("partitions", "memory_partitions", 0),
    LISTING_NUMBER("core MHz", "core_MHz", 0),
    LISTING_WORDS("title", "title"),
};

static enum st_code put_gpu(const char *name, struct json_writer *w, json_t *one, struct status *st)
{
    struct gpu_config g;
    TRY(gpu_config_load(&g, name, st));
    json_put_text(w, one, "name", g.name);
    json_put_text(w, one, "title", g.title);
    json_put_count(w, one, "sms", g.machine.sms);
    json_put_count(w, one, "memory_partitions", g.machine.memory_partitions);
    json_put_real(w, one, "core_MHz", g.machine.core_MHz);
    json_put_text(w, one, "hash", g.hash);
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

static enum st_code source_gpu(const struct command_context *c, struct status *st)
{
    struct gpu_config gpu;
    struct config_sources sources;
    char *notes;
    enum st_code code =
        gpu_config_load_sourced(&gpu, c->settings->command.sources, &notes, &sources, st);
    if (code == ST_OK && notes)
        command_warn_notes(c, notes);
    if (code == ST_OK)
        code = gpu_sources_show(&gpu, &sources, c->settings->output.json, c->out, st);
    mem_free(notes);
    config_sources_release(&sources);
    return code;
}

enum st_code command_gpus(const struct command_context *c, struct status *st)
{
    char **names;
    size_t n;
    if (c->settings->command.dump && c->settings->command.sources)
        return status_fail(st, ST_USAGE, "--dump and --sources print different things; give one");
    if (c->settings->command.dump)
        return dump_gpu(c, st);
    if (c->settings->command.sources)
        return source_gpu(c, st);
    TRY(gpu_config_list(&names, &n, st));
    return command_list(c, columns, sizeof columns / sizeof *columns, names, n, put_gpu, st);
}
